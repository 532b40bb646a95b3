import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';
import { realizationEditPath, realizationPath } from './addresses.ts';

export const realizationRecord: RecordDefinition<'getRealization'> = {
  ...recordCalls('realization', records.realization),
  options: 'Create',
  paths: {
    list: '/carry/realization',
    add: '/carry/realization/create',
    edit: realizationEditPath,
    profile: realizationPath,
  },
};
