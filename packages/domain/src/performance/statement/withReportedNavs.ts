import { type CalendarDate, type Decimal, zero } from '../../kernel/index.ts';
import {
  unfundedPartRows,
  type AccountColumn,
  type AccountPeriod,
  type CapitalAccount,
  type Statement,
  type StatementDates,
} from '../capitalAccount/index.ts';

/** The amounts reported through a quarter end for a vehicle whose ledger has no cash, or for a commitment to it. Null if nobody reported it. */
interface ReportedSums {
  readonly commitment: Decimal | null;
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  readonly unfunded: Decimal | null;
}

/** The reported facts of a quarter end. */
export interface ReportedAt {
  /** Null if not determined. */
  readonly nav: Decimal | null;
  /** Null if the sums come from the ledger. */
  readonly reported: ReportedSums | null;
  /** True if the ledger has only cash, from a data transfer, and none of the vehicle's operations. */
  readonly isCashAlone: boolean;
}

/** The reported facts with their quarter end. */
export interface ReportedOn extends ReportedAt {
  readonly day: CalendarDate;
}

/**
 * Returns the facts known on a date, from figures in date order. After the last figures, the value is unknown, because nothing is booked since. So are
 * reported sums other than the commitment. If the value is zero, the figures stay.
 */
export function reportedOn(reports: readonly ReportedOn[], day: CalendarDate): ReportedAt {
  const last = reports.findLast((report) => report.day <= day);
  if (last === undefined) return { nav: null, reported: null, isCashAlone: false };
  if (last.day === day || last.nav?.isZero() === true) return last;
  return { ...last, nav: null, reported: last.reported && { ...last.reported, ...unreportedSums } };
}

/** The sums that aren't determined after the last report. */
export const unreportedSums = { contributions: null, distributions: null, unfunded: null } as const;

/** Returns the facts of the vehicle (null) or a commitment at a quarter end; undefined before there are any. */
export type FindReported = (id: string | null, day: CalendarDate) => ReportedAt | undefined;

/**
 * Adjusts the statement of a vehicle with reported net asset values. It begins and ends with the reported values, rolled forward with later cash. The
 * part of the change that flows and operations don't explain is its gain.
 *
 *     94 = 95 - 12 - 18 - 91;  93 = 94 - 92;  104 = 95 - 103
 *
 * If the ledger has no cash, the sums are the reported ones too, and a period's amount is their change in it:
 *
 *     13 = contributions at its end - at its beginning;  14 = the same for distributions, negated;  108, 109, 114 = commitment and unfunded
 *
 * Rows that depend on an undetermined value are left out. With reported sums, all other rows are left out as well, because the reports don't cover
 * gains, income and expenses. The same applies to a ledger with cash only, which keeps the rows of cash and unfunded amounts: 13, 14, 17 and 108 to
 * 114.
 */
export function withReportedNavs(
  { partners, fund, gp }: Statement,
  gpIds: readonly string[],
  reportedOf: FindReported,
  dates: StatementDates,
): Statement {
  const starts = { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null };
  /** Adds up a figure; zero before there are any facts, null if a part isn't determined. */
  const sumAt = (
    ids: readonly (string | null)[],
    day: CalendarDate | null,
    valueOf: (at: ReportedAt) => Decimal | null,
  ): Decimal | null =>
    ids.reduce<Decimal | null>((sum, id) => {
      const at = day === null ? undefined : reportedOf(id, day);
      const amount = at === undefined ? zero : valueOf(at);
      return sum === null || amount === null ? null : sum.plus(amount);
    }, zero);
  const withNavs = (account: CapitalAccount, ids: readonly (string | null)[]): CapitalAccount => {
    const isReported = ids.some((id) => reportedOf(id, dates.end)?.reported);
    const isCashAlone = ids.some((id) => reportedOf(id, dates.end)?.isCashAlone);
    const column = (period: AccountPeriod): AccountColumn => {
      const from = starts[period];
      const [begins, ends] = [sumAt(ids, from, navOf), sumAt(ids, dates.end, navOf)];
      return isReported ? reportedColumn(from, begins, ends) : ledgerColumn(account[period], begins, ends, isCashAlone);
    };
    const reportedColumn = (from: CalendarDate | null, begins: Decimal | null, ends: Decimal | null): AccountColumn => {
      const at = (name: keyof ReportedSums, day: CalendarDate | null) =>
        sumAt(ids, day, ({ reported: sums }) => sums && sums[name]);
      const changeOf = (name: keyof ReportedSums) => {
        const [before, now] = [at(name, from), at(name, dates.end)];
        return before && now && now.minus(before);
      };
      const received = changeOf('distributions');
      const rows: readonly (readonly [number, Decimal | null])[] = [
        [12, begins],
        [13, changeOf('contributions')],
        [14, received && received.negated()],
        [95, ends],
        [108, at('commitment', dates.end)],
        ...(from === null ? [] : [[109, at('unfunded', from)] as const]),
        [114, at('unfunded', dates.end)],
      ];
      return new Map(rows.flatMap(([row, amount]) => (amount === null ? [] : [[row, amount] as const])));
    };
    return { QTD: column('QTD'), YTD: column('YTD'), ITD: column('ITD') };
  };
  return {
    partners: new Map([...partners].map(([id, account]) => [id, withNavs(account, [id])])),
    fund: withNavs(fund, [null]),
    gp: withNavs(gp, gpIds),
  };
}

const navOf = ({ nav }: ReportedAt) => nav;

/** Rows that depend on a net asset value. */
const navRows: ReadonlySet<number> = new Set([12, 93, 94, 95, 104]);
/** Rows of an investor's cash and unfunded commitment. */
const cashRows: ReadonlySet<number> = new Set([13, 14, 17, 108, 109, 110, 111, 112, 113, ...unfundedPartRows, 114]);

function ledgerColumn(
  column: AccountColumn,
  begins: Decimal | null,
  ends: Decimal | null,
  isCashAlone: boolean,
): AccountColumn {
  const remaining = new Map([...column].filter(([row]) => (isCashAlone ? cashRows.has(row) : !navRows.has(row))));
  const at = (row: number) => remaining.get(row) ?? zero;
  if (begins !== null) remaining.set(12, begins);
  if (ends !== null) remaining.set(95, ends);
  if (isCashAlone) return remaining;
  if (ends !== null) remaining.set(104, ends.minus(at(103)));
  if (begins !== null && ends !== null) {
    const gain = ends.minus(begins).minus(at(18)).minus(at(91));
    remaining.set(94, gain).set(93, gain.minus(at(92)));
  }
  return remaining;
}
