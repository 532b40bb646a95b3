import { type Decimal, fail, type Failures } from '../../kernel/index.ts';

/** The upper quartile, median and lower quartile of a group of funds. */
export interface Quartiles {
  readonly upper: Decimal | null;
  readonly median: Decimal | null;
  readonly lower: Decimal | null;
}

/**
 * Returns the quartile of a fund in a group: 1 at or above the upper quartile, and 2 at or above the median. It is 3
 * at or above the lower quartile, otherwise 4.
 *
 * Null if the bounds that decide are unknown.
 *
 * Units:  figure and bounds in one unit.
 * Source: docs/calculations/benchmark.md.
 */
export function findQuartile(figure: Decimal, { upper, median, lower }: Quartiles): 1 | 2 | 3 | 4 | null {
  if (upper !== null && figure.gte(upper)) return 1;
  if (median !== null && figure.gte(median)) return upper === null ? null : 2;
  if (lower !== null && figure.gte(lower)) return median === null ? null : 3;
  return lower === null ? null : 4;
}

/** Returns true if the known bounds are in descending order. */
export function isInOrder({ upper, median, lower }: Quartiles): boolean {
  const bounds = [upper, median, lower].filter((bound) => bound !== null);
  return bounds.every((bound, i) => {
    const above = bounds[i - 1];
    return above === undefined || bound.lte(above);
  });
}

/** Decides whether the figures of a benchmark can be saved: the bounds of each measure are in order. Fails: FIGURES_DIFFER. */
export const decideBenchmark = (figures: readonly Readonly<Record<'irr' | 'multiple', Quartiles>>[]): Failures =>
  figures.flatMap((row, i) =>
    (['irr', 'multiple'] as const).flatMap((measure) =>
      isInOrder(row[measure])
        ? []
        : [
            fail(
              'FIGURES_DIFFER',
              ['figures', i, `${measure}Upper`],
              'The upper quartile must be at least the median, and the median at least the lower quartile.',
            ),
          ],
    ),
  );
