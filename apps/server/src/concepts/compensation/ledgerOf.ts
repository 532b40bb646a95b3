import type { DeferredKind, LedgerOfAward } from '@carrara/domain/compensation/deferred';
import { calendarDate, decimal } from '@carrara/domain/kernel';

interface StoredLedger {
  readonly tranches: readonly {
    readonly vestDate: string;
    readonly percent: string;
    readonly payDate: string;
    readonly amount: string;
  }[];
  readonly entries: readonly {
    readonly kind: DeferredKind;
    readonly tranche: number | null;
    readonly on: string;
    readonly amount: string;
  }[];
}

/** Converts a stored award to the form that the rule of leaving needs. */
export const ledgerOf = ({ tranches, entries }: StoredLedger): LedgerOfAward => ({
  tranches: tranches.map(({ vestDate, percent, payDate, amount }) => ({
    vestDate: calendarDate(vestDate),
    percent: decimal(percent),
    payDate: calendarDate(payDate),
    amount: decimal(amount),
  })),
  entries: entries.map(({ kind, tranche, on, amount }) => ({
    kind,
    tranche,
    on: calendarDate(on),
    amount: decimal(amount),
  })),
});
