import type { AccrualLine, AccrualRows } from '@carrara/domain/carry/realization';
import { isDetermined } from '@carrara/domain/carry/run';
import { determinedSql } from '../../portfolio/container/sources.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type BulkColumn, insertBulk } from '../run/bulk.ts';
import { insertDetails, noDeductions, withDetails } from '../run/detailRows.ts';

interface PositionedSource {
  readonly position: number;
  readonly source: AccrualLine;
  readonly vintageId: string | null;
}
const table = { run: 'realization', amount: 'carry_amount' } as const;

const sourceColumns = (realizationId: string): readonly BulkColumn<PositionedSource>[] => [
  { name: 'id', type: 'uuid', valueOf: ({ source }) => source.id },
  { name: 'realization_id', type: 'uuid', valueOf: () => realizationId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'container_id', type: 'uuid', valueOf: ({ source }) => source.sourceId },
  { name: 'source_type', type: 'text', valueOf: ({ source }) => source.type },
  { name: 'vintage_id', type: 'uuid', valueOf: ({ vintageId }) => vintageId },
  { name: 'allocation_profile_id', type: 'uuid', valueOf: ({ source }) => source.profileId },
  { name: 'realization_date', type: 'date', valueOf: ({ source }) => source.realizationDate },
  { name: 'total_carry', type: 'numeric', valueOf: ({ source }) => source.netDistributableAmount },
  { name: 'is_determined', type: 'boolean', valueOf: ({ source }) => isDetermined(source) },
  { name: 'accrued', type: 'numeric', valueOf: ({ source }) => source.gross ?? '0.00' },
  { name: 'unallocated', type: 'numeric', valueOf: ({ source }) => source.unallocated ?? '0.00' },
  { name: 'number_of_participants', type: 'integer', valueOf: ({ source }) => source.numberOfParticipants ?? 0 },
];

/** Inserts the rows of a realization, one statement per table. */
export async function insertAccruals(tx: Transaction, realizationId: string, { sources }: AccrualRows): Promise<void> {
  const vintages = await vintagesOf(
    tx,
    sources.map(({ sourceId }) => sourceId),
  );
  const positioned = sources.map(
    (source, position): PositionedSource => ({ position, source, vintageId: vintages.get(source.sourceId) ?? null }),
  );
  await insertBulk(tx, 'realization_source', sourceColumns(realizationId), positioned);
  await insertDetails(tx, table, sources);
}

/** Returns the vintage of each source that is a holding, or a tranche of one. */
async function vintagesOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.prepared<{ id: string; vintageId: string }>(
    `SELECT id, vintage_id AS "vintageId" FROM source_facts
     WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND vintage_id IS NOT NULL`,
    [tx.tenantId, ids],
  );
  return new Map(rows.map(({ id, vintageId }) => [id, vintageId]));
}

/** Deletes the rows of a draft. */
export async function deleteAccruals(tx: Transaction, realizationId: string): Promise<void> {
  await tx.query('DELETE FROM realization_source WHERE tenant_id = $1 AND realization_id = $2', [
    tx.tenantId,
    realizationId,
  ]);
}

type SourceRow = Omit<AccrualLine, 'characterizations' | 'details' | 'adjustments' | 'net' | 'defaultEscrow'>;
interface Totals {
  readonly netDistributable: string;
  readonly gross: string | null;
  readonly unallocated: string | null;
  readonly numberOfParticipants: number | null;
}

/** Loads the stored rows of a realization, with one query per table. Accruals have no deductions. */
export async function loadAccruals(tx: Transaction, realizationId: string): Promise<AccrualRows> {
  const args = [tx.tenantId, realizationId];
  const sources = await tx.prepared<SourceRow>(
    `SELECT id, container_id AS "sourceId", source_type AS type, allocation_profile_id AS "profileId", realization_date AS "realizationDate",
       total_carry AS "netDistributableAmount", ${determinedSql('accrued')} AS gross, ${determinedSql('unallocated')} AS unallocated,
       ${determinedSql('number_of_participants')} AS "numberOfParticipants"
     FROM realization_source WHERE tenant_id = $1 AND realization_id = $2 ORDER BY position`,
    args,
  );
  const [totals] = await tx.prepared<Totals>(
    `SELECT total_carry AS "netDistributable", ${determinedSql('total_accrued')} AS gross,
       ${determinedSql('total_unallocated')} AS unallocated, ${determinedSql('number_of_participants')} AS "numberOfParticipants"
     FROM realization WHERE tenant_id = $1 AND id = $2`,
    args,
  );
  if (!totals) throw new Error(`there is no realization ${realizationId}`);
  return {
    totals: { ...totals, ...noDeductions(totals), net: totals.gross },
    sources: await withDetails(tx, table, realizationId, sources),
  };
}
