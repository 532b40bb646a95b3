import { allocate } from '../../kernel/apportionment/index.ts';
import {
  type CalendarDate,
  Decimal,
  displayedDate,
  err,
  type Failure,
  type Failures,
  fail,
  groupBy,
  hundred,
  ok,
  required,
  type Result,
  roundMoney,
  spokenMoney,
  zero,
  zip,
} from '../../kernel/index.ts';
import { readTerms } from '../carryTerms/index.ts';
import {
  cashAndCarry,
  cashOfShare,
  commitmentsOn,
  type EntryShare,
  isContribution,
  measuredEntries,
  withoutReversed,
} from '../ledger/index.ts';
import { missingReport, noDatedCash } from '../period/index.ts';
import {
  checkTerms,
  defaultReturnFirst,
  type InvestmentValue,
  onlyInvestment,
  type WaterfallFacts,
  type WaterfallFlow,
  type WaterfallTerms,
} from '../waterfall/index.ts';
import type { LiquidationBook, LiquidationEntry, LiquidationHolding, WhatIf } from './liquidationBook.ts';
import type { LiquidationFlow } from './liquidationFlow.ts';
import { releasedReserve, reservedByPartner, reservedCarry } from './reservedCarry.ts';

export interface LiquidationFacts extends WaterfallFacts {
  readonly flows: readonly LiquidationFlow[];
  readonly date: CalendarDate;
  /** NAV before carry, or the exit value. */
  readonly proceeds: Decimal;
  readonly isByDeal: boolean;
  /** Carry earned by distributions and not paid yet. It is part of the NAV before carry and belongs to the GP. */
  readonly reserved: readonly LiquidationFlow[];
}

/**
 * Builds the facts of a hypothetical liquidation from stored terms and ledger.
 *
 * Each partner receives its NAV before carry: its part of the investments at fair value and of all other assets and debts. An exit value, or
 * a percentage of the NAV, is split in proportion. A transfer between partners passes its history, with the carry borne. Late
 * closers count as if they had joined at the first close; their interest is no flow.
 *
 * Deal by deal, a partner's NAV is spread over the investments by fair value and by its share in each.
 *
 * Source: docs/calculations/waterfall.md.
 * Fails:  NOT_DETERMINED (no terms, or each missing term), NO_COMMITMENT, NOT_REPORTED, NAV_MISSING, NEGATIVE_AMOUNT (a NAV below zero),
 *         AMOUNT_MISSING (deal by deal: cash or a value without its investment).
 */
export function liquidationFacts(
  book: LiquidationBook,
  whatIf: WhatIf,
  release: ReadonlyMap<string, Decimal> = new Map(),
): Result<LiquidationFacts, Failures> {
  const date = whatIf.exitDate ?? book.until;
  if (book.terms === null)
    return err([
      fail(
        'NOT_DETERMINED',
        ['terms'],
        `The fund has no carry terms on ${displayedDate(date)}. Add them on its Carry tab.`,
      ),
    ]);
  const terms = readTerms(book.terms.entered);
  const isByDeal = isDealByDeal(terms);
  const flows = flowsOf(book, isByDeal);
  const failures = [
    ...checkTerms(terms),
    ...figureFailures(book),
    // Without figures, no investment is known, so its cash would seem to name none.
    ...(isByDeal && terms.basis !== null && book.figures.length > 0 ? dealFailures(book, flows) : []),
  ];
  if (failures.length > 0) return err(failures);
  const facts = partnersOf(book, terms, book.until);
  return partnerValues(book, whatIf).andThen((values) => {
    const reserved = reserveOf(book, isByDeal, values, release);
    const ofPartner = reservedByPartner(reserved);
    const free = new Map([...values].map(([id, value]) => [id, value.minus(ofPartner.get(id) ?? zero)]));
    return investmentValues(book, flows, free, isByDeal).map((investments) => ({
      ...facts,
      flows: [...flows, ...reserved],
      investments,
      valuations: valuationsOf(book),
      date,
      proceeds: sumOf([...values.values()]),
      isByDeal,
      reserved,
    }));
  });
}

/** Deal by deal, calls and distributions need their investment. A whole fund that returns all capital first is one investment. */
export const isDealByDeal = (terms: WaterfallTerms): boolean =>
  terms.basis !== 'WHOLE_FUND' || defaultReturnFirst(terms) !== 'ALL_CAPITAL';

/** Returns the reserved carry: at most the partner's value, less a part that is released. */
function reserveOf(
  book: LiquidationBook,
  isByDeal: boolean,
  values: ReadonlyMap<string, Decimal>,
  release: ReadonlyMap<string, Decimal>,
): readonly LiquidationFlow[] {
  const reserved = reservedCarry(book, isByDeal);
  const above = [...reservedByPartner(reserved)].map(([id, amount]) => {
    const excess = Decimal.max(zero, amount.minus(values.get(id) ?? zero));
    return [id, excess.plus(release.get(id) ?? zero)] as const;
  });
  return releasedReserve(reserved, new Map(above));
}

const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

/** Returns the commitments on a day, as the waterfall needs them. */
export function partnersOf(
  book: LiquidationBook,
  terms: WaterfallTerms,
  day: CalendarDate,
): Pick<WaterfallFacts, 'terms' | 'commitments' | 'currency'> {
  const investors = new Map(book.partners.map((partner) => [partner.id, partner]));
  const commitments = commitmentsOn(book.partners, book.events, day).map(({ id, amount, paysCarry }) => {
    const { investorId, investorTypeId } = required(investors.get(id), 'the investor of a commitment');
    return { partner: investorId, amount, paysCarry, partnerClass: investorTypeId };
  });
  return { terms, commitments, currency: null };
}

function figureFailures({ figures, partners, until }: LiquidationBook): Failure[] {
  if (figures.length === 0)
    return [fail('NO_COMMITMENT', ['date'], `No commitment has figures at the quarter end ${displayedDate(until)}.`)];
  if (figures.some(({ isReported }) => isReported)) return [fail('NOT_REPORTED', ['date'], noDatedCash)];
  const nameOf = new Map(partners.map(({ id, name }) => [id, name]));
  return figures.flatMap(({ commitmentId, navBeforeCarry, carryPaid }): Failure[] => {
    const name = nameOf.get(commitmentId) ?? '';
    if (carryPaid === null)
      return [fail('NOT_REPORTED', ['carryPaid'], `${name}: ${missingReport('operations').detail}`)];
    if (navBeforeCarry === null)
      return [fail('NAV_MISSING', ['navBeforeCarry'], `${name} has no net asset value on ${displayedDate(until)}.`)];
    if (navBeforeCarry.lt(0))
      return [
        fail(
          'NEGATIVE_AMOUNT',
          ['navBeforeCarry'],
          `The net asset value of ${name} before carry is ${spokenMoney(navBeforeCarry)}. Check its calls and distributions.`,
        ),
      ];
    return [];
  });
}

/** Finds cash for investments that names no investment, and investments without a value. */
export function dealFailures(
  { entries, holdings, until }: LiquidationBook,
  flows: readonly LiquidationFlow[],
): Failure[] {
  const unnamed = new Set(
    flows.flatMap(({ kind, isFee, investment, entryId }) =>
      (kind === 'CONTRIBUTION' && isFee) || investment !== null ? [] : [entryId],
    ),
  );
  const first = entries.find(({ id }) => unnamed.has(id));
  const count = unnamed.size === 1 ? 'One entry names' : `${unnamed.size.toLocaleString('en')} entries name`;
  return [
    ...(first === undefined
      ? []
      : [
          fail(
            'AMOUNT_MISSING',
            ['investments'],
            `These terms need the investment of each call and distribution. ${count} none, first on ${displayedDate(first.effective)}.`,
          ),
        ]),
    ...holdings.flatMap(({ name, fairValue }) =>
      fairValue === null
        ? [fail('AMOUNT_MISSING', ['investments'], `${name} has no fair value on ${displayedDate(until)}.`)]
        : [],
    ),
  ];
}

/** Returns the cash and the paid carry of each partner. */
export function flowsOf(
  { partners, events, entries, holdings }: Pick<LiquidationBook, 'partners' | 'events' | 'entries' | 'holdings'>,
  isByDeal: boolean,
): readonly LiquidationFlow[] {
  const investors = new Map(partners.map(({ id, investorId }) => [id, investorId]));
  const investments = new Map(holdings.map(({ id, investmentId }) => [id, investmentId]));
  const counted = withoutReversed(entries);
  const catchUps = catchUpParts(counted, events);
  const finalDays = isByDeal ? finalDistributions(counted, holdings) : new Map<string, CalendarDate>();
  const costs = isByDeal ? realizedCosts(counted, holdings) : new Map<string, Decimal>();
  const ledger = { commitments: partners, events, entries: counted, transfers: 'HISTORY' } as const;
  return measuredEntries(ledger, cashAndCarry).flatMap((entry) => {
    const investment = isByDeal && entry.holdingId !== null ? (investments.get(entry.holdingId) ?? null) : null;
    const partsOf = catchUps.get(entry.id);
    const isFinal = entry.holdingId !== null && finalDays.get(entry.holdingId) === entry.effective;
    // The parts of a cost only count together, so the first share has all of it.
    const first = entry.shares.find((share) => share.isPassed !== true && flowOfShare(entry, share) !== null);
    return entry.shares.flatMap((share): LiquidationFlow[] => {
      const cash = flowOfShare(entry, share);
      const partner = investors.get(share.commitmentId);
      if (cash === null || partner === undefined) return [];
      const { kind, amount } = cash;
      const isDistribution = kind === 'DISTRIBUTION';
      const flowOf = (since: CalendarDate | null, part: Decimal): LiquidationFlow => ({
        kind,
        amount: part,
        entryId: entry.id,
        partner,
        date: entry.effective,
        due: entry.dueDate,
        since,
        investment,
        isFee: kind === 'CONTRIBUTION' && !capitalTypes.test(entry.type),
        isRecallable: isDistribution && entry.isRecallable,
        isEqualizationInterest: false,
        recipient: null,
        cost: isDistribution && !isFinal ? ((share === first ? costs.get(entry.id) : null) ?? zero) : null,
        currency: null,
      });
      return partsOf === undefined
        ? [flowOf(null, amount)]
        : partsOf(amount).map((part) => flowOf(part.since, part.amount));
    });
  });
}

/** Returns the day of the last distribution of each investment that is sold. All its cost is realized then, also the part that a loss doesn't return. */
function finalDistributions(
  entries: readonly LiquidationEntry[],
  holdings: LiquidationBook['holdings'],
): ReadonlyMap<string, CalendarDate> {
  const sold = holdings.filter(({ proceeds, fairValue }) => fairValue?.isZero() === true && proceeds?.gt(0) === true);
  return new Map(
    sold.flatMap(({ id }) => {
      const days = entries.flatMap(({ type, holdingId, effective }) =>
        holdingId === id && type.startsWith('DIST-') ? [effective] : [],
      );
      const [last] = days.toSorted().toReversed();
      return last === undefined ? [] : [[id, last] as const];
    }),
  );
}

/**
 * Returns the cost that each distribution of an investment realizes: the cost that sales relieved by then and no earlier one has counted. Returned
 * capital can also be that of other investments, so it counts only if no sale is entered. Income and gains relieve no cost.
 */
function realizedCosts(
  entries: readonly LiquidationEntry[],
  holdings: LiquidationBook['holdings'],
): ReadonlyMap<string, Decimal> {
  const ofHolding = groupBy(
    entries.filter(({ type }) => type.startsWith('DIST-')),
    ({ holdingId }) => holdingId,
  );
  return new Map(
    holdings.flatMap(({ id, sales }) => {
      let counted = zero;
      return (ofHolding.get(id) ?? []).toSorted(byDay).map((entry) => {
        const sold = sales.filter(({ date }) => date <= entry.effective).map(({ cost }) => cost);
        const cost = sold.length > 0 ? Decimal.max(zero, sumOf(sold).minus(counted)) : returnedCapital(entry);
        counted = counted.plus(cost);
        return [entry.id, cost] as const;
      });
    }),
  );
}

const byDay = (a: LiquidationEntry, b: LiquidationEntry) =>
  a.effective < b.effective ? -1 : Number(a.effective > b.effective);

const returnedCapital = ({ type, shares }: LiquidationEntry): Decimal =>
  type === 'DIST-ROC' ? sumOf(shares.flatMap(({ isMirror, amount }) => (isMirror ? [] : [amount]))) : zero;

type PartsOf = (amount: Decimal) => readonly { readonly since: CalendarDate; readonly amount: Decimal }[];

/**
 * Returns how the entries of late closings are dated back, by their id. A late investor's calls, and the excess that the earlier ones get back, count
 * from the days of the earlier calls, in proportion to these.
 */
function catchUpParts(
  entries: readonly LiquidationEntry[],
  events: LiquidationBook['events'],
): ReadonlyMap<string, PartsOf> {
  const closes = withoutReversed(events).filter(({ kind }) => kind === 'CLOSE' || kind === 'INCREASE');
  const first = closes.reduce<CalendarDate | null>((day, { date }) => (day === null || date < day ? date : day), null);
  const lateDays = groupBy(
    closes.filter(({ date }) => first !== null && date > first),
    ({ date }) => date,
  );
  if (lateDays.size === 0) return new Map();
  const isCatchUp = ({ type, effective, shares }: LiquidationEntry) => {
    const late = lateDays.get(effective);
    if (late === undefined) return false;
    const isOfLate = ({ commitmentId }: EntryShare) => late.some((event) => event.commitmentId === commitmentId);
    return type.startsWith('EXCESS-') || (type.startsWith('CALL-') && shares.every(isOfLate));
  };
  const calls = entries.filter((entry) => entry.type.startsWith('CALL-') && !isCatchUp(entry));
  return new Map(
    entries.filter(isCatchUp).flatMap((entry) => {
      const earlier = calls.filter(
        ({ type, effective }) =>
          effective < entry.effective && capitalTypes.test(type) === capitalTypes.test(entry.type),
      );
      const weights = earlier.map(({ shares }) => sumOf(shares.map(({ amount }) => amount)));
      if (!weights.some((weight) => weight.gt(0)) || weights.some((weight) => weight.lt(0))) return [];
      const partsOf: PartsOf = (amount) =>
        zip(earlier, allocate(amount, weights)._unsafeUnwrap()).flatMap(([{ effective }, part]) =>
          part.isZero() ? [] : [{ since: effective, amount: part }],
        );
      return [[entry.id, partsOf] as const];
    }),
  );
}

/** Calls for investments. All others pay fees and expenses. */
const capitalTypes = /^(?:CALL-(?:INV|WC|DEEMED)|EXCESS-INV|TRANSFER)$/;

function flowOfShare(entry: LiquidationEntry, share: EntryShare): Pick<WaterfallFlow, 'kind' | 'amount'> | null {
  const { type } = entry;
  if (share.isMirror || share.amount.isZero()) return null;
  if (type === 'CARRY-PAID') return { kind: 'CARRY', amount: share.amount };
  if (type === 'CLAWBACK') return { kind: 'CARRY', amount: share.amount.negated() };
  const cash = cashOfShare(entry, share);
  if (cash.isZero()) return null;
  return isContribution(type) || (type === 'TRANSFER' && cash.lt(0))
    ? { kind: 'CONTRIBUTION', amount: cash.negated() }
    : { kind: 'DISTRIBUTION', amount: cash };
}

/** Returns the NAV before carry of all partners. */
export const navOf = (figures: LiquidationBook['figures']): Decimal =>
  sumOf(figures.map(({ navBeforeCarry }) => navBeforeCarry ?? zero));

/** Returns the amount that each partner receives before carry. */
function partnerValues(
  { partners, figures, events, until }: LiquidationBook,
  { exitValue, navPercent }: WhatIf,
): Result<ReadonlyMap<string, Decimal>, Failures> {
  const investors = new Map(partners.map(({ id, investorId }) => [id, investorId]));
  const named = figures.map(({ commitmentId, navBeforeCarry }) => ({
    id: commitmentId,
    investorId: required(investors.get(commitmentId), 'the investor of a commitment'),
    nav: navBeforeCarry ?? zero,
  }));
  const exit = exitValue ?? (navPercent ? roundMoney(navOf(figures).times(navPercent).div(hundred)) : null);
  if (exit === null) return ok(new Map(named.map(({ investorId, nav }) => [investorId, nav])));
  const committed = new Map(commitmentsOn(partners, events, until).map(({ id, amount }) => [id, amount]));
  const isWorthless = named.every(({ nav }) => nav.isZero());
  const weights = named.map(({ id, nav }) => (isWorthless ? (committed.get(id) ?? zero) : nav));
  return allocate(exit, weights).map(
    (parts) => new Map(zip(named, parts).map(([{ investorId }, part]) => [investorId, part])),
  );
}

/** Returns the values of each deal over time. A write-down counts from its quarter end, until a later value takes it back. */
export const valuationsOf = ({ holdings }: LiquidationBook): readonly InvestmentValue[] =>
  holdings.flatMap(({ investmentId, values }) => values.map((value) => ({ id: investmentId, ...value })));

/** Returns the values of the investments by partner: the whole fund as one, or each deal. */
function investmentValues(
  book: LiquidationBook,
  flows: readonly LiquidationFlow[],
  values: ReadonlyMap<string, Decimal>,
  isByDeal: boolean,
): Result<readonly InvestmentValue[], Failures> {
  const whole = {
    id: onlyInvestment,
    cost: null,
    fairValue: sumOf([...values.values()]),
    date: book.until,
    parts: values,
  };
  const deals = isByDeal ? book.holdings.filter(({ fairValue }) => fairValue?.gt(0)) : [];
  if (deals.length === 0) return ok([whole]);
  const shareOf = sharesInDeals(flows);
  const parts = deals.map(() => new Map<string, Decimal>());
  for (const [partner, value] of values) {
    const own = deals.map((deal) => (deal.fairValue ?? zero).times(shareOf(deal, partner)));
    const weights = own.some((weight) => weight.gt(0)) ? own : deals.map(({ fairValue }) => fairValue ?? zero);
    const split = allocate(value, weights);
    if (split.isErr()) return err(split.error);
    split.value.forEach((part, i) => parts[i]?.set(partner, part));
  }
  return ok(
    zip(deals, parts).map(([{ investmentId }, own]) => ({
      id: investmentId,
      cost: null,
      fairValue: sumOf([...own.values()]),
      date: book.until,
      parts: own,
    })),
  );
}

/** Returns each partner's share in a deal by its contributions, as a fraction. */
function sharesInDeals(flows: readonly LiquidationFlow[]) {
  const calls = flows.filter(({ kind, isFee }) => kind === 'CONTRIBUTION' && !isFee);
  const byDeal = groupBy(calls, ({ investment }) => investment ?? onlyInvestment);
  const shares = new Map(
    [...byDeal].map(([deal, own]) => {
      const total = sumOf(own.map(({ amount }) => amount));
      const parts = [...groupBy(own, ({ partner }) => partner)].map(
        ([partner, all]) => [partner, total.gt(0) ? sumOf(all.map(({ amount }) => amount)).div(total) : zero] as const,
      );
      return [deal, new Map(parts)] as const;
    }),
  );
  return ({ investmentId }: LiquidationHolding, partner: string): Decimal =>
    shares.get(investmentId)?.get(partner) ?? zero;
}
