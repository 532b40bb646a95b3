import { defineFields } from '@carrara/contract/core/fields';
import { lists } from 'virtual:contract/tables';
import { addressInModule } from '../../../address/addressInModule.ts';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';

export const groupRecord: RecordDefinition<'getGroup'> = {
  noun: 'group',
  fields: defineFields({ name: { kind: 'text', title: 'Name', required: true } }),
  list: lists.listGroups,
  get: 'getGroup',
  save: 'saveGroup',
  editPermission: 'group.edit',
  isEditable: ({ canManage }) => canManage === true,
  nameOf: ({ name }) => String(name),
  paths: {
    get list() {
      return addressInModule('/carry/settings/group');
    },
    get add() {
      return addressInModule('/carry/settings/groupEditor');
    },
    edit: (id) => addressInModule(`/carry/settings/groupEditor/${id}`),
    profile: (id, view) => addressInModule(`/carry/settings/groupProfile/${id}${view ? `/${view}` : ''}`),
  },
  figures: [{ field: 'isInactive', label: 'Archived', kind: 'boolean' }],
};
