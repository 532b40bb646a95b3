import { type CalendarDate, type Decimal, type Recorder, zero } from '../../kernel/index.ts';
import {
  type CommitmentEvent,
  commitmentEventKinds,
  type EntryShare,
  type EntryType,
  effectOfShare,
  eventAmount,
} from '../ledger/index.ts';
import { type AccountColumn, accountColumn, sumOfColumns } from './accountColumn.ts';
import type { StatementDates } from './statementDates.ts';
import { templateRow, templateRowNumbers } from './templateRows.ts';

export const accountPeriods = ['QTD', 'YTD', 'ITD'] as const;
export type AccountPeriod = (typeof accountPeriods)[number];

/** An amount of a row in the quarter that shows it. */
export interface BookedAmount {
  readonly booked: CalendarDate;
  readonly row: number;
  readonly amount: Decimal;
}

export interface PartnerLedger {
  readonly id: string;
  readonly isGp: boolean;
  readonly amounts: readonly BookedAmount[];
  /** What its commitment came from: rows 112 (released) and 113. */
  readonly commitments: readonly BookedAmount[];
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

/** The rows in which changes of a commitment stand. */
export function bookedCommitments(
  events: readonly (CommitmentEvent & { readonly booked: CalendarDate })[],
): readonly BookedAmount[] {
  return events.flatMap((event) => {
    const { row } = commitmentEventKinds[event.kind];
    return row === null ? [] : [{ booked: event.booked, row, amount: eventAmount(event) }];
  });
}

const openingRows = templateRowNumbers.flatMap((row) => {
  const opens = templateRow(row)?.opens;
  return opens === undefined ? [] : [{ row, opens }];
});
const COMMITMENT = 108;
const BEGINNING_UNFUNDED = 109;
const RELEASED = 112;

/**
 * A partner's capital account in the quarter, the year and since inception.
 *
 *     a row = what is booked in it in the period; an opening = the closing value of all before; the rest by the template's formulas
 *
 * Since inception the unfunded commitment begins with what was committed (ILPA's sample has it so); in a quarter and a year what is newly committed
 * stands in row 113.
 *
 * Units:  money of the vehicle's currency in cents, with the sheet's signs.
 * Source: ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md.
 */
export function capitalAccount(
  { amounts, commitments }: Omit<PartnerLedger, 'id' | 'isGp'>,
  { quarterFrom, yearFrom, end }: StatementDates,
  explain?: Recorder,
): CapitalAccount {
  const begun = commitments.map((one) => (one.row === RELEASED ? one : { ...one, row: BEGINNING_UNFUNDED }));
  const all = [...amounts, ...begun];
  const committed = commitments.reduce((sum, { booked, amount }) => (booked <= end ? sum.plus(amount) : sum), zero);
  const column = (from: CalendarDate | null, name: AccountPeriod): AccountColumn => {
    const given = sumsBetween([...amounts, ...(from === null ? begun : commitments)], from, end);
    if (from !== null) {
      const before = accountColumn(sumsBetween(all, null, from));
      for (const { row, opens } of openingRows) given.set(row, before.get(opens) ?? zero);
    }
    given.set(COMMITMENT, committed);
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
