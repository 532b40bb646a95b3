import type { PayingSource } from '@carrara/domain/carry/distribution';
import {
  type DetailLine,
  isDetermined,
  type RunRows,
  type RunTotals,
  type SourceLine,
} from '@carrara/domain/carry/run';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupBy, required } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type BulkColumn, insertBulk, type ListColumn } from '../run/bulk.ts';
import { isTaxUnknown, determinedSql } from '../../portfolio/container/sources.ts';
import { type TaxTerm, taxesFrom, toTaxTerms } from './taxTerms.ts';

interface PositionedSource {
  readonly position: number;
  readonly source: SourceLine;
}
interface PositionedDetail {
  readonly position: number;
  readonly sourceId: string;
  readonly line: DetailLine;
  readonly taxTerms: readonly number[];
}
interface PositionedTerm {
  readonly position: number;
  readonly sourceId: string;
  readonly term: TaxTerm;
}
interface PositionedPart {
  readonly position: number;
  readonly sourceId: string;
  readonly part: SourceLine['characterizations'][number];
}

const sourceColumns = (distributionId: string): readonly BulkColumn<PositionedSource>[] => [
  { name: 'id', type: 'uuid', valueOf: ({ source }) => source.id },
  { name: 'distribution_id', type: 'uuid', valueOf: () => distributionId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'container_id', type: 'uuid', valueOf: ({ source }) => source.sourceId },
  { name: 'source_type', type: 'text', valueOf: ({ source }) => source.type },
  { name: 'allocation_profile_id', type: 'uuid', valueOf: ({ source }) => source.profileId },
  { name: 'default_escrow', type: 'numeric', valueOf: ({ source }) => source.defaultEscrow },
  { name: 'net_distributable_amount', type: 'numeric', valueOf: ({ source }) => source.netDistributableAmount },
  { name: 'vesting_applied', type: 'jsonb', valueOf: ({ source }) => JSON.stringify(source.forfeitures ?? []) },
  { name: 'is_determined', type: 'boolean', valueOf: ({ source }) => isDetermined(source) },
  { name: 'total_distributed', type: 'numeric', valueOf: ({ source }) => source.gross ?? '0.00' },
  { name: 'gross_carry_distributed', type: 'numeric', valueOf: ({ source }) => source.gross ?? '0.00' },
  { name: 'total_carry_adjustment', type: 'numeric', valueOf: ({ source }) => source.adjustments ?? '0.00' },
  { name: 'net_carry_distributed', type: 'numeric', valueOf: ({ source }) => source.net ?? '0.00' },
  { name: 'unallocated', type: 'numeric', valueOf: ({ source }) => source.unallocated ?? '0.00' },
  { name: 'number_of_participants', type: 'integer', valueOf: ({ source }) => source.numberOfParticipants ?? 0 },
];

const partColumns: readonly BulkColumn<PositionedPart>[] = [
  { name: 'id', type: 'uuid', valueOf: () => newId() },
  { name: 'distribution_source_id', type: 'uuid', valueOf: ({ sourceId }) => sourceId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'tax_characterization_id', type: 'uuid', valueOf: ({ part }) => part.id },
  { name: 'characterization_percentage', type: 'numeric', valueOf: ({ part }) => part.percent },
];

const detailColumns = (
  distributionId: string,
): readonly (BulkColumn<PositionedDetail> | ListColumn<PositionedDetail>)[] => [
  { name: 'id', type: 'uuid', valueOf: ({ line }) => line.id },
  { name: 'distribution_id', type: 'uuid', valueOf: () => distributionId },
  { name: 'distribution_source_id', type: 'uuid', valueOf: ({ sourceId }) => sourceId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'participant_id', type: 'uuid', valueOf: ({ line }) => line.participantId },
  { name: 'parent_detail_id', type: 'uuid', valueOf: ({ line }) => line.parentId },
  { name: 'path', type: 'uuid[]', valueOf: ({ line }) => line.path },
  { name: 'is_leaf', type: 'boolean', valueOf: ({ line }) => line.isLeaf },
  { name: 'effective_allocation', type: 'numeric', valueOf: ({ line }) => line.effective },
  { name: 'original_allocation', type: 'numeric', valueOf: ({ line }) => line.original },
  { name: 'escrow_percent', type: 'numeric', valueOf: ({ line }) => line.escrowPercent },
  { name: 'participant_status', type: 'text', valueOf: ({ line }) => (line.isTerminated ? 'TERMINATED' : 'ACTIVE') },
  { name: 'gross_carry_distributed', type: 'numeric', valueOf: ({ line }) => line.gross },
  { name: 'tax', type: 'numeric', valueOf: ({ line }) => line.tax },
  { name: 'escrow', type: 'numeric', valueOf: ({ line }) => line.escrow },
  { name: 'loan_repayment', type: 'numeric', valueOf: ({ line }) => line.loanRepayment },
  { name: 'other_adjustment', type: 'numeric', valueOf: ({ line }) => line.otherAdjustment },
  { name: 'net_carry_distributed', type: 'numeric', valueOf: ({ line }) => line.net },
  { name: 'tax_overridden', type: 'boolean', valueOf: ({ line }) => line.taxOverridden },
  { name: 'escrow_overridden', type: 'boolean', valueOf: ({ line }) => line.escrowOverridden },
  { name: 'tax_terms', type: 'integer[]', valueOf: ({ taxTerms }) => taxTerms },
  { name: 'tax_amounts', type: 'numeric[]', valueOf: ({ line }) => line.taxes.map(({ amount }) => amount) },
];

const termColumns = (nameOf: (term: TaxTerm) => string): readonly BulkColumn<PositionedTerm>[] => [
  { name: 'distribution_source_id', type: 'uuid', valueOf: ({ sourceId }) => sourceId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'tax_profile_id', type: 'uuid', valueOf: ({ term }) => term.taxProfileId },
  { name: 'tax_characterization_id', type: 'uuid', valueOf: ({ term }) => term.characterizationId },
  { name: 'name', type: 'text', valueOf: ({ term }) => nameOf(term) },
  { name: 'tax_rate', type: 'numeric', valueOf: ({ term }) => term.rate },
  { name: 'tax_allocation_percent', type: 'numeric', valueOf: ({ term }) => term.percent },
];

/**
 * Large enough to keep the cost per row low, and small enough that the database can start while the next rows are
 * prepared.
 */
const rowsAtOnce = 2_500;

/**
 * Inserts the rows of a run: one statement per table, and for details one per few thousand rows. They are sent without
 * waiting for each other. `meanwhile` runs while the database stores them and must not use the transaction.
 */
export async function insertRun(
  tx: Transaction,
  distributionId: string,
  { sources }: RunRows,
  nameOf: (term: TaxTerm) => string,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const parts = sources.flatMap(({ id, characterizations }) =>
    characterizations.map((part, position): PositionedPart => ({ position, sourceId: id, part })),
  );
  const terms: PositionedTerm[] = [];
  const details: PositionedDetail[] = [];
  for (const source of sources) {
    const own = toTaxTerms(source);
    own.terms.forEach((term, position) => terms.push({ position, sourceId: source.id, term }));
    source.details.forEach((line, position) =>
      details.push({
        position,
        sourceId: source.id,
        line,
        taxTerms: required(own.locationsOf.get(line), 'tax terms of a row'),
      }),
    );
  }
  const positioned = sources.map((source, position): PositionedSource => ({ position, source }));
  const stored = [
    insertBulk(tx, 'distribution_source', sourceColumns(distributionId), positioned),
    insertBulk(tx, 'distribution_characterization', partColumns, parts),
    insertBulk(tx, 'distribution_tax_term', termColumns(nameOf), terms),
  ];
  // The first failure is thrown below. Until then, rejections must not count as unhandled.
  for (const statement of stored) statement.catch(() => undefined);
  for (let from = 0; from < details.length; from += rowsAtOnce) {
    const next = details.slice(from, from + rowsAtOnce);
    const statement = insertBulk(tx, 'distribution_detail', detailColumns(distributionId), next);
    statement.catch(() => undefined);
    stored.push(statement);
    await nextTurn();
  }
  await Promise.all([...stored, meanwhile?.()]);
}

/** Deletes the rows of a draft, the dependent ones first, so that no cascade has to search for them. */
export async function deleteRun(tx: Transaction, distributionId: string): Promise<void> {
  const args = [tx.tenantId, distributionId];
  for (const table of ['distribution_detail', 'distribution_source']) {
    await tx.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND distribution_id = $2`, args);
  }
}

type SourceRow = Omit<SourceLine, 'characterizations' | 'details'>;
type DetailRow = Omit<DetailLine, 'taxes'> & {
  readonly sourceRowId: string;
  readonly taxTerms: string;
  readonly taxAmounts: string;
};
type TermRow = TaxTerm & { readonly sourceRowId: string };

/** Returns SQL that selects all detail rows, or those of an entity and of everybody who is paid through it. */
const reaching = (d: string) => `($3::uuid IS NULL OR ${d}.participant_id = $3 OR $3 = ANY (${d}.path))`;

/**
 * Returns what a stored distribution pays from each of its sources, in order, to each person and trust over all paths.
 */
export async function paidBySource(tx: Transaction, distributionId: string): Promise<PayingSource[]> {
  const args = [tx.tenantId, distributionId];
  const sources = await tx.prepared<{ id: string; sourceId: string; gross: string | null }>(
    `SELECT id, container_id AS "sourceId", ${determinedSql('gross_carry_distributed')} AS gross
     FROM distribution_source WHERE tenant_id = $1 AND distribution_id = $2 ORDER BY position`,
    args,
  );
  const payees = await tx.prepared<{ id: string; participantId: string; gross: string }>(
    `SELECT distribution_source_id AS id, participant_id AS "participantId", sum(gross_carry_distributed)::text AS gross
     FROM distribution_detail WHERE tenant_id = $1 AND distribution_id = $2 AND is_leaf GROUP BY 1, 2`,
    args,
  );
  const bySource = groupBy(payees, ({ id }) => id);
  return sources.map(({ id, ...source }) => ({
    ...source,
    details: (bySource.get(id) ?? []).map(({ participantId, gross }) => ({ participantId, gross, isLeaf: true })),
  }));
}

/** Loads the stored rows of a distribution, or only those that concern an entity, with one query per table. */
export async function loadRun(tx: Transaction, distributionId: string, entityId?: string): Promise<RunRows> {
  const args = [tx.tenantId, distributionId];
  const reached = [...args, entityId ?? null];
  const sources = await tx.prepared<SourceRow>(
    `SELECT id, container_id AS "sourceId", source_type AS type, allocation_profile_id AS "profileId",
       trim_scale(default_escrow) AS "defaultEscrow", vesting_applied AS forfeitures, net_distributable_amount AS "netDistributableAmount",
       ${determinedSql('gross_carry_distributed')} AS gross, ${determinedSql('total_carry_adjustment')} AS adjustments,
       ${determinedSql('net_carry_distributed')} AS net, ${determinedSql('unallocated')} AS unallocated,
       ${determinedSql('number_of_participants')} AS "numberOfParticipants",
       (SELECT nullif(${isTaxUnknown('d', 'container_id')}, false) FROM distribution d WHERE d.tenant_id = $1 AND d.id = $2) AS "isTaxUnknown"
     FROM distribution_source WHERE tenant_id = $1 AND distribution_id = $2 ORDER BY position`,
    args,
  );
  const parts = await tx.prepared<{ sourceRowId: string; id: string; percent: string }>(
    `SELECT c.distribution_source_id AS "sourceRowId", c.tax_characterization_id AS id, trim_scale(c.characterization_percentage) AS percent
     FROM distribution_characterization c JOIN distribution_source s ON s.tenant_id = c.tenant_id AND s.id = c.distribution_source_id
     WHERE c.tenant_id = $1 AND s.distribution_id = $2 ORDER BY c.position`,
    args,
  );
  const details = await tx.prepared<DetailRow>(
    `SELECT id, distribution_source_id AS "sourceRowId", participant_id AS "participantId", parent_detail_id AS "parentId", path,
       is_leaf AS "isLeaf", trim_scale(effective_allocation) AS effective, trim_scale(original_allocation) AS original,
       trim_scale(escrow_percent) AS "escrowPercent", participant_status = 'TERMINATED' AS "isTerminated",
       gross_carry_distributed AS gross, tax, escrow, loan_repayment AS "loanRepayment", other_adjustment AS "otherAdjustment",
       net_carry_distributed AS net, tax_overridden AS "taxOverridden", escrow_overridden AS "escrowOverridden",
       array_to_string(tax_terms, ',') AS "taxTerms", array_to_string(tax_amounts, ',') AS "taxAmounts"
     FROM distribution_detail d WHERE tenant_id = $1 AND distribution_id = $2 AND ${reaching('d')} ORDER BY position`,
    reached,
  );
  const terms = await tx.prepared<TermRow>(
    `SELECT t.distribution_source_id AS "sourceRowId", t.tax_profile_id AS "taxProfileId", t.tax_characterization_id AS "characterizationId",
       trim_scale(t.tax_rate) AS rate, trim_scale(t.tax_allocation_percent) AS percent
     FROM distribution_tax_term t JOIN distribution_source s ON s.tenant_id = t.tenant_id AND s.id = t.distribution_source_id
     WHERE t.tenant_id = $1 AND s.distribution_id = $2 ORDER BY t.position`,
    args,
  );
  const [totals] = await tx.prepared<RunTotals>(
    `SELECT total_net_distributable AS "netDistributable", ${determinedSql('total_carry_distributed')} AS gross,
       ${determinedSql('total_tax')} AS tax, ${determinedSql('total_escrow')} AS escrow,
       ${determinedSql('total_loan_repayment')} AS "loanRepayment", ${determinedSql('total_other_adjustment')} AS "otherAdjustment",
       ${determinedSql('total_net')} AS net, ${determinedSql('total_unallocated')} AS unallocated,
       ${determinedSql('number_of_participants')} AS "numberOfParticipants"
     FROM distribution WHERE tenant_id = $1 AND id = $2`,
    args,
  );
  if (!totals) throw new Error(`there is no distribution ${distributionId}`);
  const termsBySource = groupBy(terms, ({ sourceRowId }) => sourceRowId);
  const detailsOf = groupBy(details, ({ sourceRowId }) => sourceRowId);
  const partsOf = groupBy(parts, ({ sourceRowId }) => sourceRowId);
  return {
    totals,
    sources: sources.map(({ isTaxUnknown: unknown, ...source }) => ({
      ...source,
      ...(unknown === true ? { isTaxUnknown: true } : {}),
      characterizations: (partsOf.get(source.id) ?? []).map(({ id, percent }) => ({ id, percent })),
      details: (detailsOf.get(source.id) ?? []).map(({ taxTerms, taxAmounts, ...detail }) => ({
        ...detail,
        taxes: taxesFrom(termsBySource.get(source.id) ?? [], taxTerms, taxAmounts),
      })),
    })),
  };
}
