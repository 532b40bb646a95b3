import type { CalendarDate } from '../../kernel/index.ts';
import type {
  AccountColumn,
  AccountPeriod,
  CapitalAccount,
  Statement,
  StatementDates,
} from '../capitalAccount/index.ts';

const ENDING = 95;
/** What rests on the value at the end. */
const ofEnd: ReadonlySet<number> = new Set([93, 94, ENDING, 104]);

/**
 * A statement as of a quarter in which, and after which, nothing is booked: what moved until then is known, what was worth something then is not (its rows are
 * left out), and what was worth nothing still is not.
 *
 * `last` is the last quarter in which anything is booked.
 */
export function withoutLaterNavs(
  { partners, fund, gp }: Statement,
  last: CalendarDate,
  { quarterFrom, yearFrom, end }: StatementDates,
): Statement {
  if (last >= end) return { partners, fund, gp };
  const starts = { QTD: quarterFrom, YTD: yearFrom, ITD: null };
  const shown = (account: CapitalAccount): CapitalAccount => {
    if (account.ITD.get(ENDING)?.isZero() !== false) return account;
    const column = (period: AccountPeriod): AccountColumn => {
      const start = starts[period];
      const isLater = start !== null && start > last;
      return new Map([...account[period]].filter(([row]) => !ofEnd.has(row) && !(row === 12 && isLater)));
    };
    return { QTD: column('QTD'), YTD: column('YTD'), ITD: column('ITD') };
  };
  return {
    partners: new Map([...partners].map(([id, account]) => [id, shown(account)])),
    fund: shown(fund),
    gp: shown(gp),
  };
}
