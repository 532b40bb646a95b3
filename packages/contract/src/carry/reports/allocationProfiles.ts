import { defineReport, type ReportColumn } from '../../core/report.ts';
import { peopleParameters } from './peopleParameters.ts';

const notDetermined = { nullIs: 'not determined' } as const;
const holder = { field: 'holder', kind: 'reference', target: 'container', title: 'Fund' } as const;
const type = { field: 'type', kind: 'text', title: 'Type', hidden: true } as const;
const participant = {
  field: 'participant',
  kind: 'reference',
  target: 'participant',
  title: 'Participant',
  redact: true,
  href: '/carry/{type}/{participant}/profile/allocations',
} as const;
const profile = {
  field: 'profile',
  kind: 'reference',
  target: 'allocationProfile',
  title: 'Allocation profile',
  href: '/carry/allocation/{profile}/profile/overview',
} as const;
const currency = { field: 'currency', kind: 'code', title: 'Currency' } as const;
const invested = { field: 'investedAmount', kind: 'money', title: 'Invested', ...notDetermined } as const;

const ofAllocations = {
  module: 'carry',
  permission: 'allocationProfile.view',
  parameters: peopleParameters,
  // Percentages of different sources can't be added up, and the invested amount is repeated for each participant of a source.
  splitBy: [],
  defaultSort: { field: 'participant', ascending: true },
  tags: ['AllocationProfile', 'Participant', 'Fund', 'Investment'],
} as const;

/** The columns of sources of funds and coinvestments, each with the participants of its profile. */
const profileColumns = (source: ReportColumn) =>
  [
    holder,
    source,
    currency,
    invested,
    profile,
    { field: 'version', kind: 'count', title: 'Version' },
    participant,
    type,
    { field: 'predilute', kind: 'percent', title: 'Predilute %' },
    { field: 'fixed', kind: 'percent', title: 'Fixed %' },
    { field: 'discretionary', kind: 'percent', title: 'Discretionary %' },
    { field: 'shares', kind: 'shares', title: 'Shares' },
    { field: 'effective', kind: 'percent', title: 'Effective %', ...notDetermined },
  ] as const;

export const allocationProfileByFundTranches = defineReport({
  name: 'allocation-profile-by-fund-tranches',
  title: 'Allocation profiles by fund tranches',
  group: 'Allocations',
  summary: 'The allocation profile in force for each tranche of a fund or coinvestment, and each participant’s share.',
  columns: profileColumns({ field: 'source', kind: 'reference', target: 'container', title: 'Tranche' }),
  groupBy: ['holder', 'source'],
  ...ofAllocations,
});

export const allocationProfileByFundInvestments = defineReport({
  name: 'allocation-profile-by-fund-investments',
  title: 'Allocation profiles by fund investments',
  group: 'Allocations',
  summary: 'The allocation profile in force for each investment, and each participant’s share.',
  columns: profileColumns({ field: 'source', kind: 'reference', target: 'container', title: 'Investment' }),
  groupBy: ['holder', 'source'],
  ...ofAllocations,
});

/** The contribution of each tranche to the averages of its fund or coinvestment. A tranche without participants has a weight too. */
export const allocationProfileWeightedAverageByTranche = defineReport({
  name: 'allocation-profile-weighted-average-by-tranche',
  title: 'Weighted average allocations by tranche',
  group: 'Allocations',
  summary: 'The weight of each tranche of a fund or coinvestment, and its contribution to each participant’s average.',
  columns: [
    holder,
    { field: 'source', kind: 'reference', target: 'container', title: 'Tranche' },
    currency,
    invested,
    { field: 'weight', kind: 'percent', title: 'Weight %', ...notDetermined },
    profile,
    participant,
    type,
    { field: 'effective', kind: 'percent', title: 'Effective %', ...notDetermined },
    { field: 'weighted', kind: 'percent', title: 'Weighted %', ...notDetermined },
  ],
  groupBy: ['holder', 'source'],
  ...ofAllocations,
});

/** Each participant's allocation over the tranches of a fund or coinvestment, weighted by invested amount. */
export const allocationProfileWeightedAverageByParticipant = defineReport({
  name: 'allocation-profile-weighted-average-by-participant-report',
  aliases: ['allocation-profile-weighted-average-by-participant'],
  title: 'Weighted average allocations by participant',
  group: 'Allocations',
  summary:
    'Each participant’s average allocation in each fund and coinvestment, weighted by the tranches’ invested amounts.',
  columns: [
    participant,
    type,
    holder,
    { field: 'holderType', kind: 'text', title: 'Fund or coinvestment', hidden: true },
    currency,
    { field: 'investedAmount', kind: 'money', title: 'Invested in all tranches', ...notDetermined },
    { field: 'numberOfTranches', kind: 'count', title: 'Tranches' },
    {
      field: 'effective',
      kind: 'percent',
      title: 'Weighted average %',
      ...notDetermined,
      href: '/carry/report/allocation-profile-weighted-average-by-tranche?{holderType}Id={holder}&participantId={participant}&selectedDate={:selectedDate}&aggregateTrust={:aggregateTrust}',
    },
  ],
  groupBy: ['participant'],
  ...ofAllocations,
  defaultSort: { field: 'holder', ascending: true },
});
