import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** Decides whether the recipients of a delivery can be reminded to acknowledge it. Fails: WRONG_STATE, NOTHING_TO_ACKNOWLEDGE. */
export function decideReminder({
  state,
  wording,
}: {
  readonly state: string;
  /** The text to acknowledge; null if there is none. */
  readonly wording: string | null;
}): Result<string, Failures> {
  if (state === 'Superseded') return err([fail('WRONG_STATE', [], 'A later version has replaced it.')]);
  if (state === 'Withdrawn') return err([fail('WRONG_STATE', [], 'It was withdrawn.')]);
  return wording === null
    ? err([fail('NOTHING_TO_ACKNOWLEDGE', [], 'This document doesn’t ask for acknowledgment.')])
    : ok(wording);
}
