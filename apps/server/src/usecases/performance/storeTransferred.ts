import type { LedgerRows } from '@carrara/adapters/postgres/performance/ledger/storeLedger';
import type {
  StoredCommitment,
  StoredEntry,
  StoredLedger,
  StoredReport,
  Vehicle,
} from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { eventRow, entryRow, shareRows, reportRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import type { Numbered } from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import type { Change } from '@carrara/adapters/postgres/engine/journal/change';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, groupBy, zip } from '@carrara/domain/kernel';
import { type Source, earliest } from '@carrara/domain/performance/ledger';
import type { PlannedRow, TransferPlan } from '@carrara/domain/performance/transfer';
import type { WrittenTransfer } from '../platform/dataTransfer.ts';
import { quarterChanges, sinceLast, storePosted } from '../ledgerPosting.ts';
import { changeOfEntry } from './ledgerEntry.ts';
import { changeOfReport } from './reported.ts';

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
  readonly numbers?: ReadonlyMap<string, Numbered>;
  readonly reason?: string | null;
}

/**
 * Turns a plan into rows. Each has the transfer and its position in the package, or its original values if it is
 * entered again.
 */
export function transferredRows({
  transferId,
  vehicle,
  before,
  ledger,
  plan,
  created,
  stated,
  numbers = new Map(),
  reason = null,
}: Planned): TransferredRows {
  const sources = new Map<string, Source | null>(
    [...ledger.entries, ...ledger.events, ...ledger.reported].map(({ id, source }) => [id, source]),
  );
  const sourceOf = ({ restores, row }: PlannedRow<unknown>): Source | null =>
    restores === null ? { kind: 'TRANSFER', id: transferId, row } : (sources.get(restores) ?? null);
  const numbered = ({ restores, originId }: PlannedRow<unknown>): Numbered =>
    (restores === null ? undefined : numbers.get(restores)) ?? { externalId: originId, description: reason };
  const last = Number.MAX_SAFE_INTEGER;
  const events = plan.events.map((event) => ({
    ...event.posting,
    id: event.id,
    seq: last,
    source: sourceOf(event),
    description: numbered(event).description,
  }));
  const entries = plan.entries.map((entry) => ({ ...entry.posting, id: entry.id, source: sourceOf(entry) }));
  const reported = plan.reports.map((report) => ({
    ...report.posting,
    id: report.id,
    seq: last,
    source: sourceOf(report),
    description: numbered(report).description,
  }));
  const eventRows = zip(events, plan.events).map(([event, planned]) => ({
    ...eventRow(event),
    external_id: numbered(planned).externalId,
  }));
  const commitments = [
    ...new Set([...(created ? [created.id] : []), ...events.map(({ commitmentId }) => commitmentId)]),
  ];
  return {
    vehicle,
    ledger: {
      ...ledger,
      events: [...ledger.events, ...events],
      entries: [...ledger.entries, ...entries],
      reported: [...ledger.reported, ...reported],
    },
    from: sinceLast(before, earliest([...[...events, ...entries, ...reported].map(({ booked }) => booked), ...stated])),
    rows: [
      [
        'commitment',
        created === null ? [] : [{ id: created.id, vehicle_id: vehicle.id, investor_id: created.investorId }],
      ],
      ['commitment_event', eventRows],
      [
        'ledger_entry',
        zip(entries, plan.entries).map(([entry, planned]) => {
          const { externalId, description } = numbered(planned);
          return { ...entryRow(entry, description), vehicle_id: vehicle.id, external_id: externalId };
        }),
      ],
      ['ledger_share', entries.flatMap((entry) => shareRows(vehicle.id, entry))],
      ['reported_figure', reported.map((report) => reportRow(vehicle.id, report))],
    ],
    changes: [
      ...commitments.map((id) => ({
        operation: 'saveCommitments',
        objectType: 'commitment',
        objectId: id,
        objectName: ledger.commitments.find((commitment) => commitment.id === id)?.investorName ?? null,
        containerId: vehicle.id,
        before: null,
        after: { transferId, events: eventRows.filter((row) => row.commitment_id === id) },
        reason,
      })),
      ...restoredChanges(
        vehicle.id,
        { transferId, reason },
        zip([...entries, ...reported], [...plan.entries, ...plan.reports]).flatMap(([row, planned]) =>
          planned.restores === null ? [] : [{ row, uploadName: numbered(planned).uploadName ?? null }],
        ),
      ),
    ],
  };
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
  { transferId, reason }: { readonly transferId: string; readonly reason: string | null },
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
