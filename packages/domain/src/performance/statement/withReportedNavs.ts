import { type CalendarDate, type Decimal, zero } from '../../kernel/index.ts';
import {
  unfundedPartRows,
  type AccountColumn,
  type AccountPeriod,
  type CapitalAccount,
  type Statement,
  type StatementDates,
} from '../capitalAccount/index.ts';

/** What was reported of a vehicle whose ledger has no cash, or of a commitment to it, until a quarter end; null is what nobody said. */
export interface SaidSums {
  readonly commitment: Decimal | null;
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  readonly unfunded: Decimal | null;
}

/** What the figures of a quarter end say. */
export interface ReportedAt {
  /** Null where it is not determined. */
  readonly nav: Decimal | null;
  /** Null where the sums are those of the ledger. */
  readonly said: SaidSums | null;
  /** The ledger has its cash, which came with a transfer of data, and nothing of what the vehicle did with it. */
  readonly isCashAlone: boolean;
}

/** The same of a quarter end. */
export interface ReportedOn extends ReportedAt {
  readonly day: CalendarDate;
}

/**
 * What is known at a day of the figures that there are, in the order of their days. Of a later one than the last it is what they said and no value, as nothing is
 * booked since; what was worth nothing still is not.
 */
export function reportedOn(kept: readonly ReportedOn[], day: CalendarDate): ReportedAt {
  const last = kept.findLast((one) => one.day <= day);
  if (last === undefined) return { nav: null, said: null, isCashAlone: false };
  return last.day === day || last.nav?.isZero() === true ? last : { ...last, nav: null };
}

/** What is known of the vehicle (null) or a commitment at a quarter end: undefined before there was anything. */
export type ReportedOf = (id: string | null, day: CalendarDate) => ReportedAt | undefined;

/**
 * A statement of a vehicle that is known by reported net asset values: it begins and ends with what was reported, rolled by later cash, and what neither
 * its flows nor its operations tell of the difference is its gain.
 *
 *     94 = 95 - 12 - 18 - 91;  93 = 94 - 92;  104 = 95 - 103
 *
 * While its ledger has no cash, the sums are as they were reported too, a period's being their change in it:
 *
 *     13 = contributions at its end - at its beginning;  14 = the same of distributions, below zero;  108, 109, 114 = commitment and unfunded
 *
 * Rows that rest on a value which is not determined are left out, and with reported sums all others: they say nothing of gains, income and expenses.
 * Nor does a ledger of cash alone, of which the rows of cash and of what is unfunded are told: 13, 14, 17 and 108 to 114.
 */
export function withReportedNavs(
  { partners, fund, gp }: Statement,
  gpIds: readonly string[],
  reportedOf: ReportedOf,
  dates: StatementDates,
): Statement {
  const starts = { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null };
  /** Together; zero before there was anything, null where one of them is not determined. */
  const sumAt = (
    ids: readonly (string | null)[],
    day: CalendarDate | null,
    of: (at: ReportedAt) => Decimal | null,
  ): Decimal | null =>
    ids.reduce<Decimal | null>((sum, id) => {
      const at = day === null ? undefined : reportedOf(id, day);
      const amount = at === undefined ? zero : of(at);
      return sum === null || amount === null ? null : sum.plus(amount);
    }, zero);
  const shown = (account: CapitalAccount, ids: readonly (string | null)[]): CapitalAccount => {
    const isSaid = ids.some((id) => reportedOf(id, dates.end)?.said);
    const isCashAlone = ids.some((id) => reportedOf(id, dates.end)?.isCashAlone);
    const column = (period: AccountPeriod): AccountColumn => {
      const from = starts[period];
      const [begins, ends] = [sumAt(ids, from, navOf), sumAt(ids, dates.end, navOf)];
      return isSaid ? saidColumn(from, begins, ends) : ledgerColumn(account[period], begins, ends, isCashAlone);
    };
    const saidColumn = (from: CalendarDate | null, begins: Decimal | null, ends: Decimal | null): AccountColumn => {
      const at = (name: keyof SaidSums, day: CalendarDate | null) => sumAt(ids, day, ({ said }) => said && said[name]);
      const changeOf = (name: keyof SaidSums) => {
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
    partners: new Map([...partners].map(([id, account]) => [id, shown(account, [id])])),
    fund: shown(fund, [null]),
    gp: shown(gp, gpIds),
  };
}

const navOf = ({ nav }: ReportedAt) => nav;

/** Rows that a net asset value is part of. */
const navRows: ReadonlySet<number> = new Set([12, 93, 94, 95, 104]);
/** Rows of an investor's cash and of what may still be called. */
const cashRows: ReadonlySet<number> = new Set([13, 14, 17, 108, 109, 110, 111, 112, 113, ...unfundedPartRows, 114]);

function ledgerColumn(
  column: AccountColumn,
  begins: Decimal | null,
  ends: Decimal | null,
  isCashAlone: boolean,
): AccountColumn {
  const told = new Map([...column].filter(([row]) => (isCashAlone ? cashRows.has(row) : !navRows.has(row))));
  const at = (row: number) => told.get(row) ?? zero;
  if (begins !== null) told.set(12, begins);
  if (ends !== null) told.set(95, ends);
  if (isCashAlone) return told;
  if (ends !== null) told.set(104, ends.minus(at(103)));
  if (begins !== null && ends !== null) {
    const gain = ends.minus(begins).minus(at(18)).minus(at(91));
    told.set(94, gain).set(93, gain.minus(at(92)));
  }
  return told;
}
