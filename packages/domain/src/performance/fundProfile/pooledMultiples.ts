import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  ok,
  type Recorder,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import { feePaying, investorMultiples, type InvestorMultiples, type MultiplePolicy } from '../return/index.ts';

/** The figures of a commitment at a quarter end. */
export interface PooledCommitment {
  readonly id: string;
  readonly commitment: Decimal;
  readonly contributions: Decimal;
  readonly distributions: Decimal;
  readonly recallable: Decimal;
  /** Null: not determined. */
  readonly nav: Decimal | null;
  /** By its terms at the quarter end. */
  readonly paysFee: boolean;
}

export interface PooledVehicle {
  readonly name: string;
  /** Without them nothing is known of it at that quarter end. */
  readonly commitments: readonly PooledCommitment[];
}

/**
 * The multiples of several vehicles of one currency as one: their sums, of the commitments that pay fees as in those of a single vehicle.
 *
 *     TVPI = (distributed by all + NAV of all) / paid in to all
 *
 * Units:  one currency in, multiples out, not rounded. The pool of one vehicle has that vehicle's own.
 * Source: performance section 7; docs/calculations/multiples.md.
 * Fails:  NAV_MISSING where the NAV of one of them is not known; else as `investorMultiples`.
 */
export function pooledMultiples(
  vehicles: readonly PooledVehicle[],
  end: CalendarDate,
  policy: MultiplePolicy,
  explain?: Recorder,
): InvestorMultiples {
  const counted = vehicles.flatMap(countedOf);
  const unknown =
    vehicles.find(({ commitments }) => commitments.length === 0) ??
    vehicles.find((vehicle) => countedOf(vehicle).some(({ nav }) => nav === null));
  const nav: Result<Decimal, Failure> =
    unknown === undefined
      ? ok(sumOf(counted, ({ nav: value }) => value ?? zero))
      : err(fail('NAV_MISSING', ['nav'], `${unknown.name} has no net asset value on ${end}.`));
  const recallable = sumOf(counted, (one) => one.recallable);
  const totals = {
    called: sumOf(counted, ({ contributions }) => contributions),
    excess: zero,
    recallable,
    permanent: sumOf(counted, ({ distributions }) => distributions).minus(recallable),
    nav,
    commitment: sumOf(counted, ({ commitment }) => commitment),
    policy,
  };
  return investorMultiples(totals, explain);
}

/** The commitments that a vehicle's own multiples are of. */
export function countedOf({ commitments }: PooledVehicle): readonly PooledCommitment[] {
  const hasCapital = (one: PooledCommitment) =>
    !one.commitment.isZero() || !one.contributions.isZero() || !one.distributions.isZero();
  const { commitments: paying, noneDoes } = feePaying(commitments.filter(hasCapital));
  return noneDoes ? commitments : paying;
}

const sumOf = <T>(all: readonly T[], of: (one: T) => Decimal) => all.reduce((sum, one) => sum.plus(of(one)), zero);
