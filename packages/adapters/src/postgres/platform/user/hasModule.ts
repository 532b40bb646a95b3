import { type Application, type Role, roles } from '@carrara/contract/core/permissions';

/**
 * Returns SQL that is true if a member has at least the given role in a module, directly or through a group. `member` has
 * `tenant_id` and `person_id`.
 */
export const hasModule = (member: string, application: Application, least: Role = 'viewer'): string => {
  const enough = roles.slice(roles.indexOf(least)).join("', '");
  const is = (table: string) => (least === 'viewer' ? '' : ` AND ${table}.role IN ('${enough}')`);
  return `EXISTS (SELECT FROM membership_role x WHERE x.tenant_id = ${member}.tenant_id AND x.person_id = ${member}.person_id AND x.application = '${application}'${is('x')}
    UNION ALL SELECT FROM user_group_member gm JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
      JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id AND gr.application = '${application}'${is('gr')}
      WHERE gm.tenant_id = ${member}.tenant_id AND gm.person_id = ${member}.person_id AND NOT gm.is_inactive)`;
};
