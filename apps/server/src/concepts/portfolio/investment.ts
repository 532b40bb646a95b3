import {
  coinvestmentInvestmentStore,
  fundInvestmentStore,
  fundOfVintage,
  type InvestmentFigures,
  investmentFigures,
  investmentList,
  investmentStore,
} from '@carrara/adapters/postgres/portfolio/investment';
import type { RecordStore } from '@carrara/adapters/postgres/engine/records';
import { coinvestmentStore } from '@carrara/adapters/postgres/portfolio/coinvestment';
import { fundStore } from '@carrara/adapters/postgres/portfolio/fund';
import type { Investment, investmentEndpoints } from '@carrara/contract/portfolio/investment';
import { emptyId } from '@carrara/contract/core/kinds';
import { keptAddress, type PostalAddress } from '@carrara/domain/platform/address';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation, type RecordPorts, recordOperations } from '../../recordOperations.ts';

type StoredInvestment = Omit<Investment, keyof InvestmentFigures>;
const answer = async (tx: RequestContext['tx'], stored: StoredInvestment): Promise<Investment> => ({
  ...stored,
  ...(await investmentFigures(tx, stored.id)),
});

const rules = {
  store: investmentStore,
  prepare: async (_context, values) => {
    const { fundInvestments, coinvestmentInvestments, ...own } = values as {
      fundInvestments: readonly unknown[];
      coinvestmentInvestments: readonly unknown[];
    };
    if (fundInvestments.length + coinvestmentInvestments.length === 0) {
      return err([
        fail(
          'ASSOCIATION_REQUIRED',
          ['fundInvestments'],
          'An investment must be linked to at least one fund or coinvestment.',
        ),
      ]);
    }
    return ok({ ...own, address: keptAddress((own as { address?: PostalAddress | null }).address, emptyId) });
  },
} satisfies Pick<RecordPorts<StoredInvestment>, 'store' | 'prepare'>;
const records = recordOperations<Investment, StoredInvestment>({ ...rules, answer });

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

/**
 * Makes the holdings of funds or coinvestments equal to the given ones: inserted, updated, or deleted if nothing refers
 * to them.
 */
async function saveParts(
  context: RequestContext,
  investment: StoredInvestment,
  wanted: readonly (Part & Record<string, unknown>)[],
  holding: Holding,
): Promise<Failures> {
  const { tx } = context;
  const { field, holder, parts, holders } = holding;
  const act = { operation: 'saveInvestment', containerId: investment.id };
  const stored = await parts.find(tx, { investment: investment.id });
  const holderOf = (record: Readonly<Record<string, unknown>>) => (record[holder] as { id: string } | undefined)?.id;
  for (const [i, part] of wanted.entries()) {
    const id = holderOf(part);
    if (wanted.findIndex((other) => holderOf(other) === id) !== i)
      return [fail('DUPLICATE', [field, i, holder], `This ${holder} is listed twice.`)];
    const owner = id === undefined ? undefined : await holders.load(tx, id);
    if (!owner) return [fail('NOT_FOUND', [field, i, holder], `There is no such ${holder}.`)];
    const vintage = part.vintage?.id === emptyId ? null : (part.vintage ?? null);
    const fundId = holder === 'fund' ? id : (owner['fund'] as { id: string } | null)?.id;
    if (vintage && (await fundOfVintage(tx, vintage.id)) !== fundId) {
      return [fail('VINTAGE_OF_OTHER_FUND', [field, i, 'vintage'], 'The vintage belongs to another fund.')];
    }
    const before = stored.find((record) => holderOf(record) === id);
    const values = {
      name: `${String(owner['name'])}: ${investment.name}`.slice(0, 200),
      [holder]: { id },
      investment: { id: investment.id },
      vintage,
      investedAmount: part.investedAmount ?? null,
    };
    const saved = before
      ? await parts.update(tx, act, before.id, before.rowVersion, values)
      : await parts.insert(tx, act, values);
    if (saved.isErr()) return [{ ...saved.error, path: [field, i, ...saved.error.path] }];
  }
  for (const record of stored.filter((before) => !wanted.some((part) => holderOf(part) === holderOf(before)))) {
    const removed = await parts.remove(tx, act, record.id);
    if (removed.isErr()) return [{ ...removed.error, path: [field] }];
  }
  return [];
}

// The figures are read once, after the holdings have been saved too.
const saveRecord = recordOperations<StoredInvestment>({ ...rules, answer: async (_tx, stored) => stored }).save(
  'saveInvestment',
);
const removeRecord = records.remove('deleteInvestment');

export const investmentOperations: Operations<typeof investmentEndpoints> = {
  listInvestments: listOperation(investmentList),
  getInvestment: records.get,
  async saveInvestment(context, { body }): Promise<Result<Investment, Failures>> {
    const saved = await saveRecord(context, { body });
    if (saved.isErr()) return err(saved.error);
    for (const holding of holdings) {
      const failures = await saveParts(context, saved.value, body[holding.field], holding);
      if (failures.length > 0) return err(failures);
    }
    return ok(await answer(context.tx, saved.value));
  },
  async deleteInvestment(context, input) {
    // Every investment has holdings. They are deleted with it unless a tranche, a profile or a distribution refers to
    // them.
    for (const { parts } of holdings) {
      for (const { id } of await parts.find(context.tx, { investment: input.params.id })) {
        const act = { operation: 'deleteInvestment', containerId: input.params.id };
        const removed = await parts.remove(context.tx, act, id);
        if (removed.isErr()) return err([{ ...removed.error, path: [] }]);
      }
    }
    return removeRecord(context, input);
  },
};
