import { administeredApplications, lockRoles, presentGrants } from '@carrara/adapters/postgres/platform/user/directory';
import type { Grants } from '@carrara/contract/core/permissions';
import { err, type Failures, fail, type Result } from '@carrara/domain/kernel';
import { administratorFailures } from '@carrara/domain/platform/roles';
import type { RequestContext } from '../../core/operations.ts';

/**
 * Runs a change of users or groups with the acting person's current roles. Refuses it if it would leave a module
 * without an administrator, which nobody could undo. Changes within a firm run one after another, so that two
 * administrators can't remove each other.
 *
 * Fails: FORBIDDEN, LAST_ADMINISTRATOR, and as the change itself.
 */
export async function guardAdministrators<T>(
  { tx }: Pick<RequestContext, 'tx'>,
  change: (grants: Grants) => Promise<Result<T, Failures>>,
): Promise<Result<T, Failures>> {
  await lockRoles(tx);
  const grants = await presentGrants(tx);
  if (!Object.values(grants).includes('administrator')) return err([fail('FORBIDDEN', [], '')]);
  const before = await administeredApplications(tx);
  const changed = await change(grants);
  if (changed.isErr()) return changed;
  const failures = administratorFailures(before, await administeredApplications(tx));
  return failures.length > 0 ? err(failures) : changed;
}
