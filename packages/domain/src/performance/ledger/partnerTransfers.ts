import { allocate } from '@carrara/domain/kernel/apportionment';
import { addDays, type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import { type Commitment, type CommitmentEvent, commitmentsOn } from './commitment.ts';
import type { EntryShare, LedgerEntry } from './entry.ts';

/** Which cash counts for the partners of a transfer: the history of the part that passed, or the price. */
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

/** Commitments that passed on one day: from each seller to the buyers of the same trade, in proportion to what these took over. */
interface Trade {
  readonly sellers: readonly CommitmentEvent[];
  readonly buyers: readonly CommitmentEvent[];
  readonly booked: CalendarDate;
  /** The quarter that shows its reversal. */
  readonly undone: CalendarDate | undefined;
}

/** What a commitment has of an entry, since the quarter that shows it. */
interface Line<E> {
  readonly entry: E;
  readonly amount: Decimal;
  readonly booked: CalendarDate;
}

/**
 * The entries that returns and multiples are measured by: those of the ledger, and for each transfer between partners further shares that only measure
 * (`EntryShare.isPassed`), which change no capital account.
 *
 *     HISTORY: of each call and distribution before the day, the seller passes amount x transferred / commitment on the eve
 *     PRICE:   the value of the TRANSFER entry is received by the seller and paid by the buyer
 *
 * The price also counts where the counterpart isn't in the ledger, as in the books of an investor: how much history passed is unknown there. Entries and
 * transfers count from the quarter that shows both, and until the quarter that shows the reversal of the transfer.
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
  return [
    ...entries,
    ...passedHistory(ledger, trades),
    ...prices.map((entry) => ({
      ...entry,
      shares: entry.shares.map(({ commitmentId, amount }) => passedShare(commitmentId, amount)),
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
    for (const [sellerId, sold] of soldBy(ofDay)) {
      const left = leftAfter(ledger, sellerId, day, sold);
      const weights = [left, ...sold.map(({ amount }) => amount)];
      for (const line of (lines.get(sellerId) ?? []).filter(({ entry }) => entry.effective < day)) {
        const parts = allocate(line.amount, weights)._unsafeUnwrap();
        for (const [at, { trade }] of sold.entries()) {
          const part = parts[at + 1]!;
          if (part.isZero()) continue;
          const shares = [passedShare(sellerId, part.negated()), ...bought(trade, part)];
          const booked = later(line.booked, trade.booked);
          pass({ ...line, booked }, shares);
          if (trade.undone !== undefined)
            pass(
              { ...line, booked: later(booked, trade.undone) },
              shares.map((share) => passedShare(share.commitmentId, share.amount.negated())),
            );
        }
      }
    }
  }
  return passed;
}

/** Calls, excess given back and distributions: the cash of a partner, without the carry of the general partner. */
const passes = /^(CALL|EXCESS|DIST)-/;

const passedShare = (commitmentId: string, amount: Decimal): EntryShare => ({
  commitmentId,
  amount,
  cost: zero,
  unfunded: zero,
  isMirror: false,
  isPassed: true,
});

const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);
const dayOf = ({ sellers }: Trade): CalendarDate => sellers[0]!.date;

/** The trades of a day are told apart by the TRANSFER entries that name both sides; without such an entry all of a day are one. */
function tradesOf({ entries, events }: Pick<TransferLedger<PassableEntry>, 'entries' | 'events'>): readonly Trade[] {
  const reversals = new Map(events.flatMap((event) => (event.reversalOf === null ? [] : [[event.reversalOf, event]])));
  const groups = new Map<string, (typeof events)[number][]>();
  for (const event of events) {
    if (event.reversalOf !== null || (event.kind !== 'TRANSFER_OUT' && event.kind !== 'TRANSFER_IN')) continue;
    const entry = entries.find(
      ({ type, effective, reversalOf, shares }) =>
        type === 'TRANSFER' &&
        reversalOf === null &&
        effective === event.date &&
        shares.some(({ commitmentId }) => commitmentId === event.commitmentId),
    );
    const key = `${event.date} ${entry?.id ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()].flatMap((all): Trade[] => {
    const sellers = all.filter(({ kind, amount }) => kind === 'TRANSFER_OUT' && amount.gt(0));
    const buyers = all.filter(({ kind, amount }) => kind === 'TRANSFER_IN' && amount.gt(0));
    if (sellers.length === 0 || buyers.length === 0) return [];
    const undone = all.flatMap(({ id }) => reversals.get(id)?.booked ?? []).sort()[0];
    return [
      {
        sellers,
        buyers,
        booked: all
          .map(({ booked }) => booked)
          .sort()
          .at(-1)!,
        undone,
      },
    ];
  });
}

/** A commitment that passed in the quarter of the day without a TRANSFER entry that moves value of the seller. */
export interface ValuelessTransfer {
  readonly sellerId: string;
  readonly buyerIds: readonly string[];
  readonly date: CalendarDate;
  /** Transferred / commitment of the seller on the eve. */
  readonly part: Decimal;
}

/**
 * The transfers between partners that count from a quarter shown after `from` and until `end`, and whose value no TRANSFER entry of their day moves.
 *
 * Reversed changes and entries don't count.
 */
export function valuelessTransfers(
  ledger: Omit<TransferLedger<PassableEntry>, 'transfers'>,
  from: CalendarDate,
  end: CalendarDate,
): readonly ValuelessTransfer[] {
  const entries = standing(ledger.entries, end);
  const events = standing(ledger.events, end);
  const moved = new Set(
    entries.flatMap(({ type, effective, shares }) =>
      type !== 'TRANSFER'
        ? []
        : shares.flatMap(({ amount, commitmentId }) => (amount.isZero() ? [] : [`${effective} ${commitmentId}`])),
    ),
  );
  return tradesOf({ entries, events })
    .filter(({ booked }) => booked > from)
    .flatMap((trade) =>
      [...soldBy([trade])].flatMap(([sellerId, sold]): ValuelessTransfer[] => {
        const date = dayOf(trade);
        if (moved.has(`${date} ${sellerId}`)) return [];
        const left = leftAfter({ ...ledger, events }, sellerId, date, sold);
        const passed = sold.reduce((amount, one) => amount.plus(one.amount), zero);
        const part = passed.div(left.plus(passed));
        return [{ sellerId, buyerIds: trade.buyers.map(({ commitmentId }) => commitmentId), date, part }];
      }),
    );
}

type Reversible = { readonly id: string; readonly booked: CalendarDate; readonly reversalOf: string | null };
function standing<R extends Reversible>(rows: readonly R[], end: CalendarDate): readonly R[] {
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

/** What the seller still has of the commitment of the eve, as it was booked in the quarter that shows the trade. */
function leftAfter(
  { commitments, events }: Pick<TransferLedger<PassableEntry>, 'commitments' | 'events'>,
  sellerId: string,
  day: CalendarDate,
  sold: readonly Sold[],
): Decimal {
  const booked = sold.map(({ trade }) => trade.booked).reduce(later);
  const known = events.filter((event) => event.commitmentId === sellerId && event.booked <= booked);
  const seller = commitments.filter(({ id }) => id === sellerId);
  const eve = commitmentsOn(seller, known, addDays(day, -1))[0]?.amount ?? zero;
  const left = sold.reduce((amount, one) => amount.minus(one.amount), eve);
  return left.lt(0) ? zero : left;
}

const bought = ({ buyers }: Trade, amount: Decimal): readonly EntryShare[] => {
  const parts = allocate(
    amount,
    buyers.map((buyer) => buyer.amount),
  )._unsafeUnwrap();
  return buyers.map(({ commitmentId }, at) => passedShare(commitmentId, parts[at]!));
};
