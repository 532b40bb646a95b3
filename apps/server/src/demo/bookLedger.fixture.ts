import { calendarDate, decimal } from '@carrara/domain/kernel';
import {
  commitmentsOn,
  entryTypeRule,
  type LedgerEntry,
  quarterEnd,
  shareOut,
} from '@carrara/domain/performance/ledger';
import type { VehicleLedger } from '@carrara/domain/performance/period';
import type { BookFiles } from './bookFiles.fixture.ts';

/** Builds a vehicle's ledger, with each entry allocated as the product does. Throws if anything is refused. */
export function buildLedger({ code, ...books }: BookFiles): VehicleLedger {
  const commitments = books.closes.map(({ investor }) => ({
    id: investor,
    investorCode: investor,
    isGp: investor === 'ALDER-GP',
  }));
  const events = books.closes.map(({ investor, day, amount, pays }, seq) => ({
    id: String(seq),
    commitmentId: investor,
    kind: 'CLOSE' as const,
    date: calendarDate(day),
    booked: quarterEnd(calendarDate(day)),
    amount: decimal(amount),
    paysFee: pays,
    paysCarry: pays,
    holdingId: null,
    seq,
    reversalOf: null,
  }));
  const entries = books.entries.map(
    (
      { type, amount, day, holding = null, notice, costRelieved, isRecallable, settled, isLate, shares: enteredShares },
      i,
    ): LedgerEntry => {
      const isTrade = type === 'BUY' || type === 'SELL';
      const requested = {
        type,
        amount: decimal(amount),
        effective: calendarDate(day),
        key: enteredShares === undefined ? entryTypeRule(type).key : ('NOTICE' as const),
        holdingId: holding,
        securityId: isTrade ? holding : null,
        noticeId: notice ?? null,
        costRelieved: costRelieved === undefined ? null : decimal(costRelieved),
        isRecallable,
        isOutside: false,
        settledOn: calendarDate(settled),
        enteredShares: (enteredShares ?? []).map(([commitmentId, share]) => ({
          commitmentId,
          amount: decimal(share),
          unfunded: null,
        })),
      };
      const shares = shareOut(requested, commitmentsOn(commitments, events, requested.effective));
      if (shares.isErr()) throw new Error(`${code} ${type} ${day}: ${JSON.stringify(shares.error)}`);
      const { enteredShares: _, ...facts } = requested;
      return {
        ...facts,
        id: String(i),
        booked: quarterEnd(isLate ? requested.settledOn : requested.effective),
        reversalOf: null,
        shares: shares.value,
      };
    },
  );
  return {
    vehicleId: code,
    commitments,
    events,
    entries,
    securities: [...new Set(books.valuations.map(({ holding }) => holding))].map((id) => ({ id, holdingId: id })),
    valuations: books.valuations.map(({ holding, day, fairValue }, seq) => ({
      securityId: holding,
      date: calendarDate(day),
      booked: quarterEnd(calendarDate(day)),
      fairValue: decimal(fairValue),
      seq,
    })),
    policy: 'ILPA',
    transfers: 'HISTORY',
    navBasis: 'LEDGER',
  };
}
