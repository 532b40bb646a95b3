import {
  addDays,
  type CalendarDate,
  compareDates,
  err,
  type Failures,
  fail,
  ok,
  type Result,
} from '../../kernel/index.ts';

/** Decides whether a deleted upload can be recovered: for a number of days. Fails: WRONG_STATE. */
export function decideRecovery(
  deletedOn: CalendarDate,
  recoveryDays: number,
  today: CalendarDate,
): Result<true, Failures> {
  if (compareDates(today, addDays(deletedOn, recoveryDays)) <= 0) return ok(true);
  const text = `This upload was deleted more than ${recoveryDays} days ago and can’t be recovered.`;
  return err([fail('WRONG_STATE', ['id'], text)]);
}
