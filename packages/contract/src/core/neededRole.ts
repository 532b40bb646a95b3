import { modules } from './modules.ts';
import { type Grants, type Permission, permissionRequirement } from './permissions.ts';

/** Describes the lowest role with a permission: `Editor role in Performance`. Names modules that the person has, otherwise any that qualify. */
export function neededRole(permission: Permission, grants: Grants): string {
  const { applications, role, or } = permissionRequirement(permission);
  const own = applications.filter((application) => grants[application] !== undefined);
  const titles = (own.length > 0 ? own : applications).map((application) => modules[application].title);
  const other = or?.applications.map((application) => `${titleOf(or.role)} in ${modules[application].title}`) ?? [];
  return [`${titleOf(role)} in ${titles.join(' or ')}`, ...other].join(', or the ');
}

const titleOf = (role: string) => `${role.charAt(0).toUpperCase()}${role.slice(1)} role`;
