import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/**
 * Decides on an explanation of the difference between payroll and salary, as the person saw it. `tied` is the current comparison; undefined if there
 * is none. Returns the difference that is explained.
 *
 * Fails: NOT_FOUND, STALE_VERSION.
 */
export function decideExplanation(
  tied: { readonly difference: string | null } | undefined,
  expected: string,
): Result<string, Failures> {
  if (!tied) return err([fail('NOT_FOUND', ['employeeId'], 'There is no payroll for this employee and period.')]);
  return tied.difference === expected
    ? ok(expected)
    : err([fail('STALE_VERSION', ['difference'], 'The difference has changed since you opened it. Review it again.')]);
}
