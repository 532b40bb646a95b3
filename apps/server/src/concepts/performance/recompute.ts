import {
  type KeptFigures,
  loadOthers,
  lockInvestors,
  type OpenedPeriod,
  openPeriods,
  type StoredLedger,
  storeFigures,
  type Vehicle,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { CalendarDate } from '@carrara/domain/kernel';
import { computeInvestors, computeVehicle } from '@carrara/domain/performance/period';

/** Whose figures a write made anew, so that open screens can be told. */
export interface Recomputed {
  readonly holdings: readonly string[];
  readonly investors: readonly string[];
  /** Quarters that had no figures before. */
  readonly opened: readonly OpenedPeriod[];
}

/** Computes and keeps the figures of a vehicle from a quarter on, and those of its investors over all that they have committed. */
export async function recompute(
  tx: Transaction,
  vehicle: Vehicle,
  ledger: StoredLedger,
  from: CalendarDate,
): Promise<Recomputed> {
  const periods = computeVehicle(ledger, from);
  const investorOf = new Map(ledger.commitments.map(({ id, investorId }) => [id, investorId]));
  const investors = [...new Set(investorOf.values())];
  await lockInvestors(tx, investors);
  const others = await loadOthers(tx, vehicle, investors);
  const ofInvestors = computeInvestors({ periods, investorOf, others, policy: ledger.policy });
  const kept: KeptFigures[] = periods.flatMap(({ end, subjects }) =>
    subjects.map(({ subject, id, ...figures }) => ({ end, subject, id, vehicleId: vehicle.id, figures })),
  );
  for (const { subject, id, end, ...figures } of ofInvestors) {
    kept.push({ end, subject, id, vehicleId: null, figures });
  }
  await storeFigures(tx, vehicle.currencyId, kept);
  const opened = await openPeriods(
    tx,
    vehicle.id,
    periods.map(({ end }) => end),
  );
  const holdings = new Set(
    periods.flatMap(({ subjects }) => subjects.filter(({ subject }) => subject === 'HOLDING')).map(({ id }) => id),
  );
  return { holdings: [...holdings], investors, opened };
}
