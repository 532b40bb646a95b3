import { leaverKinds, leaverTreatments } from '@carrara/domain/compensation/deferred';
import { z } from 'zod';
import { defineEndpoints, idParams } from '../core/endpoint.ts';
import { explanation } from '../core/explanation.ts';
import { date, figureOrNull, id } from '../core/schema.ts';
import { type LeavingFigure, leavingTitles, mostDaysOfLeaving } from './leavingFigures.ts';

const base = '/api/comp/employee/:id/leaving';
const codesOf = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as [K, ...K[]];
const kind = z.enum(codesOf(leaverKinds));
const treatment = z.enum(codesOf(leaverTreatments));
const line = z.enum(codesOf<LeavingFigure>(leavingTitles));
const isEachADay = (text: string) => text.split(',').every((one) => date().safeParse(one).success);
const asked = {
  leaverKind: kind,
  /** Of deferred awards that have not vested; left out: what is usual for who leaves so. */
  deferredTreatment: treatment.optional(),
};

/** What somebody whose pay one sees would come to by leaving on one day or another. Nothing of it is kept. */
export const leavingEndpoints = defineEndpoints({
  getEmployeeLeaving: {
    method: 'GET',
    path: base,
    summary: 'Pay, deferred awards and carry of an employee who leaves on one day or several',
    permission: 'pay.view',
    params: idParams,
    query: z.strictObject({
      ...asked,
      /** Days with commas between them. */
      on: z
        .string()
        .refine(isEachADay, 'is not a calendar date (YYYY-MM-DD), or several with commas between them')
        .refine(
          (text) => text.split(',').length <= mostDaysOfLeaving,
          `has more than ${String(mostDaysOfLeaving)} days`,
        ),
    }),
    result: z.object({
      employeeId: id(),
      leaverKind: kind,
      deferredTreatment: treatment,
      /** Each once, the first one first. */
      days: z.array(date()),
      lines: z.array(
        z.object({
          figure: line,
          /** Null: of no currency that is known. */
          currency: z.string().nullable(),
          /** In the order of the days. */
          values: z.array(
            z.object({
              on: date(),
              value: figureOrNull('money'),
              /** Why it is not determined, or what is not in it. */
              reason: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
    sensitive: 'pay',
    tags: ['Salary', 'Award', 'DeferredAward', 'AllocationProfile'],
  },
  explainEmployeeLeaving: {
    method: 'GET',
    path: `${base}/explanation`,
    summary: 'Why would this be a figure of leaving on a day?',
    permission: 'pay.view',
    params: idParams,
    query: z.strictObject({
      ...asked,
      on: date(),
      line,
      /** Left out: the only one. */
      currency: z.string().max(50).optional(),
    }),
    result: explanation,
    sensitive: 'pay',
  },
});
