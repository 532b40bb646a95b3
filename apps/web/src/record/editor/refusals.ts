import type { SaveFailure } from '@carrara/ui/form/useRecordForm.ts';
import { failureText, isFailure } from '../../api/failure.ts';
import { isStale } from './staleEdit.ts';

const staleText =
  'This record was changed by someone else. Copy what you need and reload it. Your changes have not been saved.';

/**
 * Converts the errors of the server for a form: at their fields if they have one, otherwise at the top. A conflict is settled once the person has
 * loaded the new version.
 */
export function refusals(failure: unknown, isSettled = false): readonly SaveFailure[] {
  if (!isFailure(failure)) return [{ message: failureText(failure) }];
  const { status, errors, message: whole } = failure;
  // The dialog about the conflict has already named the other author and the time.
  if (isStale(failure)) return [{ status, message: staleText, isSettled }];
  if (errors.length === 0) return [{ status, message: whole }];
  return errors.map(({ path, message }) => ({ path: path || undefined, message, status }));
}
