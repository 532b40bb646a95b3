import { administeredApplications } from '@carrara/adapters/postgres/user';
import { applications, type Grants } from '@carrara/contract/permissions';
import type { ModuleRole } from '@carrara/contract/user';
import { err, type Failures, fail, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';

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

/** Modules without an administrator of their own are given by any module's. */
function administers(grants: Grants, application: (typeof applications)[number]): boolean {
  if (application === 'participant-portal') return grants.carry === 'administrator';
  if (application === 'performance-lp')
    return grants.performance === 'administrator' || grants[application] === 'administrator';
  return grants[application] === 'administrator';
}

/**
 * Carries a change of users or groups out, unless it would leave a module without any administrator: nobody could undo it.
 *
 * Fails: LAST_ADMINISTRATOR, and as the change itself.
 */
export async function keepingAdministrators<T>(
  { tx }: RequestContext,
  change: () => Promise<Result<T, Failures>>,
): Promise<Result<T, Failures>> {
  const before = await administeredApplications(tx);
  const changed = await change();
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
