import type { UserActivity } from '@carrara/contract/platform/activity/userActivity';
import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { personName } from '../../engine/texts/personName.ts';
import { actionSql, isReadableEntry, isPayEntrySql } from '../activity/activityList.ts';

/** Returns SQL for the local date of an activity. The time zone is read once, not row by row. */
const day = (at: string) =>
  `(${at}.created_at AT TIME ZONE coalesce((SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t WHERE t.id = (SELECT current_tenant())), 'UTC'))::date`;

/**
 * Returns SQL for people's activities: sign-ins, downloads and changes of records of these types. Changes are
 * prefixed by the code of the fund or other record they belong to. `withheld` are operations to leave out.
 */
export const userActivitySql = (types: string, withheld: string) => `
  SELECT a.tenant_id, a.id, a.seq, a.object_type AS type, a.person_id, a.created_at, ${day('a')} AS day, ${actionSql('a')} AS action,
      concat_ws(', ', CASE WHEN c.id <> a.object_id THEN coalesce(c.code, c.name) END, a.object_name) AS subject,
      a.container_id, ${isPayEntrySql('a')} AS is_of_pay
    FROM activity a LEFT JOIN container c ON c.tenant_id = a.tenant_id AND c.id = a.container_id WHERE ${isReadableEntry('a', types)}
      AND a.operation <> ALL (${withheld})
  UNION ALL SELECT e.tenant_id, e.id, 0, e.kind, e.person_id, e.created_at, ${day('e')},
    CASE e.kind WHEN 'SIGN_IN' THEN 'Signed in' ELSE 'File downloaded' END, e.subject, NULL, false FROM access_event e`;

export type StoredUserActivity = UserActivity;

/** List of all activities of people, newest first. */
export const userActivityList = defineListQuery<StoredUserActivity>({
  base: { table: 'action', rows: userActivitySql(':types::text[]', ':withheld::text[]') },
  columns: {
    userId: { value: 'b.person_id' },
    user: column('text', personName('b.person_id')),
    date: { value: 'b.created_at', sort: 'b.created_at' },
    action: column('text', 'b.action'),
    subject: column('text', `coalesce(b.subject, '')`),
    containerId: { value: 'b.container_id' },
    isOfPay: { value: 'b.is_of_pay' },
  },
  search: { text: `lower(b.action || E'\\n' || coalesce(b.subject, '') || E'\\n' || ${personName('b.person_id')})` },
  filters: {
    user: condition('b.person_id = ?::uuid'),
    day: condition('b.day = ?::date'),
    type: condition('b.type = ?'),
  },
  defaultSort: { field: 'date', ascending: false },
});
