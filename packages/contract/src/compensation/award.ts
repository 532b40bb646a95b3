import { awardLifecycle } from '@carrara/domain/compensation/award/lifecycle';
import { z } from 'zod';
import { recordSchema, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { moveEndpoints } from '../core/moveEndpoints.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { requestedYear, id } from '../core/schema.ts';
import { statusCodes } from '../lifecycles.ts';

/** The fields of an award for a year in addition to the salary. */
export const awardFields = defineFields({
  name: { kind: 'text', title: 'Name', readOnly: true, group: 'Award' },
  employee: { kind: 'reference', target: 'compEmployee', title: 'Employee', required: true, group: 'Award' },
  performanceYear: { kind: 'year', title: 'Performance year', required: true, group: 'Award' },
  payType: { kind: 'reference', target: 'reference:pay-type', title: 'Pay type', required: true, group: 'Award' },
  amount: { kind: 'money', title: 'Amount', required: true, group: 'Award' },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', required: true, group: 'Award' },
  awardDate: { kind: 'date', title: 'Award date', required: true, group: 'Days' },
  payDate: {
    kind: 'date',
    title: 'Pay date',
    group: 'Days',
    help: 'The date the award is due or, once it is paid, the payment date.',
  },
  status: { kind: 'status', title: 'State', readOnly: true, group: 'Award' },
  reverses: {
    kind: 'reference',
    target: 'award',
    title: 'Reverses',
    readOnly: true,
    group: 'Award',
    help: 'The paid award that this one reverses.',
  },
  comments: { kind: 'longText', title: 'Comments', group: 'Award' },
});

const award = recordSchema(awardFields);
export type Award = z.output<typeof award>;

const path = '/api/comp/award';
const calls = recordEndpoints('award', {
  path,
  fields: awardFields,
  record: award,
  // An award after the last day of employment has to be confirmed.
  body: saveSchema(awardFields, { warningsConfirmed: z.boolean().default(false) }),
  columns: ['name', 'performanceYear', 'payType', 'amount', 'currency', 'awardDate', 'payDate', 'status', 'comments'],
  row: { employeeId: id() },
  sortedBy: 'awardDate',
  filters: {
    employeeId: id().optional(),
    performanceYear: requestedYear().optional(),
    status: z.enum(statusCodes('award')).optional(),
  },
  refusals: [
    'OWN_PAY',
    'NEGATIVE_AMOUNT',
    'NOT_AN_AWARD',
    'AWARD_BEFORE_HIRE',
    'PAID_BEFORE_AWARDED',
    'DATE_TOO_LATE',
    'WRONG_STATE',
    'WARNINGS_NOT_CONFIRMED',
  ],
});
const moves = moveEndpoints(awardLifecycle, { path, result: award });
const sensitive = 'always' as const;
/** Awards of the employees whose pay the user can see. */
export const awardEndpoints = {
  listAwards: { ...calls.listAwards, sensitive },
  getAward: { ...calls.getAward, sensitive },
  saveAward: { ...calls.saveAward, sensitive },
  deleteAward: { ...calls.deleteAward, failures: [...calls.deleteAward.failures, 'WRONG_STATE'], sensitive },
  payAward: { ...moves.payAward, sensitive },
  cancelAward: { ...moves.cancelAward, sensitive },
  reverseAward: { ...moves.reverseAward, failures: [...moves.reverseAward.failures, 'DUPLICATE'], sensitive },
} as const;
