import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

export const investmentRecord: RecordDefinition = {
  ...recordCalls('investment', records.investment),
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
