import { investorsNamed, numberedEvents } from '@carrara/adapters/postgres/performance/imports';
import { wouldHoldItself } from '@carrara/adapters/postgres/portfolio/investor';
import { moneyText } from '@carrara/domain/kernel';
import { importTypes, planCommitments } from '@carrara/domain/performance/imports';
import { v7 as newId } from 'uuid';
import { earliest, sourceColumns } from '../concepts/performance/ledgerInput.ts';
import { importPermissions } from './importPermissions.ts';
import { tableImporter } from './importer.ts';
import { tableTemplate } from './tableTemplate.ts';
import { planVehicles } from './vehicleImport.ts';

/** A file of commitments: closes and what changes them, of any number of vehicles. */
export const commitmentImporter = tableImporter({
  permission: importPermissions.commitments,
  fields: importTypes.commitments,
  async plan(context, table, how) {
    const words = [...new Set(table.rows.map(({ values }) => values['investor'] ?? ''))];
    const investors = await investorsNamed(context.tx, words);
    return planVehicles(context, table, how, 'Changes of commitments', async (tx, rows, loaded, { uploadId }) => {
      const { vehicle, ledger } = loaded;
      const numbers = new Map((await numberedEvents(tx, vehicle.id)).map(({ id, externalId }) => [id, externalId]));
      const known = ledger.events.map((event) => ({ ...event, externalId: numbers.get(event.id) ?? null }));
      const { commitments, events, ...plan } = planCommitments(rows, loaded, known, investors, newId);
      const refusals = [...plan.refusals];
      for (const made of commitments) {
        if (!(await wouldHoldItself(tx, { investorId: made.investorId, commitsTo: vehicle.id }))) continue;
        const first = events.find(({ posting }) => posting.commitmentId === made.id);
        const reason = 'This investor is a vehicle that this one holds, or is this vehicle itself.';
        refusals.push({ row: first?.row ?? 0, field: 'investor', reason });
      }
      const kept = events.map((one) => ({ id: newId(), ...one }));
      const rowsOfEvents = kept.map(({ id, row, posting, externalId, description }) => ({
        id,
        commitment_id: posting.commitmentId,
        kind: posting.kind,
        event_date: posting.date,
        booked: posting.booked,
        amount: moneyText(posting.amount),
        pays_fee: posting.paysFee,
        pays_carry: posting.paysCarry,
        holding_id: posting.holdingId,
        description,
        ...sourceColumns({ kind: 'UPLOAD', id: uploadId, row: row }),
        external_id: externalId,
      }));
      return {
        ...plan,
        refusals,
        after: {
          ...ledger,
          commitments: [...ledger.commitments, ...commitments],
          events: [
            ...ledger.events,
            ...kept.map(({ id, row, posting, description }, i) => ({
              ...posting,
              id,
              description,
              reversalOf: null,
              source: { kind: 'UPLOAD' as const, id: uploadId, row },
              seq: Number.MAX_SAFE_INTEGER - kept.length + i,
            })),
          ],
        },
        from: kept.length === 0 ? null : earliest(kept.map(({ posting }) => posting.booked)),
        rows: [
          [
            'commitment',
            commitments.map(({ id, investorId }) => ({ id, vehicle_id: vehicle.id, investor_id: investorId })),
          ],
          ['commitment_event', rowsOfEvents],
        ],
        changes: rowsOfEvents.map((row) => ({
          operation: 'saveCommitment',
          objectType: 'commitment',
          objectId: row.commitment_id,
          objectName: `${importTypes.commitments.kind.choices[row.kind] ?? row.kind} ${row.event_date}`,
          containerId: vehicle.id,
          before: null,
          after: row,
          reason: row.description,
        })),
      };
    });
  },
  template: () => tableTemplate('Commitments', importTypes.commitments),
});
