import { defineReport } from '../../core/report.ts';
import { peoplePeriodParameters } from './peopleParameters.ts';

const notDetermined = { nullIs: 'not determined' } as const;
const href = '/carry/{type}/{participant}/profile/vesting';
const money = { kind: 'money', adds: true, ...notDetermined, href } as const;
const percent = { kind: 'percent', ...notDetermined } as const;

/** The amount that vests between two dates, out of the carry paid so far, by participant and source. */
export const vestingAhead = defineReport({
  name: 'vesting-ahead',
  title: 'Vesting ahead',
  group: 'Vesting',
  summary: 'Each participant’s carry that vests between two dates, by source. Defaults to the next twelve months.',
  module: 'carry',
  permission: 'participant.view',
  offThread: true,
  parameters: peoplePeriodParameters,
  columns: [
    { field: 'holder', kind: 'reference', target: 'container', title: 'Fund' },
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
    { field: 'source', kind: 'reference', target: 'container', title: 'Source' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'vestingSchedule', kind: 'text', title: 'Vesting schedule' },
    { field: 'vestedPercentage', title: 'Vested %', ...percent },
    { field: 'vestedPercentageThen', title: 'Vested % then', ...percent },
    { field: 'originalCarryAmount', title: 'Original', ...money },
    { field: 'vestedCarryAmount', title: 'Vested', ...money },
    { field: 'vestedCarryAmountThen', title: 'Vested then', ...money },
    { field: 'vests', title: 'Vests', ...money },
    { field: 'reason', kind: 'text', title: 'Not determined because' },
  ],
  groupBy: ['holder'],
  splitBy: ['currency'],
  defaultSort: { field: 'participant', ascending: true },
  tags: ['AllocationProfile', 'Participant', 'Distribution'],
});
