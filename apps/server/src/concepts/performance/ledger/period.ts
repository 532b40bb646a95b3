import { readListedPeriods, readVersions } from '@carrara/adapters/postgres/performance/ledger/readChanges';
import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { readPeriods } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { valuedDays } from '@carrara/adapters/postgres/performance/ledger/storePeriods';
import type { periodEndpoints } from '@carrara/contract/performance/period/period';
import { calendarDate, err, ok, zip, required } from '@carrara/domain/kernel';
import { computeVehicle, navBasisOn, openBefore } from '@carrara/domain/performance/period';
import type { Operations } from '../../../core/operations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import type { ReadCarryPaid } from '../../../usecases/performance/carryPaid.ts';
import { digestFigures, lockPeriod, noPeriod, reopenPeriod } from '../../../usecases/performance/period.ts';
import { closingOperations } from './closingChecklist.ts';
import { loadFiguresAsOf } from '../vehicle/figuresAsOf.ts';
import { periodChanges, periodChangesFile } from './periodChanges.ts';
import { closingCarries } from '../../../usecases/performance/carryBooking.ts';
import { displayedTieOut, readTieOuts } from '../../../usecases/performance/tieOuts.ts';

export const periodOperations = ({
  carryPaidOf,
}: {
  readonly carryPaidOf: ReadCarryPaid;
}): Operations<typeof periodEndpoints> => ({
  ...closingOperations({ carryPaidOf }),
  listPeriods: async ({ tx }, { params }) => ok(await readListedPeriods(tx, params.vehicleId)),

  async getPeriod({ tx }, { params, query }) {
    const [vehicle, periods, versions, valued] = await Promise.all([
      loadVehicle(tx, params.vehicleId),
      readPeriods(tx, params.vehicleId),
      readVersions(tx, params.vehicleId, params.endDate),
      valuedDays(tx, params.vehicleId, params.endDate),
    ]);
    const period = periods.find(({ periodEnd }) => periodEnd === params.endDate);
    if (vehicle === undefined || period === undefined) return err(noPeriod(params));
    const end = calendarDate(params.endDate);
    const existing = await loadFiguresAsOf(tx, vehicle, end, query.asKnownOn ?? 'NOW', 'asKnownOn');
    return existing.map(({ figures }) => ({
      ...period,
      figures: [...figures],
      figuresDigest: digestFigures(figures),
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
    if (vehicle === undefined) return err(vehicleNotFound());
    const periods = await readPeriods(tx, vehicle.id);
    if (!periods.some(({ periodEnd }) => periodEnd === params.endDate)) return err(noPeriod(params));
    const last = calendarDate(params.endDate);
    const stored = await loadLedger(tx, vehicle);
    const ledger = { ...stored, navBasis: navBasisOn(stored, last) };
    const earlier = (query.withEarlier ? openBefore(periods, params.endDate) : []).map(({ periodEnd }) =>
      calendarDate(periodEnd),
    );
    const [first = last] = earlier;
    const ends = [...earlier, last];
    const figures = computeVehicle(ledger, first, { through: last });
    const carry = await closingCarries(tx, vehicle, ledger, ends);
    const found = await readTieOuts(tx, vehicle, ledger, ends, figures, { carryPaidOf, carry });
    const byQuarter = zip(ends, found);
    return ok(
      required(found.at(-1), 'the tie-outs of the quarter').map((own, at) => ({
        ...displayedTieOut(own),
        differences: byQuarter.flatMap(([end, tieOuts]) => {
          const { differences } = displayedTieOut(required(tieOuts[at], `a tie-out of ${end}`));
          const named = (message: string) => (end === last ? message : `${end}: ${message}`);
          return differences.map((difference) => ({ ...difference, message: named(difference.message) }));
        }),
      })),
    );
  },

  lockPeriod: (context, { params, body }) => lockPeriod(context, carryPaidOf, { ...params, ...body }),
  reopenPeriod: (context, { params, body }) => reopenPeriod(context, { ...params, ...body }),
});
