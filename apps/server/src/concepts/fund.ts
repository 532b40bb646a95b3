import { fundFigures, fundList, fundStore } from '@carrara/adapters/postgres/fund';
import type { Fund, fundEndpoints } from '@carrara/contract/fund';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../operations.ts';
import { listOperation, recordOperations } from '../recordOperations.ts';

const records = recordOperations<Fund>({
  store: fundStore,
  answer: async (tx, stored) => ({ ...stored, ...(await fundFigures(tx, stored.id)) }) as Fund,
  // A fund goes by its legal name until it gets a short one.
  prepare: async (_context, values) => ok({ ...values, name: values['name'] || values['legalName'] }),
});

export const fundOperations: Operations<typeof fundEndpoints> = {
  listFunds: listOperation(fundList),
  getFund: records.get,
  saveFund: records.save('saveFund'),
  deleteFund: records.remove('deleteFund'),
};
