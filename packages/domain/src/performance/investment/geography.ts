import {
  type Decimal,
  err,
  type Failure,
  type Failures,
  fail,
  hundred,
  ok,
  type Result,
  zero,
} from '../../kernel/index.ts';

/** A region where a company does business, with its percentage. */
export interface GeographySlot {
  readonly region: string | null;
  readonly percentage: Decimal | null;
}

export interface Geography {
  readonly total: Decimal;
  /** True if the percentages exceed 100. */
  readonly isOverExposed: boolean;
}

/** Adds up the percentages. */
export function exposure(slots: readonly GeographySlot[]): Geography {
  const total = slots.reduce((sum, { percentage }) => (percentage === null ? sum : sum.plus(percentage)), zero);
  return { total, isOverExposed: total.gt(hundred) };
}

/**
 * Checks the regions of a company: each region once, each percentage with a region, at most 100 percent in total.
 *
 * Units:  percent.
 * Source: specification of the performance area, sections 4 and 5.
 * Fails:  REGION_TWICE, INVALID_VALUE (a percentage without a region), OVER_EXPOSED; each with its slot.
 */
export function decideGeography(slots: readonly GeographySlot[]): Result<Geography, Failures> {
  const failures: Failure[] = [];
  for (const [i, { region, percentage }] of slots.entries()) {
    if (region === null) {
      if (percentage !== null)
        failures.push(fail('INVALID_VALUE', [i, 'percentage'], 'Choose a region for this percentage.'));
      continue;
    }
    if (slots.findIndex((other) => other.region === region) !== i)
      failures.push(fail('REGION_TWICE', [i, 'region'], 'This region is already chosen.'));
  }
  const geography = exposure(slots);
  if (geography.isOverExposed) {
    const last = slots.findLastIndex(({ percentage }) => percentage !== null && !percentage.isZero());
    failures.push(
      fail(
        'OVER_EXPOSED',
        [last, 'percentage'],
        `The percentages total ${geography.total.toFixed()}. They can’t total more than 100.`,
      ),
    );
  }
  return failures.length > 0 ? err(failures) : ok(geography);
}
