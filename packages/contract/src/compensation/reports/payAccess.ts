import { statusOptions } from '../../lifecycles.ts';
import { defineReport } from '../../core/report.ts';

const options = statusOptions('payAccess');
/** The accesses to pay, with the people who requested and answered them. */
export const payAccess = defineReport({
  name: 'pay-access',
  title: 'Pay access',
  group: 'People and access',
  summary: 'Pay access: person, employees, start, end, reason and the person who granted it.',
  module: 'comp',
  permission: 'payAccess.view',
  parameters: { status: { kind: 'status', title: 'State', options } },
  columns: [
    { field: 'person', kind: 'text', title: 'Person' },
    { field: 'access', kind: 'text', title: 'Access' },
    { field: 'employees', kind: 'longText', title: 'Employees, offices or titles' },
    { field: 'status', kind: 'status', title: 'State', options },
    { field: 'endsOn', kind: 'date', title: 'Ends on' },
    { field: 'reason', kind: 'longText', title: 'Reason' },
    { field: 'requestedBy', kind: 'text', title: 'Requested by' },
    { field: 'requestedAt', kind: 'instant', title: 'Requested' },
    { field: 'answeredBy', kind: 'text', title: 'Answered by' },
  ],
  groupBy: [],
  splitBy: [],
  defaultSort: { field: 'person', ascending: true },
  tags: ['PayAccess'],
});
