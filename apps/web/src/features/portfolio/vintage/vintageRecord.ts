import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

export const vintageRecord: RecordDefinition = {
  ...recordCalls('vintage', records.vintage),
  nameOf: ({ vintageName }) => String(vintageName),
  paths: standardPaths('/carry/vintage', 'transactions'),
  viewAfterSave: 'transactions',
  facts: ['fund', 'vintageType', 'description'],
  figures: [
    { field: 'vintageYear', label: 'Year', kind: 'year' },
    { field: 'totalInvestedAmount', label: 'Invested', kind: 'money' },
    { field: 'totalCarryDistributed', label: 'Carry distributed', kind: 'money' },
    { field: 'totalShares', label: 'Total shares', kind: 'shares' },
    { field: 'numberOfInvestments', label: 'Investments', kind: 'count' },
  ],
  deletion: "Deleting this vintage is permanent and can't be undone. Are you sure you want to continue?",
};
