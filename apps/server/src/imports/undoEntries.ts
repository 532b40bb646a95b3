import { shareRows } from '@carrara/adapters/postgres/performance/ledger';
import { entryOrigins } from '@carrara/adapters/postgres/performance/imports';
import { planUndo } from '@carrara/domain/performance/imports';
import { earliest, isLate } from '@carrara/domain/performance/ledger';
import { entryOf, importedRow } from './importedEntries.ts';
import { undoVehicles } from './undoVehicles.ts';

/**
 * Undoes the ledger entries of an upload: reverses them, and reenters those that it had reversed.
 *
 * Fails: UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING (later entries depend on it).
 */
export const undoEntries = undoVehicles(async (tx, { vehicle: { id }, ledger }, { uploadId, reason }) => {
  const origins = new Map((await entryOrigins(tx, id)).map((one) => [one.id, one]));
  return planUndo(ledger, origins, uploadId).map((undone) => {
    const kept = undone.map((one) => ({ entry: entryOf(one.posting, uploadId, null), one }));
    return {
      after: { ...ledger, entries: [...ledger.entries, ...kept.map(({ entry }) => entry)] },
      from: earliest(kept.map(({ entry }) => entry.booked)),
      rows: [
        [
          'ledger_entry',
          kept.map(({ entry, one: { externalId, description, posting } }) =>
            importedRow(entry, id, {
              externalId,
              description: posting.reversalOf === null ? description : reason,
            }),
          ),
        ],
        ['ledger_share', kept.flatMap(({ entry }) => shareRows(id, entry))],
      ],
      changes: [],
      late: kept.filter(({ entry }) => isLate(entry.effective, entry.booked)).map(() => null),
    };
  });
});
