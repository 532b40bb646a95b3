import { allocate } from '@carrara/domain/kernel/apportionment';
import { addDays, type CalendarDate, type Decimal, zero, zip } from '@carrara/domain/kernel';
import {
  type Commitment,
  type CommitmentEvent,
  commitmentsOn,
  type CommitmentState,
  type Position,
  positionOn,
  type Trade,
  type Valuation,
} from '../ledger/index.ts';

/** `Then` refers to the last change of the commitments. */
export interface UnrealizedShare {
  readonly share: Decimal;
  readonly shareThen: Decimal;
  readonly gain: Decimal;
  readonly gainThen: Decimal;
  /** Zero if it no longer participates. */
  readonly commitment: Decimal;
  readonly allCommitments: Decimal;
}

/**
 * Allocates the unrealized gain of a holding to its partners, quarter by quarter.
 *
 *     shares(q) = shares at the last change of the weights + allocate(gain(q) - gain at that change, participating commitments)
 *
 * While the commitments stay unchanged, rounding differences don't accumulate: with a gain of zero, every share is zero again. When they change, the
 * shares allocated so far stay with their partners. So in a quarter with changes, the gain is also allocated on the
 * day before each change (`sharingDays`). Earlier sales belong to the partners of that time.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export class UnrealizedGain {
  readonly #holdingId: string;
  #weights: ReadonlyMap<string, Decimal> = new Map();
  #base: ReadonlyMap<string, Decimal> = new Map();
  #baseGain = zero;
  #gain = zero;
  #shares: ReadonlyMap<string, Decimal> = new Map();

  constructor(holdingId: string) {
    this.#holdingId = holdingId;
  }

  /** Allocates the gain at the next date, given the participants in the holding in order of splitting. */
  next(gain: Decimal, states: readonly CommitmentState[]): ReadonlyMap<string, Decimal> {
    const takers = states.filter(({ amount, excused }) => amount.gt(0) && !excused.has(this.#holdingId));
    const weights = new Map(takers.map(({ id, amount }) => [id, amount]));
    // If nobody participates any more, the previous participants share the remaining gain.
    if (weights.size > 0 && !isSame(weights, this.#weights)) {
      this.#weights = weights;
      this.#base = this.#shares;
      this.#baseGain = this.#gain;
    }
    this.#gain = gain;
    this.#shares = this.#weights.size === 0 ? this.#shares : this.#split(gain.minus(this.#baseGain));
    return this.#shares;
  }

  /** Returns the parts of a commitment's share at the end of the last quarter; undefined if it never participated. */
  shareOf(id: string): UnrealizedShare | undefined {
    const share = this.#shares.get(id);
    if (share === undefined) return undefined;
    const commitment = this.#weights.get(id) ?? zero;
    const allCommitments = [...this.#weights.values()].reduce<Decimal>((sum, amount) => sum.plus(amount), zero);
    const shareThen = this.#base.get(id) ?? zero;
    return { share, shareThen, gain: this.#gain, gainThen: this.#baseGain, commitment, allCommitments };
  }

  #split(change: Decimal): ReadonlyMap<string, Decimal> {
    const shares = new Map(this.#base);
    const parts = allocate(change, [...this.#weights.values()])._unsafeUnwrap();
    for (const [id, part] of zip([...this.#weights.keys()], parts)) shares.set(id, (shares.get(id) ?? zero).plus(part));
    return shares;
  }
}

function isSame(a: ReadonlyMap<string, Decimal>, b: ReadonlyMap<string, Decimal>): boolean {
  return a.size === b.size && [...a].every(([id, weight]) => b.get(id)?.eq(weight) === true);
}

/** A date on which unrealized gains are allocated, with the commitments at its end. */
export interface SharingDay {
  readonly day: CalendarDate;
  readonly states: readonly CommitmentState[];
}

interface SharedBy {
  readonly commitments: readonly Commitment[];
  readonly events: readonly (CommitmentEvent & { readonly booked: CalendarDate })[];
}

/** Returns the day before each commitment change in a quarter, and its end. */
export function sharingDays(
  { commitments, events }: SharedBy,
  { after, end }: { readonly after: CalendarDate | undefined; readonly end: CalendarDate },
): readonly SharingDay[] {
  const earlier = events.filter(({ booked }) => booked <= end);
  const isWithin = ({ date }: CommitmentEvent) => (after === undefined || date > addDays(after, 1)) && date <= end;
  const eves = [...new Set(earlier.filter(isWithin).map(({ date }) => addDays(date, -1)))].sort();
  return [...eves, end].map((day) => ({ day, states: commitmentsOn(commitments, earlier, day) }));
}

/** The trades and valuations of a security. */
export interface SecurityHistory {
  readonly trades: readonly Trade[];
  readonly valuations: readonly Valuation[];
}

/** Returns the position in securities at the end of a day of a quarter, as booked by the end of the quarter. */
export function positionAt(securities: readonly SecurityHistory[], day: CalendarDate, end: CalendarDate): Position {
  let [cost, fairValue] = [zero, zero];
  for (const { trades, valuations } of securities) {
    const position =
      day === end
        ? positionOn(trades, valuations, end)
        : positionOn(
            trades.filter(({ effective }) => effective <= day),
            valuations.filter(({ date }) => date <= day),
            end,
          );
    cost = cost.plus(position.cost);
    fairValue = fairValue.plus(position.fairValue);
  }
  return { cost, fairValue };
}

/** Returns the unrealized gain at that time: fair value minus remaining cost. */
export function gainAt(securities: readonly SecurityHistory[], day: CalendarDate, end: CalendarDate): Decimal {
  const { cost, fairValue } = positionAt(securities, day, end);
  return fairValue.minus(cost);
}
