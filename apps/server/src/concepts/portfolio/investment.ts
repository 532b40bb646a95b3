import { investmentFigures } from '@carrara/adapters/postgres/portfolio/investment';
import { investmentList } from '@carrara/adapters/postgres/portfolio/container/lists';
import type { Investment, investmentEndpoints } from '@carrara/contract/portfolio/investment';
import { err, ok, type Failures, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation, recordOperations } from '../../core/recordOperations.ts';
import {
  deleteInvestment,
  investmentRules,
  saveInvestment,
  type StoredInvestment,
} from '../../usecases/portfolio/investment.ts';

const answer = async (tx: RequestContext['tx'], stored: StoredInvestment): Promise<Investment> => ({
  ...stored,
  ...(await investmentFigures(tx, stored.id)),
});

export const investmentOperations: Operations<typeof investmentEndpoints> = {
  listInvestments: listOperation(investmentList),
  getInvestment: recordOperations<Investment, StoredInvestment>({ ...investmentRules, answer }).get,
  async saveInvestment(context, { body }): Promise<Result<Investment, Failures>> {
    const saved = await saveInvestment(context, body);
    return saved.isErr() ? err(saved.error) : ok(await answer(context.tx, saved.value));
  },
  deleteInvestment,
};
