import { type CalendarDate, type Decimal, type Recorder, required, zero } from '../../kernel/index.ts';
import {
  type CommitmentEvent,
  commitmentEventKinds,
  type EntryShare,
  type EntryType,
  effectOfShare,
  eventAmount,
} from '../ledger/index.ts';
import { type AccountColumn, accountColumn, sumOfColumns } from './accountColumn.ts';
import { addToSums, type BookedAmount, RunningRows } from './runningRows.ts';
import type { StatementDates } from './statementDates.ts';
import { templateRow, templateRowNumbers, type UnfundedPart } from './templateRows.ts';

export const accountPeriods = ['QTD', 'YTD', 'ITD'] as const;
export type AccountPeriod = (typeof accountPeriods)[number];

export interface PartnerLedger {
  readonly id: string;
  readonly isGp: boolean;
  readonly amounts: readonly BookedAmount[];
  /** The changes of its commitment: rows 112 (released) and 113. */
  readonly commitments: readonly BookedAmount[];
}

export type CapitalAccount = Readonly<Record<AccountPeriod, AccountColumn>>;

export interface Statement {
  readonly partners: ReadonlyMap<string, CapitalAccount>;
  /** The sum of all partners, including the GP. */
  readonly fund: CapitalAccount;
  readonly gp: CapitalAccount;
}

/** Returns the rows of entry shares. Shares of one type and quarter may be passed as a sum. */
export function bookedRows(
  shares: readonly (EntryShare & { readonly type: EntryType; readonly booked: CalendarDate })[],
): readonly BookedAmount[] {
  return shares.flatMap((share) =>
    effectOfShare({ type: share.type }, share).rows.flatMap(({ row, amount }) =>
      withPart({ booked: share.booked, row, amount }, share.type === 'TRANSFER' ? 1132 : 1133),
    ),
  );
}

/** Counts an amount of row 113 also in the row for its cause. */
const withPart = (amount: BookedAmount, part: UnfundedPart): readonly BookedAmount[] =>
  amount.row === OTHER_UNFUNDED ? [amount, { ...amount, row: part }] : [amount];

/** Returns the rows of commitment changes. */
export function bookedCommitments(
  events: readonly (Pick<CommitmentEvent, 'kind' | 'amount'> & { readonly booked: CalendarDate })[],
): readonly BookedAmount[] {
  return events.flatMap((event) => {
    const { row } = commitmentEventKinds[event.kind];
    const isTransfer = event.kind === 'TRANSFER_IN' || event.kind === 'TRANSFER_OUT';
    return row === null
      ? []
      : withPart({ booked: event.booked, row, amount: eventAmount(event) }, isTransfer ? 1132 : 1131);
  });
}

const openingRows = templateRowNumbers.flatMap((row) => {
  const opens = templateRow(row)?.opens;
  return opens === undefined ? [] : [{ row, opens }];
});
const COMMITMENT = 108;
const BEGINNING_UNFUNDED = 109;
const RELEASED = 112;
const OTHER_UNFUNDED = 113;

/**
 * Computes a partner's capital account for the quarter, the year and since inception.
 *
 *     a row = its entries in the period;  an opening = the closing value of all earlier periods;  the rest by the template's formulas
 *
 * Since inception, the unfunded commitment begins with the committed amount, as in ILPA's sample. In a quarter and a year, new commitments are in row
 * 113, and by cause in the rows below it.
 *
 * Units:  money of the vehicle's currency in cents, with the sheet's signs.
 * Source: ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md.
 */
export const capitalAccount = (
  ledger: Omit<PartnerLedger, 'id' | 'isGp'>,
  dates: StatementDates,
  explain?: Recorder,
): CapitalAccount => new CapitalAccounts(ledger).at(dates, explain);

/** Computes a partner's capital accounts at any number of quarter ends, adding up each amount once. */
export class CapitalAccounts {
  readonly #amounts: RunningRows;
  readonly #commitments: RunningRows;
  readonly #sinceInception = new Map<CalendarDate, AccountColumn>();

  constructor({ amounts, commitments }: Omit<PartnerLedger, 'id' | 'isGp'>) {
    this.#amounts = new RunningRows(amounts);
    this.#commitments = new RunningRows(commitments);
  }

  at({ quarterFrom, yearFrom, end }: StatementDates, explain?: Recorder): CapitalAccount {
    return {
      QTD: this.#since(quarterFrom, end, explain?.within(['QTD'])),
      YTD: this.#since(yearFrom, end, explain?.within(['YTD'])),
      ITD: explain === undefined ? this.sinceInception(end) : this.#column(end, explain.within(['ITD'])),
    };
  }

  #since(from: CalendarDate, end: CalendarDate, explain: Recorder | undefined): AccountColumn {
    const amounts = new Map(this.#amounts.between(from, end));
    addToSums(amounts, this.#commitments.between(from, end));
    const before = this.sinceInception(from);
    for (const { row, opens } of openingRows) amounts.set(row, before.get(opens) ?? zero);
    amounts.set(COMMITMENT, this.#committed(end));
    return accountColumn(amounts, explain);
  }

  sinceInception(end: CalendarDate): AccountColumn {
    const sinceInception = this.#sinceInception.get(end) ?? this.#column(end);
    this.#sinceInception.set(end, sinceInception);
    return sinceInception;
  }

  #column(end: CalendarDate, explain?: Recorder): AccountColumn {
    const amounts = new Map(this.#amounts.until(end));
    for (const [row, amount] of this.#changes(end)) {
      addToSums(amounts, [[row === RELEASED ? row : BEGINNING_UNFUNDED, amount]]);
    }
    amounts.set(COMMITMENT, this.#committed(end));
    return accountColumn(amounts, explain);
  }

  #committed(end: CalendarDate): Decimal {
    return this.#changes(end).reduce<Decimal>((sum, [, amount]) => sum.plus(amount), zero);
  }

  #changes(end: CalendarDate): readonly (readonly [row: number, amount: Decimal])[] {
    return [...this.#commitments.until(end)].filter(([row]) => row === RELEASED || row === OTHER_UNFUNDED);
  }
}

/** Returns the accounts of all partners of a vehicle, their sum, and the GP's account. */
export function buildStatement(partners: readonly PartnerLedger[], dates: StatementDates): Statement {
  const accounts = new Map(partners.map((partner) => [partner.id, capitalAccount(partner, dates)]));
  const sumOf = (some: readonly PartnerLedger[]) =>
    sumOfAccounts(some.map(({ id }) => required(accounts.get(id), 'the account of a partner')));
  return { partners: accounts, fund: sumOf(partners), gp: sumOf(partners.filter(({ isGp }) => isGp)) };
}

const emptyColumn = accountColumn(new Map());

export function sumOfAccounts(accounts: readonly CapitalAccount[]): CapitalAccount {
  const sum = (period: AccountPeriod) => sumOfColumns([emptyColumn, ...accounts.map((account) => account[period])]);
  return { QTD: sum('QTD'), YTD: sum('YTD'), ITD: sum('ITD') };
}

/** Adds up accounts, some of which lack rows. A row has a sum if all of them have it. */
export function sumOfDetermined(accounts: readonly CapitalAccount[]): CapitalAccount {
  const sum = sumOfAccounts(accounts);
  const column = (period: AccountPeriod): AccountColumn =>
    new Map([...sum[period]].filter(([row]) => accounts.every((account) => account[period].has(row))));
  return { QTD: column('QTD'), YTD: column('YTD'), ITD: column('ITD') };
}
