import type { CalendarDate } from '../../kernel/index.ts';
import type {
  AccountColumn,
  AccountPeriod,
  CapitalAccount,
  Statement,
  StatementDates,
} from '../capitalAccount/index.ts';

const ENDING = 95;
/** Rows that depend on the closing value. */
const ofEnd: ReadonlySet<number> = new Set([93, 94, ENDING, 104]);

/**
 * Adjusts a statement for a quarter without entries at or after it. Cash through that quarter is known; nonzero values are unknown, so their rows are
 * left out; zero values stay zero.
 *
 * `last` is the last quarter with entries.
 */
export function withoutLaterNavs(
  { partners, fund, gp }: Statement,
  last: CalendarDate,
  { quarterFrom, yearFrom, end }: StatementDates,
): Statement {
  if (last >= end) return { partners, fund, gp };
  const starts = { QTD: quarterFrom, YTD: yearFrom, ITD: null };
  const withoutNavs = (account: CapitalAccount): CapitalAccount => {
    if (account.ITD.get(ENDING)?.isZero() !== false) return account;
    const column = (period: AccountPeriod): AccountColumn => {
      const start = starts[period];
      const isLater = start !== null && start > last;
      return new Map([...account[period]].filter(([row]) => !ofEnd.has(row) && !(row === 12 && isLater)));
    };
    return { QTD: column('QTD'), YTD: column('YTD'), ITD: column('ITD') };
  };
  return {
    partners: new Map([...partners].map(([id, account]) => [id, withoutNavs(account)])),
    fund: withoutNavs(fund),
    gp: withoutNavs(gp),
  };
}
