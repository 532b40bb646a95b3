import { administeredApplications, lockRoles, presentGrants } from '@carrara/adapters/postgres/platform/user';
import { type Application, applications, type Grants } from '@carrara/contract/core/permissions';
import type { ModuleRole } from '@carrara/contract/platform/user';
import { err, type Failures, fail, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../operations.ts';

/**
 * Checks that a person who changes roles is an administrator of every module in which something changes, so that they
 * can neither take over another module nor lock others out of it.
 */
export function refusalOfRoles(grants: Grants, before: readonly ModuleRole[], after: readonly ModuleRole[]): Failures {
  const named = after.map(({ application }) => application);
  if (new Set(named).size < named.length) return [fail('DUPLICATE_ROLE', ['roles'], 'List each module only once.')];
  const roleIn = (roles: readonly ModuleRole[], application: string) =>
    roles.find((role) => role.application === application)?.role;
  const foreign = applications.filter(
    (application) => roleIn(before, application) !== roleIn(after, application) && !administers(grants, application),
  );
  return foreign.map((application) =>
    fail('ROLE_NOT_YOURS_TO_GIVE', ['roles'], `You don’t administer ${application}.`),
  );
}

/**
 * Returns those modules that a person with these grants doesn't administer. Somebody who has such a module can't be
 * managed by them.
 */
export const notAdministered = (grants: Grants, modules: readonly Application[]): readonly Application[] =>
  modules.filter((application) => !administers(grants, application));

/**
 * True if the grants administer a module. Administrators of carry also administer the portal, which has none of its own,
 * and those of performance also administer LP performance.
 */
function administers(grants: Grants, application: Application): boolean {
  if (application === 'participant-portal') return grants.carry === 'administrator';
  if (application === 'performance-lp')
    return grants.performance === 'administrator' || grants[application] === 'administrator';
  return grants[application] === 'administrator';
}

/**
 * Runs a change of users or groups with the acting person's current roles, and refuses it if it would leave a module
 * without an administrator, which nobody could undo. Changes within a firm run one after another, so that two
 * administrators can't remove each other.
 *
 * Fails: FORBIDDEN, LAST_ADMINISTRATOR, and as the change itself.
 */
export async function keepingAdministrators<T>(
  { tx }: RequestContext,
  change: (grants: Grants) => Promise<Result<T, Failures>>,
): Promise<Result<T, Failures>> {
  await lockRoles(tx);
  const grants = await presentGrants(tx);
  if (!Object.values(grants).includes('administrator')) return err([fail('FORBIDDEN', [], '')]);
  const before = await administeredApplications(tx);
  const changed = await change(grants);
  if (changed.isErr()) return changed;
  const after = await administeredApplications(tx);
  const lost = [...before].filter((application) => !after.has(application));
  if (lost.length === 0) return changed;
  return err(
    lost.map((application) =>
      fail(
        'LAST_ADMINISTRATOR',
        ['roles'],
        `This is the last administrator of ${application}. Assign another one first.`,
      ),
    ),
  );
}
