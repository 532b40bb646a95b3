import { records } from 'virtual:contract/tables';
import { recordCalls } from '../../../record/plainRecord.ts';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';

export const vestingRecord: RecordDefinition = {
  ...recordCalls('vestingSchedule', records.vestingSchedule),
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
