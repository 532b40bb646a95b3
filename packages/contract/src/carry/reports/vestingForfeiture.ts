import { defineReport } from '../../core/report.ts';
import { peopleParameters } from './peopleParameters.ts';

const notDetermined = { nullIs: 'not determined' } as const;
const href = '/carry/{type}/{participant}/profile/vesting';
const money = { kind: 'money', adds: true, ...notDetermined, href } as const;

/** The vested and forfeited parts of the carry that each source has paid so far, by participant. */
export const vestingForfeiture = defineReport({
  name: 'vesting-forfeiture-report',
  title: 'Vesting and forfeiture',
  group: 'Vesting',
  summary: 'Each participant’s vested and forfeited carry by source, as of a date or an earlier termination.',
  module: 'carry',
  permission: 'participant.view',
  offThread: true,
  parameters: peopleParameters,
  columns: [
    { field: 'participant', kind: 'reference', target: 'participant', title: 'Participant', redact: true, href },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    {
      field: 'through',
      kind: 'reference',
      target: 'participant',
      title: 'Through',
      redact: true,
      href: '/carry/entity/{through}/profile/vesting',
    },
    { field: 'status', kind: 'text', title: 'Status' },
    { field: 'vestingDate', kind: 'date', title: 'Vests to' },
    { field: 'source', kind: 'reference', target: 'container', title: 'Source' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'vestingSchedule', kind: 'text', title: 'Vesting schedule' },
    { field: 'effective', kind: 'percent', title: 'Effective %' },
    { field: 'vestedPercentage', kind: 'percent', title: 'Vested %', ...notDetermined },
    { field: 'originalCarryAmount', title: 'Original', ...money },
    { field: 'vestedCarryAmount', title: 'Vested', ...money },
    // Unvested carry is forfeited only when the participant leaves, which the status says.
    { field: 'forfeitedCarryAmount', title: 'Not vested or forfeited', ...money },
    { field: 'reason', kind: 'text', title: 'Not determined because' },
  ],
  groupBy: ['participant'],
  // Potential forfeitures of people who are still employed aren't added to actual forfeitures.
  splitBy: ['status', 'currency'],
  defaultSort: { field: 'source', ascending: true },
  tags: ['AllocationProfile', 'Participant', 'Distribution'],
});
