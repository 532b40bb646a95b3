import { z } from 'zod';
import {
  defineEndpoints,
  deleteEndpoint,
  idParams,
  recordSchema,
  saveEndpoint,
  saveSchema,
} from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { MOST_NAV_PERCENT } from '../../core/navPercent.ts';
import { date, figureOrNull, id } from '../../core/schema.ts';
import { whatIfTermFields } from '../carryTerms/whatIfTerms.ts';
import { fundOnDate, whatIf } from './liquidation.ts';

/** The inputs of a what-if: the sale, and changed terms. */
export const whatIfFields = defineFields({
  exitValue: {
    kind: 'money',
    title: 'Exit value',
    help: 'Everything is sold for this amount before carry. Leave blank for the net asset value.',
  },
  navPercent: {
    kind: 'percent',
    title: 'Exit value, % of NAV',
    help: 'Counts if no exit value is entered.',
    most: MOST_NAV_PERCENT,
  },
  exitDate: {
    kind: 'date',
    title: 'Exit date',
    help: 'Leave blank for the quarter end. No cash is assumed until then.',
  },
  ...whatIfTermFields,
});

/** A what-if of a fund that is stored by name. Its figures are computed when it is opened. */
export const carryScenarioFields = defineFields({
  vehicle: { kind: 'reference', target: 'vehicle', title: 'Fund', required: true },
  name: { kind: 'text', title: 'Name', required: true, max: 100 },
  isShared: { kind: 'boolean', title: 'Shared with the firm' },
  ...whatIfFields,
});

const body = saveSchema(carryScenarioFields);
const record = recordSchema(carryScenarioFields, {
  /** Its inputs in words. */
  inputs: z.string(),
  /** True for a scenario of the person who reads it. */
  isOwn: z.boolean(),
  /** True if the person may change and delete it. */
  canEdit: z.boolean(),
});
export type CarryScenario = z.output<typeof record>;

const moneyOrNull = figureOrNull('money');
/** An amount, and its difference from that of the fund as it is. */
const compared = z.object({ amount: moneyOrNull, difference: moneyOrNull });
const carryFigures = {
  lp: compared,
  earned: compared,
  carryPaid: compared,
  accrued: compared,
  clawbackGross: compared,
};

const path = '/api/performance/carry-scenario';
const tags = ['CarryScenario'];

export const carryScenarioEndpoints = {
  ...defineEndpoints({
    listCarryScenarios: {
      method: 'GET',
      path: '/api/performance/fund/:id/carry-scenarios',
      summary: 'The saved what-ifs of a fund’s carry that you may see: your own, and those shared with the firm',
      permission: 'carryTerms.view',
      params: idParams,
      result: z.object({ scenarios: z.array(record) }),
      failures: ['NOT_FOUND'],
      tags,
    },
    compareCarryScenarios: {
      method: 'GET',
      path: '/api/performance/fund/:id/:date/what-if',
      summary: 'A fund’s carry as it is next to a what-if and saved scenarios, in total and by partner',
      permission: 'carryTerms.view',
      params: fundOnDate,
      query: z.strictObject({
        ...whatIf,
        /** Up to three saved scenarios, with commas in between. */
        scenarioIds: z
          .string()
          .regex(/^[\da-f-]{36}(?:,[\da-f-]{36}){0,2}$/i, 'is no list of up to three ids')
          .optional(),
      }),
      offThread: true,
      result: z.object({
        currency: z.string(),
        /** The main terms in force on the quarter end, in words. */
        terms: z.array(z.object({ field: z.string(), title: z.string(), value: z.string() })),
        /** The fund as it is, the what-if of the request if there is one, and the scenarios. */
        sides: z.array(
          z.object({
            /** Null for the fund as it is and the what-if of the request. */
            scenarioId: id().nullable(),
            name: z.string(),
            /** Null if the sale would be before the quarter end. */
            exitDate: date().nullable(),
            /** The inputs of the side, in words. For a term, also the agreed one. */
            changes: z.array(
              z.object({
                field: z.string(),
                title: z.string(),
                before: z.string().nullable(),
                after: z.string().nullable(),
              }),
            ),
            proceeds: compared,
            ...carryFigures,
            retainedCarry: compared,
            clawbackNet: compared,
            coveredByEscrow: compared,
            partners: z.array(z.object({ id: id(), name: z.string(), ...carryFigures })),
            notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
          }),
        ),
      }),
      failures: ['NOT_FOUND', 'DATES_REVERSED'],
      tags: [...tags, 'CarryTerms', 'Ledger', 'Fund Performance'],
    },
  }),
  saveCarryScenario: {
    ...saveEndpoint(path, 'Create or change a saved what-if', 'carryScenario.edit', body, record, [
      'DUPLICATE',
      'FORBIDDEN',
      'NOT_FOUND',
      'DATES_REVERSED',
      'TOO_MANY_VIEWS',
    ]),
    fields: carryScenarioFields,
  },
  deleteCarryScenario: deleteEndpoint(`${path}/:id`, 'Delete a saved what-if', 'carryScenario.edit', ['FORBIDDEN']),
} as const;
