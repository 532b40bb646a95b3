import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { ok } from '@carrara/domain/kernel';
import { decideCarryPaid, type PaidCarry } from '@carrara/domain/performance/ledger';
import { v7 as newId } from 'uuid';
import { type LedgerWrite, postToVehicles } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import { type PostedEntry, postedEntries } from './ledgerEntry.ts';

/** Returns all carry paid and recovered for a vehicle so far. Implemented by carry. */
export type ReadCarryPaid = (tx: Transaction, vehicleId: string) => Promise<readonly PaidCarry[]>;

/**
 * Posts carry payments and clawbacks to the ledgers of their vehicles, each once: CARRY-PAID or CLAWBACK on its date,
 * and reversals with the opposite sign on their own date. A clawback is posted in full, including the part from escrow,
 * because carry was paid before escrow was withheld from it.
 *
 * A ledger that can't accept an entry never blocks a payment. For example, there is no ledger, nobody bears carry on
 * that date, or the general partner has no commitment. Nothing is posted then, and tie-out T9 reports the difference
 * until `postCarryPaid` runs again.
 */
export async function postCarryPaid(tx: Transaction, paid: readonly PaidCarry[]): Outcome<PostedEntry[]> {
  const vehicles = [...new Set(paid.map(({ vehicleId }) => vehicleId))];
  const posted = await postToVehicles(tx, vehicles, writeCarryPaid(paid));
  return posted.map((all) => all.flat());
}

/** Returns the same as a write to one vehicle, to be stored with others. */
const writeCarryPaid =
  (paid: readonly PaidCarry[]): LedgerWrite<PostedEntry[]> =>
  (ledger, { id }) => {
    const own = paid.filter(({ vehicleId }) => vehicleId === id);
    return ok(postedEntries('postCarryPaid', id, ledger, decideCarryPaid(own, ledger, newId)));
  };
