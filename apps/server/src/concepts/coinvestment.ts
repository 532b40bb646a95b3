import { coinvestmentFigures, coinvestmentList, coinvestmentStore } from '@carrara/adapters/postgres/coinvestment';
import { fundStore } from '@carrara/adapters/postgres/fund';
import type { Coinvestment, coinvestmentEndpoints } from '@carrara/contract/coinvestment';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../operations.ts';
import { listOperation, recordOperations } from '../recordOperations.ts';

const records = recordOperations<Coinvestment>({
  store: coinvestmentStore,
  answer: async (tx, stored) =>
    ({ ...stored, ...(await coinvestmentFigures(tx, stored.id)) }) as unknown as Coinvestment,
  // A coinvestment is in its fund's currency unless another is given.
  prepare: async ({ tx }, values) => {
    if (values['currency']) return ok(values);
    const fund = await fundStore.load(tx, (values['fund'] as { id: string }).id);
    return ok({ ...values, currency: fund?.['currency'] });
  },
});

export const coinvestmentOperations: Operations<typeof coinvestmentEndpoints> = {
  listCoinvestments: listOperation(coinvestmentList),
  getCoinvestment: records.get,
  saveCoinvestment: records.save('saveCoinvestment'),
  deleteCoinvestment: records.remove('deleteCoinvestment'),
};
