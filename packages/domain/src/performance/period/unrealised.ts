import { allocate } from '@carrara/domain/kernel/apportionment';
import { addDays, type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import { type Commitment, type CommitmentEvent, type CommitmentState, commitmentsOn } from '../ledger/index.ts';
import { isBefore } from './isBefore.ts';
import { type Position, positionOn, type Trade, type Valuation } from './positions.ts';

/** `Then` is when the commitments changed last. */
export interface UnrealisedShare {
  readonly share: Decimal;
  readonly shareThen: Decimal;
  readonly gain: Decimal;
  readonly gainThen: Decimal;
  /** Zero where it takes part no more. */
  readonly commitment: Decimal;
  readonly allCommitments: Decimal;
}

/**
 * The unrealised gain of a holding, shared over its partners, quarter after quarter.
 *
 *     shares(q) = shares at the last change of the weights + allocate(gain(q) - gain at that change, commitments that take part)
 *
 * While the commitments stay as they are the rests of cents do not pile up: with a gain of nothing every share is nothing again. When they change,
 * what was shared until then stays with whom it was shared to; so in a quarter in which they change the gain is shared on the eve of each change too
 * (`sharingDays`): what was sold before it was of those who took part then.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export class UnrealisedGain {
  readonly #holdingId: string;
  #weights: ReadonlyMap<string, Decimal> = new Map();
  #base: ReadonlyMap<string, Decimal> = new Map();
  #baseGain = zero;
  #gain = zero;
  #shares: ReadonlyMap<string, Decimal> = new Map();

  constructor(holdingId: string) {
    this.#holdingId = holdingId;
  }

  /** The gain at the next day on which it is shared, and who takes part in the holding then, in order of splitting. */
  next(gain: Decimal, states: readonly CommitmentState[]): ReadonlyMap<string, Decimal> {
    const takers = states.filter(({ amount, excused }) => amount.gt(0) && !excused.has(this.#holdingId));
    const weights = new Map(takers.map(({ id, amount }) => [id, amount]));
    // Where nobody takes part any more, those who did share what is left of it.
    if (weights.size > 0 && !isSame(weights, this.#weights)) {
      this.#weights = weights;
      this.#base = this.#shares;
      this.#baseGain = this.#gain;
    }
    this.#gain = gain;
    this.#shares = this.#weights.size === 0 ? this.#shares : this.#split(gain.minus(this.#baseGain));
    return this.#shares;
  }

  /** What the share of a commitment is made of at the end of the last quarter; undefined for one that never took part. */
  shareOf(id: string): UnrealisedShare | undefined {
    const share = this.#shares.get(id);
    if (share === undefined) return undefined;
    const commitment = this.#weights.get(id) ?? zero;
    const allCommitments = [...this.#weights.values()].reduce<Decimal>((sum, one) => sum.plus(one), zero);
    const shareThen = this.#base.get(id) ?? zero;
    return { share, shareThen, gain: this.#gain, gainThen: this.#baseGain, commitment, allCommitments };
  }

  #split(change: Decimal): ReadonlyMap<string, Decimal> {
    const shares = new Map(this.#base);
    const parts = allocate(change, [...this.#weights.values()])._unsafeUnwrap();
    [...this.#weights.keys()].forEach((id, i) => {
      shares.set(id, (shares.get(id) ?? zero).plus(parts[i]!));
    });
    return shares;
  }
}

function isSame(a: ReadonlyMap<string, Decimal>, b: ReadonlyMap<string, Decimal>): boolean {
  return a.size === b.size && [...a].every(([id, weight]) => b.get(id)?.eq(weight) === true);
}

/** A day on which the unrealised gain of holdings is shared, and the commitments as they are at its end. */
export interface SharingDay {
  readonly day: CalendarDate;
  readonly states: readonly CommitmentState[];
}

interface SharedBy {
  readonly commitments: readonly Commitment[];
  readonly events: readonly (CommitmentEvent & { readonly booked: CalendarDate })[];
  readonly rules?: number | undefined;
}

/** The eve of each day of a quarter on which commitments change, and its end; by the rules before version 4 its end alone. */
export function sharingDays(
  { commitments, events, rules }: SharedBy,
  { after, end }: { readonly after: CalendarDate | undefined; readonly end: CalendarDate },
): readonly SharingDay[] {
  const known = events.filter(({ booked }) => booked <= end);
  const isWithin = ({ date }: CommitmentEvent) => (after === undefined || date > addDays(after, 1)) && date <= end;
  const eves = isBefore(rules, 4)
    ? []
    : [...new Set(known.filter(isWithin).map(({ date }) => addDays(date, -1)))].sort();
  return [...eves, end].map((day) => ({ day, states: commitmentsOn(commitments, known, day) }));
}

/** What happened to a security. */
export interface Traded {
  readonly trades: readonly Trade[];
  readonly valuations: readonly Valuation[];
}

/** What is held of securities at the end of a day of a quarter, as it was booked until the quarter's end. */
export function positionAt(securities: readonly Traded[], day: CalendarDate, end: CalendarDate): Position {
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

/** Their unrealised gain then: fair value - remaining cost. */
export function gainAt(securities: readonly Traded[], day: CalendarDate, end: CalendarDate): Decimal {
  const { cost, fairValue } = positionAt(securities, day, end);
  return fairValue.minus(cost);
}
