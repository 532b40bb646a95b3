import { lockVehicles } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { vehiclesOfUpload } from '@carrara/adapters/postgres/performance/imports/namedRecords';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, fail, type Failures, ok, type Result, displayedDate } from '@carrara/domain/kernel';
import { quartersLater } from '@carrara/domain/performance/ledger';
import type { Importer } from '../usecases/platform/importer.ts';
import {
  storeVehiclePlan,
  importedFigures,
  loadExistingVehicle,
  type LoadedVehicle,
  type PlannedVehicle,
  type VehicleWrites,
} from './vehicleImport.ts';

type UndoVehicle = (
  tx: Transaction,
  before: LoadedVehicle,
  undone: { readonly uploadId: string; readonly reason: string },
) => Promise<Result<VehicleWrites & { readonly notes?: readonly string[] }, Failures>>;

const lateText = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'row is' : 'rows are'} in a locked quarter, and its figures don’t change. The reversals appear in the first open quarter, marked Late.`;

const NOTHING_CREATED = 'This file created nothing, so there is nothing to undo.';
const NOTHING_COUNTS =
  'None of this file’s rows still count, because they have been replaced or reversed since. Nothing changes.';

/** Maximum number of vehicles listed. */
const mostNamed = 5;
/** Explains which quarters of a vehicle stay as they are, and which one changes instead. */
function storedText({ before: { vehicle, ledger } }: PlannedVehicle): readonly string[] {
  const locked = [...ledger.locked].sort().at(-1);
  if (locked === undefined) return [];
  const open = quartersLater(locked, 1);
  const isNew = (ledger.quarters.at(-1) ?? locked) < open;
  return [
    `${vehicle.name}: figures and versions through ${displayedDate(locked)} are locked and stay the same. The reversals appear at ${displayedDate(open)}${isNew ? ', a new quarter' : ''}.`,
  ];
}

/**
 * Undoes an upload in every vehicle by adding rows. Entries dated in a locked quarter are displayed by the first open
 * one, so locked figures stay.
 *
 * Fails: WRONG_STATE if the upload created nothing, and with the failures of `plan`, naming the vehicle.
 */
export const undoVehicles =
  (plan: UndoVehicle): NonNullable<Importer['undo']> =>
  async (context, uploadId, { reason, isWritten }) => {
    const { tx } = context;
    const vehicles = await vehiclesOfUpload(tx, uploadId);
    if (vehicles.length === 0) return err([fail('WRONG_STATE', [], NOTHING_CREATED)]);
    if (isWritten) await lockVehicles(tx, vehicles);
    const planned: PlannedVehicle[] = [];
    const notes: string[] = [];
    for (const id of vehicles) {
      const before = await loadExistingVehicle(tx, id, isWritten);
      if (before === undefined) continue;
      const undone = await plan(tx, before, { uploadId, reason });
      if (undone.isErr()) {
        const { name } = before.vehicle;
        return err(undone.error.map((failure) => ({ ...failure, detail: `${name}: ${failure.detail}` })));
      }
      notes.push(...(undone.value.notes ?? []).map((text) => `${before.vehicle.name}: ${text}`));
      if (undone.value.from !== null) planned.push({ before, ...undone.value });
    }
    const displayedLate = planned.filter((plannedVehicle) => plannedVehicle.late.length > 0);
    const late = displayedLate.reduce((sum, plannedVehicle) => sum + plannedVehicle.late.length, 0);
    return ok({
      notes: [
        ...(planned.length === 0 ? [NOTHING_COUNTS] : []),
        ...notes,
        ...(late > 0 ? [lateText(late), ...displayedLate.slice(0, mostNamed).flatMap(storedText)] : []),
      ],
      figures: importedFigures(planned),
      carryOut: () => storeVehiclePlan(context, planned, uploadId),
    });
  };
