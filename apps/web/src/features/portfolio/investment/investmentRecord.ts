import { fields, lists } from 'virtual:contract/tables';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

export const investmentRecord: RecordDefinition = {
  noun: 'investment',
  annotated: 'investment',
  fields: fields.investmentFields,
  list: { ...lists.listInvestments, operation: 'listInvestments' },
  get: 'getInvestment',
  save: 'saveInvestment',
  remove: 'deleteInvestment',
  editPermission: 'investment.edit',
  deletePermission: 'investment.delete',
  nameOf: ({ name }) => String(name),
  paths: standardPaths('/carry/investment', 'tranche'),
  facts: ['code', 'legalName', 'sector'],
  status: 'status',
  picture: 'logo',
  figures: [
    { field: 'totalFundInvestmentAmount', label: 'Invested', kind: 'money', amountsIn: 'investedAmounts' },
    { field: 'totalCarryDistributed', label: 'Carry distributed', kind: 'money', amountsIn: 'carryAmounts' },
    { field: 'numberOfTranches', label: 'Tranches', kind: 'count' },
    { field: 'initialInvestmentDate', label: 'Initial investment', kind: 'date' },
  ],
  deletion: "Delete this investment is permanent and can't be undone. Are you sure you want to continue?",
};
