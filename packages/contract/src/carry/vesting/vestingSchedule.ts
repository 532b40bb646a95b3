import { z } from 'zod';
import { recordSchema, type RowOf, saveSchema } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { recordEndpoints } from '../../core/recordEndpoints.ts';
import { decimal, figure } from '../../core/schema.ts';

export const vestingScheduleFields = defineFields({
  name: { kind: 'text', title: 'Name', required: true },
  participantClass: {
    kind: 'reference',
    target: 'reference:participant-class',
    title: 'Participant class',
    help: 'Only entries of this class can use it. Leave blank for any class.',
  },
  isDefault: { kind: 'boolean', title: 'Default for its class' },
});

/**
 * A period in months, start inclusive and end exclusive. The last row is open-ended and always 100 percent.
 * @public
 */
export const vestingScheduleRowFields = defineFields({
  periodStart: { kind: 'count', title: 'Start', required: true },
  periodEnd: { kind: 'count', title: 'End' },
  vestedPercentage: { kind: 'percent', title: 'Vested %', required: true },
});

const row = z.object({ periodStart: z.int(), periodEnd: z.int().nullable(), vestedPercentage: figure('percent') });
const vestingSchedule = recordSchema(vestingScheduleFields, {
  details: z.array(row),
  numberOfEntries: z.int(),
  canDelete: z.boolean(),
});

const saveVestingScheduleBody = saveSchema(vestingScheduleFields, {
  // A missing start or end is rejected by a rule with the specification's text, not as a malformed body.
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

export const vestingScheduleEndpoints = recordEndpoints('vestingSchedule', {
  path: '/api/carry/vestingschedule',
  fields: vestingScheduleFields,
  record: vestingSchedule,
  body: saveVestingScheduleBody,
  refusals: [
    'CLASS_REQUIRED',
    'END_NOT_AFTER_START',
    'LAST_ROW_NOT_100',
    'NO_ROWS',
    'PERCENT_FALLING',
    'PERCENT_RANGE',
    'PERCENT_REQUIRED',
    'PERIODS_REQUIRED',
    'PERIOD_NOT_WHOLE',
    'ROWS_NOT_CONTIGUOUS',
    'START_AFTER_END',
    'START_REQUIRED',
  ],
  columns: [
    'name',
    'participantClass',
    { field: 'isDefault', title: 'Default' },
    { field: 'numberOfEntries', kind: 'count', title: 'Used by entries' },
  ],
  row: vestingSchedule.shape,
  parts: {
    field: 'details',
    columns: [
      { field: 'periodStart', kind: 'count', title: 'Period start (months)' },
      { field: 'periodEnd', kind: 'count', title: 'Period end (months)' },
      { field: 'vestedPercentage', kind: 'percent', title: 'Vested %' },
    ],
  },
});
export type VestingScheduleRow = RowOf<typeof vestingScheduleEndpoints.listVestingSchedules>;
export type VestingSchedule = z.output<typeof vestingSchedule>;
