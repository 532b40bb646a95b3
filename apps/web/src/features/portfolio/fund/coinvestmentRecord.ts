import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

export const coinvestmentRecord: RecordDefinition = {
  ...recordCalls('coinvestment', records.coinvestment),
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
