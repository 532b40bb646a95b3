import { fields, lists } from 'virtual:contract/tables';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

export const coinvestmentRecord: RecordDefinition = {
  noun: 'coinvestment',
  annotated: 'coinvestment',
  fields: fields.coinvestmentFields,
  list: { ...lists.listCoinvestments, operation: 'listCoinvestments' },
  get: 'getCoinvestment',
  save: 'saveCoinvestment',
  remove: 'deleteCoinvestment',
  editPermission: 'coinvestment.edit',
  deletePermission: 'coinvestment.delete',
  nameOf: ({ name }) => String(name),
  paths: standardPaths('/carry/coinvestment', 'overview'),
  viewAfterSave: 'overview',
  facts: ['code', 'fund', 'currency'],
  status: 'status',
  figures: [
    { field: 'totalCarryDistributed', label: 'Carry distributed', kind: 'money' },
    { field: 'numberOfInvestments', label: 'Investments', kind: 'count' },
    { field: 'initialCloseDate', label: 'Initial close', kind: 'date' },
    { field: 'finalCloseDate', label: 'Final close', kind: 'date' },
  ],
  deletion: "Deleting this coinvestment is permanent and can't be undone. Are you sure you want to continue?",
};
