import type { Application } from '@carrara/contract/core/permissions';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';

/** A sample firm, as the firm that added it sees it. */
export interface StoredSampleFirm {
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
  /** True if the person of the transaction is a member. */
  readonly isMember: boolean;
  readonly createdDate: string;
  readonly createdBy: string | null;
}

/** Returns the sample firms of a firm, newest first. */
export const listSampleFirms = (tx: Transaction): Promise<StoredSampleFirm[]> =>
  tx.query<StoredSampleFirm>(
    `SELECT s.id, s.name, s.is_archived AS "isArchived", s.is_member AS "isMember", s.created_at AS "createdDate",
       nullif(${personName('s.created_by')}, '') AS "createdBy"
     FROM sample_firms() s ORDER BY s.created_at DESC, s.id DESC`,
  );

/** True while a job of any person adds a sample firm. */
export async function isSampleFirmComing(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ isComing: boolean }>('SELECT is_sample_firm_coming() AS "isComing"');
  return row?.isComing === true;
}

interface NewSampleFirm {
  /** The firm that adds it. */
  readonly firmId: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly applications: readonly Application[];
}

/** Creates the firm of the transaction as a sample firm, with the person as its administrator. Returns its name, with a number if it was taken. */
export async function insertSampleFirm(
  tx: Transaction,
  { firmId, name, settings, applications }: NewSampleFirm,
): Promise<string> {
  const [row] = await tx.query<{ name: string }>('SELECT add_sample_firm($1, $2, $3, $4, $5) AS name', [
    firmId,
    name,
    settings,
    [...applications],
    tx.now,
  ]);
  return row?.name ?? name;
}

/** Archives the firm of the transaction, if it is an open sample firm. Returns its new version; undefined if it isn't one. */
export async function archiveOwnSample(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.query<{ version: number }>(
    `UPDATE tenant SET is_inactive = true, row_version = row_version + 1, updated_at = $2, updated_by = $3
     WHERE id = $1 AND sample_of IS NOT NULL AND NOT is_inactive RETURNING row_version AS version`,
    [tx.tenantId, tx.now, tx.personId],
  );
  return row?.version;
}
