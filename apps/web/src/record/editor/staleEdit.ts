import { promptStaleEdit } from '@carrara/ui/feedback/questions.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { isFailure } from '../../api/failure.ts';

export interface StaleGuard<R extends object> {
  /** Reads the current record. */
  readonly latest: () => Promise<R | undefined>;
  readonly nameOf: (record: R) => string;
  readonly onReload: (theirs: R) => void;
  /** Explains how changes are treated when the other version is loaded. Without it, they are discarded. */
  readonly consequence?: string;
}

/** True if a save was refused because somebody else saved first. */
export const isStale = (failure: unknown): boolean =>
  isFailure(failure) && failure.status === 409 && failure.errors.some(({ code }) => code === 'STALE_VERSION');

/**
 * Handles a conflicting save: names the other author and the time, and offers to load the other version. Other failures are left alone. Returns true
 * if the other version was loaded.
 */
export async function offerLatestVersion<R extends object>(failure: unknown, guard: StaleGuard<R>): Promise<boolean> {
  const theirs = isStale(failure) ? await guard.latest() : undefined;
  if (!theirs) return false;
  const { updatedBy, updatedDate } = theirs as { readonly updatedBy?: unknown; readonly updatedDate?: unknown };
  const edit = {
    name: guard.nameOf(theirs),
    changedBy: String(updatedBy),
    changedAt: formatInstant(String(updatedDate)),
    ...(guard.consequence ? { consequence: guard.consequence } : {}),
  };
  if ((await promptStaleEdit(edit)) !== 'reload') return false;
  guard.onReload(theirs);
  return true;
}
