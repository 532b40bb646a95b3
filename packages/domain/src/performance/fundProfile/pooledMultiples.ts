import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  fail,
  ok,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import { type CommitmentEvent, commitmentsOn } from '../ledger/index.ts';
import { feePaying, investorMultiples, type InvestorMultiples, type MultiplePolicy } from '../return/index.ts';

/** The figures of a commitment at a quarter end, and what says whether it pays fees then. */
export interface PooledCommitment {
  readonly id: string;
  readonly commitment: Decimal;
  readonly contributions: Decimal;
  readonly distributions: Decimal;
  readonly recallable: Decimal;
  /** Null: not determined. */
  readonly nav: Decimal | null;
  readonly terms: readonly Pick<CommitmentEvent, 'date' | 'paysFee' | 'seq'>[];
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
): InvestorMultiples {
  const counted = vehicles.flatMap((vehicle) => countedOf(vehicle, end));
  const unknown =
    vehicles.find(({ commitments }) => commitments.length === 0) ??
    vehicles.find((vehicle) => countedOf(vehicle, end).some(({ nav }) => nav === null));
  const nav: Result<Decimal, Failure> =
    unknown === undefined
      ? ok(sumOf(counted, ({ nav: value }) => value ?? zero))
      : err(fail('NAV_MISSING', ['nav'], `${unknown.name} has no net asset value on ${end}.`));
  const recallable = sumOf(counted, (one) => one.recallable);
  return investorMultiples({
    called: sumOf(counted, ({ contributions }) => contributions),
    excess: zero,
    recallable,
    permanent: sumOf(counted, ({ distributions }) => distributions).minus(recallable),
    nav,
    commitment: sumOf(counted, ({ commitment }) => commitment),
    policy,
  });
}

/** The commitments that a vehicle's own multiples are of. */
function countedOf({ commitments }: PooledVehicle, end: CalendarDate): readonly PooledCommitment[] {
  const hasCapital = (one: PooledCommitment) =>
    !one.commitment.isZero() || !one.contributions.isZero() || !one.distributions.isZero();
  const states = commitments.filter(hasCapital).map((one) => ({ one, paysFee: paysFeeOn(one, end) }));
  const { commitments: paying, noneDoes } = feePaying(states);
  return noneDoes ? commitments : paying.map(({ one }) => one);
}

function paysFeeOn({ id, terms }: PooledCommitment, end: CalendarDate): boolean {
  const events = terms.map((one) => ({
    ...one,
    commitmentId: id,
    kind: 'TERMS' as const,
    amount: zero,
    paysCarry: null,
    holdingId: null,
  }));
  return commitmentsOn([{ id, investorCode: '', isGp: false }], events, end).every(({ paysFee }) => paysFee);
}

const sumOf = <T>(all: readonly T[], of: (one: T) => Decimal) => all.reduce((sum, one) => sum.plus(of(one)), zero);
