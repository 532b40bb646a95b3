import { fundCapitalAccounts as report } from '@carrara/contract/performance/reports/fundCapitalAccounts';
import { calendarDate, type Decimal, moneyText } from '@carrara/domain/kernel';
import { type AccountPeriod, statementDates } from '@carrara/domain/performance/capitalAccount';
import { accountSummary, wholeAccount } from '@carrara/domain/performance/statement';
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
      const { vehicleId, code, currency, fiscalYearEnd, navBasis } = facts;
      const account = wholeAccount(facts, statementDates(end, fiscalYearEnd));
      const { beginning, unrealised, ending, ...line } = accountSummary(account[(periodId ?? 'QTD') as AccountPeriod]);
      const ofNav = { beginning, unrealised, ending };
      const texts = (figures: Readonly<Record<string, Decimal>>) =>
        Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, moneyText(value)]));
      return {
        id: vehicleId,
        fund: vehicleId,
        fundCode: code,
        currency,
        ...texts(line),
        ...(navBasis === 'REPORTED' ? { beginning: null, unrealised: null, ending: null } : texts(ofNav)),
      };
    });
  },
});
