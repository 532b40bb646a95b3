import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { userActivitySql } from './userActivityList.ts';

/** Types of records whose changes the reader may see, and the operations that stay hidden. */
export interface ReadableEntries {
  readonly types: readonly string[];
  readonly withheld: readonly string[];
}

/** Returns the dates with activity, latest first. */
export const activeDays = (tx: Transaction, { types, withheld }: ReadableEntries): Promise<{ date: string }[]> =>
  tx.query(
    `SELECT DISTINCT b.day AS date FROM (${userActivitySql('$2::text[]', '$3::text[]')}) b WHERE b.tenant_id = $1 ORDER BY 1 DESC`,
    [tx.tenantId, types, withheld],
  );

/** Returns the types with activity: object types of the audit log, SIGN_IN and DOWNLOAD. */
export const activeTypes = async (
  tx: Transaction,
  { types, withheld }: ReadableEntries,
): Promise<readonly string[]> => {
  const found = await tx.query<{ type: string }>(
    `SELECT DISTINCT b.type FROM (${userActivitySql('$2::text[]', '$3::text[]')}) b WHERE b.tenant_id = $1`,
    [tx.tenantId, types, withheld],
  );
  return found.map(({ type }) => type);
};

/** Returns the people with activity, by name. */
export const activePeople = (
  tx: Transaction,
  { types, withheld }: ReadableEntries,
): Promise<{ id: string; name: string }[]> =>
  tx.query(
    `SELECT w.person_id AS id, ${personName('w.person_id')} AS name FROM (
       SELECT DISTINCT b.person_id FROM (${userActivitySql('$2::text[]', '$3::text[]')}) b WHERE b.tenant_id = $1 AND b.person_id IS NOT NULL) w ORDER BY lower(${personName('w.person_id')}), 1`,
    [tx.tenantId, types, withheld],
  );
