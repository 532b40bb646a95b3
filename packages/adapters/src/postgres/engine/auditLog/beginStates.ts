import type { Transaction } from '../unitOfWork/transaction.ts';
import { tenantCondition, recordIdsSql } from '../journal/recordStates.ts';
import { recordParts, type RecordType } from '../journal/recordTables.ts';
import { fullName } from '../texts/personName.ts';

/** Records that permissions and figures depend on. All others get a state with their next change. */
const first: readonly RecordType[] = [
  'tenant',
  'user',
  'group',
  'vestingSchedule',
  'taxProfile',
  'taxProfileAssignment',
  'allocationProfile',
  'distribution',
];
export const beginOperation = 'recordState';

/**
 * SQL that is true for a firm `t` that the product created: its first audit entry is by an operator, who has no person. That of a sample firm is its
 * creation by a person who requested it in the firm it was added for. A firm that somebody inserted has no entry, or another one of a person.
 */
export const isCreatedByProduct = `EXISTS (SELECT FROM activity a WHERE a.tenant_id = t.id AND a.seq = 1 AND (a.person_id IS NULL
  OR (a.operation = 'createSampleFirm' AND a.object_id = t.id AND EXISTS (SELECT FROM activity r
    WHERE r.tenant_id = t.sample_of AND r.operation = 'addSampleFirm' AND r.object_id = t.sample_of AND r.person_id = a.person_id))))`;

/**
 * Records the initial states of a firm's records that don't have one in the audit log. Runs once per firm: when it is
 * new, or when a version that stored no states created it. Earlier changes can't be reconstructed, and the entries say
 * so.
 */
export async function beginStates(tx: Transaction): Promise<void> {
  const [begun] = await tx.query(
    'SELECT FROM activity WHERE tenant_id = $1 AND object_id = $1 AND object_type = $2 AND operation = $3',
    [tx.tenantId, 'tenant', beginOperation],
  );
  if (begun) return;
  for (const type of first) {
    const [root] = recordParts(type);
    const { table, key } = root;
    const name =
      type === 'user'
        ? `(SELECT ${fullName('p')} FROM person p WHERE p.id = r.id)`
        : `(SELECT to_jsonb(t) ->> 'name' FROM ${table} t WHERE ${tenantCondition(root, 't')} AND t.${key} = r.id)`;
    const rows = await tx.query<{ id: string; name: string | null }>(
      `SELECT r.id, ${name} AS name FROM (${recordIdsSql(type)}) r WHERE NOT EXISTS (
         SELECT FROM activity a WHERE a.tenant_id = $1 AND a.object_type = $2 AND a.object_id = r.id AND a.state IS NOT NULL) ORDER BY r.id`,
      [tx.tenantId, type],
    );
    for (const { id, name: objectName } of rows) {
      tx.record({
        operation: beginOperation,
        objectType: type,
        objectId: id,
        objectName,
        before: {},
        after: {},
        reason: 'Recorded when the audit log started storing states.',
      });
    }
  }
}
