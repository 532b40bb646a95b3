import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import { type CommitmentEvent, commitmentEventKinds } from './commitment.ts';
import { bookedQuarter } from './posting.ts';
import { eventFailures } from './unfundedCommitment.ts';
import type { Ledger } from './ledgerState.ts';

/** A requested change of a commitment. */
export interface RequestedEvent extends Omit<CommitmentEvent, 'id' | 'seq' | 'reversalOf' | 'amount'> {
  /** Null if none was entered. */
  readonly amount: Decimal | null;
}

/** A change of a commitment with the quarter that shows it. */
export interface EventPosting extends Omit<CommitmentEvent, 'id' | 'seq'> {
  readonly booked: CalendarDate;
}

/**
 * Checks a change of a commitment against the ledger of its vehicle. A commitment begins with a close, or with a transfer from another.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails: AMOUNT_MISSING, NEGATIVE_AMOUNT, REQUIRED and FIELD_NOT_OF_TYPE (fields that a kind needs or does not have), COMMITMENT_UNKNOWN,
 * PERIOD_LOCKED,
 *         UNFUNDED_BELOW_ZERO (the commitment would be less than was called). NEGATIVE_AMOUNT also if the commitment would be negative.
 */
export function postEvent(
  event: RequestedEvent,
  ledger: Ledger,
  bookedPeriod: CalendarDate | null = null,
): Result<EventPosting, Failures> {
  const wrong = [...amountFailures(event), ...holdingFailures(event), ...beginningFailures(event, ledger)];
  const booked = bookedQuarter(event.date, ledger, bookedPeriod);
  if (booked.isErr()) return err([...wrong, ...booked.error]);
  if (wrong.length > 0) return err(wrong);
  const posted = { ...event, amount: event.amount ?? zero, reversalOf: null };
  const refused = eventFailures(posted, ledger);
  return refused.length > 0 ? err(refused) : ok({ ...posted, booked: booked.value });
}

/**
 * Returns the event that reverses another on its date, so that commitment, terms and excuses are as if neither existed. Amounts already split by it
 * stay unchanged.
 *
 * Fails: ALREADY_REVERSED, REVERSAL_FIXED (a reversal itself), UNFUNDED_BELOW_ZERO, NEGATIVE_AMOUNT (the commitment would be negative).
 */
export function reverseEvent(event: CommitmentEvent, ledger: Ledger): Result<EventPosting, Failures> {
  if (event.reversalOf !== null)
    return err([fail('REVERSAL_FIXED', [], 'Reversals can’t be reversed. Enter the correct values as a new entry.')]);
  if (ledger.events.some(({ reversalOf }) => reversalOf === event.id)) {
    return err([fail('ALREADY_REVERSED', [], 'This change has already been reversed.')]);
  }
  const { id, seq: _, ...facts } = event;
  const turned = { ...facts, amount: event.amount.negated(), reversalOf: id };
  const refused = eventFailures(turned, ledger);
  if (refused.length > 0) return err(refused);
  return bookedQuarter(event.date, ledger).map((booked) => ({ ...turned, booked }));
}

function amountFailures({ kind, amount }: RequestedEvent): Failure[] {
  const { title, sign } = commitmentEventKinds[kind];
  const refuse = (code: 'FIELD_NOT_OF_TYPE' | 'AMOUNT_MISSING' | 'NEGATIVE_AMOUNT', text: string) => [
    fail(code, ['amount'], text),
  ];
  if (sign === 0)
    return (amount ?? zero).isZero() ? [] : refuse('FIELD_NOT_OF_TYPE', `Leave this empty for ‘${title}’.`);
  if (amount === null && kind === 'CLOSE')
    return refuse('AMOUNT_MISSING', 'Enter the commitment, or 0 if the partner has none.');
  if (amount === null || amount.isZero())
    return kind === 'CLOSE' ? [] : refuse('AMOUNT_MISSING', `Enter a value above zero for ‘${title}’.`);
  return amount.isNegative()
    ? refuse(
        'NEGATIVE_AMOUNT',
        `Enter a value above zero for ‘${title}’. To lower a commitment, enter a release or a transfer.`,
      )
    : [];
}

function holdingFailures({ kind, holdingId }: RequestedEvent): Failure[] {
  const { title } = commitmentEventKinds[kind];
  const isOfHolding = kind === 'EXCUSE' || kind === 'INCLUDE';
  if (isOfHolding === (holdingId !== null)) return [];
  return isOfHolding
    ? [fail('REQUIRED', ['holdingId'], `${title} needs an investment. Choose one.`)]
    : [fail('FIELD_NOT_OF_TYPE', ['holdingId'], `${title} can’t have an investment. Leave it empty.`)];
}

function beginningFailures({ kind, commitmentId }: RequestedEvent, { commitments }: Ledger): Failure[] {
  const begins = kind === 'CLOSE' || kind === 'TRANSFER_IN';
  return begins || commitments.some(({ id }) => id === commitmentId)
    ? []
    : [fail('COMMITMENT_UNKNOWN', ['investorId'], 'This investor has no commitment to the vehicle yet.')];
}
