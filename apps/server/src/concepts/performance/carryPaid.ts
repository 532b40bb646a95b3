import type { StoredEntry, StoredLedger } from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { calendarDate, decimal, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { entryTypeRule, type Posting, postEntry, reverseEntry, type Source } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { type KeptEntry, type PostedEntry, postedEntries } from './postEntries.ts';
import { type Decide, postToVehicles } from './postToVehicle.ts';

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

/** Returns all carry paid and recovered for a vehicle so far. Implemented by carry. */
export type CarryPaidOf = (tx: Transaction, vehicleId: string) => Promise<readonly PaidCarry[]>;

/**
 * Posts carry payments and clawbacks to the ledgers of their vehicles, each once: CARRY-PAID or CLAWBACK on its date,
 * and reversals with the opposite sign on their own date. A clawback is posted in full, including the part from escrow,
 * because carry was paid before escrow was withheld from it.
 *
 * A ledger that can't accept an entry (it doesn't exist, nobody bears carry on that date, or the general partner has no
 * commitment) never blocks a payment. Nothing is posted then, and tie-out T9 reports the difference until
 * `postCarryPaid` runs again.
 */
export async function postCarryPaid(
  tx: Transaction,
  paid: readonly PaidCarry[],
): Promise<Result<PostedEntry[], Failures>> {
  const vehicles = [...new Set(paid.map(({ vehicleId }) => vehicleId))];
  const posted = await postToVehicles(tx, vehicles, decideCarryPaid(paid));
  return posted.map((all) => all.flat());
}

/** Returns the same as a decision for one vehicle, to be stored with others. */
export const decideCarryPaid =
  (paid: readonly PaidCarry[]): Decide<PostedEntry[]> =>
  (ledger, { id }) => {
    const own = paid.filter(({ vehicleId }) => vehicleId === id);
    return ok(postedEntries('postCarryPaid', id, ledger, missing(own, ledger)));
  };

/** Returns the entries that a ledger lacks and can accept. */
function missing(paid: readonly PaidCarry[], ledger: StoredLedger): readonly KeptEntry[] {
  const kept: KeptEntry[] = [];
  for (const one of paid) {
    const now = { ...ledger, entries: [...ledger.entries, ...kept.map(({ entry }) => entry)] };
    if (entryOf(now.entries, one, one.runId) !== undefined) continue;
    const posting = postingOf(one, now);
    const source: Source = { kind: one.kind, id: one.runId, row: one.row };
    if (posting?.isOk() === true)
      kept.push({ entry: { ...posting.value, id: newId(), source }, description: one.name });
  }
  return kept;
}

const entryOf = (entries: readonly StoredEntry[], { kind, row }: PaidCarry, runId: string) =>
  entries.find(({ source }) => source?.kind === kind && source.id === runId && source.row === row);

function postingOf(one: PaidCarry, ledger: StoredLedger): Result<Posting, Failures> | undefined {
  const effective = calendarDate(one.date);
  if (one.reversesId !== null) {
    const undone = entryOf(ledger.entries, one, one.reversesId);
    return undone && reverseEntry(undone, ledger, effective);
  }
  const type = one.kind === 'DISTRIBUTION' ? 'CARRY-PAID' : 'CLAWBACK';
  return postEntry(
    {
      type,
      amount: decimal(one.amount),
      effective,
      key: entryTypeRule(type).key,
      holdingId: one.holdingId,
      securityId: null,
      noticeId: null,
      costRelieved: null,
      isRecallable: false,
      isOutside: false,
      settledOn: effective,
      given: [],
    },
    ledger,
  );
}
