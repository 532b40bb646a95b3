import { type CallData, callOf, operationNames } from './operations.ts';

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a read depends on: the tags of its call and the concept it belongs to. */
export const tagsOf = (call: CallData & { readonly concept: string }): readonly string[] => [
  ...new Set([...(call.tags ?? []), upperFirst(call.concept)]),
];

/** Records that show something of another: a change of the first makes the others stale too. */
const shownIn: Readonly<Record<string, readonly string[]>> = {
  Fund: ['Coinvestment', 'Vintage', 'Investment', 'Tranche', 'Distribution', 'AllocationProfile'],
  Coinvestment: ['Fund', 'Investment', 'Tranche', 'Distribution', 'AllocationProfile'],
  Investment: ['Fund', 'Coinvestment', 'Tranche', 'Distribution'],
  Tranche: ['Investment', 'Fund', 'Coinvestment', 'AllocationProfile'],
  Vintage: ['Fund', 'Investment', 'AllocationProfile'],
  Employee: ['Participant'],
  Trust: ['Participant'],
  Entity: ['Participant'],
  ParticipantEntity: ['Participant'],
  Participant: ['AllocationProfile', 'Distribution'],
  VestingSchedule: ['AllocationProfile'],
  Vesting: ['VestingSchedule', 'AllocationProfile'],
  TaxProfile: ['SourceTaxProfile', 'Participant'],
  SourceTaxProfile: ['TaxProfile'],
  TaxProfileAssignment: ['SourceTaxProfile', 'TaxProfile'],
  Image: ['Investment', 'Participant'],
  ReferenceEntry: ['Reference'],
  AllocationProfile: ['Fund', 'Coinvestment', 'Tranche', 'Participant', 'VestingSchedule'],
  Distribution: ['Fund', 'Coinvestment', 'Investment', 'Tranche', 'Participant', 'AllocationProfile'],
  DataUpload: ['Upload'],
  Upload: [
    'Fund',
    'Coinvestment',
    'Investment',
    'Tranche',
    'Participant',
    'VestingSchedule',
    'TaxProfile',
    'AllocationProfile',
    'Distribution',
    'Reference',
  ],
};

export const tagTypes: readonly string[] = [
  ...new Set([...operationNames.flatMap((name) => tagsOf(callOf(name))), ...Object.keys(shownIn)]),
];

/** What is stale after a change of this kind of record; `Activity` always is. */
export const staleAfter = (tag: string): string[] => [tag, ...(shownIn[tag] ?? []), 'Activity'];
