import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** The maximum number of unfinished jobs per person. */
const mostOpen = 20;

/** Decides whether a person with a number of unfinished jobs can start another. Fails: TOO_MANY_TASKS. */
export function decideTask(open: number): Result<true, Failures> {
  if (open < mostOpen) return ok(true);
  const text = `You already have ${mostOpen} background jobs. Wait until one has ended, or stop one.`;
  return err([fail('TOO_MANY_TASKS', [], text)]);
}
