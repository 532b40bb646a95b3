import { type CalendarDate, type Decimal, groupBy, zero } from '@carrara/domain/kernel';
import { type CalledAmount, callsNetOfExcess, isReallocated, returnedBy } from './callsNetOfExcess.ts';
import type { LedgerEntry } from './entry.ts';
import type { EntryType } from './entryType.ts';
import type { Ledger } from './ledgerState.ts';
import { measuredEntries } from './partnerTransfers.ts';
import { withoutReversed } from './withoutReversed.ts';

/** The amounts that partners paid for a kind of call. */
export interface PaidCalls {
  readonly byPartner: ReadonlyMap<string, Decimal>;
  /** The number of amounts in it, each of which was rounded to the cent. */
  readonly count: number;
}

const callsAndExcess = /^(?:CALL|EXCESS)-/;

/**
 * Returns the amounts that each partner paid inside of its commitment until a day, by kind of call. They are net of
 * returned excess, and a transfer between partners passes its part of them.
 *
 * Returned excess lowers the kinds that it can return, in proportion. That of a late closing lowers only the kind that the late investor paid.
 *
 * Units:  the vehicle's currency.
 * Source: docs/user/quarter-close.md.
 * Fails:  never.
 */
export function paidCalls(
  ledger: Pick<Ledger, 'commitments' | 'events' | 'entries'>,
  date: CalendarDate,
  closings: ReadonlySet<string>,
): ReadonlyMap<EntryType, PaidCalls> {
  const counted = withoutReversed(ledger.entries).filter(({ effective }) => effective <= date);
  const entries = measuredEntries(
    {
      commitments: ledger.commitments,
      events: withoutReversed(ledger.events.filter((event) => event.date <= date)).map((event) => ({
        ...event,
        booked: event.date,
      })),
      entries: counted.filter((entry) => isReallocated(entry) || entry.type === 'TRANSFER'),
      transfers: 'HISTORY',
    },
    callsAndExcess,
  ).filter(isReallocated);
  const kinds = kindsReturned(counted.filter((entry) => closings.has(entry.id) && isReallocated(entry)));
  const amounts = entries
    .toSorted((a, b) => (a.effective < b.effective ? -1 : a.effective > b.effective ? 1 : 0))
    .flatMap(({ id, type, effective, shares }) =>
      shares.map(({ commitmentId, amount }) => ({ commitmentId, type, amount, effective, returns: kinds.get(id) })),
    );
  const paid = new Map<EntryType, { byPartner: Map<string, Decimal>; count: number }>();
  for (const [commitmentId, own] of groupBy<CalledAmount & { readonly commitmentId: string }, string>(
    amounts,
    (amount) => amount.commitmentId,
  ))
    for (const { type, amount } of callsNetOfExcess(own)) {
      const { byPartner, count } = paid.get(type) ?? { byPartner: new Map<string, Decimal>(), count: 0 };
      byPartner.set(commitmentId, (byPartner.get(commitmentId) ?? zero).plus(amount));
      paid.set(type, { byPartner, count: count + 1 });
    }
  return paid;
}

/** Returns the kind of call that each excess of late closings returns. They are posted in pairs, so their order is the same. */
function kindsReturned(entries: readonly LedgerEntry[]): ReadonlyMap<string, EntryType> {
  const isExcess = ({ type }: LedgerEntry) => returnedBy[type] === undefined;
  return new Map(
    [...groupBy(entries, ({ type, effective }) => `${returnedBy[type] ?? type} ${effective}`).values()].flatMap(
      (pairs) => {
        const calls = pairs.filter((entry) => !isExcess(entry));
        return pairs.filter(isExcess).flatMap(({ id }, at) => {
          const call = calls[at];
          return call === undefined ? [] : [[id, call.type] as const];
        });
      },
    ),
  );
}
