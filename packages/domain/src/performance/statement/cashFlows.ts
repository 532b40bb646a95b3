import {
  type CalendarDate,
  currencyOrder,
  type Decimal,
  type Group,
  groupBy,
  calendarYear,
  zero,
} from '../../kernel/index.ts';
import {
  type CashFlowCategory,
  type EntryShare,
  type EntryType,
  entryTypeRule,
  isContribution,
  paymentOfShare,
} from '../ledger/index.ts';

/** A share of an entry with its date and notice. Shares of one notice, date and type may be combined. */
export interface FlowShare extends EntryShare {
  readonly vehicleId: string;
  readonly noticeId: string | null;
  readonly type: EntryType;
  readonly effective: CalendarDate;
}

export interface FlowLine {
  readonly type: EntryType;
  readonly category: CashFlowCategory;
  /** In the direction that the type names. */
  readonly amount: Decimal;
  /** Positive if received, negative if paid in; zero if no cash of the investor moved. */
  readonly cash: Decimal;
  /** True for late-closing interest, which is neither a contribution nor a distribution. */
  readonly isInterest: boolean;
}

/** Cash that moved together: by one notice, or on one date without a notice. */
export interface CashFlowEvent {
  readonly vehicleId: string;
  readonly noticeId: string | null;
  /** The first of its dates. */
  readonly date: CalendarDate;
  readonly contributions: Decimal;
  readonly distributions: Decimal;
  /** Interest of late closings, positive if received. */
  readonly interest: Decimal;
  readonly unfunded: Decimal;
  readonly lines: readonly FlowLine[];
}

/**
 * Returns the contributions and distributions of investors, notice by notice, latest first.
 *
 *     contributions = calls - returned excess + returned carry;  distributions = all other cash received, without interest of late closings
 *
 * Includes only shares that moved the investor's cash, plus carry paid or returned at the same time.
 *
 * Units:  one vehicle's currency each, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function cashFlowEvents(shares: readonly FlowShare[]): readonly CashFlowEvent[] {
  return [...groupBy(shares, (share) => `${share.vehicleId} ${share.noticeId ?? share.effective}`).values()]
    .map(eventOf)
    .filter(({ lines }) => lines.some(({ cash }) => !cash.isZero()))
    .sort((a, b) => (a.date === b.date ? (a.vehicleId < b.vehicleId ? -1 : 1) : a.date < b.date ? 1 : -1));
}

function eventOf(shares: Group<FlowShare>): CashFlowEvent {
  const lines = new Map<EntryType, FlowLine>();
  for (const share of shares) {
    const { category, interest } = entryTypeRule(share.type);
    const cash = paymentOfShare({ type: share.type }, share);
    const isVisible = !cash.isZero() || category === 'Carry Paid' || category === 'Clawback';
    if (category === null || !isVisible || share.amount.isZero()) continue;
    const existing = lines.get(share.type);
    lines.set(share.type, {
      type: share.type,
      category,
      amount: share.amount.plus(existing?.amount ?? zero),
      cash: cash.plus(existing?.cash ?? zero),
      isInterest: interest !== undefined,
    });
  }
  const all = [...lines.values()];
  const counted = all.filter(({ isInterest }) => !isInterest);
  const { vehicleId, noticeId, effective: firstDay } = shares[0];
  return {
    vehicleId,
    noticeId,
    date: shares.reduce((first, { effective }) => (effective < first ? effective : first), firstDay),
    contributions: counted.reduce((sum, { type, cash }) => (isContribution(type) ? sum.minus(cash) : sum), zero),
    distributions: counted.reduce((sum, { type, cash }) => (isContribution(type) ? sum : sum.plus(cash)), zero),
    interest: all.reduce((sum, { isInterest, cash }) => (isInterest ? sum.plus(cash) : sum), zero),
    unfunded: shares.reduce((sum, { unfunded }) => sum.plus(unfunded), zero),
    lines: all,
  };
}

export interface YearOfFlows {
  readonly year: number;
  readonly currency: string;
  readonly contributions: Decimal;
  readonly distributions: Decimal;
}

/** Returns contributions and distributions by currency, the base currency first, and by year, the earliest first. */
export function flowsByYear(
  events: readonly CashFlowEvent[],
  currencyOf: (event: CashFlowEvent) => string,
  baseCurrency: string,
): readonly YearOfFlows[] {
  const years = new Map<string, YearOfFlows>();
  for (const event of events) {
    const currency = currencyOf(event);
    const year = calendarYear(event.date);
    const key = `${currency} ${String(year)}`;
    const existing = years.get(key) ?? { year, currency, contributions: zero, distributions: zero };
    years.set(key, {
      ...existing,
      contributions: existing.contributions.plus(event.contributions),
      distributions: existing.distributions.plus(event.distributions),
    });
  }
  const inOrder = currencyOrder(baseCurrency);
  return [...years.values()].sort((a, b) => inOrder(a.currency, b.currency) || a.year - b.year);
}
