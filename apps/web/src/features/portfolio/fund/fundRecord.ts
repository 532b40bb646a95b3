import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import { type RecordDefinition, standardPaths } from '../../../record/recordDefinition.ts';

export const fundRecord: RecordDefinition = {
  ...recordCalls('fund', records.fund),
  nameOf: ({ legalName }) => String(legalName),
  paths: standardPaths('/carry/fund', 'overview'),
  facts: ['code', 'fundFamily', 'currency'],
  status: 'status',
  figures: [
    { field: 'totalCapitalRaised', label: 'Capital raised', kind: 'money' },
    { field: 'totalCarryDistributed', label: 'Carry distributed', kind: 'money' },
    { field: 'numberOfInvestments', label: 'Investments', kind: 'count' },
    { field: 'numberOfCoinvestments', label: 'Coinvestments', kind: 'count' },
  ],
  deletion: "Deleting this fund is permanent and can't be undone. Are you sure you want to continue?",
};
