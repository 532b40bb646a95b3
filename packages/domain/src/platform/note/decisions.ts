import { addDays, type CalendarDate, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** The record of a note or document. In compensation, an employee's notes and documents count as pay. */
interface Annotated {
  readonly objectId: string;
  readonly isOfPay: boolean;
}

/** Checks that a person may write notes and documents on a record. Fails: FORBIDDEN. */
export const writeFailures = (mayWrite: boolean): Failures =>
  mayWrite ? [] : [fail('FORBIDDEN', [], 'Only people who can edit pay can add or change its notes and documents.')];

/** A stored note, and whether the person is its author or an administrator. */
interface Editable {
  readonly canEdit: boolean;
  readonly isDeleted: boolean;
}

/** Checks that a person may change or delete a note. Fails: WRONG_STATE, FORBIDDEN. */
export function noteFailures({ canEdit, isDeleted }: Editable): Failures {
  if (isDeleted) return [fail('WRONG_STATE', [], 'This note was deleted.')];
  return canEdit ? [] : [fail('FORBIDDEN', [], 'You can change only your own notes.')];
}

/** Decides on a new note or an edited one, which stays with its record. Fails: FORBIDDEN, NOT_FOUND, WRONG_STATE. */
export function decideNote(
  before: (Annotated & Editable) | undefined,
  { objectId, isOfPay }: Annotated,
  mayWrite: boolean,
): Result<true, Failures> {
  const failures = before ? noteFailures(before) : writeFailures(mayWrite);
  if (failures.length > 0) return err(failures);
  return before && (before.objectId !== objectId || before.isOfPay !== isOfPay)
    ? err([fail('NOT_FOUND', ['objectId'], 'A note can’t be moved to another record.')])
    : ok(true);
}

/** Ten years. */
const latestFigureDays = 3653;

/** Checks the figure of a new note: it has an explanation, and its date isn't far in the future. Fails: NOT_FOUND. */
export function figureFailures(
  { isExplained, date }: { readonly isExplained: boolean; readonly date: CalendarDate | undefined },
  today: CalendarDate,
): Failures {
  if (date !== undefined && date > addDays(today, latestFigureDays))
    return [fail('NOT_FOUND', ['figure', 'figureDate'], 'The date of a figure is at most ten years from today.')];
  return isExplained ? [] : [fail('NOT_FOUND', ['figure', 'figure'], 'The record has no such figure at this date.')];
}
