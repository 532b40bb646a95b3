import { type CalendarDate, decimal, type Decimal, displayedDate, spokenMoney, zero } from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import { proposedCarry } from '../carryPosition/index.ts';
import { accruedCarryOn, type LedgerEntry, matchEarnedCarry } from '../ledger/index.ts';
import type { HypotheticalLiquidation } from './hypotheticalLiquidation.ts';
import type { LiquidationBook, LiquidationTerms } from './liquidationBook.ts';

/** The version of the rules that a stored proposal names. */
export const CARRY_PROPOSAL_VERSION = '1';

const cent = decimal('0.01');

type CarryEntry = Pick<LedgerEntry, 'id' | 'type' | 'effective' | 'booked' | 'key' | 'reversalOf' | 'shares'>;

/** Carry of a quarter: earned is row 98 and accrued row 97 of the Reporting Template, both positive if the partners owe it. */
export interface QuarterCarry {
  readonly earned: Decimal;
  readonly accrued: Decimal;
}

interface PartnerProposal {
  readonly commitmentId: string;
  readonly name: string;
  readonly proposed: QuarterCarry;
  readonly booked: QuarterCarry;
}

export interface CarryProposal {
  readonly end: CalendarDate;
  readonly terms: LiquidationTerms;
  /** Accrued carry of the hypothetical liquidation at the quarter end. */
  readonly atNav: Decimal;
  /** The same by investment, and the policy that attributes it. */
  readonly investments: HypotheticalLiquidation['investments'];
  readonly attribution: HypotheticalLiquidation['attribution'];
  readonly proposed: QuarterCarry;
  readonly booked: QuarterCarry;
  readonly difference: QuarterCarry;
  readonly partners: readonly PartnerProposal[];
  /** True if each partner's carry is booked as proposed, apart from rounding. */
  readonly isBooked: boolean;
  /** Why the booked carry differs from the proposal, in words. Empty if nothing differs. */
  readonly causes: readonly string[];
}

export interface ProposalFacts {
  /** Its earned carry is that of distributions of proceeds. */
  readonly book: Pick<LiquidationBook, 'partners' | 'entries'>;
  readonly liquidation: HypotheticalLiquidation;
  /** The liquidation at the quarter end before. Null if there is none. */
  readonly before: HypotheticalLiquidation | null;
  /** All entries of the vehicle. */
  readonly entries: readonly CarryEntry[];
  readonly end: CalendarDate;
  readonly previousEnd: CalendarDate;
}

/**
 * Proposes the carry to book for a quarter, by partner, so that its accrued carry is that of the hypothetical liquidation.
 *
 *     earned = carry paid + newly escrowed + earned by distributions - the payments that distributions had earned
 *     accrued = carry at NAV - opening balance - earned + paid - clawback returned
 *
 * Units:  the vehicle's currency in cents.
 * Source: ILPA Reporting Template v2.0, 2025, rows 96 to 103; docs/calculations/carry-position.md.
 * Fails:  never.
 */
export function proposeCarry(facts: ProposalFacts): CarryProposal {
  const { book, liquidation, entries, end, previousEnd } = facts;
  const carryOf = new Map(liquidation.partners.map(({ id, accrued }) => [id, accrued]));
  const earnedBeforePaid = earnedBeforePayment(facts);
  const partners = book.partners.map(({ id, investorId, name }): PartnerProposal => {
    const sum = (type: LedgerEntry['type']) =>
      sumOf(entries, type, id, (booked) => booked > previousEnd && booked <= end);
    const [paid, booked] = [sum('CARRY-PAID'), { earned: sum('CARRY-EARNED'), accrued: sum('CARRY-ACCRUED') }];
    const { row97, row98 } = proposedCarry({
      opening: openingOf(entries, id, previousEnd).negated(),
      paid,
      newlyEscrowed: sum('ESCROW'),
      earnedBeforePaid: earnedBeforePaid(id),
      clawback: sum('CLAWBACK').negated(),
      accrued: carryOf.get(investorId) ?? zero,
    });
    return { commitmentId: id, name, proposed: { earned: row98.negated(), accrued: row97.negated() }, booked };
  });
  const total = (state: 'proposed' | 'booked'): QuarterCarry => ({
    earned: add(partners.map((partner) => partner[state].earned)),
    accrued: add(partners.map((partner) => partner[state].accrued)),
  });
  const [proposed, booked] = [total('proposed'), total('booked')];
  return {
    end,
    terms: liquidation.terms,
    atNav: liquidation.accrued,
    investments: liquidation.investments,
    attribution: liquidation.attribution,
    proposed,
    booked,
    difference: { earned: proposed.earned.minus(booked.earned), accrued: proposed.accrued.minus(booked.accrued) },
    partners,
    isBooked: isRounding(partners.map(differenceOf)),
    causes: causesOf(facts, partners),
  };
}

/**
 * Returns for each partner the carry that distributions earned in the quarter, less the part of the quarter's payments that distributions had earned.
 * Payments are matched for the whole fund, because they are split by commitment and earned carry by the tiers.
 */
function earnedBeforePayment({ book, entries, end, previousEnd }: ProposalFacts): (commitmentId: string) => Decimal {
  const earned = book.entries.filter(({ type, booked }) => type === 'CARRY-EARNED' && booked <= end);
  if (earned.length === 0) return () => zero;
  const payments = entries.filter(({ type, booked }) => (type === 'CARRY-PAID' || type === 'ESCROW') && booked <= end);
  const { byQuarter } = matchEarnedCarry([
    ...earned.map((entry) => ({ booked: entry.booked, earned: borneIn(entry), paid: zero })),
    ...payments.map((entry) => ({ booked: entry.booked, earned: zero, paid: borneIn(entry) })),
  ]);
  const ofQuarter = (all: readonly Borne[]) => all.filter(({ booked }) => booked > previousEnd);
  const paidBy = sharesBy(ofQuarter(payments));
  const partners = [...paidBy];
  const weights = partners.map(([, amount]) => amount.abs());
  const parts = allocate(byQuarter.get(end) ?? zero, weights).unwrapOr([]);
  const matchedBy = new Map(partners.map(([id], i) => [id, parts[i] ?? zero]));
  const earnedBy = sharesBy(ofQuarter(earned));
  return (id) => (earnedBy.get(id) ?? zero).minus(matchedBy.get(id) ?? zero);
}

type Borne = Pick<LedgerEntry, 'booked' | 'shares'>;

function sharesBy(entries: readonly Borne[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { shares } of entries)
    for (const { commitmentId, amount, isMirror } of shares)
      if (!isMirror) sums.set(commitmentId, (sums.get(commitmentId) ?? zero).plus(amount));
  return sums;
}

const borneIn = (entry: Borne): Decimal => add([...sharesBy([entry]).values()]);

const add = (amounts: readonly Decimal[]): Decimal => amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

const differenceOf = ({ proposed, booked }: PartnerProposal): QuarterCarry => ({
  earned: proposed.earned.minus(booked.earned),
  accrued: proposed.accrued.minus(booked.accrued),
});

/** True if differences are at most a cent per partner. Splitting an amount by partner and tier rounds it by that. */
const isRounding = (differences: readonly QuarterCarry[]): boolean =>
  (['earned', 'accrued'] as const).every((name) =>
    add(differences.map((difference) => difference[name].abs())).lte(cent.times(differences.length)),
  );

function sumOf(
  entries: readonly CarryEntry[],
  type: LedgerEntry['type'],
  commitmentId: string,
  isCounted: (booked: CalendarDate) => boolean,
): Decimal {
  return add(
    entries.flatMap((entry) =>
      entry.type === type && isCounted(entry.booked)
        ? entry.shares.flatMap((share) =>
            share.commitmentId === commitmentId && !share.isMirror ? [share.amount] : [],
          )
        : [],
    ),
  );
}

/** Returns the accrued carry of a partner as the quarter end before shows it. */
const openingOf = (entries: readonly CarryEntry[], commitmentId: string, previousEnd: CalendarDate): Decimal =>
  accruedCarryOn(
    entries.filter(({ booked }) => booked <= previousEnd).map((entry) => ({ ...entry, effective: entry.booked })),
    commitmentId,
    previousEnd,
  );

function causesOf(
  { book, before, entries, previousEnd }: ProposalFacts,
  partners: readonly PartnerProposal[],
): readonly string[] {
  const differences = partners.map(differenceOf);
  if (differences.every(({ earned, accrued }) => earned.isZero() && accrued.isZero())) return [];
  if (isRounding(differences)) return ['The difference is rounding, of at most one cent per partner.'];
  const off = (['earned', 'accrued'] as const).filter((name) => differences.some((own) => !own[name].isZero()));
  const missing = off.filter((name) => partners.every(({ booked }) => booked[name].isZero()));
  const opening = add(book.partners.map(({ id }) => openingOf(entries, id, previousEnd)));
  const earlier = before === null ? zero : before.accrued.minus(opening);
  return [
    ...(missing.length < off.length ? ['The entries booked in this quarter differ from the terms.'] : []),
    ...(missing.length === 0
      ? []
      : [`No ${missing.length === 1 ? `${missing[0]} carry` : 'carry'} is booked in this quarter yet.`]),
    ...(earlier.abs().lte(cent.times(partners.length))
      ? []
      : [
          `The books had ${spokenMoney(opening)} of accrued carry on ${displayedDate(previousEnd)}, but the terms give ${spokenMoney(before?.accrued ?? zero)}. The proposal corrects that.`,
        ]),
  ];
}
