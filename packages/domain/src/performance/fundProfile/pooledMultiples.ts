import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  ok,
  type Recorder,
  type Result,
  shownDate,
  zero,
} from '@carrara/domain/kernel';
import { feePaying, investorMultiples, type InvestorMultiples, type MultiplePolicy } from '../return/index.ts';

/** The figures of a commitment at a quarter end. */
export interface PooledCommitment {
  readonly id: string;
  readonly commitment: Decimal;
  /** Null: not determined, since it is as reported and nobody said it. */
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  /** Null of what is as reported: nobody says it. */
  readonly recallable: Decimal | null;
  /** Null: not determined. */
  readonly nav: Decimal | null;
  /** By its terms at the quarter end. */
  readonly paysFee: boolean;
}

export interface PooledVehicle {
  readonly name: string;
  /** That its own multiples were computed by; null where nothing is known of it. */
  readonly policy: MultiplePolicy | null;
  /** Without them nothing is known of it at that quarter end. */
  readonly commitments: readonly PooledCommitment[];
}

/**
 * The multiples of several vehicles of one currency as one: their sums, of the commitments that pay fees as in those of a single vehicle.
 *
 *     TVPI = (distributed by all + NAV of all) / paid in to all
 *
 * By the policy that theirs were computed by, where that is one, else by the setting of today.
 *
 * Units:  one currency in, multiples out, not rounded. The pool of one vehicle has that vehicle's own.
 * Source: performance section 7; docs/calculations/multiples.md.
 * Fails:  NAV_MISSING where the NAV of one of them is not known, NOT_REPORTED where one has no figures of the day, or is as reported and what it takes was not said; else as `investorMultiples`.
 */
export function pooledMultiples(
  vehicles: readonly PooledVehicle[],
  end: CalendarDate,
  setting: MultiplePolicy,
  explain?: Recorder,
): InvestorMultiples {
  const policies = new Set(vehicles.flatMap((vehicle) => vehicle.policy ?? []));
  const [policy = setting] = policies.size === 1 ? policies : [setting];
  const pool = vehicles.map((vehicle) => ({ name: vehicle.name, counted: countedOf(vehicle) }));
  const counted = pool.flatMap((vehicle) => vehicle.counted);
  const missing = vehicles.find(({ commitments }) => commitments.length === 0);
  const unknown = missing ?? pool.find((vehicle) => vehicle.counted.some(({ nav }) => nav === null));
  const nav: Result<Decimal, Failure> =
    unknown === undefined
      ? ok(sumOf(counted, ({ nav: value }) => value ?? zero))
      : err(fail('NAV_MISSING', ['nav'], `${unknown.name} has no net asset value on ${shownDate(end)}.`));
  const isUnsaid = (one: PooledCommitment) =>
    one.contributions === null || one.distributions === null || (policy === 'NETTED' && one.recallable === null);
  const unsaid = pool.find((vehicle) => vehicle.counted.some(isUnsaid));
  const recallable = sumOf(counted, (one) => one.recallable ?? zero);
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
    const none = err(fail('NOT_REPORTED', ['contributions'], `${missing.name} has no figures on ${shownDate(end)}.`));
    return { ...investorMultiples(totals), dpi: none, pic: none };
  }
  if (unsaid === undefined) return investorMultiples(totals, explain);
  const text = `Of ${unsaid.name} it was not reported what was paid in and distributed until ${shownDate(end)}, and its ledger has no cash.`;
  const none = err(fail('NOT_REPORTED', ['contributions'], text));
  return { ...investorMultiples(totals), dpi: none, rvpi: none, tvpi: none, pic: none };
}

/** The commitments that a vehicle's own multiples are of. */
export function countedOf({ commitments }: PooledVehicle): readonly PooledCommitment[] {
  const hasCapital = (one: PooledCommitment) =>
    [one.commitment, one.contributions, one.distributions].some((amount) => amount === null || !amount.isZero());
  const { commitments: paying, noneDoes } = feePaying(commitments.filter(hasCapital));
  return noneDoes ? commitments : paying;
}

const sumOf = <T>(all: readonly T[], of: (one: T) => Decimal) => all.reduce((sum, one) => sum.plus(of(one)), zero);
