import { leaverKinds, leaverTreatments } from '@carrara/domain/compensation/deferred';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { date, figureOrNull, id } from '../core/schema.ts';
import { type LeavingFigure, leavingTitles, maxLeavingDates } from './leavingFigures.ts';

const base = '/api/comp/employee/:id/leaving';
const codesOf = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as [K, ...K[]];
const kind = z.enum(codesOf(leaverKinds));
const treatment = z.enum(codesOf(leaverTreatments));
const line = z.enum(codesOf<LeavingFigure>(leavingTitles));
const isEachADay = (text: string) => text.split(',').every((day) => date().safeParse(day).success);
const parameters = {
  /** If omitted with the treatment, the awards of somebody who has left are as recorded, and others continue. */
  leaverKind: kind.optional(),
  /** The treatment of unvested deferred awards. If omitted, the default for the kind of leaver. */
  deferredTreatment: treatment.optional(),
};

/** The pay of an employee, whose pay the user can see, if they left on different dates. Nothing is stored. */
export const leavingEndpoints = defineEndpoints({
  getEmployeeLeaving: {
    method: 'GET',
    path: base,
    summary: 'Pay, deferred awards and carry of an employee who leaves on one or more dates',
    permission: 'pay.view',
    params: idParams,
    query: z.strictObject({
      ...parameters,
      /** Dates separated by commas. */
      on: z
        .string()
        .refine(isEachADay, 'isn’t a calendar date (YYYY-MM-DD) or a list of dates separated by commas')
        .refine((text) => text.split(',').length <= maxLeavingDates, `has more than ${String(maxLeavingDates)} days`),
    }),
    result: z.object({
      employeeId: id(),
      leaverKind: kind.nullable(),
      deferredTreatment: treatment.nullable(),
      /** The treatment that the entries since the leaving record. Null if nothing is decided, the awards continue, or the person hasn't left. */
      recordedTreatment: treatment.nullable(),
      /** Each once, in ascending order. */
      days: z.array(date()),
      lines: z.array(
        z.object({
          figure: line,
          /** Null if the currency is unknown. */
          currency: z.string().nullable(),
          /** In the order of the dates. */
          values: z.array(
            z.object({
              on: date(),
              value: figureOrNull('money'),
              /** The reason why it isn't determined, or the amounts it doesn't include. */
              reason: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
    sensitive: 'always',
    tags: ['Salary', 'Award', 'DeferredAward', 'AllocationProfile'],
  },
  explainEmployeeLeaving: {
    method: 'GET',
    path: `${base}/explanation`,
    summary: 'Explanation of a figure for an employee who leaves on a date',
    permission: 'pay.view',
    params: idParams,
    query: z.strictObject({
      ...parameters,
      on: date(),
      line,
      /** If omitted, the only currency. */
      currency: z.string().max(50).optional(),
    }),
    result: explanation,
    sensitive: 'always',
  },
});
