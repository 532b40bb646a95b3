import { modules } from './modules.ts';
import { type Grants, type Permission, requirementOf } from './permissions.ts';

/** The least role that a permission takes, in words: `editor in Performance`. In the modules that somebody has, else in any that count. */
export function neededRole(permission: Permission, grants: Grants): string {
  const { applications, role, or } = requirementOf(permission);
  const own = applications.filter((application) => grants[application] !== undefined);
  const titles = (own.length > 0 ? own : applications).map((application) => modules[application].title);
  const other = or?.applications.map((application) => `${or.role} in ${modules[application].title}`) ?? [];
  return [`${role} in ${titles.join(' or ')}`, ...other].join(', or ');
}
