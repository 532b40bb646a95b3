import { z } from 'zod';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  listEndpoint,
  recordOf,
  saveEndpoint,
  saveOf,
} from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { decimal, figure } from '../core/schema.ts';

export const vestingScheduleFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  participantClass: {
    kind: 'reference',
    of: 'reference:participant-class',
    title: 'Participant class',
    help: 'Only entries of this class may use it; any class when blank.',
  },
  isDefault: { kind: 'boolean', title: 'Default for its class' },
});

/** A period in months, start inclusive and end exclusive; the last row is open-ended and always 100 percent. */
export const vestingScheduleRowFields = defineFields({
  periodStart: { kind: 'count', title: 'Start', required: true },
  periodEnd: { kind: 'count', title: 'End' },
  vestedPercentage: { kind: 'percent', title: 'Vested %', required: true },
});

const row = z.object({ periodStart: z.int(), periodEnd: z.int().nullable(), vestedPercentage: figure('percent') });
export const vestingSchedule = recordOf(vestingScheduleFields, {
  details: z.array(row),
  numberOfEntries: z.int(),
  canDelete: z.boolean(),
});

export const saveVestingScheduleBody = saveOf(vestingScheduleFields, {
  // A missing start or end is a rule's refusal with the specification's text, not a malformed body.
  details: z
    .array(
      z.strictObject({
        periodStart: z.int().nullish(),
        periodEnd: z.int().nullish(),
        vestedPercentage: decimal('percent').nullish(),
      }),
    )
    .min(1)
    .max(200),
});

export const vestingScheduleEndpoints = defineEndpoints({
  listVestingSchedules: listEndpoint({
    path: '/api/carry/vestingschedule',
    title: 'Vesting schedules',
    permission: 'vesting.view',
    row: vestingSchedule,
    columns: [
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'participantClass', kind: 'reference', title: 'Participant class' },
      { field: 'isDefault', kind: 'boolean', title: 'Default' },
      { field: 'numberOfEntries', kind: 'count', title: 'Used by entries' },
    ],
    parts: {
      of: 'details',
      columns: [
        { field: 'periodStart', kind: 'count', title: 'Period start (months)' },
        { field: 'periodEnd', kind: 'count', title: 'Period end (months)' },
        { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
      ],
    },
    defaultSort: { field: 'name', ascending: true },
    tags: ['VestingSchedule'],
  }),
  getVestingSchedule: getEndpoint(
    '/api/carry/vestingschedule/:id',
    'A vesting schedule',
    'vesting.view',
    vestingSchedule,
  ),
  saveVestingSchedule: saveEndpoint(
    '/api/carry/vestingschedule',
    'Create or change a vesting schedule',
    'vesting.edit',
    saveVestingScheduleBody,
    vestingSchedule,
  ),
  deleteVestingSchedule: deleteEndpoint(
    '/api/carry/vestingschedule/:id',
    'Delete a vesting schedule',
    'vesting.delete',
  ),
});
export type VestingSchedule = z.output<typeof vestingSchedule>;
