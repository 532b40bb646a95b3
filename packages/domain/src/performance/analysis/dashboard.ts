import { type CalendarDate, type Decimal, monthOf, yearOf, zero } from '../../kernel/index.ts';
import { type AccountColumn, type AccountPeriod, statementDates } from '../capitalAccount/index.ts';

/** The management fee of a period before offsets, waivers and rebates: row 21 of a capital account, above zero. */
export const feeCharged = (column: AccountColumn): Decimal => (column.get(21) ?? zero).negated();

/** The quarter end after which a period begins; null since inception. */
export function periodStart(period: AccountPeriod, end: CalendarDate, fiscalYearEnd?: string): CalendarDate | null {
  const dates = statementDates(end, fiscalYearEnd);
  return { QTD: dates.quarterFrom, YTD: dates.yearFrom, ITD: null }[period];
}

/** What was called of a vehicle less the excess, and what it distributed; neither with carry paid nor with clawback. */
export interface PaidInAndOut {
  readonly contributions: Decimal;
  readonly distributions: Decimal;
}

/** What a vehicle had paid in and out by a quarter end, all since inception: its period figures. */
export interface KeptFlows extends PaidInAndOut {
  readonly vehicleId: string;
  readonly currency: string;
  /** The last day of its year, as `06-30`. */
  readonly fiscalYearEnd: string;
  readonly end: CalendarDate;
}

export interface FlowsOfSpan extends PaidInAndOut {
  readonly currency: string;
  readonly year: number;
  /** Null: the whole year. */
  readonly quarter: number | null;
}

const MONTHS_A_QUARTER = 3;

/** What was paid in and out quarter by quarter, within a period that ends on a day: the differences of what had been by each quarter end. */
function flowsByQuarter(kept: readonly KeptFlows[], period: AccountPeriod, end: CalendarDate): readonly KeptFlows[] {
  const last = new Map<string, KeptFlows>();
  const until = kept.filter((flows) => flows.end <= end).sort((a, b) => (a.end < b.end ? -1 : 1));
  return until.flatMap((flows) => {
    const before = last.get(flows.vehicleId);
    last.set(flows.vehicleId, flows);
    const start = periodStart(period, end, flows.fiscalYearEnd);
    if (start !== null && flows.end <= start) return [];
    return [
      {
        ...flows,
        contributions: flows.contributions.minus(before?.contributions ?? zero),
        distributions: flows.distributions.minus(before?.distributions ?? zero),
      },
    ];
  });
}

/** Sums of what was paid in and out, by a key. */
function sumsBy(quarters: readonly KeptFlows[], keyOf: (flows: KeptFlows) => string): ReadonlyMap<string, KeptFlows> {
  const sums = new Map<string, KeptFlows>();
  for (const flows of quarters) {
    const sum = sums.get(keyOf(flows));
    sums.set(keyOf(flows), {
      ...flows,
      contributions: flows.contributions.plus(sum?.contributions ?? zero),
      distributions: flows.distributions.plus(sum?.distributions ?? zero),
    });
  }
  return sums;
}

/** What each vehicle paid in and out in a period (its own year counts); one without figures of the last day is left out: not determined. */
export function flowsOfPeriod(
  kept: readonly KeptFlows[],
  period: AccountPeriod,
  end: CalendarDate,
): ReadonlyMap<string, PaidInAndOut> {
  const sums = sumsBy(flowsByQuarter(kept, period, end), ({ vehicleId }) => vehicleId);
  return new Map([...sums].filter(([, flows]) => flows.end === end));
}

/** What was paid in and out in a period, by year since inception and else by quarter, added up over the vehicles of one currency. */
export function flowsBySpan(
  kept: readonly KeptFlows[],
  period: AccountPeriod,
  end: CalendarDate,
): readonly FlowsOfSpan[] {
  const quarterOf = (day: CalendarDate) => (period === 'ITD' ? null : Math.ceil(monthOf(day) / MONTHS_A_QUARTER));
  const spans = sumsBy(
    flowsByQuarter(kept, period, end),
    (flows) => `${flows.currency} ${yearOf(flows.end)} ${quarterOf(flows.end) ?? ''}`,
  );
  return [...spans.values()].map((flows) => ({
    currency: flows.currency,
    year: yearOf(flows.end),
    quarter: quarterOf(flows.end),
    contributions: flows.contributions,
    distributions: flows.distributions,
  }));
}
