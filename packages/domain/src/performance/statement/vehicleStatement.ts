import { type CalendarDate, type Decimal, zero } from '../../kernel/index.ts';
import {
  type AccountColumn,
  type BookedAmount,
  bookedCommitments,
  bookedRows,
  type CapitalAccount,
  capitalAccount,
  type Statement,
  type StatementDates,
  buildStatement,
  sumOfAccounts,
} from '../capitalAccount/index.ts';
import type { BookedEvent } from '../period/index.ts';
import type { BookedShare, StatementLedger } from './statementLedger.ts';
import { unrealizedOn } from './unrealizedOn.ts';

const UNREALIZED = 93;

/**
 * Computes the capital accounts of a vehicle's partners, their sum and the GP's account. They have rows 12 to 131 in
 * the quarter, the fiscal year and since inception.
 *
 *     rows of the shares and commitments by the table of entry types; row 93 = change of the partner's unrealized gain, less carry accrued on it
 *
 * With `only` (a commitment), no other partner's account is computed. Amounts add up the same way as accounts.
 *
 * Units:  the vehicle's currency, whole cents, with the sheet's signs.
 * Source: ILPA Reporting Template v2.0, 2025; docs/calculations/capital-account.md.
 */
export function vehicleStatement(ledger: StatementLedger, dates: StatementDates, only?: string): Statement {
  const unrealized = unrealizedOn(ledger, marksOf(dates));
  const shares = byCommitment(ledger.shares);
  const events = byCommitment(ledger.events);
  const partners = ledger.commitments.map(({ id, isGp }) => ({
    id,
    isGp,
    ...booked(
      {
        shares: shares.get(id) ?? [],
        events: events.get(id) ?? [],
        unrealizedAt: (day) => unrealized.get(day)?.get(id) ?? zero,
      },
      dates,
    ),
  }));
  if (only === undefined) return buildStatement(partners, dates);
  const together = (some: typeof partners) => {
    const [amounts, commitments] = [some.flatMap((part) => part.amounts), some.flatMap((part) => part.commitments)];
    return sumOfAccounts([capitalAccount({ amounts, commitments }, dates)]);
  };
  const own = partners.filter(({ id }) => id === only);
  return {
    partners: new Map(own.map((partner) => [partner.id, capitalAccount(partner, dates)])),
    fund: together(partners),
    gp: together(partners.filter(({ isGp }) => isGp)),
  };
}

function byCommitment<T extends { readonly commitmentId: string }>(
  all: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of all) {
    const group = groups.get(item.commitmentId);
    if (group === undefined) groups.set(item.commitmentId, [item]);
    else group.push(item);
  }
  return groups;
}

/** The facts behind an account. Shares and commitment changes of one type and quarter may be combined. */
export interface AccountFacts {
  readonly shares: readonly BookedShare[];
  readonly events: readonly Pick<BookedEvent, 'kind' | 'amount' | 'booked'>[];
  /** Returns the unrealized gain at the ends of the account's periods. */
  readonly unrealizedAt: (day: CalendarDate) => Decimal;
}

/** Computes the account of a vehicle as a whole by the same rules, if its partners' accounts aren't needed. */
export const wholeAccount = (facts: AccountFacts, dates: StatementDates): CapitalAccount =>
  capitalAccount(booked(facts, dates), dates);

const marksOf = ({ yearFrom, quarterFrom, end }: StatementDates) => [...new Set([yearFrom, quarterFrom, end])].sort();

function booked({ shares, events, unrealizedAt }: AccountFacts, dates: StatementDates) {
  let before: Decimal = zero;
  const gains = marksOf(dates).map((day): BookedAmount => {
    const now = unrealizedAt(day);
    const amount = now.minus(before);
    before = now;
    return { booked: day, row: UNREALIZED, amount };
  });
  return { amounts: [...bookedRows(shares), ...gains], commitments: bookedCommitments(events) };
}

/** A capital account in one line. The steps add up from the opening to the closing NAV. Null if the column doesn't have the row. */
export interface AccountSummary {
  readonly beginning: Decimal | null;
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  /** Offering costs, placement fees and transfers. */
  readonly otherFlows: Decimal | null;
  readonly operating: Decimal | null;
  readonly realized: Decimal | null;
  readonly unrealized: Decimal | null;
  readonly ending: Decimal | null;
  readonly carryOwed: Decimal | null;
  readonly endingBeforeCarry: Decimal | null;
  readonly commitment: Decimal | null;
  readonly unfunded: Decimal | null;
}

/** Summarizes a column: rows 12, 13, 14, 15 to 17, 91, 92, 93, 95, 103, 104, 108, 114. */
export function accountSummary(column: AccountColumn): AccountSummary {
  const at = (row: number): Decimal | null => column.get(row) ?? null;
  const other = [15, 16, 17].map(at);
  return {
    beginning: at(12),
    contributions: at(13),
    distributions: at(14),
    otherFlows: other.reduce((sum, amount) => sum && amount && sum.plus(amount), zero),
    operating: at(91),
    realized: at(92),
    unrealized: at(UNREALIZED),
    ending: at(95),
    carryOwed: at(103),
    endingBeforeCarry: at(104),
    commitment: at(108),
    unfunded: at(114),
  };
}
