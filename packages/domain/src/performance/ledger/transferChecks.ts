import { addDays, type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import { type CommitmentEvent, commitmentsOn, eventAmount } from './commitment.ts';
import {
  dayOf,
  listGroups,
  type PassableEntry,
  remainingAfter,
  tradesBySeller,
  type Trade,
  tradesAmong,
  tradesOf,
  type TransferLedger,
} from './partnerTransfers.ts';

/** The parts of a transferred commitment that entries move: its value, or the called part, which has no unfunded. */
export type MovedByEntry = 'VALUE' | 'CALLED_PART';

/** A transfer by a partner without an entry of the same date that moves this partner's value or called part. */
export interface IncompleteTransfer {
  readonly partnerId: string;
  readonly side: 'SELLER' | 'BUYER';
  readonly sellerIds: readonly string[];
  readonly buyerIds: readonly string[];
  readonly date: CalendarDate;
  /** The part transferred from each seller: transferred / the seller's commitment on the day before; for a buyer, only the buyer's share of it. */
  readonly parts: readonly { readonly sellerId: string; readonly part: Decimal }[];
}

/**
 * Returns the sellers and buyers of transfers between partners that count from a quarter after `from` and through
 * `end`. Only those are returned whose value (TRANSFER) or called part (TRANSFER, UNFUNDED) no entry of the date
 * moves. If nothing moves for anybody in a trade, only its sellers are returned.
 *
 * Reversed changes and entries don't count, nor do dates whose sellers or buyers aren't in the ledger.
 */
export function incompleteTransfers(
  ledger: Omit<TransferLedger<PassableEntry>, 'transfers'>,
  from: CalendarDate,
  end: CalendarDate,
  moved: MovedByEntry,
): readonly IncompleteTransfer[] {
  const entries = effectiveRows(ledger.entries, end);
  const events = effectiveRows(ledger.events, end);
  const partners = new Set(
    entries.flatMap(({ type, effective, shares }) =>
      shares
        .filter(({ amount, unfunded }) =>
          moved === 'VALUE'
            ? type === 'TRANSFER' && !amount.isZero()
            : (type === 'TRANSFER' || type === 'UNFUNDED') && !unfunded.isZero(),
        )
        .map(({ commitmentId }) => `${effective} ${commitmentId}`),
    ),
  );
  const passing = events.filter(({ kind, amount }) => kind.startsWith('TRANSFER_') && amount.gt(0));
  return listGroups(passing, ({ date }) => date).flatMap((ofDay) => {
    const [whole] = tradesAmong(ofDay);
    if (whole === undefined || whole.booked <= from) return [];
    const trades = tradesOf({ entries, events: ofDay });
    const paired = new Set(trades.flatMap(({ sellers, buyers }) => [...sellers, ...buyers]));
    // Entries link some of them to each other. The others may have traded with anybody on that date.
    const remaining = {
      sellers: whole.sellers.filter((event) => !paired.has(event)),
      buyers: whole.buyers.filter((event) => !paired.has(event)),
    };
    return [
      ...trades.map((trade) => ({ trade, side: trade })),
      ...(remaining.sellers.length + remaining.buyers.length === 0 ? [] : [{ trade: whole, side: remaining }]),
    ].flatMap(({ trade, side }) => incompleteOf({ ...ledger, events }, trade, side, partners));
  });
}

/** Returns the partners of a trade for whom no entry moves anything, among the given transfers. */
function incompleteOf(
  ledger: Pick<TransferLedger<PassableEntry>, 'commitments' | 'events'>,
  trade: Trade,
  { sellers, buyers }: Pick<Trade, 'sellers' | 'buyers'>,
  moved: ReadonlySet<string>,
): readonly IncompleteTransfer[] {
  const date = dayOf(trade);
  const isBare = ({ commitmentId }: CommitmentEvent) => !moved.has(`${date} ${commitmentId}`);
  const parts = partsOf(ledger, trade);
  const ids = { sellerIds: idsOf(trade.sellers), buyerIds: idsOf(trade.buyers), date };
  const bareSellers = idsOf(sellers.filter(isBare)).map((partnerId) => ({
    ...ids,
    partnerId,
    side: 'SELLER' as const,
    sellerIds: [partnerId],
    parts: parts.filter(({ sellerId }) => sellerId === partnerId),
  }));
  if ([...trade.sellers, ...trade.buyers].every(isBare)) return bareSellers;
  return [
    ...bareSellers,
    ...listGroups(buyers.filter(isBare), ({ commitmentId }) => commitmentId).map((own) => ({
      ...ids,
      partnerId: own[0].commitmentId,
      side: 'BUYER' as const,
      buyerIds: idsOf(own),
      parts: boughtParts(parts, trade, own),
    })),
  ];
}

const idsOf = (all: readonly CommitmentEvent[]) => [...new Set(all.map(({ commitmentId }) => commitmentId))];

type SoldParts = IncompleteTransfer['parts'];

/** Returns the part that each seller of a trade transfers. */
const partsOf = (ledger: Pick<TransferLedger<PassableEntry>, 'commitments' | 'events'>, trade: Trade): SoldParts =>
  [...tradesBySeller([trade])].map(([sellerId, sold]) => {
    const passed = amountOf(sold);
    return { sellerId, part: passed.div(remainingAfter(ledger, sellerId, dayOf(trade), sold).plus(passed)) };
  });

const boughtParts = (parts: SoldParts, trade: Trade, own: readonly CommitmentEvent[]): SoldParts =>
  parts.map(({ sellerId, part }) => ({ sellerId, part: part.times(amountOf(own)).div(amountOf(trade.buyers)) }));

/** The amounts that entries of a date move for a seller or buyer, and the parts of the sellers' commitments that are transferred. */
export interface MovedParts extends Pick<IncompleteTransfer, 'partnerId' | 'side' | 'date' | 'parts'> {
  /** Above zero if it leaves the seller and reaches the buyer. Null if no entry moves any. */
  readonly value: Decimal | null;
  readonly called: Decimal | null;
}

/**
 * Returns the value (TRANSFER) and the called part (TRANSFER, UNFUNDED) that entries of the date move, for each
 * seller and buyer. Transfers between partners count from a quarter after `from` and through `end`. Partners that
 * sell and buy on the same date are left out.
 */
export function movedParts(
  ledger: Omit<TransferLedger<PassableEntry>, 'transfers'>,
  from: CalendarDate,
  end: CalendarDate,
): readonly MovedParts[] {
  const entries = effectiveRows(ledger.entries, end);
  const events = effectiveRows(ledger.events, end);
  const passing = events.filter(({ kind, amount }) => kind.startsWith('TRANSFER_') && amount.gt(0));
  return listGroups(passing, ({ date }) => date).flatMap((ofDay) => {
    const [whole] = tradesAmong(ofDay);
    if (whole === undefined || whole.booked <= from) return [];
    const date = dayOf(whole);
    const ofDate = entries.filter(({ effective }) => effective === date);
    const sold = tradesOf({ entries, events: ofDay }).flatMap((trade) => {
      const parts = partsOf({ ...ledger, events }, trade);
      return [
        ...parts.map((part) => ({ partnerId: part.sellerId, side: 'SELLER' as const, parts: [part] })),
        ...listGroups(trade.buyers, ({ commitmentId }) => commitmentId).map((own) => ({
          partnerId: own[0].commitmentId,
          side: 'BUYER' as const,
          parts: boughtParts(parts, trade, own),
        })),
      ];
    });
    const moved = (partnerId: string, types: readonly string[], measure: 'amount' | 'unfunded') => {
      const amounts = ofDate.flatMap(({ type, shares }) =>
        types.includes(type)
          ? shares.flatMap((share) =>
              share.commitmentId === partnerId && !share[measure].isZero() ? [{ amount: share[measure] }] : [],
            )
          : [],
      );
      return amounts.length === 0 ? null : amountOf(amounts);
    };
    return listGroups(sold, ({ partnerId }) => partnerId).flatMap((own) => {
      const { partnerId, side } = own[0];
      if (own.some((part) => part.side !== side)) return [];
      const value = moved(partnerId, ['TRANSFER'], 'amount');
      const called = moved(partnerId, ['TRANSFER', 'UNFUNDED'], 'unfunded');
      const isSeller = side === 'SELLER';
      return [
        {
          partnerId,
          side,
          date,
          parts: own.flatMap(({ parts }) => parts),
          value: isSeller && value !== null ? value.negated() : value,
          called: isSeller || called === null ? called : called.negated(),
        },
      ];
    });
  });
}

/** A partner's value that TRANSFER entries move on a date on which no commitment of it passes. */
export interface ValueWithoutCommitment {
  readonly sellerId: string;
  readonly buyerIds: readonly string[];
  readonly date: CalendarDate;
  readonly value: Decimal;
  /** The seller's commitment on the day before. */
  readonly commitment: Decimal;
}

/**
 * Returns the partners whose value passes without a commitment on dates that a quarter after `from` and through `end` shows. Reversed changes and
 * entries don't count. A ledger with a single partner has none, as in `transferSides`.
 */
export function valuesWithoutCommitment(
  ledger: Omit<TransferLedger<PassableEntry>, 'transfers'>,
  from: CalendarDate,
  end: CalendarDate,
): readonly ValueWithoutCommitment[] {
  if (ledger.commitments.length < 2) return [];
  const events = effectiveRows(ledger.events, end);
  const passed = new Set(
    events.filter(({ kind }) => kind.startsWith('TRANSFER_')).map((event) => `${event.date} ${event.commitmentId}`),
  );
  const entries = effectiveRows(ledger.entries, end).filter(({ type }) => type === 'TRANSFER');
  return listGroups(entries, ({ effective }) => effective).flatMap((ofDay) => {
    const date = ofDay[0].effective;
    if (ofDay.every(({ booked }) => booked <= from)) return [];
    const values = listGroups(
      ofDay.flatMap(({ shares }) => shares),
      ({ commitmentId }) => commitmentId,
    ).map((all) => ({ commitmentId: all[0].commitmentId, value: amountOf(all) }));
    const buyerIds = values.flatMap(({ commitmentId, value }) => (value.gt(0) ? [commitmentId] : []));
    return values.flatMap(({ commitmentId, value }) =>
      value.lt(0) && !passed.has(`${date} ${commitmentId}`)
        ? [
            {
              sellerId: commitmentId,
              buyerIds,
              date,
              value: value.negated(),
              commitment: amountOf(
                commitmentsOn(
                  ledger.commitments.filter(({ id }) => id === commitmentId),
                  events.filter((event) => event.commitmentId === commitmentId),
                  addDays(date, -1),
                ),
              ),
            },
          ]
        : [],
    );
  });
}

/** The amounts that partners passed to each other on a date, from and to each of them. Amounts are positive. */
export interface TransferSides {
  readonly date: CalendarDate;
  readonly kind: 'COMMITMENT' | 'VALUE' | 'UNFUNDED';
  readonly out: readonly PartnerAmount[];
  readonly into: readonly PartnerAmount[];
}

interface PartnerAmount {
  readonly commitmentId: string;
  readonly amount: Decimal;
}

/**
 * Returns both sides of the transfers of each date that a quarter after `from` and through `end` shows or reverses.
 * Commitments come from their events, value and unfunded from the TRANSFER entries. Reversed changes and entries
 * don't count.
 *
 * A ledger with a single partner, as in an investor's own books, has none: the counterpart isn't in it.
 */
export function transferSides(
  ledger: Pick<TransferLedger<PassableEntry>, 'commitments' | 'events' | 'entries'>,
  from: CalendarDate,
  end: CalendarDate,
): readonly TransferSides[] {
  if (ledger.commitments.length < 2) return [];
  const events = ledger.events.filter(({ kind }) => kind === 'TRANSFER_IN' || kind === 'TRANSFER_OUT');
  const entries = ledger.entries.filter(({ type }) => type === 'TRANSFER');
  const dates = [...events, ...entries.map((entry) => ({ ...entry, date: entry.effective }))]
    .filter(({ booked }) => booked > from && booked <= end)
    .map(({ date }) => date);
  const [countedEvents, countedEntries] = [effectiveRows(events, end), effectiveRows(entries, end)];
  return [...new Set(dates)].sort().flatMap((date) => {
    const shares = countedEntries.flatMap((entry) => (entry.effective === date ? entry.shares : []));
    const moved = {
      COMMITMENT: countedEvents
        .filter((event) => event.date === date)
        .map((event) => ({ commitmentId: event.commitmentId, amount: eventAmount(event) })),
      VALUE: shares,
      UNFUNDED: shares.map(({ commitmentId, unfunded }) => ({ commitmentId, amount: unfunded })),
    };
    return (['COMMITMENT', 'VALUE', 'UNFUNDED'] as const).map((kind) => ({
      date,
      kind,
      out: moved[kind]
        .filter(({ amount }) => amount.lt(0))
        .map(({ commitmentId, amount }) => ({ commitmentId, amount: amount.negated() })),
      into: moved[kind].filter(({ amount }) => amount.gt(0)),
    }));
  });
}

const amountOf = (all: readonly { readonly amount: Decimal }[]): Decimal =>
  all.reduce((sum, { amount }) => sum.plus(amount), zero);

type Reversible = { readonly id: string; readonly booked: CalendarDate; readonly reversalOf: string | null };

function effectiveRows<R extends Reversible>(rows: readonly R[], end: CalendarDate): readonly R[] {
  const booked = rows.filter((row) => row.booked <= end);
  const reversed = new Set(booked.map(({ reversalOf }) => reversalOf));
  return booked.filter(({ id, reversalOf }) => reversalOf === null && !reversed.has(id));
}
