import { readFigures, readPeriods } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { readReportedRows } from '@carrara/adapters/postgres/performance/ledger/readReported';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { reportedEndpoints } from '@carrara/contract/performance/period/reportedFigures';
import { calendarDate, decimal, err, ok } from '@carrara/domain/kernel';
import { isLate } from '@carrara/domain/performance/ledger';
import {
  type FigureToReport,
  type ReportedChange,
  type ReportedName,
  reportedFigures,
  reportedNames,
} from '@carrara/domain/performance/period';
import type { HandlerInputOf, Operations } from '../../../core/operations.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { reverseReported, saveFundPeriod, saveReported } from '../../../usecases/performance/reportedFigures.ts';
import { dayOrNull } from './ledgerInput.ts';

type EnteredFigure = HandlerInputOf<(typeof reportedEndpoints)['saveReported']>['body']['figures'][number];

/** Converts a figure of a request. */
const figureOf = ({ commitmentId, figure, date, value, description, bookedPeriod }: EnteredFigure): FigureToReport => ({
  commitmentId: commitmentId ?? null,
  figure,
  date: calendarDate(date),
  value: decimal(value),
  bookedPeriod: dayOrNull(bookedPeriod),
  description: description ?? null,
});

/** Returns the reported and the computed figures of a vehicle at a quarter end. */
async function fundPeriodOf(tx: Transaction, id: string, endDate: string) {
  const vehicle = await loadVehicle(tx, id);
  if (vehicle === undefined) return err(vehicleNotFound());
  const [reported, figures, periods] = await Promise.all([
    readReportedRows(tx, id),
    readFigures(tx, id, endDate),
    readPeriods(tx, id),
  ]);
  const valuesByKey = new Map(
    reported.flatMap(({ commitmentId, counts, date, figure, value }) =>
      counts && commitmentId === null && date === endDate ? [[figure, value] as const] : [],
    ),
  );
  const computed = figures.find(({ subject }) => subject === 'VEHICLE');
  const ofEach = (valueOf: (name: ReportedName) => string | null) => ({
    periodEndDate: endDate,
    ...(Object.fromEntries(reportedNames.map((name) => [name, valueOf(name)])) as Record<ReportedName, string | null>),
  });
  return ok({
    fundId: vehicle.id,
    fundName: vehicle.name,
    currency: vehicle.currency,
    status: periods.find(({ periodEnd }) => periodEnd === endDate)?.status ?? ('OPEN' as const),
    periodReportingData: ofEach((name) => valuesByKey.get(name) ?? null),
    computed: {
      ...ofEach((name) => computed?.[name] ?? null),
      notDetermined: computed?.notDetermined ?? [],
    },
  });
}

export const reportedOperations: Operations<typeof reportedEndpoints> = {
  async listReported({ tx }, { query }) {
    const rows = await readReportedRows(tx, query.vehicleId);
    return ok(
      rows.map((row) => ({
        ...row,
        ...reportedFigures[row.figure],
        isLate: isLate(calendarDate(row.date), calendarDate(row.bookedPeriod)),
      })),
    );
  },

  saveReported: ({ tx }, { body: { vehicleId, figures, warningsConfirmed } }) =>
    saveReported(tx, vehicleId, figures.map(figureOf), warningsConfirmed),
  reverseReported: ({ tx }, { params, body }) => reverseReported(tx, { ...params, ...body }),

  getFundPeriod: ({ tx }, { params }) => fundPeriodOf(tx, params.id, params.endDate),

  async saveFundPeriod({ tx }, { body: { fundId, periodReportingData, warningsConfirmed } }) {
    const { periodEndDate, ...data } = periodReportingData;
    const quarterPath = ['periodReportingData', 'periodEndDate'];
    const changes = reportedNames.flatMap((figure): ReportedChange[] => {
      const value = data[figure];
      const path = ['periodReportingData', figure];
      return value === undefined ? [] : [{ commitmentId: null, figure, value, path, quarterPath }];
    });
    const end = calendarDate(periodEndDate);
    const saved = await saveFundPeriod(tx, { fundId, end, changes, quarterPath, warningsConfirmed });
    if (saved.isErr()) {
      return err(
        saved.error.map((failure) => (failure.path[0] === 'vehicleId' ? { ...failure, path: ['fundId'] } : failure)),
      );
    }
    return fundPeriodOf(tx, fundId, periodEndDate);
  },
};
