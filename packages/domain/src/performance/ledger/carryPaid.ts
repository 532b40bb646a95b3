import { calendarDate, decimal, type Failures, type Result } from '@carrara/domain/kernel';
import type { StoredEntry } from './decideEntries.ts';
import type { LedgerEntry, Source } from './entry.ts';
import { entryTypeRule } from './entryType.ts';
import type { Ledger, Posting } from './ledgerState.ts';
import { postEntry, reverseEntry } from './posting.ts';

/** Carry that a distribution paid from one source of a vehicle, or that a clawback recovered. */
export interface PaidCarry {
  readonly kind: 'DISTRIBUTION' | 'LEDGER_RUN';
  readonly runId: string;
  readonly name: string;
  readonly row: number;
  readonly date: string;
  /** Negative for a reversal. */
  readonly amount: string;
  readonly reversesId: string | null;
  readonly vehicleId: string;
  readonly holdingId: string | null;
}

/**
 * Decides which carry payments and clawbacks to post to a ledger: those that it lacks and can accept. They are CARRY-PAID or CLAWBACK on their date,
 * and reversals have the opposite sign on their own date.
 */
export function decideCarryPaid(
  paid: readonly PaidCarry[],
  ledger: Ledger,
  newId: () => string,
): readonly StoredEntry[] {
  const stored: StoredEntry[] = [];
  for (const paidCarry of paid) {
    const now = { ...ledger, entries: [...ledger.entries, ...stored.map(({ entry }) => entry)] };
    if (entryOf(now.entries, paidCarry, paidCarry.runId) !== undefined) continue;
    const posting = postingOf(paidCarry, now);
    const source: Source = { kind: paidCarry.kind, id: paidCarry.runId, row: paidCarry.row };
    if (posting?.isOk() === true)
      stored.push({ entry: { ...posting.value, id: newId(), source }, description: paidCarry.name });
  }
  return stored;
}

const entryOf = (entries: readonly LedgerEntry[], { kind, row }: PaidCarry, runId: string) =>
  entries.find(({ source }) => source?.kind === kind && source.id === runId && source.row === row);

function postingOf(payment: PaidCarry, ledger: Ledger): Result<Posting, Failures> | undefined {
  const effective = calendarDate(payment.date);
  if (payment.reversesId !== null) {
    const undone = entryOf(ledger.entries, payment, payment.reversesId);
    return undone && reverseEntry(undone, ledger, effective);
  }
  const type = payment.kind === 'DISTRIBUTION' ? 'CARRY-PAID' : 'CLAWBACK';
  return postEntry(
    {
      type,
      amount: decimal(payment.amount),
      effective,
      key: entryTypeRule(type).key,
      holdingId: payment.holdingId,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: effective,
      enteredShares: [],
    },
    ledger,
  );
}
