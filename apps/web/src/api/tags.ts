import { documentRead } from '@carrara/contract/core/events';
import { everyRecordType, upperFirst } from '@carrara/contract/core/recordType';
import { type CallData, callOf, operationNames } from './operations.ts';

/** What a read depends on: the tags of its call and the concept it belongs to. */
export const tagsOf = (call: CallData & { readonly concept: string }): readonly string[] => [
  ...new Set([...(call.tags ?? []), upperFirst(call.concept)]),
];

/** What performance shows of the ledgers of vehicles. */
const books = [
  'Fund',
  'Coinvestment',
  'Investor',
  'Ledger',
  'Fund Performance',
  'Investment Performance',
  'Investor Performance',
];

/** Records that show something of another: a change of the first makes the others stale too. */
const shownIn: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(everyRecordType.flatMap(([type, is]) => (is.shownIn ? [[upperFirst(type), is.shownIn]] : []))),
  OwnDelivery: ['Inbox'],
  PayAccess: ['Inbox'],
  [documentRead.letter]: ['Delivery'],
  [documentRead.statement]: ['PayStatement'],
  ParticipantEntity: ['Participant'],
  Participant: ['AllocationProfile', 'Distribution'],
  Vesting: ['VestingSchedule', 'AllocationProfile'],
  SourceTaxProfile: ['TaxProfile'],
  ReferenceEntry: ['Reference'],
  // Accepted or undone, it is in the books or out of them.
  DataTransfer: [...books, 'Firm'],
  DataUpload: [
    'Upload',
    'Investment',
    'Tranche',
    'Participant',
    'VestingSchedule',
    'TaxProfile',
    'AllocationProfile',
    'Distribution',
    'Reference',
    'CompEmployee',
    'Salary',
    'Award',
    'PayrollFile',
    ...books,
  ],
};

export const tagTypes: readonly string[] = [
  ...new Set([...operationNames.flatMap((name) => tagsOf(callOf(name))), ...Object.keys(shownIn)]),
];

/** What is stale after a change of this kind of record; `Activity` always is. */
export const staleAfter = (tag: string): string[] => [tag, ...(shownIn[tag] ?? []), 'Activity'];
