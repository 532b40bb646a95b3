import { defineReport } from '../../core/report.ts';
import { peopleParameters } from './peopleParameters.ts';

const profileHistory = '/carry/allocation/{profile}/profile/history';

/** The changes by each version and revision of the allocation profiles, by participant. */
export const allocationHistory = defineReport({
  name: 'allocation-history-report',
  aliases: ['allocation-profile-history-report'],
  title: 'Allocation history',
  group: 'Allocations',
  summary: 'Each participant’s changes in every version and revision of allocation profiles, through a date.',
  module: 'carry',
  permission: 'allocationProfile.view',
  parameters: peopleParameters,
  columns: [
    { field: 'source', kind: 'reference', target: 'container', title: 'Source' },
    { field: 'changedDate', kind: 'instant', title: 'When' },
    {
      field: 'profile',
      kind: 'reference',
      target: 'allocationProfile',
      title: 'Allocation profile',
      href: profileHistory,
    },
    { field: 'version', kind: 'count', title: 'Version' },
    { field: 'revision', kind: 'count', title: 'Revision' },
    { field: 'effectiveDate', kind: 'date', title: 'Effective' },
    { field: 'participant', kind: 'reference', target: 'participant', title: 'Participant', redact: true },
    { field: 'holderType', kind: 'text', title: 'Type' },
    { field: 'change', kind: 'text', title: 'Change' },
    { field: 'before', kind: 'percent', title: 'Before %', href: profileHistory },
    { field: 'after', kind: 'percent', title: 'After %', href: profileHistory },
    { field: 'changedBy', kind: 'text', title: 'Who' },
    { field: 'reason', kind: 'text', title: 'Reason' },
  ],
  groupBy: ['source'],
  splitBy: [],
  defaultSort: { field: 'changedDate', ascending: false },
  tags: ['AllocationProfile', 'Participant'],
});
