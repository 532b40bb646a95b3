import { type CalendarDate, type Decimal, monthOf, yearOf, zero } from '../../kernel/index.ts';
import type { AccountColumn } from '../capitalAccount/index.ts';

/** What a fund paid and received in a period, and charged. */
export interface PeriodValues {
  readonly contributions: Decimal;
  readonly distributions: Decimal;
  /** Before offsets, waivers and rebates. */
  readonly managementFee: Decimal;
}

/** Rows 13, 14 and 21 of a capital account, all above zero. */
export function periodValues(column: AccountColumn): PeriodValues {
  const row = (number: number): Decimal => column.get(number) ?? zero;
  return { contributions: row(13), distributions: row(14).negated(), managementFee: row(21).negated() };
}

/** What a vehicle had paid in and out by a quarter end, all since inception. */
export interface KeptFlows {
  readonly vehicleId: string;
  readonly currency: string;
  readonly end: CalendarDate;
  readonly contributions: Decimal;
  readonly distributions: Decimal;
}

export interface FlowsOfSpan {
  readonly currency: string;
  readonly year: number;
  /** Null: the whole year. */
  readonly quarter: number | null;
  readonly contributions: Decimal;
  readonly distributions: Decimal;
}

const MONTHS_A_QUARTER = 3;

/**
 * What was paid in and out year by year, or quarter by quarter after a day: the differences of what had been by each quarter end, added up over
 * the vehicles of one currency.
 */
export function flowsBySpan(kept: readonly KeptFlows[], after: CalendarDate | null): readonly FlowsOfSpan[] {
  const spans = new Map<string, FlowsOfSpan>();
  const last = new Map<string, KeptFlows>();
  for (const flows of [...kept].sort((a, b) => (a.end < b.end ? -1 : 1))) {
    const { vehicleId, currency, end } = flows;
    const before = last.get(vehicleId);
    last.set(vehicleId, flows);
    if (after !== null && end <= after) continue;
    const quarter = after === null ? null : Math.ceil(monthOf(end) / MONTHS_A_QUARTER);
    const key = `${currency} ${yearOf(end)} ${quarter ?? ''}`;
    const span = spans.get(key) ?? { currency, year: yearOf(end), quarter, contributions: zero, distributions: zero };
    const more = (name: 'contributions' | 'distributions') =>
      span[name].plus(flows[name]).minus(before?.[name] ?? zero);
    spans.set(key, { ...span, contributions: more('contributions'), distributions: more('distributions') });
  }
  return [...spans.values()];
}
