import { administeredApplications, lockRoles, presentGrants } from '@carrara/adapters/postgres/platform/user';
import { type Application, applications, type Grants } from '@carrara/contract/core/permissions';
import type { ModuleRole } from '@carrara/contract/platform/user';
import { err, type Failures, fail, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../operations.ts';

/**
 * Who changes roles must be the administrator of each module in which something changes: the administrator of one module can neither take
 * another for himself nor close it to others.
 */
export function refusalOfRoles(grants: Grants, before: readonly ModuleRole[], after: readonly ModuleRole[]): Failures {
  const named = after.map(({ application }) => application);
  if (new Set(named).size < named.length) return [fail('DUPLICATE_ROLE', ['roles'], 'A module can be named once.')];
  const roleIn = (roles: readonly ModuleRole[], application: string) =>
    roles.find((role) => role.application === application)?.role;
  const foreign = applications.filter(
    (application) => roleIn(before, application) !== roleIn(after, application) && !administers(grants, application),
  );
  return foreign.map((application) =>
    fail('ROLE_NOT_YOURS_TO_GIVE', ['roles'], `You do not administer ${application}.`),
  );
}

/** The modules among these that somebody with such grants does not administer: without them nobody manages a person who holds them. */
export const notAdministered = (grants: Grants, modules: readonly Application[]): readonly Application[] =>
  modules.filter((application) => !administers(grants, application));

/** Modules without an administrator of their own are given by any module's. */
function administers(grants: Grants, application: Application): boolean {
  if (application === 'participant-portal') return grants.carry === 'administrator';
  if (application === 'performance-lp')
    return grants.performance === 'administrator' || grants[application] === 'administrator';
  return grants[application] === 'administrator';
}

/**
 * Carries a change of users or groups out, with the roles that the acting person has at that moment, unless it would leave a module without
 * any administrator: nobody could undo it. Changes of one firm wait for each other, so that two administrators cannot remove each other.
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
      fail('LAST_ADMINISTRATOR', ['roles'], `This is the last administrator of ${application}.`),
    ),
  );
}
