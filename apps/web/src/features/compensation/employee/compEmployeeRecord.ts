import { records } from 'virtual:contract/tables';
import { plainRecord } from '../../../record/plainRecord.ts';
import type { RecordDefinition } from '../../../record/recordDefinition.ts';

/** An employee in compensation. */
export const compEmployeeRecord: RecordDefinition = {
  ...plainRecord('compEmployee', records.compEmployee),
  status: 'status',
  picture: 'picture',
  facts: ['businessTitle', 'office', 'manager'],
  paths: {
    list: '/comp/employee',
    add: '/comp/employee/add',
    edit: (id) => `/comp/employee/${id}/edit`,
    profile: (id, view = 'overview') => `/comp/employee/${id}/profile/${view}`,
  },
  deletion: 'Delete this employee will also delete related notes & documents. Are you sure you want to continue?',
  cannotDelete:
    'This employee has pay, carry or other records and can’t be deleted. If they still work for the firm, terminate them instead.',
};
