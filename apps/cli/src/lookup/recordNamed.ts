import { CommandStop } from '../run/commandStop.ts';
import type { Session } from '../session/openSession.ts';
import { type NamedRecord, lookUpAt } from './lookUp.ts';

/**
 * Finds the record that a command is about.
 *
 * Fails: a stop, if none or several have the name.
 */
export async function recordNamed(
  session: Pick<Session, 'server' | 'client'>,
  type: string,
  text: string,
): Promise<NamedRecord> {
  const answer = await lookUpAt(session)(type, text);
  if ('reason' in answer) {
    const [first = '', ...details] = answer.reason.split('\n').map((line) => line.trim());
    throw new CommandStop('refused', first, details);
  }
  return answer.record;
}
