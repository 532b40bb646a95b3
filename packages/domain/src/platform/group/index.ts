import { err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import { type ModuleRole, modulesNotAdministered, roleFailures, type RolesByModule } from '../roles/index.ts';

interface GroupRoles {
  readonly isInactive: boolean;
  readonly roles: readonly ModuleRole[];
}
interface GroupMember {
  readonly personId: string;
  readonly isInactive: boolean;
}

/** Returns the roles that a group grants. An archived group grants none. */
const granted = (group: GroupRoles | undefined): readonly ModuleRole[] =>
  group && !group.isInactive ? group.roles : [];

/**
 * Decides on a new group or an edited one, and returns its members, each once. New members get all roles of the group, so the person must be allowed
 * to grant each of them.
 *
 * Fails: DUPLICATE_ROLE, ROLE_NOT_ADMINISTERED, NOT_A_MEMBER.
 */
export function decideGroup(
  before: GroupRoles | undefined,
  { roles, members }: { readonly roles: readonly ModuleRole[]; readonly members: readonly GroupMember[] },
  isMember: (personId: string) => boolean,
  own: RolesByModule,
  modules: readonly string[],
): Result<readonly GroupMember[], Failures> {
  const failures = [...roleFailures(own, [], roles, modules), ...roleFailures(own, granted(before), [], modules)];
  // A module whose role stays the same fails both checks, with the same text.
  const distinct = [...new Map(failures.map((failure) => [failure.detail, failure])).values()];
  if (distinct.length > 0) return err(distinct);
  if (!members.every(({ personId }) => isMember(personId)))
    return err([fail('NOT_A_MEMBER', ['groupMembers'], 'Only users of this firm can join a group.')]);
  return ok([...new Map(members.map((member) => [member.personId, member])).values()]);
}

const modulesOf = ({ roles }: GroupRoles) => roles.map(({ application }) => application);

/** True if a person with these roles administers every module in which a group grants a role. Others can't change the group. */
export const canManageGroup = (group: GroupRoles, own: RolesByModule): boolean =>
  modulesNotAdministered(own, modulesOf(group)).length === 0;

/**
 * Checks whether an active group can be archived. `before` and `after` are the modules that have an administrator with the group and without it.
 *
 * Fails: ROLE_NOT_ADMINISTERED, LAST_ADMINISTRATOR.
 */
export const archiveFailures = (
  group: GroupRoles,
  {
    own,
    before,
    after,
  }: { readonly own: RolesByModule; readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): Failures => [
  ...roleFailures(own, group.roles, [], modulesOf(group)),
  ...[...before]
    .filter((application) => !after.has(application))
    .map((application) =>
      fail(
        'LAST_ADMINISTRATOR',
        ['roles'],
        `It has the last administrator of ${application}. Assign another one first.`,
      ),
    ),
];
