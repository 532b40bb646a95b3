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
  readonly days: Float64Array;
  readonly span: number;
  readonly amounts: Float64Array;
  /** For each flow the place, in `gaps`, of the days since its predecessor; most series repeat a few gaps. */
  readonly gapOf: Uint32Array;
  readonly gaps: readonly number[];
  /** The amounts as given, for the exact arithmetic that a badly conditioned root needs. */
  readonly exact: () => readonly Decimal[];
  readonly signChanges: number;
}

const SHORT_GAP = 400;

/** Sorts flows by day, nets those of a day and drops zeros. */
export function flowSeries(flows: readonly CashFlow[]): FlowSeries {
  const count = flows.length;
  const days = new Float64Array(count);
  const amounts = new Float64Array(count);
  let previous = -Infinity;
  for (let i = 0; i < count; i++) {
    const { date, amount } = flows[i]!;
    const day = dayNumber(date);
    const value = toDouble(amount);
    if (value === 0 || day <= previous) return netted(flows);
    days[i] = day;
    amounts[i] = value;
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
  return seriesOf(
    Float64Array.from(kept, ([day]) => day),
    Float64Array.from(exact, toDouble),
    () => exact,
  );
}

/** A series of rising days and amounts other than zero; the days are made relative to the first, in place. */
export function seriesOf(days: Float64Array, amounts: Float64Array, exact: () => readonly Decimal[]): FlowSeries {
  const count = days.length;
  const gapOf = new Uint32Array(count);
  const gaps: number[] = [];
  const placeOf = new Uint16Array(SHORT_GAP);
  const first = days[0] ?? 0;
  let signChanges = 0;
  if (count > 0) days[0] = 0;
  for (let i = 1; i < count; i++) {
    days[i] = days[i]! - first;
    if (amounts[i]! > 0 !== amounts[i - 1]! > 0) signChanges += 1;
    const gap = days[i]! - days[i - 1]!;
    if (gap >= SHORT_GAP) {
      gapOf[i] = gaps.push(gap) - 1;
    } else {
      if (placeOf[gap] === 0) placeOf[gap] = gaps.push(gap);
      gapOf[i] = placeOf[gap]! - 1;
    }
  }
  return { count, days, span: days[count - 1] ?? 0, amounts, gapOf, gaps, exact, signChanges };
}

/** The nearest double; whole cents are read without a detour through text. */
function toDouble(amount: Decimal): number {
  const cents = toSmallUnits(amount, 2);
  return cents === undefined ? amount.toNumber() : cents / 100;
}
