import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

/** The record of a note or document. Compensation stores those of an employee as pay. */
interface Annotated {
  readonly objectId: string;
  readonly isOfPay: boolean;
}

/** Checks that a person may write notes and documents on a record. Fails: FORBIDDEN. */
export const writeFailures = (mayWrite: boolean): Failures =>
  mayWrite ? [] : [fail('FORBIDDEN', [], 'Only people who can edit pay can add or change its notes and documents.')];

/** Checks that a person may change a note. Fails: FORBIDDEN. */
export const noteFailures = (canEdit: boolean): Failures =>
  canEdit ? [] : [fail('FORBIDDEN', [], 'You can change only your own notes.')];

/** Decides on a new note or an edited one, which stays with its record. Fails: FORBIDDEN, NOT_FOUND. */
export function decideNote(
  before: (Annotated & { readonly canEdit: boolean }) | undefined,
  { objectId, isOfPay }: Annotated,
  mayWrite: boolean,
): Result<true, Failures> {
  const failures = before ? noteFailures(before.canEdit) : writeFailures(mayWrite);
  if (failures.length > 0) return err(failures);
  return before && (before.objectId !== objectId || before.isOfPay !== isOfPay)
    ? err([fail('NOT_FOUND', ['objectId'], 'A note can’t be moved to another record.')])
    : ok(true);
}
