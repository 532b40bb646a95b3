import { type CalendarDate, type Decimal, zero } from '../../kernel/index.ts';
import {
  type AccountColumn,
  type AccountPeriod,
  type CapitalAccount,
  type Statement,
  type StatementDates,
} from '../capitalAccount/index.ts';

/** Rows that a net asset value is part of. */
export const navRows: ReadonlySet<number> = new Set([12, 93, 94, 95, 104]);

/** What the vehicle (null) or a commitment was worth at a quarter end: null where that is not determined, undefined before there was anything. */
export type NavOf = (id: string | null, day: CalendarDate) => Decimal | null | undefined;

/**
 * A statement of a vehicle that is known by reported net asset values: it begins and ends with what was reported, rolled by later cash, and what neither
 * its flows nor its operations tell of the difference is its gain.
 *
 *     94 = 95 - 12 - 18 - 91;  93 = 94 - 92;  104 = 95 - 103
 *
 * Rows that rest on a value which is not determined are left out.
 */
export function withReportedNavs(
  { partners, fund, gp }: Statement,
  gpIds: readonly string[],
  navOf: NavOf,
  dates: StatementDates,
): Statement {
  const starts = { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null };
  const navAt = (ids: readonly (string | null)[], day: CalendarDate | null) =>
    ids.reduce<Decimal | null>((sum, id) => {
      const nav = day === null ? zero : navOf(id, day);
      return sum === null || nav === null ? null : sum.plus(nav ?? zero);
    }, zero);
  const shown = (account: CapitalAccount, ids: readonly (string | null)[]): CapitalAccount => {
    const column = (period: AccountPeriod): AccountColumn => {
      const told = new Map([...account[period]].filter(([row]) => !navRows.has(row)));
      const at = (row: number) => told.get(row) ?? zero;
      const [begins, ends] = [navAt(ids, starts[period]), navAt(ids, dates.end)];
      if (begins !== null) told.set(12, begins);
      if (ends !== null) told.set(95, ends).set(104, ends.minus(at(103)));
      if (begins !== null && ends !== null) {
        const gain = ends.minus(begins).minus(at(18)).minus(at(91));
        told.set(94, gain).set(93, gain.minus(at(92)));
      }
      return told;
    };
    return { QTD: column('QTD'), YTD: column('YTD'), ITD: column('ITD') };
  };
  return {
    partners: new Map([...partners].map(([id, account]) => [id, shown(account, [id])])),
    fund: shown(fund, [null]),
    gp: shown(gp, gpIds),
  };
}
