import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';
import { ledgerRunEditPath, ledgerRunPath } from './addresses.ts';

export const ledgerRunRecord: RecordDefinition = {
  ...recordCalls('ledgerRun', records.ledgerRun),
  options: 'Create',
  paths: {
    list: '/carry/ledger',
    add: '/carry/ledger/create',
    edit: ledgerRunEditPath,
    profile: ledgerRunPath,
  },
};
