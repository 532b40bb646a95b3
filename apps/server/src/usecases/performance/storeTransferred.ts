import type { LedgerRows } from '@carrara/adapters/postgres/performance/ledger/storeLedger';
import type {
  StoredCommitment,
  StoredEntry,
  StoredLedger,
  StoredReport,
  Vehicle,
} from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { eventRow, entryRow, shareRows, reportRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import type { RowOrigin } from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import type { Change } from '@carrara/adapters/postgres/engine/journal/change';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, groupBy } from '@carrara/domain/kernel';
import { earliestDate } from '@carrara/domain/performance/ledger';
import { enteredRows, type PlannedRow, type TransferPlan } from '@carrara/domain/performance/transfer';
import type { WrittenTransfer } from '../platform/dataTransfer.ts';
import { quarterChanges, sinceLast, storePosted } from '../ledgerPosting.ts';
import { changeOfEntry } from './ledgerEntry.ts';
import { changeOfReport } from './reportedFigures.ts';

/** Rows that one vehicle takes over from a transfer, or gives back. */
export interface TransferredRows {
  readonly vehicle: Vehicle;
  readonly ledger: StoredLedger;
  readonly from: CalendarDate | null;
  readonly rows: LedgerRows;
  readonly changes: readonly Change[];
}
interface Planned {
  readonly transferId: string;
  readonly vehicle: Vehicle;
  readonly before: StoredLedger;
  /** Includes the commitment if the transfer creates it. */
  readonly ledger: StoredLedger;
  readonly plan: TransferPlan;
  readonly created: StoredCommitment | null;
  /** Quarter ends whose statements were added or removed. */
  readonly stated: readonly CalendarDate[];
  /** Fields of reentered rows that aren't part of their facts. */
  readonly numbers?: ReadonlyMap<string, RowOrigin>;
  readonly reason?: string | null;
}

/**
 * Turns a plan into rows. Each has the transfer and its position in the package, or its original values if it is
 * entered again.
 */
export function transferredRows(planned: Planned): TransferredRows {
  const { vehicle, before, ledger, created, stated } = planned;
  const numbered = numberedRows(planned);
  const [events, entries, reported] = [rowsOf(numbered.events), rowsOf(numbered.entries), rowsOf(numbered.reported)];
  const eventRows = numbered.events.map(({ row, number }) => ({ ...eventRow(row), external_id: number.externalId }));
  const entryRows = numbered.entries.map(({ row, number: { externalId, description } }) => ({
    ...entryRow(row, description),
    vehicle_id: vehicle.id,
    external_id: externalId,
  }));
  const commitmentRows =
    created === null ? [] : [{ id: created.id, vehicle_id: vehicle.id, investor_id: created.investorId }];
  return {
    vehicle,
    ledger: {
      ...ledger,
      events: [...ledger.events, ...events],
      entries: [...ledger.entries, ...entries],
      reported: [...ledger.reported, ...reported],
    },
    from: sinceLast(
      before,
      earliestDate([...[...events, ...entries, ...reported].map(({ booked }) => booked), ...stated]),
    ),
    rows: [
      ['commitment', commitmentRows],
      ['commitment_event', eventRows],
      ['ledger_entry', entryRows],
      ['ledger_share', entries.flatMap((entry) => shareRows(vehicle.id, entry))],
      ['reported_figure', reported.map((report) => reportRow(vehicle.id, report))],
    ],
    changes: [
      ...commitmentChanges(planned, eventRows),
      ...restoredChanges(
        vehicle.id,
        planned,
        [...numbered.entries, ...numbered.reported].flatMap(({ row, planned: { restores }, number }) =>
          restores === null ? [] : [{ row, uploadName: number.uploadName ?? null }],
        ),
      ),
    ],
  };
}

const rowsOf = <T>(numbered: readonly { readonly row: T }[]): readonly T[] => numbered.map(({ row }) => row);

/** Returns the rows of a plan with the fields that aren't part of their facts. */
function numberedRows({ transferId, ledger, plan, numbers = new Map(), reason = null }: Planned) {
  const entered = enteredRows(ledger, plan, transferId);
  const numberOf = ({ restores, originId }: PlannedRow<unknown>): RowOrigin =>
    (restores === null ? undefined : numbers.get(restores)) ?? { externalId: originId, description: reason };
  const numbered = <R extends object, P extends PlannedRow<unknown>>(rows: readonly { row: R; planned: P }[]) =>
    rows.map(({ row, planned }) => ({ row, planned, number: numberOf(planned) }));
  const described = <R extends object, N extends { readonly row: R; readonly number: RowOrigin }>(rows: readonly N[]) =>
    rows.map((item) => ({
      ...item,
      row: { ...item.row, seq: Number.MAX_SAFE_INTEGER, description: item.number.description },
    }));
  return {
    events: described(numbered(entered.events)),
    entries: numbered(entered.entries),
    reported: described(numbered(entered.reported)),
  };
}

/** Returns the audit entries of the commitments that a plan changes. */
function commitmentChanges(
  { transferId, vehicle, ledger, created, reason = null }: Planned,
  eventRows: readonly { readonly commitment_id: string }[],
): readonly Change[] {
  const ids = new Set([...(created ? [created.id] : []), ...eventRows.map((row) => row.commitment_id)]);
  return [...ids].map((id) => ({
    operation: 'saveCommitments',
    objectType: 'commitment',
    objectId: id,
    objectName: ledger.commitments.find((commitment) => commitment.id === id)?.investorName ?? null,
    containerId: vehicle.id,
    before: null,
    after: { transferId, events: eventRows.filter((row) => row.commitment_id === id) },
    reason,
  }));
}

interface RestoredRow {
  readonly row: StoredEntry | StoredReport;
  /** The file that the row came from. */
  readonly uploadName: string | null;
}

/**
 * Returns the audit entries of rows that are entered again. The audit log digests the rows of each file and each
 * transfer, so these get one entry for all their rows. Every other row has an entry of its own.
 */
function restoredChanges(
  vehicleId: string,
  { transferId, reason = null }: Planned,
  restored: readonly RestoredRow[],
): readonly Change[] {
  const sourceOf = ({ row: { source } }: RestoredRow) =>
    source?.kind === 'UPLOAD' || source?.kind === 'TRANSFER' ? source.id : null;
  return [...groupBy(restored, sourceOf)].flatMap(([sourceId, rows]): readonly Change[] => {
    if (sourceId === null)
      return rows.map(({ row }) => ({
        ...('figure' in row
          ? changeOfReport('restoreReported', vehicleId, row)
          : changeOfEntry('restoreLedgerEntry', vehicleId, row, null)),
        reason,
      }));
    const [{ row, uploadName }] = rows;
    const about =
      row.source?.kind === 'UPLOAD'
        ? { operation: 'restoreUploadEntries', objectType: 'upload', linkType: 'DataUpload', objectName: uploadName }
        : { operation: 'restoreTransferEntries', objectType: 'tenantLinkDataTransferRequest' };
    const after = { restored: rows.length, undoneTransferId: transferId };
    return [{ ...about, objectId: sourceId, before: null, after, reason }];
  });
}

/** Stores a plan with the recomputed figures. */
export async function storeTransferred(tx: Transaction, planned: readonly TransferredRows[]): Promise<WrittenTransfer> {
  const { alsoNotifies, ...quarters } = await storePosted(tx, planned);
  return {
    alsoNotifies,
    following: [...planned.flatMap(({ changes }) => changes), ...quarterChanges(quarters)],
  };
}
