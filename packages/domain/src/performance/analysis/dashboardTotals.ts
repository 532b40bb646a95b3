import { type Decimal, err, type Failure, fail, ok, type Result, zero } from '../../kernel/index.ts';
import { averageIrr, fundMultiples } from '../../kernel/measures/index.ts';

/** Figures of a vehicle; null is not determined. */
export interface PooledFigures {
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  readonly nav: Decimal | null;
}

/**
 * DPI and TVPI of several vehicles of one currency as if they were one: null where nothing was paid in.
 *
 * Fails:  NOT_DETERMINED (a figure of one of them), NEGATIVE_CONTRIBUTIONS.
 */
export function pooledMultiples(
  vehicles: readonly PooledFigures[],
): Result<{ readonly dpi: Decimal | null; readonly tvpi: Decimal | null }, Failure> {
  let [contributions, distributions, nav] = [zero, zero, zero];
  for (const one of vehicles) {
    if (one.contributions === null || one.distributions === null || one.nav === null) {
      return err(fail('NOT_DETERMINED', [], 'A figure of one of the funds is not determined.'));
    }
    contributions = contributions.plus(one.contributions);
    distributions = distributions.plus(one.distributions);
    nav = nav.plus(one.nav);
  }
  return fundMultiples({ contributions, distributions, nav });
}

/** The plain mean of rates given in percent, as a fraction; one that is not determined leaves it so. */
export function meanRate(
  percents: readonly { readonly rate: Decimal | null; readonly isUnknown: boolean }[],
): Result<Decimal | null, Failure> {
  return percents.some(({ isUnknown }) => isUnknown)
    ? err(fail('NOT_DETERMINED', [], 'The rate of one of the funds is not determined.'))
    : ok(averageIrr(percents.map(({ rate }) => rate)));
}
