import type { StoredEntry, StoredLedger } from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { calendarDate, decimal, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { entryTypeRule, type Posting, postEntry, reverseEntry, type Source } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { type KeptEntry, type PostedEntry, postedEntries } from './postEntries.ts';
import { type Decide, postToVehicles } from './postToVehicle.ts';

/** What carry paid of a vehicle by one source of a distribution, or what a clawback of carry's ledger took back of it. */
export interface PaidCarry {
  readonly kind: 'DISTRIBUTION' | 'LEDGER_RUN';
  readonly runId: string;
  readonly name: string;
  readonly row: number;
  readonly date: string;
  /** Below zero where it undoes another. */
  readonly amount: string;
  readonly reversesId: string | null;
  readonly vehicleId: string;
  readonly holdingId: string | null;
}

/** What was paid of a vehicle, and taken back, until now; composition asks carry for it. */
export type CarryPaidOf = (tx: Transaction, vehicleId: string) => Promise<readonly PaidCarry[]>;

/**
 * Posts what carry paid and took back to the ledgers of its vehicles, each payment once: CARRY-PAID or CLAWBACK on its day, and what undoes one turned, on
 * its own day. A clawback is the whole of it, what escrow gave too: carry was paid before escrow was held of it.
 *
 * A ledger that cannot take it (none is kept, nobody bears carry on that day, the general partner has no commitment) holds up no payment: nothing is
 * posted, and tie-out T9 names the difference until `postCarryPaid` is called again.
 */
export async function postCarryPaid(
  tx: Transaction,
  paid: readonly PaidCarry[],
): Promise<Result<PostedEntry[], Failures>> {
  const vehicles = [...new Set(paid.map(({ vehicleId }) => vehicleId))];
  const posted = await postToVehicles(tx, vehicles, decideCarryPaid(paid));
  return posted.map((all) => all.flat());
}

/** The same as a decision of one vehicle, to be stored with others. */
export const decideCarryPaid =
  (paid: readonly PaidCarry[]): Decide<PostedEntry[]> =>
  (ledger, { id }) => {
    const own = paid.filter(({ vehicleId }) => vehicleId === id);
    return ok(postedEntries('postCarryPaid', id, ledger, missing(own, ledger)));
  };

/** The entries that a ledger lacks, as far as it can take them. */
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
