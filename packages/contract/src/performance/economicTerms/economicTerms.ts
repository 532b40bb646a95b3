import { performanceMethods } from '@carrara/domain/performance/ilpa';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { emptyId } from '../../core/kinds.ts';
import { id, buildInputSchema, resultSchema } from '../../core/schema.ts';
import { carryBases } from '../carryTerms/carryTerms.ts';

const feeBases = [
  { code: 'COMMITMENT', description: 'Commitments' },
  { code: 'COST', description: 'Invested capital' },
] as const;
const feeStarts = [
  { code: 'FIRST_CLOSE', description: 'First close of the fund' },
  { code: 'OWN_CLOSE', description: 'Close of the commitment' },
] as const;
const methodTexts = { GRANULAR: 'Granular', GROSS_UP: 'Gross-up' } as const;
const methods = performanceMethods.map((code) => ({ code, description: methodTexts[code] }));

/** The names of the codes in terms. */
export const termTexts: Readonly<Record<string, string>> = Object.fromEntries(
  [...feeBases, ...feeStarts, ...carryBases, ...methods].map(({ code, description }) => [code, description]),
);

/** The economic terms of the agreement. */
export const economicTermFields = defineFields({
  managementFee: { kind: 'percent', title: 'Management fee', group: 'Fee', help: 'Percent per year.' },
  feeBasis: { kind: 'status', options: feeBases, title: 'Fee basis', group: 'Fee' },
  feeStart: {
    kind: 'status',
    options: feeStarts,
    title: 'Later closes pay from',
    group: 'Fee',
    help: 'Defaults to the first close.',
  },
  laterManagementFee: {
    kind: 'percent',
    title: 'Fee after the investment period',
    group: 'Fee',
    help: 'Percent per year. Leave blank to keep the same fee.',
  },
  laterFeeBasis: {
    kind: 'status',
    options: feeBases,
    title: 'Fee basis after the investment period',
    group: 'Fee',
    help: 'Leave blank to keep the same basis.',
  },
  // The carry terms in force. They are entered on the Carry tab of the fund.
  waterfall: { kind: 'status', options: carryBases, title: 'Waterfall', group: 'Carry', readOnly: true },
  carry: { kind: 'percent', title: 'Carry', group: 'Carry', readOnly: true },
  hurdle: { kind: 'percent', title: 'Hurdle', group: 'Carry', readOnly: true },
  catchUp: { kind: 'percent', title: 'Catch-up', group: 'Carry', readOnly: true },
  performanceMethod: {
    kind: 'status',
    options: methods,
    title: 'Performance Template',
    group: 'Reporting',
    help: 'Applies for the life of the fund and can’t be changed once a quarter is locked.',
  },
});
export type EconomicTermName = keyof typeof economicTermFields;

/** The owner of the terms: the fund itself, or one investor. */
const ofFund = z.strictObject({ fundId: id() });
const noInvestor = { investorId: id().nullish() };

const terms = z.object({
  fundId: id(),
  investorId: id().nullable(),
  /** Null if nothing has been entered. */
  rowVersion: z.int().nullable(),
  /** The terms that apply: an investor's own, otherwise the fund's. */
  ...resultSchema(economicTermFields).shape,
  /** The terms one by one, in readable form. */
  terms: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      value: z.string().nullable(),
      /** True if the term is the fund's, because the investor has none of its own. */
      isOfFund: z.boolean(),
    }),
  ),
});
export type EconomicTerms = z.output<typeof terms>;

const tags = ['EconomicTerms'];
export const economicTermsEndpoints = defineEndpoints({
  getEconomicTerms: {
    method: 'GET',
    path: '/api/performance/ilpa/:fundId/:investorId/terms',
    summary: `Terms of an investor in a fund. Use ${emptyId} for the fund’s own terms`,
    permission: 'ilpa.view',
    params: ofFund.extend({ investorId: id() }),
    result: terms,
    tags,
  },
  saveEconomicTerms: {
    method: 'POST',
    path: '/api/performance/ilpa/:fundId/terms',
    summary: 'Enter a fund’s fee terms, or an investor’s deviations from them',
    permission: 'ilpa.edit',
    params: ofFund,
    body: buildInputSchema(economicTermFields).extend({ ...noInvestor, rowVersion: z.int().nullish() }),
    result: terms,
    failures: [
      'STALE_VERSION',
      'ROW_VERSION_REQUIRED',
      'DUPLICATE',
      'PERCENT_RANGE',
      'PERIOD_LOCKED',
      'FIELD_NOT_OF_TYPE',
    ],
    tags,
  },
});
