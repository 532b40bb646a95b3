import { feeQuarters } from '@carrara/adapters/postgres/performance/analysis/dashboardReads';
import { termsOfVehicles } from '@carrara/adapters/postgres/performance/analysis/economicTerms';
import { loadWholeAccounts } from '@carrara/adapters/postgres/performance/statement/loadWholeAccounts';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { dashboardEndpoints } from '@carrara/contract/performance/analysis/dashboard';
import { calendarDate, type CalendarDate, err, fail, moneyText, displayedDate } from '@carrara/domain/kernel';
import { type AccountPeriod, statementDates } from '@carrara/domain/performance/capitalAccount';
import {
  feeCharged,
  feeAverages,
  feeProjection,
  feeDifference,
  periodStart,
} from '@carrara/domain/performance/analysis';
import { wholeAccount } from '@carrara/domain/performance/statement';
import type { Operations } from '../../../core/operations.ts';
import { decimalOf, reasonsFor, fundFields, vehiclesRead } from './dashboardVehicles.ts';

/** Returns the fees that each vehicle charged in the period, and when the period begins. */
async function feesOf(tx: Transaction, end: CalendarDate, period: AccountPeriod) {
  const accounts = await loadWholeAccounts(tx, end);
  return new Map(
    accounts.flatMap((facts) => {
      // Reported figures of a vehicle without a ledger don't include fees, nor does cash from a data transfer.
      const reported = facts.reportedOf(null, end);
      if (reported?.reported || reported?.isCashAlone) return [];
      const dates = statementDates(end, facts.fiscalYearEnd);
      const from = periodStart(period, end, facts.fiscalYearEnd);
      return [[facts.vehicleId, { managementFee: feeCharged(wholeAccount(facts, dates)[period]), from }] as const];
    }),
  );
}

export const dashboardFees: Pick<Operations<typeof dashboardEndpoints>, 'getDashboardFeeValues'> = {
  getDashboardFeeValues: vehiclesRead(async (tx, rows, end, { periodId }) => {
    const [fees, quarters, terms] = await Promise.all([
      feesOf(tx, end, periodId),
      feeQuarters(tx, end),
      termsOfVehicles(tx),
    ]);
    return rows.flatMap((row) => {
      const found = fees.get(row.fundId);
      const own = quarters.filter(
        ({ vehicleId, to }) => vehicleId === row.fundId && (found?.from == null || to > found.from),
      );
      const startDate = own[0]?.from ?? found?.from;
      if (found === undefined || startDate == null) return [];
      const ofVehicle = terms.find(({ vehicleId }) => vehicleId === row.fundId);
      const investmentPeriodEnd = ofVehicle?.investmentPeriodEnd ? calendarDate(ofVehicle.investmentPeriodEnd) : null;
      const last = quarters.findLast(({ vehicleId }) => vehicleId === row.fundId)?.to;
      const hasEnded = last === undefined || last < end;
      const message = `${row.fundName} has no figures after ${displayedDate(last ?? startDate)}, so a fee through ${displayedDate(end)} can’t be projected.`;
      const expected = [
        {
          managementFee: decimalOf(ofVehicle?.managementFee ?? null),
          feeBasis: ofVehicle?.feeBasis ?? null,
          laterManagementFee: decimalOf(ofVehicle?.laterManagementFee ?? null),
          laterFeeBasis: ofVehicle?.laterFeeBasis ?? null,
          feeStart: ofVehicle?.feeStart ?? null,
        },
        own,
        {
          firstClose: quarters.find(({ vehicleId }) => vehicleId === row.fundId)?.from ?? startDate,
          investmentPeriodEnd,
        },
      ] as const;
      const projected = hasEnded ? err([fail('NOT_DETERMINED', ['projection'], message)]) : feeProjection(...expected);
      const averages = hasEnded ? undefined : feeAverages(...expected).unwrapOr(undefined);
      const standing = projected.map((projection) => feeDifference(found.managementFee, projection)).unwrapOr(null);
      return [
        {
          ...fundFields(row),
          startDate,
          endDate: end,
          days: averages?.days ?? null,
          rate: averages?.rate ? String(averages.rate) : null,
          base: averages?.base ? moneyText(averages.base) : null,
          fee: moneyText(found.managementFee),
          projection: projected.map(moneyText).unwrapOr(null),
          difference: standing && moneyText(standing.difference),
          standing: standing?.standing ?? null,
          notDetermined: projected.isErr() ? reasonsFor('projection', projected.error) : [],
        },
      ];
    });
  }),
};
