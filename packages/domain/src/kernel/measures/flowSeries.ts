import { type CalendarDate, type Decimal, dayNumber, toSmallUnits, zero } from '@carrara/domain/kernel';

/** Cash on a day: negative when it is paid in, positive when it is received. */
export interface CashFlow {
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** Flows in the order of their days, one for each day and none of zero, ready for the search of a root. */
export interface FlowSeries {
  readonly count: number;
  /** Days since the first flow, and of the whole series. */
  readonly days: readonly number[];
  readonly span: number;
  readonly amounts: readonly number[];
  /** For each flow the place, in `gaps`, of the days since its predecessor; most series repeat a few gaps. */
  readonly gapOf: readonly number[];
  readonly gaps: readonly number[];
  /** The amounts as given, for the exact arithmetic that a badly conditioned root needs. */
  readonly exact: () => readonly Decimal[];
  readonly signChanges: number;
}

/** How many of the last gaps a new one is compared with before it gets a place of its own. */
const COMPARED_GAPS = 12;

/** Sorts flows by day, nets those of a day and drops zeros. */
export function flowSeries(flows: readonly CashFlow[]): FlowSeries {
  const days: number[] = [];
  const amounts: number[] = [];
  let previous = -Infinity;
  for (const { date, amount } of flows) {
    const day = dayNumber(date);
    const value = toDouble(amount);
    if (value === 0 || day <= previous) return netted(flows);
    days.push(day);
    amounts.push(value);
    previous = day;
  }
  return seriesOf(days, amounts, () => flows.map((flow) => flow.amount));
}

function netted(flows: readonly CashFlow[]): FlowSeries {
  const byDay = new Map<number, Decimal>();
  for (const { date, amount } of flows) {
    const day = dayNumber(date);
    byDay.set(day, (byDay.get(day) ?? zero).add(amount));
  }
  const kept = [...byDay].filter(([, amount]) => !amount.isZero()).sort(([a], [b]) => a - b);
  const exact = kept.map(([, amount]) => amount);
  const days = kept.map(([day]) => day);
  return seriesOf(days, exact.map(toDouble), () => exact);
}

/** A series of rising days and of amounts other than zero. */
export function seriesOf(
  days: readonly number[],
  amounts: readonly number[],
  exact: () => readonly Decimal[],
): FlowSeries {
  const count = days.length;
  const first = days[0] ?? 0;
  const since: number[] = [];
  const gapOf: number[] = [];
  const gaps: number[] = [];
  let signChanges = 0;
  for (let i = 0; i < count; i++) {
    since.push(days[i]! - first);
    if (i === 0) {
      gapOf.push(0);
      continue;
    }
    if (amounts[i]! > 0 !== amounts[i - 1]! > 0) signChanges += 1;
    gapOf.push(placeOf(days[i]! - days[i - 1]!, gaps));
  }
  return { count, days: since, span: since[count - 1] ?? 0, amounts, gapOf, gaps, exact, signChanges };
}

function placeOf(gap: number, gaps: number[]): number {
  for (let place = gaps.length - 1; place >= Math.max(0, gaps.length - COMPARED_GAPS); place--) {
    if (gaps[place] === gap) return place;
  }
  return gaps.push(gap) - 1;
}

/** The nearest double; whole cents are read without a detour through text. */
function toDouble(amount: Decimal): number {
  const cents = toSmallUnits(amount, 2);
  return cents === undefined ? amount.toNumber() : cents / 100;
}
