import { readActsAfter } from '@carrara/adapters/postgres/performance/ledger/readActs';
import { eventRow } from '@carrara/adapters/postgres/performance/ledger/ledgerRows';
import { investorsNamed, numberedEvents } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import { wouldOwnItself } from '@carrara/adapters/postgres/portfolio/investor/feeders';
import { zip } from '@carrara/domain/kernel';
import { planCommitments, type PlannedEvent, planUndoCommitments } from '@carrara/domain/performance/imports';
import { commitmentEventKinds, earliestDate, isLate } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { tableImporter } from './importer.ts';
import { undoVehicles } from './undoVehicles.ts';
import { type LoadedVehicle, planVehicles, type VehicleWrites } from './vehicleImport.ts';

type EnteredEvent = Omit<PlannedEvent, 'row'> & { readonly row: number | null };

/** Returns the writes for commitments that a file, or undoing it, changes. */
function changedBy(
  { vehicle, ledger }: Pick<LoadedVehicle, 'vehicle' | 'ledger'>,
  entered: readonly EnteredEvent[],
  { operation, uploadId }: { readonly operation: string; readonly uploadId: string },
): VehicleWrites {
  const stored = entered.map((enteredEvent) => ({
    ...enteredEvent,
    id: newId(),
    source: { kind: 'UPLOAD' as const, id: uploadId, row: enteredEvent.row },
  }));
  const events = stored.map(({ id, source, posting, description }, i) => ({
    ...posting,
    id,
    description,
    source,
    seq: Number.MAX_SAFE_INTEGER - stored.length + i,
  }));
  const rows = zip(events, stored).map(([event, { externalId }]) => ({
    ...eventRow(event),
    external_id: externalId,
  }));
  return {
    after: { ...ledger, events: [...ledger.events, ...events] },
    from: earliestDate(stored.map(({ posting }) => posting.booked)),
    rows: [['commitment_event', rows]],
    changes: rows.map((row) => ({
      operation,
      objectType: 'commitment',
      objectId: row.commitment_id,
      objectName: `${commitmentEventKinds[row.kind].title} ${row.event_date}`,
      containerId: vehicle.id,
      before: null,
      after: row,
      reason: row.description,
    })),
    late: stored.filter(({ posting }) => isLate(posting.date, posting.booked)).map(({ source }) => source.row),
  };
}

/** Undoes a file's commitments. Fails: UNFUNDED_BELOW_ZERO (later calls depend on them), USED_LATER. */
const undo = undoVehicles(async (tx, loaded, { uploadId, reason }) => {
  const events = loaded.ledger.events.filter(({ source }) => source?.id === uploadId);
  const own = new Set(events.map(({ id }) => id));
  const seqs = events.map(({ seq }) => seq);
  const laterActs = seqs.length === 0 ? [] : await readActsAfter(tx, loaded.vehicle.id, Math.min(...seqs));
  return planUndoCommitments(loaded.ledger, (id) => own.has(id), laterActs).map((undone) =>
    changedBy(
      loaded,
      undone.map((posting) => ({ row: null, posting, externalId: null, description: reason })),
      { operation: 'reverseCommitmentEvent', uploadId },
    ),
  );
});

/** Imports a file of commitments: closes and later changes, in any number of vehicles. */
export const commitmentImporter = tableImporter('commitments', {
  sample: `External id,Vehicle,Investor,Kind,Date,Amount,Pays fee,Pays carry,Investment,Description
C-1,FUND-I,LP-A,Close,2024-01-15,60000000.00,yes,yes,,First close
C-2,FUND-I,LP-B,Close,2024-01-15,40000000.00,yes,yes,,First close
C-3,FUND-I,LP-A,Increase,2024-06-28,5000000.00,,,,Final close
C-4,FUND-I,LP-B,Excused from a holding,2024-07-01,,,,STEEL,Side letter 4.2
`,
  undo,
  async plan(context, table, how) {
    const investorNames = [...new Set(table.rows.map(({ values }) => values['investor'] ?? ''))];
    const investors = await investorsNamed(context.tx, investorNames);
    return planVehicles(context, table, how, 'Changes of commitments', async (tx, rows, loaded, { uploadId }) => {
      const { vehicle, ledger } = loaded;
      const numbers = new Map((await numberedEvents(tx, vehicle.id)).map(({ id, externalId }) => [id, externalId]));
      const existingEvents = ledger.events.map((event) => ({ ...event, externalId: numbers.get(event.id) ?? null }));
      const { commitments, events, ...plan } = planCommitments(rows, loaded, existingEvents, investors, newId);
      const refusals = [...plan.refusals];
      for (const commitment of commitments) {
        if (!(await wouldOwnItself(tx, { investorId: commitment.investorId, commitsTo: vehicle.id }))) continue;
        const first = events.find(({ posting }) => posting.commitmentId === commitment.id);
        const reason = 'This investor is the vehicle itself, or a vehicle that it holds. Choose another investor.';
        refusals.push({ row: first?.row ?? 0, field: 'investor', reason });
      }
      const records = commitments.map(({ id, investorId }) => ({
        id,
        vehicle_id: vehicle.id,
        investor_id: investorId,
      }));
      const changed = { ...ledger, commitments: [...ledger.commitments, ...commitments] };
      const writes = changedBy({ vehicle, ledger: changed }, events, { operation: 'saveCommitment', uploadId });
      return { ...plan, refusals, ...writes, rows: [['commitment', records], ...writes.rows] };
    });
  },
});
