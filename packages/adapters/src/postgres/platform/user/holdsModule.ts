import { type Application, type Role, roles } from '@carrara/contract/core/permissions';

/** Whether a member has a role in a module, the named one or a higher one, directly or by a group. SQL; `member` has `tenant_id` and `person_id`. */
export const holdsModule = (member: string, application: Application, least: Role = 'viewer'): string => {
  const enough = roles.slice(roles.indexOf(least)).join("', '");
  const is = (table: string) => (least === 'viewer' ? '' : ` AND ${table}.role IN ('${enough}')`);
  return `EXISTS (SELECT FROM membership_role x WHERE x.tenant_id = ${member}.tenant_id AND x.person_id = ${member}.person_id AND x.application = '${application}'${is('x')}
    UNION ALL SELECT FROM user_group_member gm JOIN user_group g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id AND NOT g.is_inactive
      JOIN user_group_role gr ON gr.tenant_id = g.tenant_id AND gr.group_id = g.id AND gr.application = '${application}'${is('gr')}
      WHERE gm.tenant_id = ${member}.tenant_id AND gm.person_id = ${member}.person_id AND NOT gm.is_inactive)`;
};
