import { fields, lists } from 'virtual:contract/tables';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';
import { realizationEditPath, realizationPath } from './addresses.ts';

export const realizationRecord: RecordDefinition<'getRealization'> = {
  noun: 'realization',
  making: 'Create',
  annotated: 'realization',
  fields: fields.realizationFields,
  list: { ...lists.listRealizations, operation: 'listRealizations' },
  get: 'getRealization',
  save: 'saveRealization',
  remove: 'deleteRealization',
  editPermission: 'realization.edit',
  deletePermission: 'realization.delete',
  nameOf: ({ name }) => String(name),
  paths: {
    list: '/carry/realization',
    add: '/carry/realization/create',
    edit: realizationEditPath,
    profile: realizationPath,
  },
};
