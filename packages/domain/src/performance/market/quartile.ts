import type { Decimal } from '../../kernel/index.ts';

/** Where a quarter of the funds lie above, half of them, and where a quarter lie below. */
export interface Quartiles {
  readonly upper: Decimal | null;
  readonly median: Decimal | null;
  readonly lower: Decimal | null;
}

/**
 * The quartile of a fund among others: 1 from the upper quartile on, 2 from the median on, 3 from the lower quartile on, else 4.
 *
 * Null when the bounds that decide are not known.
 *
 * Units:  figure and bounds in one unit.
 * Source: docs/calculations/benchmark.md.
 */
export function quartileOf(figure: Decimal, { upper, median, lower }: Quartiles): 1 | 2 | 3 | 4 | null {
  if (upper !== null && figure.gte(upper)) return 1;
  if (median !== null && figure.gte(median)) return upper === null ? null : 2;
  if (lower !== null && figure.gte(lower)) return median === null ? null : 3;
  return lower === null ? null : 4;
}

/** Whether bounds stand in their order; those that are not known are passed over. */
export function isInOrder({ upper, median, lower }: Quartiles): boolean {
  const known = [upper, median, lower].filter((bound) => bound !== null);
  return known.every((bound, i) => i === 0 || bound.lte(known[i - 1]!));
}
