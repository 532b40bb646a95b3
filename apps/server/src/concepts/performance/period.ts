import {
  figuresOf,
  keepVersion,
  loadLedger,
  loadVehicle,
  movePeriods,
  type PeriodRow,
  periodsOf,
  type StoredLedger,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import type { periodEndpoints } from '@carrara/contract/performance/period';
import { calendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { computeVehicle, PERIOD_ENGINE_VERSION, tieOuts } from '@carrara/domain/performance/period';
import { createHash } from 'node:crypto';
import type { Operations } from '../../operations.ts';
import { noVehicle } from './postToVehicle.ts';

interface PeriodOf {
  readonly vehicleId: string;
  readonly endDate: string;
}

const noPeriod = ({ endDate }: PeriodOf): Failures => [
  fail('NOT_FOUND', ['endDate'], `The vehicle has no figures at the quarter end ${endDate}.`),
];

/** A quarter to be moved: of a locked vehicle, as it was seen, with all the others. */
async function toMove(tx: Transaction, { vehicleId, endDate }: PeriodOf, rowVersion: number) {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined) return err(noVehicle(vehicleId));
  const periods = await periodsOf(tx, vehicleId);
  const period = periods.find(({ periodEnd }) => periodEnd === endDate);
  if (period === undefined) return err(noPeriod({ vehicleId, endDate }));
  if (period.rowVersion !== rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')] as Failures);
  return ok({ vehicle, periods, period });
}

const record = (tx: Transaction, operation: string, before: PeriodRow, after: PeriodRow, reason: string | null) =>
  tx.record({
    operation,
    objectType: 'period',
    objectId: before.id,
    objectName: before.periodEnd,
    containerId: before.vehicleId,
    before,
    after,
    reason,
    rowVersion: after.rowVersion,
    alsoTells: [{ linkType: 'Fund Performance', objectId: before.vehicleId }],
  });

/** What differs between ledger and figures, as a refusal. */
function reconciled(ledger: StoredLedger, endDate: string): Result<void, Failures> {
  const end = calendarDate(endDate);
  const period = computeVehicle(ledger, end).find((one) => one.end === end);
  if (period === undefined) return ok(undefined);
  const failures = tieOuts(ledger, period).flatMap(({ code, title, differences }) =>
    differences.slice(0, 10).map((difference) => fail('NOT_RECONCILED', [code], `${title}: ${difference}.`)),
  );
  return failures.length > 0 ? err(failures) : ok(undefined);
}

export const periodOperations: Operations<typeof periodEndpoints> = {
  listPeriods: async ({ tx }, { params }) => ok(await periodsOf(tx, params.vehicleId)),

  async getPeriod({ tx }, { params }) {
    const [periods, figures] = await Promise.all([
      periodsOf(tx, params.vehicleId),
      figuresOf(tx, params.vehicleId, params.endDate),
    ]);
    const period = periods.find(({ periodEnd }) => periodEnd === params.endDate);
    return period === undefined ? err(noPeriod(params)) : ok({ ...period, figures });
  },

  async lockPeriod({ tx }, { params, body }) {
    const found = await toMove(tx, params, body.rowVersion);
    if (found.isErr()) return err(found.error);
    const { vehicle, periods, period } = found.value;
    if (period.status === 'LOCKED') return err([fail('WRONG_STATE', ['status'], 'This quarter is locked already.')]);
    const before = periods.filter(({ periodEnd, status }) => periodEnd < params.endDate && status === 'OPEN').at(-1);
    if (before !== undefined) {
      return err([fail('WRONG_STATE', ['endDate'], `Quarters are locked in order: ${before.periodEnd} is open.`)]);
    }
    const ties = reconciled(await loadLedger(tx, vehicle), params.endDate);
    if (ties.isErr()) return err(ties.error);
    const figures = JSON.stringify(await figuresOf(tx, vehicle.id, params.endDate));
    const after: PeriodRow = {
      ...period,
      status: 'LOCKED',
      rowVersion: period.rowVersion + 1,
      version: (period.version ?? 0) + 1,
    };
    await movePeriods(tx, [period.id], 'LOCKED');
    await keepVersion(tx, {
      periodId: period.id,
      version: after.version ?? 1,
      knownSeq: await tx.nextSeq(),
      engineVersion: PERIOD_ENGINE_VERSION,
      figures,
      figuresHash: createHash('sha256').update(figures).digest('hex'),
    });
    record(tx, 'lockPeriod', period, after, null);
    return ok(after);
  },

  async reopenPeriod({ tx }, { params, body }) {
    const found = await toMove(tx, params, body.rowVersion);
    if (found.isErr()) return err(found.error);
    const { periods, period } = found.value;
    if (period.status === 'OPEN') return err([fail('WRONG_STATE', ['status'], 'This quarter is open.')]);
    const opened = periods.filter(({ periodEnd, status }) => periodEnd >= params.endDate && status === 'LOCKED');
    await movePeriods(
      tx,
      opened.map(({ id }) => id),
      'OPEN',
    );
    for (const one of opened) {
      record(tx, 'reopenPeriod', one, { ...one, status: 'OPEN', rowVersion: one.rowVersion + 1 }, body.reason);
    }
    return ok({ ...period, status: 'OPEN', rowVersion: period.rowVersion + 1 });
  },
};
