import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  ok,
  type Recorder,
  type Result,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { feePaying, investorMultiples, type InvestorMultiples, type MultiplePolicy } from '../return/index.ts';

/** The figures of a commitment at a quarter end. */
export interface PooledCommitment {
  readonly id: string;
  readonly commitment: Decimal;
  /** Null if reported capital lacks this figure, so that it isn't determined. */
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  /** Null for reported capital, because nobody reports it. */
  readonly recallable: Decimal | null;
  /** Null if not determined. */
  readonly nav: Decimal | null;
  /** True if it pays fees under its terms at the quarter end. */
  readonly paysFee: boolean;
}

export interface PooledVehicle {
  readonly name: string;
  /** The policy of its own multiples; null if it has no figures. */
  readonly policy: MultiplePolicy | null;
  /** Empty if the vehicle has no figures at that quarter end. */
  readonly commitments: readonly PooledCommitment[];
}

/** Returns the policy of the vehicles' own multiples if they share one, otherwise the current setting. */
export function policyOfPool(vehicles: readonly PooledVehicle[], setting: MultiplePolicy): MultiplePolicy {
  const [policy = setting, ...others] = new Set(vehicles.flatMap((vehicle) => vehicle.policy ?? []));
  return others.length === 0 ? policy : setting;
}

/**
 * Computes the multiples of several vehicles of one currency as one, from the sums of the fee-paying commitments as for a single vehicle.
 *
 *     TVPI = (distributed by all + NAV of all) / paid in to all
 *
 * Uses the policy of `policyOfPool`.
 *
 * Units:  one currency in, multiples out, not rounded. The pool of one vehicle has that vehicle's own multiples.
 * Source: performance section 7; docs/calculations/multiples.md.
 * Fails:  NAV_MISSING if the NAV of one of them is unknown; NOT_REPORTED if one has no figures for the date, or its reported capital lacks a needed
 *         figure; otherwise as `investorMultiples`.
 */
export function pooledMultiples(
  vehicles: readonly PooledVehicle[],
  end: CalendarDate,
  setting: MultiplePolicy,
  explain?: Recorder,
): InvestorMultiples {
  const policy = policyOfPool(vehicles, setting);
  const pool = vehicles.map((vehicle) => ({ name: vehicle.name, counted: countedOf(vehicle) }));
  const counted = pool.flatMap((vehicle) => vehicle.counted);
  const missing = vehicles.find(({ commitments }) => commitments.length === 0);
  const unknown = missing ?? pool.find((vehicle) => vehicle.counted.some(({ nav }) => nav === null));
  const nav: Result<Decimal, Failure> =
    unknown === undefined
      ? ok(sumOf(counted, ({ nav: value }) => value ?? zero))
      : err(fail('NAV_MISSING', ['nav'], `${unknown.name} has no net asset value on ${displayedDate(end)}.`));
  const withoutCash = ({ contributions, distributions }: PooledCommitment) =>
    contributions === null || distributions === null;
  const withoutRecallable = (commitment: PooledCommitment) => policy === 'NETTED' && commitment.recallable === null;
  const firstWith = (lacks: (commitment: PooledCommitment) => boolean) =>
    pool.find((vehicle) => vehicle.counted.some(lacks));
  const recallable = sumOf(counted, (pooledCommitment) => pooledCommitment.recallable ?? zero);
  const totals = {
    called: sumOf(counted, ({ contributions }) => contributions ?? zero),
    excess: zero,
    recallable,
    permanent: sumOf(counted, ({ distributions }) => distributions ?? zero).minus(recallable),
    nav,
    commitment: sumOf(counted, ({ commitment }) => commitment),
    policy,
  };
  if (missing !== undefined) {
    const failure = err(
      fail('NOT_REPORTED', ['contributions'], `${missing.name} has no figures on ${displayedDate(end)}.`),
    );
    return { ...investorMultiples(totals), dpi: failure, pic: failure };
  }
  const unreported = firstWith(withoutCash);
  const unnetted = unreported ?? firstWith(withoutRecallable);
  if (unnetted === undefined) return investorMultiples(totals, explain);
  const on = displayedDate(end);
  const text =
    unreported === undefined
      ? `For ${unnetted.name}, recallable distributions were not reported by ${on}. The multiples subtract them from the paid-in amount.`
      : `For ${unreported.name}, no paid-in and distributed amounts were reported by ${on}, and its ledger has no cash.`;
  const notReported = err(fail('NOT_REPORTED', [unreported === undefined ? 'recallable' : 'contributions'], text));
  return { ...investorMultiples(totals), dpi: notReported, rvpi: notReported, tvpi: notReported, pic: notReported };
}

/** Returns the commitments that a vehicle's own multiples include. */
export function countedOf({ commitments }: PooledVehicle): readonly PooledCommitment[] {
  const hasCapital = (commitment: PooledCommitment) =>
    [commitment.commitment, commitment.contributions, commitment.distributions].some(
      (amount) => amount === null || !amount.isZero(),
    );
  const { commitments: paying, isFeeFree } = feePaying(commitments.filter(hasCapital));
  return isFeeFree ? commitments : paying;
}

const sumOf = <T>(all: readonly T[], valueOf: (item: T) => Decimal) =>
  all.reduce((sum, item) => sum.plus(valueOf(item)), zero);
