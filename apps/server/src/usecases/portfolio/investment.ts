import {
  coinvestmentInvestmentStore,
  fundInvestmentStore,
  type InvestmentFigures,
  investmentStore,
  coinvestmentStore,
  fundStore,
} from '@carrara/adapters/postgres/portfolio/container/containers';
import { fundOfVintage } from '@carrara/adapters/postgres/portfolio/investment';
import type { RecordStore } from '@carrara/adapters/postgres/engine/records/recordStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Investment, investmentEndpoints } from '@carrara/contract/portfolio/investment';
import { err, type Failures, ok } from '@carrara/domain/kernel';
import { storedAddress, type PostalAddress } from '@carrara/domain/platform/address';
import { decideAssociation, decideHoldings } from '@carrara/domain/portfolio/investment';
import type { HandlerInputOf, RequestContext } from '../../core/operations.ts';
import { type RecordPorts, recordOperations } from '../../core/recordOperations.ts';
import type { Outcome } from '../outcome.ts';

export type StoredInvestment = Omit<Investment, keyof InvestmentFigures>;

export const investmentRules = {
  store: investmentStore,
  prepare: async (_context, values) => {
    const { fundInvestments, coinvestmentInvestments, ...own } = values as {
      fundInvestments: readonly unknown[];
      coinvestmentInvestments: readonly unknown[];
    };
    const failures = decideAssociation([...fundInvestments, ...coinvestmentInvestments], 'fundInvestments');
    if (failures.length > 0) return err(failures);
    return ok({ ...own, address: storedAddress((own as { address?: PostalAddress | null }).address, emptyId) });
  },
} satisfies Pick<RecordPorts<StoredInvestment>, 'store' | 'prepare'>;

interface Part {
  readonly id?: string | null | undefined;
  readonly vintage?: { readonly id: string } | null | undefined;
  readonly investedAmount?: string | null | undefined;
}
interface Holding {
  readonly field: 'fundInvestments' | 'coinvestmentInvestments';
  readonly holder: 'fund' | 'coinvestment';
  readonly parts: RecordStore;
  readonly holders: RecordStore;
}
const holdings: readonly Holding[] = [
  { field: 'fundInvestments', holder: 'fund', parts: fundInvestmentStore, holders: fundStore },
  {
    field: 'coinvestmentInvestments',
    holder: 'coinvestment',
    parts: coinvestmentInvestmentStore,
    holders: coinvestmentStore,
  },
];

// The figures are read once, after the holdings have been saved too.
const records = recordOperations<StoredInvestment>(investmentRules);
const saveRecord = records.save('saveInvestment');
const removeRecord = records.remove('deleteInvestment');

/**
 * Saves an investment with the funds and coinvestments that hold it.
 *
 * Fails: NOT_FOUND, STALE_VERSION, ASSOCIATION_REQUIRED and the failures of `decideHoldings`.
 */
export async function saveInvestment(
  context: RequestContext,
  body: HandlerInputOf<(typeof investmentEndpoints)['saveInvestment']>['body'],
): Outcome<StoredInvestment> {
  const saved = await saveRecord(context, { body });
  if (saved.isErr()) return err(saved.error);
  for (const holding of holdings) {
    const failures = await saveHoldings(context.tx, saved.value, body[holding.field], holding);
    if (failures.length > 0) return err(failures);
  }
  return ok(saved.value);
}

/**
 * Makes the holdings of funds or coinvestments equal to the given ones: inserted, updated, or deleted if nothing refers
 * to them.
 */
async function saveHoldings(
  tx: Transaction,
  investment: StoredInvestment,
  requested: readonly (Part & Record<string, unknown>)[],
  { field, holder, parts, holders }: Holding,
): Promise<Failures> {
  const ownerOf = (record: Readonly<Record<string, unknown>>) => (record[holder] as { id: string } | undefined)?.id;
  const stored = await parts.find(tx, { investment: investment.id });
  const loaded = await Promise.all(
    requested.map(async (part) => {
      const ownerId = ownerOf(part);
      const owner = ownerId === undefined ? undefined : await holders.load(tx, ownerId);
      const vintage = part.vintage?.id === emptyId ? null : (part.vintage ?? null);
      const fundId = holder === 'fund' ? ownerId : (owner?.['fund'] as { id: string } | null | undefined)?.id;
      return {
        facts: {
          ownerId,
          owner: owner && { fundId },
          vintage: vintage ? { fundId: await fundOfVintage(tx, vintage.id) } : undefined,
        },
        before: stored.find((record) => ownerOf(record) === ownerId),
        values: {
          name: `${String(owner?.['name'])}: ${investment.name}`.slice(0, 200),
          [holder]: { id: ownerId },
          investment: { id: investment.id },
          vintage,
          investedAmount: part.investedAmount ?? null,
        },
      };
    }),
  );

  const wrong = decideHoldings(
    holder,
    loaded.map(({ facts }) => facts),
  );
  if (wrong.length > 0) return wrong;

  const act = { operation: 'saveInvestment', containerId: investment.id };
  for (const [i, { before, values }] of loaded.entries()) {
    const saved = before
      ? await parts.update(tx, act, before.id, before.rowVersion, values)
      : await parts.insert(tx, act, values);
    if (saved.isErr()) return [{ ...saved.error, path: [field, i, ...saved.error.path] }];
  }
  for (const record of stored.filter((before) => !requested.some((part) => ownerOf(part) === ownerOf(before)))) {
    const removed = await parts.remove(tx, act, record.id);
    if (removed.isErr()) return [{ ...removed.error, path: [field] }];
  }
  return [];
}

/**
 * Deletes an investment with its holdings, unless a tranche, a profile or a distribution refers to them.
 *
 * Fails: NOT_FOUND, STALE_VERSION, IN_USE.
 */
export async function deleteInvestment(
  context: RequestContext,
  input: Parameters<typeof removeRecord>[1],
): Outcome<{ id: string }> {
  for (const { parts } of holdings) {
    for (const { id } of await parts.find(context.tx, { investment: input.params.id })) {
      const act = { operation: 'deleteInvestment', containerId: input.params.id };
      const removed = await parts.remove(context.tx, act, id);
      if (removed.isErr()) return err([{ ...removed.error, path: [] }]);
    }
  }
  return removeRecord(context, input);
}
