import type { Tranche } from '@carrara/domain/compensation/deferred';
import { type CalendarDate, calendarDate, type Decimal, decimal } from '@carrara/domain/kernel';

interface StoredEntry {
  readonly on: string;
  readonly amount: string;
}
interface StoredLedger<E extends StoredEntry> {
  readonly tranches: readonly {
    readonly vestDate: string;
    readonly percent: string;
    readonly payDate: string;
    readonly amount: string;
  }[];
  readonly entries: readonly E[];
}
type Entry<E> = Omit<E, keyof StoredEntry> & { readonly on: CalendarDate; readonly amount: Decimal };

/** Converts a stored award to the form that the rules need. */
export const toLedger = <E extends StoredEntry>({
  tranches,
  entries,
}: StoredLedger<E>): { readonly tranches: readonly Tranche[]; readonly entries: readonly Entry<E>[] } => ({
  tranches: tranches.map(({ vestDate, percent, payDate, amount }) => ({
    vestDate: calendarDate(vestDate),
    percent: decimal(percent),
    payDate: calendarDate(payDate),
    amount: decimal(amount),
  })),
  entries: entries.map((entry) => ({ ...entry, on: calendarDate(entry.on), amount: decimal(entry.amount) })),
});
