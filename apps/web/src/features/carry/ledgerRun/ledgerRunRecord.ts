import { fields, lists } from 'virtual:contract/tables';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';
import { ledgerRunEditPath, ledgerRunPath } from './addresses.ts';

export const ledgerRunRecord: RecordDefinition = {
  noun: 'ledger run',
  making: 'Create',
  annotated: 'ledgerRun',
  fields: fields.ledgerRunFields,
  list: { ...lists.listLedgerRuns, operation: 'listLedgerRuns' },
  get: 'getLedgerRun',
  save: 'saveLedgerRun',
  remove: 'deleteLedgerRun',
  editPermission: 'ledgerRun.edit',
  deletePermission: 'ledgerRun.delete',
  nameOf: ({ name }) => String(name),
  paths: {
    list: '/carry/ledger',
    add: '/carry/ledger/create',
    edit: ledgerRunEditPath,
    profile: ledgerRunPath,
  },
};
