import { investorNamed, readPeriods } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { economicTermsStore } from '@carrara/adapters/postgres/performance/analysis/economicTerms';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { economicTermFields } from '@carrara/contract/performance/economicTerms/economicTerms';
import { err, noSuch, ok } from '@carrara/domain/kernel';
import { decideEconomicTerms, type TermsToSave } from '@carrara/domain/performance/economicTerms';
import { vehicleNotFound } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';

/** A fund and, if the terms are its own, one of the investors. */
export interface TermsParties {
  readonly fundId: string;
  readonly investorId: string | null;
}

const percentages = Object.fromEntries(
  Object.entries(economicTermFields).flatMap(([name, { kind, title }]) => (kind === 'percent' ? [[name, title]] : [])),
);

/** Saves the terms of a fund, or of one of its investors. Fails: NOT_FOUND, STALE_VERSION, and those of `decideEconomicTerms`. */
export async function saveEconomicTerms(
  tx: Transaction,
  { fundId, investorId }: TermsParties,
  { values, rowVersion }: Pick<TermsToSave, 'values' | 'rowVersion'>,
): Outcome<void> {
  const parties = await checkParties(tx, { fundId, investorId });
  if (parties.isErr()) return err(parties.error);
  const all = await economicTermsStore.find(tx, { vehicleId: fundId });
  const stored = all.find((storedTerms) => storedTerms.investorId === investorId);
  const isLocked = (await readPeriods(tx, fundId)).some(({ status }) => status === 'LOCKED');

  const terms = { values, rowVersion, isOfInvestor: investorId !== null };
  const failures = decideEconomicTerms(terms, { stored, isLocked, percentages });
  if (failures.length > 0) return err(failures);

  const act = { operation: 'saveEconomicTerms', containerId: fundId };
  const saved = stored
    ? await economicTermsStore.update(tx, act, stored.id, rowVersion ?? 0, values)
    : await economicTermsStore.insert(tx, act, { ...values, vehicleId: fundId, investorId });
  return saved.map(() => undefined).mapErr((failure) => [failure]);
}

/** Checks that the parties exist. Fails: NOT_FOUND. */
export async function checkParties(tx: Transaction, { fundId, investorId }: TermsParties): Outcome<void> {
  if ((await loadVehicle(tx, fundId)) === undefined) return err(vehicleNotFound());
  if (investorId !== null && (await investorNamed(tx, investorId)) === undefined) {
    return err([noSuch('investor', ['investorId'])]);
  }
  return ok(undefined);
}
