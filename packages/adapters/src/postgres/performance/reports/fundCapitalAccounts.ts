import { fundCapitalAccounts as report } from '@carrara/contract/performance/reports/fundCapitalAccounts';
import { calendarDate, type Decimal, moneyText } from '@carrara/domain/kernel';
import { type AccountPeriod, statementDates } from '@carrara/domain/performance/capitalAccount';
import {
  accountSummary,
  wholeAccount,
  withoutLaterNavs,
  withReportedNavs,
} from '@carrara/domain/performance/statement';
import { defineFigureReport } from './defineFigureReport.ts';
import { loadWholeAccounts } from '../statement/index.ts';
import { knownOf } from '../known/index.ts';

/** The account of each vehicle to which somebody has committed, in a line. */
export const fundCapitalAccounts = defineFigureReport(report, {
  figures: { subjects: ['VEHICLE'], before: 4 },
  of: 'rows',
  from: async (tx, asked) => {
    const { endDate, periodId } = asked;
    const end = calendarDate(String(endDate));
    const all = await loadWholeAccounts(tx, end, knownOf(asked));
    return all.map((facts) => {
      const { vehicleId, code, currency, fiscalYearEnd, navBasis, navOf, lastQuarter } = facts;
      const dates = statementDates(end, fiscalYearEnd);
      const account = wholeAccount(facts, dates);
      const whole = { partners: new Map(), fund: account, gp: account };
      const told =
        navBasis === 'LEDGER'
          ? withoutLaterNavs(whole, lastQuarter ?? end, dates)
          : withReportedNavs(whole, [], navOf, dates);
      const column = told.fund[(periodId ?? 'QTD') as AccountPeriod];
      const { beginning, unrealised, ending, ...line } = accountSummary(column);
      const textAt = (row: number, amount: Decimal) => (column.has(row) ? moneyText(amount) : null);
      return {
        id: vehicleId,
        fund: vehicleId,
        fundCode: code,
        currency,
        ...Object.fromEntries(Object.entries<Decimal>(line).map(([name, amount]) => [name, moneyText(amount)])),
        beginning: textAt(12, beginning),
        unrealised: textAt(93, unrealised),
        ending: textAt(95, ending),
      };
    });
  },
});
