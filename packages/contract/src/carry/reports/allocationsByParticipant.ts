import { holderParameters } from './holderParameters.ts';
import { defineReport } from '../../core/report.ts';

/** All current allocations in funds and coinvestments and below, by participant. */
export const allocationsByParticipant = defineReport({
  name: 'allocations-by-participant',
  title: 'Allocations by participant',
  group: 'Allocations',
  summary: 'Each participant’s allocation in the profiles in force on a date, with or without names.',
  module: 'carry',
  permission: 'allocationProfile.view',
  parameters: {
    ...holderParameters,
    asOf: { kind: 'date', title: 'As of' },
    participantId: { kind: 'reference', title: 'Participant', target: 'participant' },
    redactName: { kind: 'boolean', title: 'Hide names' },
  },
  columns: [
    {
      field: 'participant',
      kind: 'reference',
      target: 'participant',
      title: 'Participant',
      redact: true,
      href: '/carry/{type}/{participant}/profile/overview',
    },
    { field: 'type', kind: 'text', title: 'Type' },
    { field: 'status', kind: 'text', title: 'Status' },
    { field: 'source', kind: 'reference', target: 'container', title: 'Source' },
    { field: 'sourceType', kind: 'text', title: 'Source type' },
    {
      field: 'profile',
      kind: 'reference',
      target: 'allocationProfile',
      title: 'Allocation profile',
      href: '/carry/allocation/{profile}/profile/overview',
    },
    { field: 'version', kind: 'count', title: 'Version' },
    { field: 'predilute', kind: 'percent', title: 'Predilute %' },
    { field: 'fixed', kind: 'percent', title: 'Fixed %' },
    { field: 'discretionary', kind: 'percent', title: 'Discretionary %' },
    { field: 'shares', kind: 'shares', title: 'Shares' },
    { field: 'effective', kind: 'percent', title: 'Effective %' },
    { field: 'participantClass', kind: 'reference', target: 'reference:participant-class', title: 'Class' },
  ],
  groupBy: ['participant'],
  // Percentages of different sources can't be added up.
  splitBy: [],
  defaultSort: { field: 'source', ascending: true },
  tags: ['AllocationProfile', 'Participant', 'Fund'],
});
