import {
  addDays,
  type CalendarDate,
  type Decimal,
  fail,
  type Failures,
  roundMoney,
  displayedDate,
  spokenMoney,
  zero,
} from '@carrara/domain/kernel';
import { type CommitmentEvent, commitmentsOn, type DatedAmount, eventAmount, lowestFrom } from './commitment.ts';
import { entryTypeRule } from './entryType.ts';
import type { Ledger, Posting } from './ledgerState.ts';
import { listedPartners } from './namedPartners.ts';

/** Returns the changes of a commitment's unfunded part, by date. */
export function unfundedChanges(
  ledger: Pick<Ledger, 'events' | 'entries'>,
  commitmentId: string,
): readonly DatedAmount[] {
  const events = ledger.events.filter((event) => event.commitmentId === commitmentId);
  return [
    ...events.map((event) => ({ date: event.date, amount: eventAmount(event) })),
    ...ledger.entries.flatMap(({ effective, shares }) =>
      shares.flatMap((share) =>
        share.commitmentId === commitmentId ? [{ date: effective, amount: share.unfunded }] : [],
      ),
    ),
  ];
}

/** Returns the unfunded part of a commitment at the end of a day. */
export const unfundedOn = (
  ledger: Pick<Ledger, 'events' | 'entries'>,
  commitmentId: string,
  day: CalendarDate,
): Decimal =>
  unfundedChanges(ledger, commitmentId).reduce<Decimal>(
    (sum, { date, amount }) => (date <= day ? sum.plus(amount) : sum),
    zero,
  );

/** Checks only entries that lower the unfunded commitment, so that an already negative one can be fixed step by step. */
export function unfundedFailures({ shares, effective }: Posting, ledger: Ledger): Failures {
  return shares.flatMap(({ commitmentId, unfunded }, i): Failures => {
    if (!unfunded.isNegative() || unfunded.isZero()) return [];
    const lowest = lowestFrom(
      [...unfundedChanges(ledger, commitmentId), { date: effective, amount: unfunded }],
      effective,
    );
    return isBelowZero(lowest.balance)
      ? [fail('UNFUNDED_BELOW_ZERO', ['shares', i], unfundedText(ledger, commitmentId, lowest))]
      : [];
  });
}

export const isBelowZero = (amount: Decimal) => amount.isNegative() && !amount.isZero();

const investorCodeOf = ({ commitments }: Ledger, commitmentId: string): string =>
  commitments.find(({ id }) => id === commitmentId)?.investorCode ?? commitmentId;

function unfundedText(
  ledger: Ledger,
  commitmentId: string,
  { day, balance }: { day: CalendarDate; balance: Decimal },
): string {
  return `The unfunded commitment of ${investorCodeOf(ledger, commitmentId)} would be ${spokenMoney(balance)} on ${displayedDate(day)}.`;
}

/** Returns the text for an entry that leaves one or more unfunded commitments negative. */
export function unfundedTexts(
  ledger: Ledger,
  lowest: readonly { readonly commitmentId: string; readonly day: CalendarDate; readonly balance: Decimal }[],
): string {
  const [first] = lowest;
  if (first !== undefined && lowest.length === 1) return unfundedText(ledger, first.commitmentId, first);
  const named = lowest.map(
    ({ commitmentId, day, balance }) =>
      `${investorCodeOf(ledger, commitmentId)} ${spokenMoney(balance)} on ${displayedDate(day)}`,
  );
  return `The unfunded commitments of ${lowest.length.toLocaleString('en')} investors would be negative: ${listedPartners(named)}.`;
}

/**
 * Returns the called part of the transferred commitment. The unfunded commitments of seller and buyer are adjusted by it.
 *
 *     called part = (commitment - unfunded) on the day before x transferred / commitment
 *
 * Units:  the vehicle's currency, whole cents.
 */
export function calledPart(
  ledger: Pick<Ledger, 'commitments' | 'events' | 'entries'>,
  { commitmentId, date, amount }: DatedAmount & { readonly commitmentId: string },
): Decimal {
  const eve = addDays(date, -1);
  const own = ledger.commitments.filter(({ id }) => id === commitmentId);
  const commitment = commitmentsOn(own, ledger.events, eve)[0]?.amount ?? zero;
  const called = commitment.minus(unfundedOn(ledger, commitmentId, eve));
  return commitment.gt(0) ? roundMoney(called.times(amount).div(commitment)) : zero;
}

/** Returns a hint for a transfer out whose called part is still missing. */
function calledFirst(
  event: Omit<CommitmentEvent, 'id' | 'seq' | 'reversalOf'>,
  ledger: Ledger,
  least: Decimal,
): string {
  const part = calledPart(ledger, event);
  const posted = ledger.entries
    .filter(({ type, effective }) => (type === 'TRANSFER' || type === 'UNFUNDED') && effective === event.date)
    .flatMap(({ shares }) => shares.filter(({ commitmentId }) => commitmentId === event.commitmentId))
    .reduce<Decimal>((sum, share) => sum.plus(share.unfunded), zero);
  const missing = part.minus(posted);
  const amount = missing.gte(least)
    ? `${spokenMoney(missing)} in proportion to the commitment`
    : `at least ${spokenMoney(least)}`;
  return ` First post an ‘${entryTypeRule('UNFUNDED').title}’ entry for the called part of the transfer: ${amount}.`;
}

/**
 * Checks that a change leaves neither a commitment nor its unfunded part negative. A recallable distribution can raise the unfunded part above the
 * commitment, so each is checked.
 *
 * Fails:  UNFUNDED_BELOW_ZERO (the commitment would be less than was called), NEGATIVE_AMOUNT (the commitment would be negative; for a transfer,
 *         checked first).
 */
export function eventFailures(event: Omit<CommitmentEvent, 'id' | 'seq' | 'reversalOf'>, ledger: Ledger): Failures {
  const amount = eventAmount(event);
  if (!isBelowZero(amount)) return [];
  // A transfer of more than the commitment can't be helped by posting its called part.
  const above = event.kind === 'TRANSFER_OUT' ? commitmentFailures({ ...event, amount }, ledger) : [];
  if (above.length > 0) return above;
  const changes = [...unfundedChanges(ledger, event.commitmentId), { date: event.date, amount }];
  const lowest = lowestFrom(changes, event.date);
  if (isBelowZero(lowest.balance)) {
    const hint = event.kind === 'TRANSFER_OUT' ? calledFirst(event, ledger, lowest.balance.negated()) : '';
    return [fail('UNFUNDED_BELOW_ZERO', ['amount'], `${unfundedText(ledger, event.commitmentId, lowest)}${hint}`)];
  }
  return commitmentFailures({ ...event, amount }, ledger);
}

/** Checks that a commitment isn't negative after a change by `amount`. Fails: NEGATIVE_AMOUNT. */
function commitmentFailures(
  { commitmentId, date, amount }: DatedAmount & { readonly commitmentId: string },
  ledger: Ledger,
): Failures {
  const own = ledger.events.filter((event) => event.commitmentId === commitmentId);
  const changes = own.map((event) => ({ date: event.date, amount: eventAmount(event) }));
  const { day, balance } = lowestFrom([...changes, { date, amount }], date);
  if (!isBelowZero(balance)) return [];
  const most = amount.negated().plus(balance);
  const next = most.gt(0) ? `Enter at most ${spokenMoney(most)}.` : 'Reverse the later decreases first.';
  const text = `The commitment of ${investorCodeOf(ledger, commitmentId)} would be ${spokenMoney(balance)} on ${displayedDate(day)}. ${next}`;
  return [fail('NEGATIVE_AMOUNT', ['amount'], text)];
}
