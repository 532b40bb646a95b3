import { entryOrigins, vehiclesOfUpload } from '@carrara/adapters/postgres/performance/imports';
import { err, type Failures, type Result } from '@carrara/domain/kernel';
import { planUndo } from '@carrara/domain/performance/imports';
import { earliest } from '../concepts/performance/ledgerInput.ts';
import { shareRows } from '../concepts/performance/postEntries.ts';
import type { RequestContext } from '../operations.ts';
import { entryOf, importedRow } from './importedEntries.ts';
import type { CarriedOut } from './importer.ts';
import { enter, loadKnown, type PlannedVehicle } from './vehicleImport.ts';

/**
 * Makes the ledgers what they would be without an upload: what it entered is reversed, what it had reversed is entered again.
 *
 * Fails: UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING (something that came later stands on it).
 */
export async function undoEntries(
  context: RequestContext,
  uploadId: string,
  reason: string,
): Promise<Result<CarriedOut, Failures>> {
  const { tx } = context;
  const planned: PlannedVehicle[] = [];
  for (const id of await vehiclesOfUpload(tx, uploadId)) {
    const before = await loadKnown(tx, id, true);
    if (before === undefined) continue;
    const origins = new Map((await entryOrigins(tx, id)).map((one) => [one.id, one]));
    const undone = planUndo(before.ledger, origins, uploadId);
    if (undone.isErr()) {
      return err(undone.error.map((failure) => ({ ...failure, detail: `${before.vehicle.name}: ${failure.detail}` })));
    }
    const kept = undone.value.map((one) => ({ entry: entryOf(one.posting, uploadId, null), one }));
    planned.push({
      before,
      after: { ...before.ledger, entries: [...before.ledger.entries, ...kept.map(({ entry }) => entry)] },
      from: kept.length === 0 ? null : earliest(kept.map(({ entry }) => entry.booked)),
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
    });
  }
  return enter(
    context,
    planned.filter(({ from }) => from !== null),
    uploadId,
  );
}
