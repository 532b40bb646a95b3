import { fields, lists } from 'virtual:contract/tables';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';

export const vestingRecord: RecordDefinition = {
  noun: 'vesting schedule',
  annotated: 'vestingSchedule',
  fields: fields.vestingScheduleFields,
  list: { ...lists.listVestingSchedules, operation: 'listVestingSchedules' },
  get: 'getVestingSchedule',
  save: 'saveVestingSchedule',
  remove: 'deleteVestingSchedule',
  editPermission: 'vesting.edit',
  deletePermission: 'vesting.delete',
  nameOf: ({ name }) => String(name),
  paths: {
    list: '/carry/settings/vesting',
    add: '/carry/vesting/add',
    edit: (id) => `/carry/settings/vestingEditor/${id}`,
    profile: (id, view) => `/carry/settings/vestingDetail/${id}${view ? `/${view}` : ''}`,
  },
  facts: ['participantClass'],
  figures: [
    { field: 'isDefault', label: 'Default for its class', kind: 'boolean' },
    { field: 'numberOfEntries', label: 'Used by entries', kind: 'count' },
  ],
  deletion: "Deleting this vesting schedule is permanent and can't be undone. Are you sure you want to continue?",
};
