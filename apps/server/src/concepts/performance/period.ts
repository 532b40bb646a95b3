import { print } from '@carrara/adapters/printed';
import {
  figuresByEnd,
  figuresDigest,
  keepVersions,
  listedPeriodsOf,
  loadLedger,
  loadVehicle,
  movePeriods,
  type PeriodRow,
  periodsOf,
  type StoredLedger,
  type Vehicle,
  valuedDays,
  versionsOf,
} from '@carrara/adapters/postgres/performance/ledger';
import { type ClosedMetric, replaceMetricsOfPeriods } from '@carrara/adapters/postgres/portfolio/metric';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { PeriodFigure, periodEndpoints } from '@carrara/contract/performance/period';
import { calendarDate, err, fail, type Failures, moneyText, ok, shownDate } from '@carrara/domain/kernel';
import { spokenDifference, type TieOutResult } from '@carrara/domain/performance/capitalAccount';
import { carryMetrics, carryMetricTitles } from '@carrara/domain/performance/close';
import { notEnded } from '@carrara/domain/performance/ledger';
import {
  computeVehicle,
  type LockedAs,
  PERIOD_ENGINE_VERSION,
  type PeriodFigures,
} from '@carrara/domain/performance/period';
import type { Operations } from '../../operations.ts';
import type { CarryPaidOf } from './carryPaid.ts';
import { knownFigures } from './knownFigures.ts';
import { type PeriodOf, noPeriod, periodChanges, periodChangesFile } from './periodChanges.ts';
import { shownTieOut, tieOutsOf } from './tieOuts.ts';
import { noVehicle, quarterChanges } from './postToVehicle.ts';
import { recompute } from './recompute.ts';

/** Loads a quarter for a status change, with all other quarters. Locks the vehicle and checks the version. */
async function toMove(tx: Transaction, { vehicleId, endDate }: PeriodOf, rowVersion: number) {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined) return err(noVehicle(vehicleId));
  const periods = await periodsOf(tx, vehicleId);
  const period = periods.find(({ periodEnd }) => periodEnd === endDate);
  if (period === undefined) return err(noPeriod({ vehicleId, endDate }));
  if (period.rowVersion !== rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')] as Failures);
  return ok({ vehicle, periods, period });
}

/** Returns the open quarters before one, in order. */
const openBefore = (periods: readonly PeriodRow[], end: string): readonly PeriodRow[] =>
  periods.filter(({ periodEnd, status }) => periodEnd < end && status === 'OPEN').toReversed();

const record = (tx: Transaction, operation: string, before: PeriodRow, after: PeriodRow, reason: string | null) =>
  tx.record({
    operation,
    objectType: 'period',
    objectId: before.id,
    objectName: shownDate(calendarDate(before.periodEnd)),
    containerId: before.vehicleId,
    before,
    after,
    reason,
    rowVersion: after.rowVersion,
    alsoTells: [{ linkType: 'Fund Performance', objectId: before.vehicleId }],
  });

/**
 * True if a quarter was locked with other rules or settings than today's, so that reopening it recomputes its figures.
 */
const isOfOtherRules = (locked: LockedAs | undefined, { policy, transfers }: Vehicle): boolean =>
  locked !== undefined &&
  (locked.rules !== PERIOD_ENGINE_VERSION || locked.policy !== policy || locked.transfers !== transfers);

/** Limits on the differences in a failure, per tie-out and in total. */
const TOLD = 10;
const MOST_REFUSED = 100;

/**
 * Returns what prevents a quarter from being locked: differences that block it, and others that nobody has
 * acknowledged.
 */
function reconciled(tieOuts: readonly TieOutResult[], acknowledged: readonly string[], of = ''): Failures {
  return tieOuts.flatMap((one) => {
    const { id, title, bars, differences } = one;
    if (differences.length === 0 || (!bars && acknowledged.includes(id))) return [];
    const told = differences.slice(0, TOLD).map(spokenDifference);
    return bars
      ? told.map((text) => fail('NOT_RECONCILED', [id], `${of}${title}: ${text}.`))
      : [
          fail(
            'NOT_ACKNOWLEDGED',
            [id],
            `${of}This check fails: ${title}. ${told.join('; ')}. Acknowledge it to lock the quarter.`,
          ),
        ];
  });
}

/** Returns the metrics that locked quarters pass to carry. */
function metricsOf(
  ledger: StoredLedger,
  periods: readonly PeriodRow[],
  computed: readonly PeriodFigures[],
): readonly ClosedMetric[] {
  const idOf = new Map(periods.map(({ id, periodEnd }) => [periodEnd, id]));
  return computed.flatMap((period) => {
    const periodId = idOf.get(period.end);
    if (periodId === undefined) return [];
    return [...carryMetrics(ledger, period)].flatMap(([containerId, metrics]) =>
      metrics.map(({ code, total, gp, jv }, displayOrder) => ({
        periodId,
        containerId,
        metricDate: period.end,
        displayOrder,
        transactionTypeCode: code,
        transactionTypeDescription: carryMetricTitles[code],
        totalAmount: moneyText(total),
        gpAmount: gp && moneyText(gp),
        jvAmount: jv && moneyText(jv),
      })),
    );
  });
}

/** Returns the digest of a quarter's own figures, without investors' figures in other vehicles and without names. */
const digestOf = (figures: readonly PeriodFigure[]): string =>
  figuresDigest(figures.filter(({ subject }) => subject !== 'INVESTOR').map((one) => ({ ...one, name: null })));

/** Returns the failure if the figures differ from the confirmed ones, with the current net asset value. */
function confirmedOthers(period: PeriodRow, figures: readonly PeriodFigure[]): Failures {
  const found = figures.find(({ subject }) => subject === 'VEHICLE');
  const nav = found?.nav == null ? 'is now not determined' : `is now ${print('money', found.nav)} ${found.currency}`;
  const text = `The figures of the quarter ending ${shownDate(calendarDate(period.periodEnd))} have changed since you opened them. The NAV ${nav}. Review them again.`;
  return [fail('CONFLICT', ['figuresDigest'], text)];
}

export const periodOperations = ({
  carryPaidOf,
}: {
  readonly carryPaidOf: CarryPaidOf;
}): Operations<typeof periodEndpoints> => ({
  listPeriods: async ({ tx }, { params }) => ok(await listedPeriodsOf(tx, params.vehicleId)),

  async getPeriod({ tx }, { params, query }) {
    const [vehicle, periods, versions, valued] = await Promise.all([
      loadVehicle(tx, params.vehicleId),
      periodsOf(tx, params.vehicleId),
      versionsOf(tx, params.vehicleId, params.endDate),
      valuedDays(tx, params.vehicleId, params.endDate),
    ]);
    const period = periods.find(({ periodEnd }) => periodEnd === params.endDate);
    if (vehicle === undefined || period === undefined) return err(noPeriod(params));
    const end = calendarDate(params.endDate);
    const known = await knownFigures(tx, vehicle, end, query.asKnownOn ?? 'NOW', 'asKnownOn');
    return known.map(({ figures }) => ({
      ...period,
      figures: [...figures],
      figuresDigest: digestOf(figures),
      versions,
      valued,
    }));
  },

  listPeriodChanges: periodChanges,

  async exportPeriodChanges(context, input) {
    const found = await periodChanges(context, input);
    if (found.isErr()) return err(found.error);
    const vehicle = await loadVehicle(context.tx, input.params.vehicleId);
    return ok(
      await periodChangesFile(context, `${vehicle?.name ?? ''} ${input.params.endDate}`, found.value, input.query),
    );
  },

  async listTieOuts({ tx }, { params, query }) {
    const vehicle = await loadVehicle(tx, params.vehicleId);
    if (vehicle === undefined) return err(noVehicle(params.vehicleId));
    const periods = await periodsOf(tx, vehicle.id);
    if (!periods.some(({ periodEnd }) => periodEnd === params.endDate)) return err(noPeriod(params));
    const ledger = await loadLedger(tx, vehicle);
    const ends = [
      ...(query.withEarlier ? openBefore(periods, params.endDate) : []).map(({ periodEnd }) => calendarDate(periodEnd)),
      calendarDate(params.endDate),
    ];
    const figures = computeVehicle(ledger, ends[0]!, { through: ends.at(-1)! });
    const byQuarter = await tieOutsOf(tx, vehicle, ledger, ends, figures, carryPaidOf);
    return ok(
      byQuarter.at(-1)!.map((own, at) => ({
        ...shownTieOut(own),
        differences: byQuarter.flatMap((of, quarter) => {
          const { differences } = shownTieOut(of[at]!);
          const named = (message: string) => (quarter === ends.length - 1 ? message : `${ends[quarter]!}: ${message}`);
          return differences.map((one) => ({ ...one, message: named(one.message) }));
        }),
      })),
    );
  },

  async lockPeriod({ tx, today }, { params, body }) {
    const found = await toMove(tx, params, body.rowVersion);
    if (found.isErr()) return err(found.error);
    const { vehicle, periods, period } = found.value;
    if (period.status === 'LOCKED') return err([fail('WRONG_STATE', ['status'], 'This quarter is already locked.')]);
    const early = notEnded(calendarDate(params.endDate), today, 'locked');
    if (early.length > 0) return err(early);
    const earlier = openBefore(periods, params.endDate);
    if (earlier.length > 0 && !body.withEarlier) {
      const text = `Quarters are locked in order. Lock the quarter ending ${shownDate(earlier[0]!.periodEnd)} first.`;
      return err([fail('WRONG_STATE', ['endDate'], text)]);
    }
    const locked = [...earlier, period];
    const ends = locked.map(({ periodEnd }) => calendarDate(periodEnd));
    const figures = await figuresByEnd(tx, vehicle.id, ends);
    const own = figures.get(period.periodEnd) ?? [];
    if (body.figuresDigest !== undefined && body.figuresDigest !== digestOf(own))
      return err(confirmedOthers(period, own));
    const ledger = await loadLedger(tx, vehicle);
    const computed = computeVehicle(ledger, ends[0]!, { through: ends.at(-1)! });
    const tieOuts = await tieOutsOf(tx, vehicle, ledger, ends, computed, carryPaidOf);
    const refused = tieOuts.flatMap((of, i) =>
      reconciled(of, body.acknowledged, ends.length > 1 ? `${ends[i]!}: ` : ''),
    );
    if (refused.length > 0) return err(refused.slice(0, MOST_REFUSED));
    const given = await replaceMetricsOfPeriods(
      tx,
      { operation: 'lockPeriod' },
      locked.map(({ id }) => id),
      metricsOf(ledger, locked, computed),
    );
    if (given.isErr()) return err([given.error]);
    await movePeriods(
      tx,
      locked.map(({ id }) => id),
      'LOCKED',
    );
    const seq = await tx.nextSeq();
    const after = locked.map((one): PeriodRow & { readonly version: number } => ({
      ...one,
      status: 'LOCKED',
      rowVersion: one.rowVersion + 1,
      version: (one.version ?? 0) + 1,
    }));
    await keepVersions(
      tx,
      after.map(({ id, periodEnd, version }, i) => ({
        periodId: id,
        version,
        // Each quarter has its own audit entry.
        knownSeq: seq + i,
        engineVersion: PERIOD_ENGINE_VERSION,
        figures: figures.get(periodEnd) ?? [],
        acknowledged: tieOuts[i]!.filter(({ differences }) => differences.length > 0).map(shownTieOut),
      })),
    );
    after.forEach((one, i) => {
      record(tx, 'lockPeriod', locked[i]!, one, null);
    });
    return ok(after.at(-1)!);
  },

  async reopenPeriod({ tx }, { params, body }) {
    const found = await toMove(tx, params, body.rowVersion);
    if (found.isErr()) return err(found.error);
    const { vehicle, periods, period } = found.value;
    if (period.status === 'OPEN') return err([fail('WRONG_STATE', ['status'], 'This quarter is already open.')]);
    const opened = periods.filter(({ periodEnd, status }) => periodEnd >= params.endDate && status === 'LOCKED');
    const before = await loadLedger(tx, vehicle);
    await movePeriods(
      tx,
      opened.map(({ id }) => id),
      'OPEN',
    );
    for (const one of opened) {
      record(tx, 'reopenPeriod', one, { ...one, status: 'OPEN', rowVersion: one.rowVersion + 1 }, body.reason);
    }
    const ledger = await loadLedger(tx, vehicle);
    if (opened.some(({ periodEnd }) => isOfOtherRules(before.lockedBy?.get(calendarDate(periodEnd)), vehicle)))
      for (const one of quarterChanges(
        await recompute(tx, [{ vehicle, ledger }], calendarDate(params.endDate), () => undefined),
      ))
        tx.record(one);
    return ok({ ...period, status: 'OPEN', rowVersion: period.rowVersion + 1 });
  },
});
