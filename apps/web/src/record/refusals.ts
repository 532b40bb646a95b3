import type { SaveFailure } from '@carrara/ui/form';
import { failureText, isFailure } from '../api/failure.ts';
import { isStale } from './staleEdit.ts';

const staleText =
  'This record was changed by someone else. Copy what you need and reload it. Your changes have not been saved.';

/** The server's refusals as the form shows them: at their fields where it has them, else on top. */
export function refusals(failure: unknown): readonly SaveFailure[] {
  if (!isFailure(failure)) return [{ message: failureText(failure) }];
  const { status, errors, message: whole } = failure;
  // Who saved it and when was told as it was refused.
  if (isStale(failure)) return [{ status, message: staleText }];
  if (errors.length === 0) return [{ status, message: whole }];
  return errors.map(({ path, message }) => ({ path: path || undefined, message, status }));
}
