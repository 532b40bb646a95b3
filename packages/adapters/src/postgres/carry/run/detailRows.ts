import { type DetailLine, isDetermined } from '@carrara/domain/carry/run';
import { groupBy } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type BulkColumn, insertBulk, type ListColumn } from './bulk.ts';

/** The tables of a run without deductions, and the column with the amount of a detail. */
interface DetailTable {
  readonly run: 'forecast' | 'realization';
  readonly amount: 'gross_carry_distributed' | 'carry_amount';
}
interface PositionedDetail {
  readonly position: number;
  readonly sourceId: string;
  readonly line: DetailLine;
}

const columns = ({
  run,
  amount,
}: DetailTable): readonly (BulkColumn<PositionedDetail> | ListColumn<PositionedDetail>)[] => [
  { name: 'id', type: 'uuid', valueOf: ({ line }) => line.id },
  { name: `${run}_source_id`, type: 'uuid', valueOf: ({ sourceId }) => sourceId },
  { name: 'position', type: 'integer', valueOf: ({ position }) => position },
  { name: 'participant_id', type: 'uuid', valueOf: ({ line }) => line.participantId },
  { name: 'parent_detail_id', type: 'uuid', valueOf: ({ line }) => line.parentId },
  { name: 'path', type: 'uuid[]', valueOf: ({ line }) => line.path },
  { name: 'is_leaf', type: 'boolean', valueOf: ({ line }) => line.isLeaf },
  { name: 'effective_allocation', type: 'numeric', valueOf: ({ line }) => line.effective },
  { name: amount, type: 'numeric', valueOf: ({ line }) => line.gross },
  { name: 'is_terminated', type: 'boolean', valueOf: ({ line }) => line.isTerminated },
];

/** Inserts the details of a run's sources in one statement. */
export const insertDetails = (
  tx: Transaction,
  table: DetailTable,
  sources: readonly { readonly id: string; readonly details: readonly DetailLine[] }[],
): Promise<void> =>
  insertBulk(
    tx,
    `${table.run}_detail`,
    columns(table),
    sources.flatMap(({ id: sourceId, details }) =>
      details.map((line, position): PositionedDetail => ({ position, sourceId, line })),
    ),
  );

const nothing = { tax: '0.00', escrow: '0.00', loanRepayment: '0.00', otherAdjustment: '0.00' } as const;
/** Returns the deductions of a run that has none: zero, or not determined like its gross amount. */
export const noDeductions = ({ gross }: { readonly gross: string | null }) =>
  gross === null ? { tax: null, escrow: null, loanRepayment: null, otherAdjustment: null } : nothing;

type StoredDetail = Pick<
  DetailLine,
  'id' | 'participantId' | 'parentId' | 'path' | 'isLeaf' | 'effective' | 'gross' | 'isTerminated'
> & { readonly sourceRowId: string };

/** Completes stored sources of a run without deductions by their details, with one query. */
export async function withDetails<S extends { readonly id: string; readonly gross: string | null }>(
  tx: Transaction,
  { run, amount }: DetailTable,
  runId: string,
  sources: readonly S[],
) {
  const details = await tx.prepared<StoredDetail>(
    `SELECT d.id, d.${run}_source_id AS "sourceRowId", d.participant_id AS "participantId", d.parent_detail_id AS "parentId", d.path,
       d.is_leaf AS "isLeaf", trim_scale(d.effective_allocation) AS effective, d.${amount} AS gross, d.is_terminated AS "isTerminated"
     FROM ${run}_detail d JOIN ${run}_source s ON s.tenant_id = d.tenant_id AND s.id = d.${run}_source_id
     WHERE d.tenant_id = $1 AND s.${run}_id = $2 ORDER BY d.position`,
    [tx.tenantId, runId],
  );
  const detailsOf = groupBy(details, ({ sourceRowId }) => sourceRowId);
  return sources.map((source) => ({
    ...source,
    defaultEscrow: null,
    adjustments: source.gross === null ? null : '0.00',
    net: source.gross,
    characterizations: [],
    details: (isDetermined(source) ? (detailsOf.get(source.id) ?? []) : []).map(
      ({ sourceRowId: _sourceRowId, ...line }): DetailLine => ({
        ...line,
        ...nothing,
        net: line.gross,
        original: null,
        escrowPercent: null,
        taxOverridden: false,
        escrowOverridden: false,
        taxes: [],
      }),
    ),
  }));
}
