import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { recordTreeSql, rowNamesSql, type StoredActivity } from './activityList.ts';

/**
 * A change of a record with the fields that differ before and after. If the record was created or deleted, one side is
 * empty.
 */
export type ChangedEntry = Pick<
  StoredActivity,
  | 'objectId'
  | 'objectType'
  | 'objectName'
  | 'operation'
  | 'createdDate'
  | 'createdBy'
  | 'reason'
  | 'before'
  | 'after'
  | 'names'
>;

export interface ChangesQuery {
  /** Local dates of the firm. Includes changes after the end of the first and before the end of the second. */
  readonly after: string;
  readonly until: string;
  readonly types: readonly string[];
  /** Limits the changes to records at or below this container. */
  readonly containerId: string | null;
  /** Limits the changes to records that name this participant. */
  readonly participantId: string | null;
}

/** Returns SQL for the fields of a record that differ between both sides. */
const differing = (side: 'before' | 'after') => `CASE WHEN b.before IS NULL OR b.after IS NULL THEN b.${side}
  ELSE (SELECT coalesce(jsonb_object_agg(k.key, b.${side} -> k.key), '{}')
    FROM (SELECT jsonb_object_keys(b.before) AS key UNION SELECT jsonb_object_keys(b.after)) k
    WHERE b.before -> k.key IS DISTINCT FROM b.after -> k.key) END`;

/** SQL for the local date of an entry. */
const day = `(b.created_at AT TIME ZONE coalesce((SELECT nullif(t.settings ->> 'timeZone', '') FROM tenant t WHERE t.id = $1), 'UTC'))::date`;

/** Returns every change of records of these types between the ends of two dates, oldest first. */
export const changedEntries = (tx: Transaction, query: ChangesQuery): Promise<ChangedEntry[]> =>
  tx.prepared<ChangedEntry>(
    `SELECT b.object_id AS "objectId", b.object_type AS "objectType", coalesce(b.object_name, '') AS "objectName", b.operation,
       b.created_at AS "createdDate", coalesce(b.person_name, '') AS "createdBy", b.reason,
       ${differing('before')} AS before, ${differing('after')} AS after, ${rowNamesSql} AS names
     FROM activity b
     WHERE b.tenant_id = $1 AND b.object_type = ANY ($2::text[]) AND b.created_at >= $3::date - 1 AND b.created_at < $4::date + 2
       AND ${day} > $3::date AND ${day} <= $4::date AND b.before IS DISTINCT FROM b.after
       AND ($5::uuid IS NULL OR b.object_id IN ${recordTreeSql.replace('?::uuid', '$5::uuid')} OR b.container_id IN ${recordTreeSql.replace('?::uuid', '$5::uuid')})
       AND ($6::text IS NULL OR b.object_id::text = $6 OR b.before::text LIKE '%' || $6 || '%' OR b.after::text LIKE '%' || $6 || '%')
     ORDER BY b.seq`,
    [tx.tenantId, query.types, query.after, query.until, query.containerId, query.participantId],
  );
