import type { SaveFailure } from '@carrara/ui/form';
import { failureText, isFailure } from '../api/failure.ts';

/** The server's refusals as the form shows them: at their fields where it has them, else on top. */
export function refusals(failure: unknown): readonly SaveFailure[] {
  if (!isFailure(failure)) return [{ message: failureText(failure) }];
  const { status, errors, message: whole } = failure;
  if (errors.length === 0) return [{ status, message: whole }];
  return errors.map(({ path, message }) => ({ path: path || undefined, message, status }));
}
