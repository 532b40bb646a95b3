import { type Failures, fail } from '../../kernel/index.ts';

/** A person's role in each module that they have. */
export type RolesByModule = Readonly<Record<string, string | undefined>>;
export interface ModuleRole {
  readonly application: string;
  readonly role: string;
}

/**
 * Returns true if the roles administer a module. Administrators of carry also administer the portal, which has none of its own, and those of
 * performance also administer LP performance.
 */
function administers(roles: RolesByModule, application: string): boolean {
  if (application === 'participant-portal') return roles['carry'] === 'administrator';
  if (application === 'performance-lp')
    return roles['performance'] === 'administrator' || roles[application] === 'administrator';
  return roles[application] === 'administrator';
}

/** Returns the modules that a person with these roles doesn't administer. They can't manage anyone who has a role in such a module. */
export const modulesNotAdministered = (roles: RolesByModule, modules: readonly string[]): readonly string[] =>
  modules.filter((application) => !administers(roles, application));

/**
 * Checks that a person who changes roles is an administrator of every module in which something changes. Otherwise
 * they could take over another module, or lock others out of it. `modules` are all modules, in the order of the
 * failures.
 *
 * Fails: DUPLICATE_ROLE, ROLE_NOT_ADMINISTERED.
 */
export function roleFailures(
  roles: RolesByModule,
  before: readonly ModuleRole[],
  after: readonly ModuleRole[],
  modules: readonly string[],
): Failures {
  const named = after.map(({ application }) => application);
  if (new Set(named).size < named.length) return [fail('DUPLICATE_ROLE', ['roles'], 'List each module only once.')];
  const roleIn = (all: readonly ModuleRole[], application: string) =>
    all.find((role) => role.application === application)?.role;
  const changed = modules.filter((application) => roleIn(before, application) !== roleIn(after, application));
  return modulesNotAdministered(roles, changed).map((application) =>
    fail('ROLE_NOT_ADMINISTERED', ['roles'], `You don’t administer ${application}.`),
  );
}

/** Checks that each module that had an administrator still has one. Fails: LAST_ADMINISTRATOR. */
export const administratorFailures = (before: ReadonlySet<string>, after: ReadonlySet<string>): Failures =>
  [...before]
    .filter((application) => !after.has(application))
    .map((application) =>
      fail(
        'LAST_ADMINISTRATOR',
        ['roles'],
        `This is the last administrator of ${application}. Assign another one first.`,
      ),
    );

/**
 * Checks that a person may manage somebody with these modules, because a person who sets a password can act as its
 * owner. Fails: PERSON_NOT_YOURS.
 */
export function personFailures(roles: RolesByModule, modules: readonly string[]): Failures {
  const foreign = modulesNotAdministered(roles, modules);
  if (foreign.length === 0) return [];
  const detail = `This person has a role in ${foreign.join(' and ')}, which you don’t administer.`;
  return [fail('PERSON_NOT_YOURS', ['roles'], detail)];
}
