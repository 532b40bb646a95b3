import { holderParameters } from './holderParameters.ts';
import { defineReport } from '../../core/report.ts';

/** Differences between two dates, by record: the first and the last value, and the change that caused the difference. */
export const whatChanged = defineReport({
  name: 'what-changed',
  title: 'What changed',
  group: 'Allocations',
  summary:
    'Figures and facts that differ between two dates, with old and new values, the last editor, time and reason. Defaults to the past month.',
  module: 'carry',
  permission: 'distribution.view',
  parameters: {
    from: { kind: 'date', title: 'From' },
    to: { kind: 'date', title: 'To' },
    ...holderParameters,
    participantId: { kind: 'reference', title: 'Participant', target: 'participant' },
  },
  columns: [
    { field: 'kind', kind: 'text', title: 'Kind' },
    { field: 'objectId', kind: 'id', title: 'Id', hidden: true },
    { field: 'record', kind: 'text', title: 'Record', href: '/navigation/{objectId}' },
    { field: 'figure', kind: 'text', title: 'Figure' },
    { field: 'before', kind: 'text', title: 'Was' },
    { field: 'after', kind: 'text', title: 'Is' },
    { field: 'changedBy', kind: 'text', title: 'Who' },
    { field: 'changedDate', kind: 'instant', title: 'When' },
    { field: 'reason', kind: 'text', title: 'Why' },
  ],
  groupBy: ['kind'],
  splitBy: [],
  defaultSort: { field: 'changedDate', ascending: false },
  tags: ['Activity', 'Distribution', 'Realization', 'AllocationProfile', 'Participant'],
});
