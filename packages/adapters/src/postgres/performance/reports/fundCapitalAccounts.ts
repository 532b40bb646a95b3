import { fundCapitalAccounts as report } from '@carrara/contract/performance/reports/fundCapitalAccounts';
import { calendarDate, type Decimal, moneyText } from '@carrara/domain/kernel';
import { type AccountPeriod, statementDates, sumOfDetermined } from '@carrara/domain/performance/capitalAccount';
import { readAccount } from '@carrara/domain/performance/period';
import {
  type AccountSummary,
  accountSummary,
  wholeAccount,
  withoutLaterNavs,
  withReportedNavs,
} from '@carrara/domain/performance/statement';
import { defineFigureReport } from './defineFigureReport.ts';
import { loadWholeAccounts } from '../statement/loadWholeAccounts.ts';
import { sentAccounts } from '../transfer/transferStatements.ts';
import { recordedInputs } from '../asOf/tablesAsOf.ts';

/** Report with one row per vehicle with commitments: its capital account. */
export const fundCapitalAccounts = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE'], before: 4 },
  source: 'rows',
  from: async (tx, parameters) => {
    const { endDate, periodId } = parameters;
    const end = calendarDate(String(endDate));
    const storedInputs = recordedInputs(parameters);
    const all = await loadWholeAccounts(tx, end, storedInputs);
    // The books of an investor have its cash, and the package that its manager sent has the other rows of its account.
    const sent = await sentAccounts(tx, { endDate: end, asKnownOn: storedInputs?.seq });
    return all.map((facts) => {
      const { vehicleId, code, currency, fiscalYearEnd, navBasis, reportedOf, lastQuarter } = facts;
      const dates = statementDates(end, fiscalYearEnd);
      const account = wholeAccount(facts, dates);
      const whole = { partners: new Map(), fund: account, gp: account };
      const adjusted =
        navBasis === 'LEDGER'
          ? withoutLaterNavs(whole, lastQuarter ?? end, dates)
          : withReportedNavs(whole, [], reportedOf, dates);
      const accounts = sent.get(vehicleId)?.map(readAccount);
      const column = (accounts ? sumOfDetermined(accounts) : adjusted.fund)[(periodId ?? 'QTD') as AccountPeriod];
      const line = Object.entries<Decimal | null>({ ...accountSummary(column) }).map(([name, amount]) => [
        name,
        amount && moneyText(amount),
      ]);
      return {
        id: vehicleId,
        fund: vehicleId,
        fundCode: code,
        currency,
        ...(Object.fromEntries(line) as Record<keyof AccountSummary, string | null>),
      };
    });
  },
});
