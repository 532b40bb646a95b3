import { trancheList } from '@carrara/adapters/postgres/portfolio/tranche';
import { trancheStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import type { Tranche, trancheEndpoints } from '@carrara/contract/portfolio/tranche';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { noTranche, saveTranche } from '../../usecases/portfolio/tranche.ts';
import { ownedListOperation } from '../../core/ownerScope.ts';

interface InInvestment {
  readonly params: { readonly investmentId: string };
}

async function read({ tx }: RequestContext, investmentId: string, id: string): Promise<Result<Tranche, Failures>> {
  const found = await trancheList.page(tx, { pageSize: 1, filters: { id, investmentId } });
  if (found.isErr()) return err([found.error]);
  const [tranche] = found.value.pageData;
  return tranche ? ok(tranche) : noTranche();
}

export const trancheOperations: Operations<typeof trancheEndpoints> = {
  listTranches: ownedListOperation(
    'investment',
    trancheList,
    ({ fundOrCoinvestmentId }, _context, { params }: InInvestment) => ({ ...params, fundOrCoinvestmentId }),
    ({ params }) => params.investmentId,
  ),
  getTranche: (context, { params }) => read(context, params.investmentId, params.trancheId),
  async saveTranche(context, { params, body }) {
    const saved = await saveTranche(context, params.investmentId, body);
    return saved.isErr() ? err(saved.error) : read(context, params.investmentId, saved.value);
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
