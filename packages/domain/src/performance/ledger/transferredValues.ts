import {
  addDays,
  type CalendarDate,
  type Decimal,
  groupBy,
  roundMoney,
  spokenMoney,
  unit,
  zero,
} from '@carrara/domain/kernel';
import { type CommitmentEvent, commitmentsOn } from './commitment.ts';
import type { InvestorCommitment } from './decideCommitment.ts';
import type { LedgerEntry } from './entry.ts';
import type { EntryWarning } from './entryWarnings.ts';
import { implausibleChangeText } from './implausibleChange.ts';
import type { Posting } from './ledgerState.ts';
import { type NavFacts, partnerNavUntil } from './netAssetValues.ts';
import { withoutReversed } from './withoutReversed.ts';

interface TransferFacts extends NavFacts {
  readonly commitments: readonly InvestorCommitment[];
  readonly events: readonly CommitmentEvent[];
}

/** A value that passes from a partner to others on a date. */
interface PassedValue {
  readonly sellerId: string;
  readonly date: CalendarDate;
  readonly value: Decimal;
  /** The commitment that passes with it. Null if that isn't determined. */
  readonly commitment: Decimal | null;
}

/**
 * Returns a warning about a transferred value that is negative, or far from the seller's net asset value. If the commitment that passes isn't determined,
 * it can be any part of it, so only a value that is too high has a warning.
 *
 *     net asset value in proportion = net asset value without the transfer x transferred / commitment on the day before
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function passedValueText(
  { sellerId, date, value, commitment }: PassedValue,
  { commitments, events }: Pick<TransferFacts, 'commitments' | 'events'>,
  nav: Decimal | null,
): string | undefined {
  if (value.lt(0)) return `The value is negative: ${spokenMoney(value)}.`;
  if (nav === null) return undefined;
  const seller = commitments.filter(({ id }) => id === sellerId);
  const whole = commitmentsOn(seller, events, addDays(date, -1))[0]?.amount ?? zero;
  const part = commitment === null || !whole.gt(0) ? null : least(unit, commitment.div(whole));
  const compared = roundMoney(nav.times(part ?? unit));
  const name = `the net asset value of ${seller[0]?.investorName ?? ''}${part === null ? '' : ' in proportion'}`;
  if (value.isZero() ? part !== null && !compared.isZero() : !compared.gt(0))
    return `The value is ${value.isZero() ? 'zero' : spokenMoney(value)}, but ${spokenMoney(compared)} is ${name}.`;
  const change = part === null && value.lt(compared) ? undefined : implausibleChangeText(value, compared);
  return change === undefined
    ? undefined
    : `The value is ${spokenMoney(value)}, ${change} ${spokenMoney(compared)}, ${name}.`;
}

/**
 * Returns warnings about the values that TRANSFER entries move from partners, by the rule of `passedValueText`. The
 * entries of a date are added up. The transferred commitment is taken from the commitment changes of the date: the
 * seller's change, or the buyers' changes if there is one seller.
 */
export function transferWarnings<At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  facts: TransferFacts,
): readonly EntryWarning<At>[] {
  const isValue = ({ type, reversalOf }: Posting) => type === 'TRANSFER' && reversalOf === null;
  const days = groupBy(
    postings.filter(({ posting }) => isValue(posting)),
    ({ posting }) => posting.effective,
  );
  if (days.size === 0) return [];
  const added = postings.map(({ posting }) => posting);
  const posted = [...days.values()].flat();
  const partners = new Set(posted.flatMap(({ posting }) => posting.shares.map(({ commitmentId }) => commitmentId)));
  const navOn = partnerNavUntil(added, facts, partners);
  const all: readonly (LedgerEntry | Posting)[] = [...facts.entries, ...added];
  const moves = groupBy(
    all.filter(({ type, effective }) => type === 'TRANSFER' && days.has(effective)),
    ({ effective }) => effective,
  );
  return [...days].flatMap(([date, ofDay]): readonly EntryWarning<At>[] => {
    const events = withoutReversed(facts.events.filter((event) => event.date === date));
    const day = new TransferDay(moves.get(date) ?? [], events);
    const texts = new Map<string, At>();
    for (const { at, posting } of ofDay)
      for (const { commitmentId: sellerId } of posting.shares) {
        const passed = day.passedBy(sellerId);
        const nav = passed && navOn(sellerId, date);
        // The net asset value of the day without its transfers.
        const before = nav?.minus(day.moved(sellerId)) ?? null;
        const text = passed && passedValueText({ ...passed, sellerId, date }, facts, before);
        if (text !== undefined && !texts.has(text)) texts.set(text, at);
      }
    return [...texts].map(([text, at]) => ({ at, field: 'amount', text }));
  });
}

/** The values that pass between partners on a date, and the changes of their commitments. */
class TransferDay {
  readonly #moved = new Map<string, Decimal>();
  readonly #sold = new Map<string, Decimal>();
  readonly #bought = new Map<string, Decimal>();

  constructor(moves: readonly Pick<Posting, 'shares'>[], events: readonly CommitmentEvent[]) {
    for (const { shares } of moves)
      for (const { commitmentId, amount } of shares) add(this.#moved, commitmentId, amount);
    for (const { kind, commitmentId, amount } of events) {
      if (kind === 'TRANSFER_OUT') add(this.#sold, commitmentId, amount);
      if (kind === 'TRANSFER_IN') add(this.#bought, commitmentId, amount);
    }
  }

  moved(partnerId: string): Decimal {
    return this.#moved.get(partnerId) ?? zero;
  }

  /** Returns the value that a partner passes, and the commitment. Undefined if it only receives. */
  passedBy(partnerId: string): Pick<PassedValue, 'value' | 'commitment'> | undefined {
    const [moved, sold, bought] = [this.moved(partnerId), this.#sold.get(partnerId), this.#bought.get(partnerId)];
    if (sold !== undefined && bought === undefined) {
      const received = this.#boughtFrom(partnerId);
      return { value: moved.negated(), commitment: received === null ? sold : least(sold, received) };
    }
    if (!moved.lt(0)) return undefined;
    // A buyer from whom value passes has the wrong sign.
    if (bought !== undefined && sold === undefined) return { value: moved, commitment: null };
    return { value: moved.negated(), commitment: sold === undefined ? this.#boughtFrom(partnerId) : null };
  }

  /** Returns the commitments of the buyers that receive value, if all of it is from one seller. */
  #boughtFrom(sellerId: string): Decimal | null {
    const isOther = ([id, amount]: readonly [string, Decimal]) => id !== sellerId && amount.lt(0);
    if ([...this.#moved].some(isOther) || [...this.#sold.keys()].some((id) => id !== sellerId)) return null;
    const buyers = [...this.#bought].filter(([id]) => this.moved(id).gt(0));
    return buyers.length === 0 ? null : buyers.reduce<Decimal>((total, [, amount]) => total.plus(amount), zero);
  }
}

const least = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);

const add = (amounts: Map<string, Decimal>, id: string, amount: Decimal) =>
  amounts.set(id, (amounts.get(id) ?? zero).plus(amount));
