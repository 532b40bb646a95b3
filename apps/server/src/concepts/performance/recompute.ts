import { setImmediate as pause } from 'node:timers/promises';
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
import { quartersLater } from '@carrara/domain/performance/ledger';
import {
  computeInvestors,
  computeQuarters,
  heldCommitments,
  type HeldCommitment,
  type PeriodFigures,
} from '@carrara/domain/performance/period';

/** A vehicle with its ledger as it is to be. */
export interface WrittenVehicle {
  readonly vehicle: Vehicle;
  readonly ledger: StoredLedger;
}

/** Whose figures a write made anew, so that open screens can be told. */
export interface Recomputed {
  readonly holdings: readonly string[];
  readonly investors: readonly string[];
  /** Quarters that had no figures before. */
  readonly opened: readonly (OpenedPeriod & { readonly vehicleId: string })[];
}

/**
 * Computes and keeps the figures of vehicles from a quarter on, with those between it and the last one that has any, and then, once, those of their
 * investors over all that they have committed.
 */
export async function recompute(
  tx: Transaction,
  written: readonly WrittenVehicle[],
  from: CalendarDate,
  onProgress: (percent: number) => void,
): Promise<Recomputed> {
  const investors = [
    ...new Set(written.flatMap(({ ledger }) => ledger.commitments.map(({ investorId }) => investorId))),
  ];
  await lockInvestors(tx, investors);
  const holdings = new Set<string>();
  const opened: (OpenedPeriod & { readonly vehicleId: string })[] = [];
  const pools = new Map<string, HeldCommitment[]>();
  let first = from;
  for (const [i, { vehicle, ledger }] of written.entries()) {
    const begin = beginOf(ledger, from);
    if (begin < first) first = begin;
    const periods: PeriodFigures[] = [];
    for (const quarter of computeQuarters(ledger, begin)) {
      periods.push(quarter);
      await pause();
    }
    const kept = periods.flatMap(({ end, subjects }) =>
      subjects.map(({ subject, id, ...figures }) => ({ end, subject, id, vehicleId: vehicle.id, figures })),
    );
    for (const { subject, id } of kept) if (subject === 'HOLDING') holdings.add(id);
    await storeFigures(tx, vehicle, kept);
    const ends = periods.map(({ end }) => end);
    opened.push(...(await openPeriods(tx, vehicle.id, ends)).map((one) => ({ ...one, vehicleId: vehicle.id })));
    const pool = pools.get(vehicle.currencyId) ?? [];
    pools.set(vehicle.currencyId, pool);
    pool.push(...heldCommitments(ledger, periods));
    onProgress(Math.floor(((i + 1) * 100) / written.length));
  }
  const but = written.map(({ vehicle }) => vehicle.id);
  for (const [currencyId, pool] of pools) {
    const investorIds = [...new Set(pool.map(({ investorId }) => investorId))];
    const others = await loadOthers(tx, { currencyId, investorIds, but, from: first });
    const { policy } = written[0]!.ledger;
    const figures = computeInvestors({ commitments: [...pool, ...others], from: first, policy });
    const kept = figures.map(
      ({ subject, id, end, ...rest }): KeptFigures => ({
        end,
        subject,
        id,
        vehicleId: null,
        figures: rest,
      }),
    );
    await storeFigures(tx, { currencyId, policy }, kept);
  }
  return { holdings: [...holdings], investors, opened };
}

/** The quarter itself, or the one after the last that has figures. */
function beginOf({ lastQuarter }: StoredLedger, from: CalendarDate): CalendarDate {
  const next = lastQuarter === null ? from : quartersLater(lastQuarter, 1);
  return next < from ? next : from;
}
