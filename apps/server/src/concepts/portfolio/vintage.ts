import { vintageFigures, vintageList } from '@carrara/adapters/postgres/portfolio/vintage/vintageList';
import { vintageStore } from '@carrara/adapters/postgres/portfolio/vintage/vintageStore';
import { vintageTransactionList } from '@carrara/adapters/postgres/portfolio/vintage/vintageTransactions';
import { containerInvestmentList } from '@carrara/adapters/postgres/portfolio/container/containerInvestments';
import { vintageNavigation } from '@carrara/adapters/postgres/portfolio/container/navigation';
import type { Vintage, vintageEndpoints, VintageRow } from '@carrara/contract/portfolio/vintage';
import { err, fail, ok } from '@carrara/domain/kernel';
import { decideVintage } from '@carrara/domain/portfolio/vintage';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation, recordOperations } from '../../core/recordOperations.ts';
import { listAllRows, containerRead, ownedListOperation } from '../../core/ownerScope.ts';

type Reference = { readonly id: string };
const fundOf = (values: Readonly<Record<string, unknown>>) => (values['fund'] as Reference | undefined)?.id;

const records = recordOperations({
  store: vintageStore,
  answer: async (tx, stored): Promise<Vintage> => ({ ...stored, ...(await vintageFigures(tx, stored.id)) }),
  prepare: async ({ tx }, values, before) => {
    const isMoved = before !== undefined && fundOf(before) !== fundOf(values);
    const failures = decideVintage({
      startDate: values['startDate'],
      endDate: values['endDate'],
      isMovedInUse: isMoved && !(await vintageFigures(tx, before.id)).canDelete,
    });
    return failures.length > 0 ? err(failures) : ok({ ...values, name: values['vintageName'] });
  },
});
const save = records.save('saveVintage');

/** Returns all vintages, or those of a fund, in the list's order, in one statement. */
const all = ({ tx }: RequestContext, filters: Readonly<Record<string, unknown>>) =>
  listAllRows<VintageRow>(tx, vintageList, filters);
const ofVintage = (_query: unknown, _context: unknown, { params }: { readonly params: Reference }) => ({
  vintageId: params.id,
});

export const vintageOperations: Operations<typeof vintageEndpoints> = {
  listVintages: listOperation(vintageList),
  listVintageNavigation: async ({ tx }) => ok(await vintageNavigation(tx)),
  listVintageChoices: async (context) => ok(await all(context, {})),
  getVintage: records.get,
  getVintageForEdit: records.get,
  listVintageInvestments: ownedListOperation('vintage', containerInvestmentList, ofVintage),
  listVintageTransactions: ownedListOperation('vintage', vintageTransactionList, ofVintage),
  saveVintage: save,
  listFundVintages: containerRead('fund', (context, { params }) => all(context, { fundId: params.id })),
  async getFundVintage(context, { params }) {
    const found = await records.get(context, { params: { id: params.vintageId } });
    if (found.isErr() || found.value.fund.id === params.id) return found;
    return err([fail('NOT_FOUND', ['vintageId'], 'The fund has no such vintage.')]);
  },
  async saveFundVintage(context, { params, body }) {
    const before = body.id ? await vintageStore.load(context.tx, body.id) : undefined;
    if (before && fundOf(before) !== params.id) {
      return err([fail('NOT_FOUND', ['id'], 'The fund has no such vintage.')]);
    }
    const withFund = { ...body, fund: { id: params.id } };
    return save(context, { body: withFund });
  },
  deleteVintage: records.remove('deleteVintage'),
};
