import { type CalendarDate, type Decimal, type Recorder, zero } from '../../kernel/index.ts';
import { type EntryShare, type EntryType, effectOfShare } from '../ledger/index.ts';
import { type AccountColumn, accountColumn, sumOfColumns } from './accountColumn.ts';
import { templateRow, templateRowNumbers } from './templateRows.ts';

export const accountPeriods = ['QTD', 'YTD', 'ITD'] as const;
export type AccountPeriod = (typeof accountPeriods)[number];

/** An amount of a row in the quarter that shows it. */
export interface BookedAmount {
  readonly booked: CalendarDate;
  readonly row: number;
  readonly amount: Decimal;
}

/** The ends before which quarter and year begin, and the end of both. */
export interface StatementDates {
  readonly quarterFrom: CalendarDate;
  readonly yearFrom: CalendarDate;
  readonly end: CalendarDate;
}

export interface PartnerLedger {
  readonly id: string;
  readonly isGp: boolean;
  readonly amounts: readonly BookedAmount[];
  /** At the end of the period. */
  readonly commitment: Decimal;
}

export type CapitalAccount = Readonly<Record<AccountPeriod, AccountColumn>>;

export interface Statement {
  readonly partners: ReadonlyMap<string, CapitalAccount>;
  /** The sum of all partners, GP included. */
  readonly fund: CapitalAccount;
  readonly gp: CapitalAccount;
}

/** The rows that shares of entries stand in; shares of one type and quarter may come added up. */
export function bookedRows(
  shares: readonly (EntryShare & { readonly type: EntryType; readonly booked: CalendarDate })[],
): readonly BookedAmount[] {
  return shares.flatMap((share) =>
    effectOfShare({ type: share.type }, share).rows.map(({ row, amount }) => ({ booked: share.booked, row, amount })),
  );
}

const openingRows = templateRowNumbers.flatMap((row) => {
  const opens = templateRow(row)?.opens;
  return opens === undefined ? [] : [{ row, opens }];
});
const COMMITMENT = 108;

/**
 * A partner's capital account in the quarter, the year and since inception.
 *
 *     a row = what is booked in it in the period; an opening = the closing value of all before; the rest by the template's formulas
 *
 * Units:  money of the vehicle's currency in cents, with the sheet's signs.
 * Source: ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md.
 */
export function capitalAccount(
  { amounts, commitment }: Omit<PartnerLedger, 'id' | 'isGp'>,
  { quarterFrom, yearFrom, end }: StatementDates,
  explain?: Recorder,
): CapitalAccount {
  const column = (from: CalendarDate | null, name: AccountPeriod): AccountColumn => {
    const given = sumsBetween(amounts, from, end);
    if (from !== null) {
      const before = accountColumn(sumsBetween(amounts, null, from));
      for (const { row, opens } of openingRows) given.set(row, before.get(opens) ?? zero);
    }
    given.set(COMMITMENT, commitment);
    return accountColumn(given, explain?.within([name]));
  };
  return { QTD: column(quarterFrom, 'QTD'), YTD: column(yearFrom, 'YTD'), ITD: column(null, 'ITD') };
}

/** What is booked in each row after one end, up to another; balances count from the beginning. */
function sumsBetween(amounts: readonly BookedAmount[], from: CalendarDate | null, end: CalendarDate) {
  const sums = new Map<number, Decimal>();
  for (const { booked, row, amount } of amounts) {
    const isBefore = from !== null && booked <= from && templateRow(row)?.isBalance === undefined;
    if (booked > end || isBefore) continue;
    const sum = sums.get(row);
    sums.set(row, sum === undefined ? amount : sum.plus(amount));
  }
  return sums;
}

/** The accounts of all partners of a vehicle, their sum and the GP's. */
export function statementOf(partners: readonly PartnerLedger[], dates: StatementDates): Statement {
  const accounts = new Map(partners.map((partner) => [partner.id, capitalAccount(partner, dates)]));
  const sumOf = (some: readonly PartnerLedger[]) => sumOfAccounts(some.map(({ id }) => accounts.get(id)!));
  return { partners: accounts, fund: sumOf(partners), gp: sumOf(partners.filter(({ isGp }) => isGp)) };
}

const none = accountColumn(new Map());

export function sumOfAccounts(accounts: readonly CapitalAccount[]): CapitalAccount {
  const sum = (period: AccountPeriod) => sumOfColumns([none, ...accounts.map((account) => account[period])]);
  return { QTD: sum('QTD'), YTD: sum('YTD'), ITD: sum('ITD') };
}
