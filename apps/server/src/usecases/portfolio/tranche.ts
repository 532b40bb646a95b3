import { investmentStore, trancheStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import { holderOfPart, trancheNumbers } from '@carrara/adapters/postgres/portfolio/tranche';
import { emptyId } from '@carrara/contract/core/kinds';
import type { trancheEndpoints } from '@carrara/contract/portfolio/tranche';
import { err, fail, ok } from '@carrara/domain/kernel';
import { decideTranche, toHolding } from '@carrara/domain/portfolio/tranche';
import type { HandlerInputOf, RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';

type TrancheBody = HandlerInputOf<(typeof trancheEndpoints)['saveTranche']>['body'];

export const noTranche = () => err([fail('NOT_FOUND', ['id'], 'There is no such tranche.')]);

/** Saves a tranche of an investment, and returns its id. Fails: NOT_FOUND, STALE_VERSION and those of `decideTranche`. */
export async function saveTranche(
  { tx }: RequestContext,
  investmentId: string,
  { id, rowVersion, reason, fundInvestment, coinvestmentInvestment, ...fields }: TrancheBody,
): Outcome {
  const investment = await investmentStore.load(tx, investmentId);
  if (!investment) return err([fail('NOT_FOUND', ['investmentId'], 'There is no such investment.')]);
  const isNew = !id || id === emptyId;
  const before = isNew ? undefined : await trancheStore.load(tx, id);
  if (!isNew && (before?.['investment'] as { id: string } | undefined)?.id !== investmentId) return noTranche();
  const tranche = {
    holdings: { fundInvestment: fundInvestment?.id, coinvestmentInvestment: coinvestmentInvestment?.id },
    name: fields.name,
    trancheNumber: fields.trancheNumber,
  };
  const holding = toHolding(tranche);
  const facts = {
    legalName: String(investment['legalName'] ?? investment['name']),
    holder: holding === undefined ? undefined : await holderOfPart(tx, investmentId, holding),
    numbers: holding === undefined ? [] : await trancheNumbers(tx, holding),
  };

  const decided = decideTranche(tranche, facts);
  if (decided.isErr()) return err(decided.error);

  const values = { ...fields, ...decided.value, investment: { id: investmentId } };
  const act = { operation: 'saveTranche', reason, containerId: investmentId };
  const saved = before
    ? await trancheStore.update(tx, act, before.id, rowVersion ?? 0, values)
    : await trancheStore.insert(tx, act, values);
  return saved.isErr() ? err([saved.error]) : ok(saved.value.id);
}
