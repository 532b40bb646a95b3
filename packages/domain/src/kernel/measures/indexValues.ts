import {
  type CalendarDate,
  daysBetween,
  type Decimal,
  fail,
  type Failure,
  required,
  displayedDate,
} from '@carrara/domain/kernel';

export interface IndexValue {
  readonly date: CalendarDate;
  readonly value: Decimal;
}

/** Values of an index, looked up by date. */
export interface IndexValues {
  /** The value on the day or the latest before it, with its age in days; undefined before the first. */
  readonly on: (date: CalendarDate) => { readonly value: Decimal; readonly age: number } | undefined;
}

/** Sorts an index by date. */
export function indexInOrder(index: readonly IndexValue[]): IndexValues {
  const sorted = [...index].sort((a, b) => (a.date < b.date ? -1 : 1));
  return {
    on(date) {
      const found = latest(sorted, date);
      return found === undefined ? undefined : { value: found.value, age: daysBetween(found.date, date) };
    },
  };
}

/** Yields the failures of an index: INDEX_NOT_POSITIVE, INDEX_DATE_TWICE. */
export function* indexFailures(index: readonly IndexValue[]): Generator<Failure> {
  const seen = new Set<CalendarDate>();
  for (const [i, { date, value }] of index.entries()) {
    if (value.lte(0)) yield fail('INDEX_NOT_POSITIVE', ['index', i, 'value'], 'an index value must be above zero');
    if (seen.has(date)) yield fail('INDEX_DATE_TWICE', ['index', i, 'date'], `${displayedDate(date)} has two values`);
    seen.add(date);
  }
}

function latest(sorted: readonly IndexValue[], date: CalendarDate): IndexValue | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (required(sorted[middle], 'an index value').date <= date) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}
