import { documentRead } from '@carrara/contract/core/events';
import { everyRecordType, upperFirst } from '@carrara/contract/core/recordType';
import { type CallData, callData, operationNames } from './operations.ts';

/** The tags that a read depends on: those of its call and its concept. */
export const callTags = (call: CallData & { readonly concept: string }): readonly string[] => [
  ...new Set([...(call.tags ?? []), upperFirst(call.concept)]),
];

/** Tags of the reads in which the performance module displays the ledgers of vehicles. */
const books = [
  'Fund',
  'Coinvestment',
  'Investor',
  'Ledger',
  'Fund Performance',
  'Investment Performance',
  'Investor Performance',
];

/** Records displayed in others. A change of a record makes the reads of the others stale too. */
const displayCurrencies: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    everyRecordType.flatMap(([type, is]) => (is.displayCurrencies ? [[upperFirst(type), is.displayCurrencies]] : [])),
  ),
  OwnDelivery: ['Inbox'],
  // The end of a subscription's job is a message.
  Inbox: ['Subscription'],
  PayAccess: ['Inbox'],
  [documentRead.letter]: ['Delivery'],
  [documentRead.statement]: ['PayStatement'],
  ParticipantEntity: ['Participant'],
  Participant: ['AllocationProfile', 'Distribution'],
  Vesting: ['VestingSchedule', 'AllocationProfile'],
  SourceTaxProfile: ['TaxProfile'],
  ReferenceEntry: ['Reference'],
  // Accepting or undoing a transfer changes the books.
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
  ...new Set([...operationNames.flatMap((name) => callTags(callData(name))), ...Object.keys(displayCurrencies)]),
];

/** Returns the tags that are stale after a change of this kind of record. `Activity` always is. */
export const staleTags = (tag: string): string[] => [tag, ...(displayCurrencies[tag] ?? []), 'Activity'];

/** Returns the tags that are stale after a call. */
export const staleTagsOfCall = (call: CallData & { readonly concept: string }): readonly string[] =>
  call.readOnly ? [] : callTags(call).flatMap(staleTags);
