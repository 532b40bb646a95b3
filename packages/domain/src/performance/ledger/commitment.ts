import { type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import { withoutReversed } from './withoutReversed.ts';

/**
 * The kinds of commitment changes, with their sign. Each changes the unfunded commitment by the same amount. A
 * release is in row 112 of the Reporting Template, the others in row 113 of the period that shows them. TERMS set who
 * pays fees and carry from its date on; EXCUSE and INCLUDE set the participation in holdings.
 */
export const commitmentEventKinds = {
  CLOSE: { title: 'Close', sign: 1, row: 113 },
  INCREASE: { title: 'Increase', sign: 1, row: 113 },
  TRANSFER_IN: { title: 'Transfer in', sign: 1, row: 113 },
  TRANSFER_OUT: { title: 'Transfer out', sign: -1, row: 113 },
  RELEASE: { title: 'Release', sign: -1, row: 112 },
  TERMS: { title: 'Terms', sign: 0, row: null },
  EXCUSE: { title: 'Excused from a holding', sign: 0, row: null },
  INCLUDE: { title: 'Included in a holding again', sign: 0, row: null },
} as const;

export type CommitmentEventKind = keyof typeof commitmentEventKinds;

/** An investor's commitment to a vehicle. Its events determine the amount on a date. */
export interface Commitment {
  readonly id: string;
  /** Determines the order in which amounts are split, and so who gets the remaining cents. */
  readonly investorCode: string;
  /** True for the vehicle's general partner, which receives the carry. */
  readonly isGp: boolean;
}

export interface CommitmentEvent {
  readonly id: string;
  readonly commitmentId: string;
  readonly kind: CommitmentEventKind;
  readonly date: CalendarDate;
  /** Negative only in a reversal; zero if the kind has no sign. */
  readonly amount: Decimal;
  /** For CLOSE and TERMS. Null leaves the value unchanged. */
  readonly paysFee: boolean | null;
  readonly paysCarry: boolean | null;
  /** For EXCUSE and INCLUDE. */
  readonly holdingId: string | null;
  /** The order in which events of the same date were entered. */
  readonly seq: number;
  /** The event that this one reverses. Both then count as never entered. */
  readonly reversalOf: string | null;
}

export interface CommitmentState extends Commitment {
  readonly amount: Decimal;
  readonly paysFee: boolean;
  readonly paysCarry: boolean;
  readonly excused: ReadonlySet<string>;
}

/** Returns the change of the commitment and of its unfunded part. */
export const eventAmount = (event: Pick<CommitmentEvent, 'kind' | 'amount'>): Decimal =>
  event.amount.times(commitmentEventKinds[event.kind].sign);

/**
 * Returns every commitment at the end of a day, in the order in which amounts are split. This is by investor code,
 * then id, both compared character by character.
 *
 * A commitment pays fees and carry until its terms say otherwise.
 */
export function commitmentsOn(
  commitments: readonly Commitment[],
  events: readonly CommitmentEvent[],
  day: CalendarDate,
): readonly CommitmentState[] {
  const until = [...withoutReversed(events.filter((event) => event.date <= day))].sort((a, b) =>
    a.date === b.date ? a.seq - b.seq : a.date < b.date ? -1 : 1,
  );
  return [...commitments].sort(inOrder).map((commitment) =>
    stateOf(
      commitment,
      until.filter(({ commitmentId }) => commitmentId === commitment.id),
    ),
  );
}

/** Returns a lookup of the commitments at the end of a day. It computes them once for each date of a change. */
export function commitmentsByDay({
  commitments,
  events,
}: {
  readonly commitments: readonly Commitment[];
  readonly events: readonly CommitmentEvent[];
}): (day: CalendarDate) => readonly CommitmentState[] {
  const changed = [...new Set(events.map(({ date }) => date))].sort();
  const statesByDate = new Map<CalendarDate | undefined, readonly CommitmentState[]>();
  return (day) => {
    const since = changed.findLast((date) => date <= day);
    const states = statesByDate.get(since) ?? commitmentsOn(commitments, events, day);
    statesByDate.set(since, states);
    return states;
  };
}

const inOrder = (a: Commitment, b: Commitment) =>
  a.investorCode === b.investorCode ? (a.id < b.id ? -1 : 1) : a.investorCode < b.investorCode ? -1 : 1;

function stateOf(commitment: Commitment, events: readonly CommitmentEvent[]): CommitmentState {
  const excused = new Set<string>();
  let amount = zero;
  let paysFee = true;
  let paysCarry = !commitment.isGp;
  for (const event of events) {
    amount = amount.plus(eventAmount(event));
    paysFee = event.paysFee ?? paysFee;
    paysCarry = event.paysCarry ?? paysCarry;
    if (event.holdingId === null) continue;
    if (event.kind === 'EXCUSE') excused.add(event.holdingId);
    else excused.delete(event.holdingId);
  }
  return { ...commitment, amount, paysFee, paysCarry, excused };
}

export interface DatedAmount {
  readonly date: CalendarDate;
  readonly amount: Decimal;
}

/** Returns the lowest end-of-day balance from `from` on. Earlier amounts are in the starting balance. */
export function lowestFrom(
  amounts: readonly DatedAmount[],
  from: CalendarDate,
): { day: CalendarDate; balance: Decimal } {
  let balance = sumUntil(amounts, from);
  const byDay = new Map<CalendarDate, Decimal>();
  for (const { date, amount } of amounts) {
    if (date > from) byDay.set(date, (byDay.get(date) ?? zero).plus(amount));
  }
  let lowest = { day: from, balance };
  for (const [day, change] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    balance = balance.plus(change);
    if (balance.lt(lowest.balance)) lowest = { day, balance };
  }
  return lowest;
}

const sumUntil = (amounts: readonly DatedAmount[], day: CalendarDate): Decimal =>
  amounts.reduce((sum, { date, amount }) => (date <= day ? sum.plus(amount) : sum), zero);
