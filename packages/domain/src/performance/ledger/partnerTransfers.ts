import { allocate } from '@carrara/domain/kernel/apportionment';
import { addDays, type CalendarDate, type Decimal, type Group, groupBy, zero, zip } from '@carrara/domain/kernel';
import { carryOffsets } from './carryOffsets.ts';
import { type Commitment, type CommitmentEvent, commitmentsOn } from './commitment.ts';
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
export interface Trade {
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
 * Returns the entries that returns and multiples are based on: those of the ledger and, for each transfer between
 * partners, additional shares. These only affect returns and multiples (`EntryShare.isPassed`) and don't change any
 * capital account.
 *
 *     HISTORY: for each earlier call and distribution, the seller passes amount x transferred / commitment on the day before
 *     PRICE:   the value of the TRANSFER entry is received by the seller and paid by the buyer, without the accrued carry that passes
 *
 * The seller's price and the buyer's can be separate entries, so the prices of a date are linked (`EntryShare.passedBy`) and cancel out in sums of partners.
 * The price also counts if the counterpart isn't in the ledger, as in an investor's own books, because the transferred history is unknown there.
 * Entries and transfers count from the quarter that shows both, until the quarter that shows the reversal of the transfer.
 *
 * Units:  whole cents; the parts of an amount add up to it.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never.
 */
export function measuredEntries<E extends PassableEntry>(
  ledger: TransferLedger<E>,
  passes: RegExp = partnerCash,
): readonly E[] {
  const { entries, events } = ledger;
  const hasTransfers =
    entries.some(({ type }) => type === 'TRANSFER') || events.some(({ kind }) => kind === 'TRANSFER_OUT');
  if (!hasTransfers) return entries;
  const trades = ledger.transfers === 'HISTORY' ? tradesOf(ledger) : [];
  const partners = new Set(
    trades.flatMap(({ sellers, buyers }) => [...sellers, ...buyers].map(({ commitmentId }) => commitmentId)),
  );
  const offsets = carryOffsets(entries);
  const prices = entries.filter(
    ({ id, type, shares }) =>
      type === 'TRANSFER' && !offsets.has(id) && !shares.some(({ commitmentId }) => partners.has(commitmentId)),
  );
  const firstOfDay = new Map(prices.toReversed().map(({ effective, id }) => [effective, id]));
  return [
    ...entries,
    ...passedHistory(ledger, trades, passes),
    ...prices.map((entry) => ({
      ...entry,
      shares: entry.shares.map(({ commitmentId, amount }) =>
        passedShare(commitmentId, amount, firstOfDay.get(entry.effective) ?? entry.id),
      ),
    })),
  ];
}

function passedHistory<E extends PassableEntry>(
  ledger: TransferLedger<E>,
  trades: readonly Trade[],
  passes: RegExp,
): readonly E[] {
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
    for (const [sellerId, all] of tradesBySeller(ofDay)) {
      const own = (lines.get(sellerId) ?? []).filter(({ entry }) => entry.effective < day);
      // A reversed transfer must not reduce the history that its replacement passes on.
      for (const sold of listGroups(all, ({ trade }) => spanOf(trade))) {
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
const partnerCash = /^(CALL|EXCESS|DIST)-/;

/** The same with the carry that the partner bore or that distributions earned, as the waterfall needs it. */
export const cashAndCarry = /^(?:CALL-|EXCESS-|DIST-|CARRY-EARNED$|CARRY-PAID$|CLAWBACK$)/;

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

export const dayOf = ({ firstSeller }: Trade): CalendarDate => firstSeller.date;

/** Returns the quarters in which a trade counts. */
const spanOf = ({ booked, undone }: Trade): string => (undone === undefined ? '' : `${booked} ${undone}`);

type Transferred = TransferLedger<PassableEntry>['events'][number];

/** Returns the trades of a ledger: transfers out and in of the same date, reversed in the same quarter or not at all. */
export function tradesOf(ledger: Pick<TransferLedger<PassableEntry>, 'entries' | 'events'>): readonly Trade[] {
  const { events } = ledger;
  const entries = ledger.entries.filter(({ type, reversalOf }) => type === 'TRANSFER' && reversalOf === null);
  const undone = new Map(
    events.flatMap(({ reversalOf, booked }) => (reversalOf === null ? [] : [[reversalOf, booked]])),
  );
  const transfers = events.filter(({ kind, reversalOf }) => reversalOf === null && kind.startsWith('TRANSFER_'));
  return listGroups(transfers, ({ id, date }) => `${date} ${undone.get(id) ?? ''}`)
    .flatMap((ofDay) => linkedTrades(ofDay, entries))
    .flatMap((all) => tradesAmong(all, undone));
}

/** Combines transfers into one trade; returns none without a seller and a buyer. */
export function tradesAmong(
  all: readonly Transferred[],
  undone: ReadonlyMap<string, CalendarDate> = new Map(),
): Trade[] {
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

export const listGroups = <T>(all: readonly T[], keyOf: (item: T) => string): readonly Group<T>[] => [
  ...groupBy(all, keyOf).values(),
];

interface Sold {
  readonly trade: Trade;
  readonly amount: Decimal;
}

export function tradesBySeller(trades: readonly Trade[]): ReadonlyMap<string, readonly Sold[]> {
  const sold = new Map<string, Sold[]>();
  for (const trade of trades)
    for (const { commitmentId, amount } of trade.sellers)
      sold.set(commitmentId, [...(sold.get(commitmentId) ?? []), { trade, amount }]);
  return sold;
}

/** Returns how much of the previous day's commitment the seller keeps, as booked in the quarter that shows the trade. */
export function remainingAfter(
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
