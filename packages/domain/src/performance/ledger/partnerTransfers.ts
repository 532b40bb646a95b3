import { allocate } from '@carrara/domain/kernel/apportionment';
import { addDays, type CalendarDate, type Decimal, type Group, groupBy, zero, zip } from '@carrara/domain/kernel';
import { type Commitment, type CommitmentEvent, commitmentsOn, eventAmount } from './commitment.ts';
import type { EntryShare, LedgerEntry } from './entry.ts';

/** The cash that counts for the partners of a transfer: the history of the transferred part, or the price. */
export const transferPolicies = ['HISTORY', 'PRICE'] as const;
export type TransferPolicy = (typeof transferPolicies)[number];

/** The facts of an entry that a transfer needs. */
export type PassableEntry = Pick<LedgerEntry, 'id' | 'type' | 'booked' | 'effective' | 'reversalOf' | 'shares'>;

export interface TransferLedger<E extends PassableEntry> {
  readonly commitments: readonly Commitment[];
  readonly events: readonly (CommitmentEvent & { readonly booked: CalendarDate })[];
  readonly entries: readonly E[];
  readonly transfers: TransferPolicy;
}

/** Commitments transferred on one date: from each seller to the buyers of the same trade, in proportion to the amounts they took over. */
interface Trade {
  readonly firstSeller: CommitmentEvent;
  readonly sellers: readonly CommitmentEvent[];
  readonly buyers: readonly CommitmentEvent[];
  readonly booked: CalendarDate;
  /** The quarter that shows its reversal. */
  readonly undone: CalendarDate | undefined;
}

/** A commitment's part of an entry, from the quarter that shows it. */
interface Line<E> {
  readonly entry: E;
  readonly amount: Decimal;
  readonly booked: CalendarDate;
}

/**
 * Returns the entries that returns and multiples are based on: those of the ledger and, for each transfer between partners, additional shares that
 * only affect these figures (`EntryShare.isPassed`) and don't change any capital account.
 *
 *     HISTORY: for each earlier call and distribution, the seller passes amount x transferred / commitment on the day before
 *     PRICE:   the value of the TRANSFER entry is received by the seller and paid by the buyer
 *
 * The seller's price and the buyer's can be separate entries, so the prices of a date are linked (`EntryShare.passedBy`) and cancel out in sums of partners.
 * The price also counts if the counterpart isn't in the ledger, as in an investor's own books, because the transferred history is unknown there.
 * Entries and transfers count from the quarter that shows both, until the quarter that shows the reversal of the transfer.
 *
 * Units:  whole cents; the parts of an amount add up to it.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never.
 */
export function measuredEntries<E extends PassableEntry>(ledger: TransferLedger<E>): readonly E[] {
  const { entries, events } = ledger;
  const hasTransfers =
    entries.some(({ type }) => type === 'TRANSFER') || events.some(({ kind }) => kind === 'TRANSFER_OUT');
  if (!hasTransfers) return entries;
  const trades = ledger.transfers === 'HISTORY' ? tradesOf(ledger) : [];
  const partners = new Set(
    trades.flatMap(({ sellers, buyers }) => [...sellers, ...buyers].map(({ commitmentId }) => commitmentId)),
  );
  const prices = entries.filter(
    ({ type, shares }) => type === 'TRANSFER' && !shares.some(({ commitmentId }) => partners.has(commitmentId)),
  );
  const firstOfDay = new Map(prices.toReversed().map(({ effective, id }) => [effective, id]));
  return [
    ...entries,
    ...passedHistory(ledger, trades),
    ...prices.map((entry) => ({
      ...entry,
      shares: entry.shares.map(({ commitmentId, amount }) =>
        passedShare(commitmentId, amount, firstOfDay.get(entry.effective) ?? entry.id),
      ),
    })),
  ];
}

function passedHistory<E extends PassableEntry>(ledger: TransferLedger<E>, trades: readonly Trade[]): readonly E[] {
  const lines = new Map<string, Line<E>[]>(ledger.commitments.map(({ id }) => [id, []]));
  for (const entry of ledger.entries)
    for (const { commitmentId, amount, isMirror } of entry.shares)
      if (passes.test(entry.type) && !isMirror) lines.get(commitmentId)?.push({ entry, amount, booked: entry.booked });
  const passed: E[] = [];
  const pass = ({ entry, booked }: Line<E>, shares: readonly EntryShare[]) => {
    passed.push({ ...entry, booked, shares });
    for (const { commitmentId, amount } of shares) lines.get(commitmentId)?.push({ entry, amount, booked });
  };
  for (const day of [...new Set(trades.map(dayOf))].sort()) {
    const ofDay = trades.filter((trade) => dayOf(trade) === day);
    for (const [sellerId, all] of soldBy(ofDay)) {
      const own = (lines.get(sellerId) ?? []).filter(({ entry }) => entry.effective < day);
      // A reversed transfer must not reduce the history that its replacement passes on.
      for (const sold of grouped(all, ({ trade }) => spanOf(trade))) {
        const remaining = remainingAfter(ledger, sellerId, day, sold);
        const weights = [remaining, ...sold.map(({ amount }) => amount)];
        for (const line of own) {
          const [, ...parts] = allocate(line.amount, weights)._unsafeUnwrap();
          for (const [{ trade }, part] of zip(sold, parts)) {
            if (part.isZero()) continue;
            const by = trade.firstSeller.id;
            const shares = [passedShare(sellerId, part.negated(), by), ...bought(trade, part, by)];
            const booked = later(line.booked, trade.booked);
            pass({ ...line, booked }, shares);
            if (trade.undone !== undefined)
              pass(
                { ...line, booked: later(booked, trade.undone) },
                shares.map((share) => passedShare(share.commitmentId, share.amount.negated(), by)),
              );
          }
        }
      }
    }
  }
  return passed;
}

/** Calls, returned excess and distributions: a partner's cash, without the general partner's carry. */
const passes = /^(CALL|EXCESS|DIST)-/;

const passedShare = (commitmentId: string, amount: Decimal, passedBy: string): EntryShare => ({
  commitmentId,
  amount,
  cost: zero,
  unfunded: zero,
  isMirror: false,
  isPassed: true,
  passedBy,
});

const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);
const dayOf = ({ firstSeller }: Trade): CalendarDate => firstSeller.date;

/** Returns the quarters in which a trade counts. */
const spanOf = ({ booked, undone }: Trade): string => (undone === undefined ? '' : `${booked} ${undone}`);

type Transferred = TransferLedger<PassableEntry>['events'][number];

/** Returns the trades of a ledger: transfers out and in of the same date, reversed in the same quarter or not at all. */
function tradesOf(ledger: Pick<TransferLedger<PassableEntry>, 'entries' | 'events'>): readonly Trade[] {
  const { events } = ledger;
  const entries = ledger.entries.filter(({ type, reversalOf }) => type === 'TRANSFER' && reversalOf === null);
  const undone = new Map(
    events.flatMap(({ reversalOf, booked }) => (reversalOf === null ? [] : [[reversalOf, booked]])),
  );
  const transfers = events.filter(({ kind, reversalOf }) => reversalOf === null && kind.startsWith('TRANSFER_'));
  return grouped(transfers, ({ id, date }) => `${date} ${undone.get(id) ?? ''}`)
    .flatMap((ofDay) => linkedTrades(ofDay, entries))
    .flatMap((all) => tradesAmong(all, undone));
}

/** Combines transfers into one trade; returns none without a seller and a buyer. */
function tradesAmong(all: readonly Transferred[], undone: ReadonlyMap<string, CalendarDate> = new Map()): Trade[] {
  const sellers = all.filter(({ kind, amount }) => kind === 'TRANSFER_OUT' && amount.gt(0));
  const buyers = all.filter(({ kind, amount }) => kind === 'TRANSFER_IN' && amount.gt(0));
  const [firstSeller] = sellers;
  if (firstSeller === undefined || buyers.length === 0) return [];
  const booked = all.map((event) => event.booked).reduce(later);
  return [{ firstSeller, sellers, buyers, booked, undone: all.flatMap(({ id }) => undone.get(id) ?? []).sort()[0] }];
}

/**
 * Groups the transfers of one date into trades. A TRANSFER entry between two commitments pairs a transfer out with a transfer in of the same amount.
 * Of the rest, transfers whose commitments are linked by entries form one trade, and those without an entry form another.
 */
function linkedTrades(ofDay: readonly Transferred[], entries: readonly PassableEntry[]): readonly Transferred[][] {
  const linking = entries.filter((entry) => ofDay.some((event) => isNamedIn(entry, event)));
  const pairs: Transferred[][] = [];
  let rest = ofDay;
  for (const entry of linking) {
    const own = rest.filter((event) => isNamedIn(entry, event));
    const isBetweenTwo = new Set(entry.shares.map(({ commitmentId }) => commitmentId)).size === 2;
    const pair = own
      .filter(({ kind }) => isBetweenTwo && kind === 'TRANSFER_OUT')
      .flatMap((out) => {
        const into = own.find((event) => event.kind === 'TRANSFER_IN' && event.amount.eq(out.amount));
        return into === undefined ? [] : [[out, into]];
      })[0];
    if (pair === undefined) continue;
    pairs.push(pair);
    rest = rest.filter((event) => !pair.includes(event));
  }
  const isLinked = (first: Transferred, other: Transferred) =>
    first.commitmentId === other.commitmentId ||
    linking.some((entry) => isNamedIn(entry, first) && isNamedIn(entry, other));
  let linked: Transferred[][] = [];
  for (const event of rest) {
    const joined = linked.filter((trade) => trade.some((candidate) => isLinked(candidate, event)));
    linked = [...linked.filter((trade) => !joined.includes(trade)), [...joined.flat(), event]];
  }
  const isWhole = (trade: readonly Transferred[]) => new Set(trade.map(({ kind }) => kind)).size > 1;
  return [...pairs, ...linked.filter(isWhole), linked.filter((trade) => !isWhole(trade)).flat()];
}

const isNamedIn = ({ effective, shares }: PassableEntry, event: Transferred): boolean =>
  effective === event.date && shares.some(({ commitmentId }) => commitmentId === event.commitmentId);

const grouped = <T>(all: readonly T[], keyOf: (item: T) => string): readonly Group<T>[] => [
  ...groupBy(all, keyOf).values(),
];

/** What entries move beside a transferred commitment: its value, or the called part, which has no unfunded. */
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
 * Returns the sellers and buyers of transfers between partners that count from a quarter after `from` and through `end`, if no entry of the date moves
 * their value (TRANSFER) or their called part (TRANSFER, UNFUNDED). If nothing moves for anybody in a trade, only its sellers are returned.
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
  return grouped(passing, ({ date }) => date).flatMap((ofDay) => {
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
    ...grouped(buyers.filter(isBare), ({ commitmentId }) => commitmentId).map((own) => ({
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
  [...soldBy([trade])].map(([sellerId, sold]) => {
    const passed = amountOf(sold);
    return { sellerId, part: passed.div(remainingAfter(ledger, sellerId, dayOf(trade), sold).plus(passed)) };
  });

const boughtParts = (parts: SoldParts, trade: Trade, own: readonly CommitmentEvent[]): SoldParts =>
  parts.map(({ sellerId, part }) => ({ sellerId, part: part.times(amountOf(own)).div(amountOf(trade.buyers)) }));

/** What entries of a date move for a seller or buyer of that date, and the parts of the sellers' commitments that it transfers. */
export interface MovedParts extends Pick<IncompleteTransfer, 'partnerId' | 'side' | 'date' | 'parts'> {
  /** Above zero if it leaves the seller and reaches the buyer. Null if no entry moves any. */
  readonly value: Decimal | null;
  readonly called: Decimal | null;
}

/**
 * Returns, for each seller and buyer of transfers between partners that count from a quarter after `from` and through `end`, the value (TRANSFER) and
 * the called part (TRANSFER, UNFUNDED) that entries of the date move. Partners that sell and buy on the same date are left out.
 */
export function movedParts(
  ledger: Omit<TransferLedger<PassableEntry>, 'transfers'>,
  from: CalendarDate,
  end: CalendarDate,
): readonly MovedParts[] {
  const entries = effectiveRows(ledger.entries, end);
  const events = effectiveRows(ledger.events, end);
  const passing = events.filter(({ kind, amount }) => kind.startsWith('TRANSFER_') && amount.gt(0));
  return grouped(passing, ({ date }) => date).flatMap((ofDay) => {
    const [whole] = tradesAmong(ofDay);
    if (whole === undefined || whole.booked <= from) return [];
    const date = dayOf(whole);
    const ofDate = entries.filter(({ effective }) => effective === date);
    const sold = tradesOf({ entries, events: ofDay }).flatMap((trade) => {
      const parts = partsOf({ ...ledger, events }, trade);
      return [
        ...parts.map((part) => ({ partnerId: part.sellerId, side: 'SELLER' as const, parts: [part] })),
        ...grouped(trade.buyers, ({ commitmentId }) => commitmentId).map((own) => ({
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
    return grouped(sold, ({ partnerId }) => partnerId).flatMap((own) => {
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
export interface ValueAlone {
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
export function valuesAlone(
  ledger: Omit<TransferLedger<PassableEntry>, 'transfers'>,
  from: CalendarDate,
  end: CalendarDate,
): readonly ValueAlone[] {
  if (ledger.commitments.length < 2) return [];
  const events = effectiveRows(ledger.events, end);
  const passed = new Set(
    events.filter(({ kind }) => kind.startsWith('TRANSFER_')).map((event) => `${event.date} ${event.commitmentId}`),
  );
  const entries = effectiveRows(ledger.entries, end).filter(({ type }) => type === 'TRANSFER');
  return grouped(entries, ({ effective }) => effective).flatMap((ofDay) => {
    const date = ofDay[0].effective;
    if (ofDay.every(({ booked }) => booked <= from)) return [];
    const values = grouped(
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

/** What partners passed to each other on a date, from and to each of them. Amounts are positive. */
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
 * Returns both sides of the transfers of each date that a quarter after `from` and through `end` shows or reverses: commitments by their events,
 * value and unfunded by the TRANSFER entries. Reversed changes and entries don't count.
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

interface Sold {
  readonly trade: Trade;
  readonly amount: Decimal;
}
function soldBy(trades: readonly Trade[]): ReadonlyMap<string, readonly Sold[]> {
  const sold = new Map<string, Sold[]>();
  for (const trade of trades)
    for (const { commitmentId, amount } of trade.sellers)
      sold.set(commitmentId, [...(sold.get(commitmentId) ?? []), { trade, amount }]);
  return sold;
}

/** Returns how much of the previous day's commitment the seller keeps, as booked in the quarter that shows the trade. */
function remainingAfter(
  { commitments, events }: Pick<TransferLedger<PassableEntry>, 'commitments' | 'events'>,
  sellerId: string,
  day: CalendarDate,
  sold: readonly Sold[],
): Decimal {
  const booked = sold.map(({ trade }) => trade.booked).reduce(later);
  const earlier = events.filter((event) => event.commitmentId === sellerId && event.booked <= booked);
  const seller = commitments.filter(({ id }) => id === sellerId);
  const eve = commitmentsOn(seller, earlier, addDays(day, -1))[0]?.amount ?? zero;
  const remaining = sold.reduce((amount, sale) => amount.minus(sale.amount), eve);
  return remaining.lt(0) ? zero : remaining;
}

const bought = ({ buyers }: Trade, amount: Decimal, passedBy: string): readonly EntryShare[] => {
  const parts = allocate(
    amount,
    buyers.map((buyer) => buyer.amount),
  )._unsafeUnwrap();
  return zip(buyers, parts).map(([{ commitmentId }, part]) => passedShare(commitmentId, part, passedBy));
};
