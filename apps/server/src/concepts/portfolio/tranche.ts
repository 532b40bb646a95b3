import { investmentStore } from '@carrara/adapters/postgres/portfolio/investment';
import { holderOfPart, trancheList, trancheNumbers, trancheStore } from '@carrara/adapters/postgres/portfolio/tranche';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Tranche, trancheEndpoints } from '@carrara/contract/portfolio/tranche';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { nextTrancheNumber, trancheName } from '@carrara/domain/portfolio/tranche';
import type { Operations, RequestContext } from '../../operations.ts';
import { listBelow } from '../platform/ownerScope.ts';

interface InInvestment {
  readonly params: { readonly investmentId: string };
}
const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no tranche ${id}.`)]);

async function read({ tx }: RequestContext, investmentId: string, id: string): Promise<Result<Tranche, Failures>> {
  const found = await trancheList.page(tx, { pageSize: 1, filters: { id, investmentId } });
  if (found.isErr()) return err([found.error]);
  const [tranche] = found.value.pageData;
  return tranche ? ok(tranche) : missing(id);
}

export const trancheOperations: Operations<typeof trancheEndpoints> = {
  listTranches: listBelow(
    'investment',
    trancheList,
    ({ fundOrCoinvestmentId }, _context, { params }: InInvestment) => ({ ...params, fundOrCoinvestmentId }),
    ({ params }) => params.investmentId,
  ),
  getTranche: (context, { params }) => read(context, params.investmentId, params.trancheId),
  async saveTranche(context, { params, body }) {
    const { tx } = context;
    const { id, rowVersion, reason, fundInvestment, coinvestmentInvestment, ...fields } = body;
    const investment = await investmentStore.load(tx, params.investmentId);
    if (!investment)
      return err([fail('NOT_FOUND', ['investmentId'], `There is no investment ${params.investmentId}.`)]);
    const association = fundInvestment?.id ?? coinvestmentInvestment?.id;
    if (!association || (fundInvestment && coinvestmentInvestment)) {
      return err([
        fail('ASSOCIATION_REQUIRED', ['fundInvestment'], 'A tranche belongs to exactly one fund or coinvestment.'),
      ]);
    }
    const holder = await holderOfPart(tx, params.investmentId, association);
    if (!holder)
      return err([fail('NOT_FOUND', ['fundInvestment'], 'This fund or coinvestment does not hold the investment.')]);
    const before = id && id !== emptyId ? await trancheStore.load(tx, id) : undefined;
    if (id && id !== emptyId && (before?.['investment'] as { id: string } | undefined)?.id !== params.investmentId)
      return missing(id);
    const trancheNumber = fields.trancheNumber ?? nextTrancheNumber(await trancheNumbers(tx, association));
    const values = {
      ...fields,
      trancheNumber,
      name: fields.name || trancheName(String(investment['legalName'] ?? investment['name']), trancheNumber),
      investment: { id: params.investmentId },
      fundInvestment: holder === 'fundInvestment' ? { id: association } : null,
      coinvestmentInvestment: holder === 'coinvestmentInvestment' ? { id: association } : null,
    };
    const act = { operation: 'saveTranche', reason, containerId: params.investmentId };
    const saved = before
      ? await trancheStore.update(tx, act, before.id, rowVersion ?? 0, values)
      : await trancheStore.insert(tx, act, values);
    return saved.isErr() ? err([saved.error]) : read(context, params.investmentId, saved.value.id);
  },
  async deleteTranche(context, { params, query }) {
    const found = await read(context, params.investmentId, params.trancheId);
    if (found.isErr()) return err(found.error);
    const removed = await trancheStore.remove(
      context.tx,
      { operation: 'deleteTranche', containerId: params.investmentId },
      params.trancheId,
      query.rowVersion,
    );
    return removed.map(({ id }) => ({ id })).mapErr((failure) => [failure]);
  },
};
