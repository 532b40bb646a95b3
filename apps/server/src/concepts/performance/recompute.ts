import { setImmediate as pause } from 'node:timers/promises';
import {
  type KeptFigures,
  loadOthers,
  lockInvestors,
  openPeriods,
  removeOtherHoldings,
  removePeriods,
  type StoredLedger,
  storeFigures,
  type ToldPeriod,
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
  quartersOf,
} from '@carrara/domain/performance/period';

/** A vehicle with its new ledger. */
export interface WrittenVehicle {
  readonly vehicle: Vehicle;
  readonly ledger: StoredLedger;
}

/** Subjects whose figures were recomputed, for live events. */
export interface Recomputed {
  readonly holdings: readonly string[];
  readonly investors: readonly string[];
  /** Quarters that had no figures before. */
  readonly opened: readonly QuarterOf[];
  /** Quarters that no longer have figures. */
  readonly removed: readonly QuarterOf[];
}
type QuarterOf = ToldPeriod & { readonly vehicleId: string };

/**
 * Computes and stores the figures of vehicles from a quarter on, up to the last one with figures. The figures of their
 * investors over all commitments are computed once, at the end.
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
  const opened: QuarterOf[] = [];
  const removed: QuarterOf[] = [];
  const pools = new Map<string, HeldCommitment[]>();
  let first = from;
  for (const [i, { vehicle, ledger }] of written.entries()) {
    const begin = beginOf(ledger, from);
    if (begin < first) first = begin;
    const ends = quartersOf(ledger);
    // If nothing is left from there on, the last earlier quarter still counts toward an investor's totals.
    const last = ends.at(-1);
    const periods: PeriodFigures[] = [];
    for (const quarter of computeQuarters(ledger, last !== undefined && last < begin ? last : begin)) {
      periods.push(quarter);
      await pause();
    }
    const made = periods.filter(({ end }) => end >= begin);
    const kept = made.flatMap(({ end, subjects }) =>
      subjects.map(({ subject, id, ...figures }) => ({ end, subject, id, vehicleId: vehicle.id, figures })),
    );
    for (const { subject, id } of kept) if (subject === 'HOLDING') holdings.add(id);
    if (vehicle.navBasis === 'REPORTED')
      await removeOtherHoldings(
        tx,
        vehicle.id,
        made.map(({ end }) => end),
        kept.filter(({ subject }) => subject === 'HOLDING'),
      );
    await storeFigures(tx, vehicle, kept);
    const told = (one: ToldPeriod): QuarterOf => ({ ...one, vehicleId: vehicle.id });
    const isLeft = new Set(ends);
    const empty = ledger.quarters.filter((end) => !isLeft.has(end));
    if (empty.length > 0) removed.push(...(await removePeriods(tx, vehicle.id, empty)).map(told));
    const madeOf = made.map(({ end }) => end);
    opened.push(...(await openPeriods(tx, vehicle.id, madeOf)).map(told));
    const pool = pools.get(vehicle.currencyId) ?? [];
    pools.set(vehicle.currencyId, pool);
    pool.push(...heldCommitments(ledger, periods));
    onProgress(Math.floor(((i + 1) * 100) / written.length));
  }
  const but = written.map(({ vehicle }) => vehicle.id);
  for (const [currencyId, pool] of pools) {
    const investorIds = [...new Set(pool.map(({ investorId }) => investorId))];
    const others = await loadOthers(tx, { currencyId, investorIds, but, from: first });
    const { policy, transfers } = written[0]!.ledger;
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
    await storeFigures(tx, { currencyId, policy, transfers }, kept);
  }
  return { holdings: [...holdings], investors, opened, removed };
}

/** Returns the quarter itself, or the one after the last with figures. */
function beginOf({ quarters }: StoredLedger, from: CalendarDate): CalendarDate {
  const last = quarters.at(-1);
  const next = last === undefined ? from : quartersLater(last, 1);
  return next < from ? next : from;
}
