import type { AttributionPolicy } from '@carrara/domain/performance/waterfall';
import { z } from 'zod';
import {
  deleteEndpoint,
  getEndpoint,
  idParams,
  recordSchema,
  rowsSchema,
  saveEndpoint,
  saveRowsSchema,
  saveSchema,
} from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { wholeNumber } from '../../core/paging.ts';
import { date, figure, id } from '../../core/schema.ts';
import { confirmation } from '../ledger/ledgerFields.ts';

export const carryBases = [
  { code: 'WHOLE_FUND', description: 'European (whole fund)' },
  { code: 'DEAL_BY_DEAL', description: 'American (deal by deal)' },
  { code: 'DEAL_BY_DEAL_NO_LOSS', description: 'American, without loss carry-forward' },
] as const;
const returnFirst = [
  { code: 'ALL_CAPITAL', description: 'All contributed capital' },
  { code: 'REALIZED_AND_EXPENSES', description: 'Realized investments, write-downs and their expenses' },
  { code: 'REALIZED', description: 'Realized investments and write-downs' },
] as const;
const recallable = [
  { code: 'REDUCES_CAPITAL', description: 'Reduce unreturned capital' },
  { code: 'NO_REDUCTION', description: 'Don’t reduce unreturned capital' },
] as const;
const recallablePreferred = [
  { code: 'STOPS', description: 'Stops' },
  { code: 'RUNS_ON', description: 'Runs on' },
] as const;
const escrowReleases = [
  { code: 'DECISION', description: 'By decision' },
  { code: 'DATE', description: 'On a date' },
  { code: 'NAV_COVERAGE', description: 'When NAV covers the capital' },
] as const;
const clawbacks = [
  { code: 'FINAL', description: 'At the end of the fund' },
  { code: 'INTERIM', description: 'On interim dates' },
  { code: 'NONE', description: 'No clawback' },
] as const;
const clawbackTaxes = [
  { code: 'GROSS', description: 'Gross' },
  { code: 'CAP', description: 'At most the carry after tax' },
  { code: 'SCALE', description: 'Reduced by the tax rate' },
] as const;
const guarantees = [
  { code: 'SEVERAL', description: 'Several' },
  { code: 'JOINT', description: 'Joint' },
] as const;
export const tierKinds = [
  { code: 'RETURN_OF_CAPITAL', description: 'Return of capital' },
  { code: 'PREFERRED_RETURN', description: 'Preferred return' },
  { code: 'CATCH_UP', description: 'Catch-up' },
  { code: 'SPLIT', description: 'Split' },
] as const;
const compoundings = [
  { code: 'ANNUAL', description: 'Annual' },
  { code: 'QUARTERLY', description: 'Quarterly' },
  { code: 'MONTHLY', description: 'Monthly' },
  { code: 'DAILY', description: 'Daily' },
  { code: 'SIMPLE', description: 'Simple' },
] as const;
const dayCounts = [
  { code: 'ACT/365', description: 'Actual/365' },
  { code: 'ACT/360', description: 'Actual/360' },
  { code: '30/360', description: '30/360' },
  { code: 'ACT/ACT', description: 'Actual/actual' },
] as const;
const preferredReturnStarts = [
  { code: 'CASH_DATE', description: 'Cash date' },
  { code: 'DUE_DATE', description: 'Due date' },
] as const;
const accrualEnds = [
  { code: 'DISTRIBUTION_DATE', description: 'Day of distribution' },
  { code: 'QUARTER_END', description: 'Quarter end' },
] as const;
const preferredBases = [
  { code: 'CAPITAL_AND_FEES', description: 'Capital and fees' },
  { code: 'CAPITAL', description: 'Capital' },
] as const;

/** The names of the codes in carry terms and their tiers. */
export const carryTermTexts: Readonly<Record<string, string>> = Object.fromEntries(
  [
    carryBases,
    returnFirst,
    recallable,
    recallablePreferred,
    escrowReleases,
    clawbacks,
    clawbackTaxes,
    guarantees,
    tierKinds,
    compoundings,
    dayCounts,
    preferredReturnStarts,
    accrualEnds,
    preferredBases,
  ]
    .flat()
    .map(({ code, description }) => [code, description]),
);

/** How carry is attributed to investments, by the policy that a figure names. */
export const attributionTexts: Readonly<Record<AttributionPolicy, string>> = {
  BY_DEAL: 'By deal',
  POSITIVE_PROFIT: 'By profit since inception',
  REALIZED_PROFIT: 'By realized profit',
};

/** A version of the carry terms of a fund or coinvestment. Blank choices have the default in their help. */
export const carryTermsFields = defineFields({
  vehicle: { kind: 'reference', target: 'vehicle', title: 'Fund', required: true, group: 'Version' },
  effectiveDate: { kind: 'date', title: 'Applies from', required: true, group: 'Version' },
  source: { kind: 'longText', title: 'Source', group: 'Version', help: 'The agreement and its section.' },
  basis: { kind: 'status', options: carryBases, title: 'Basis', group: 'Waterfall' },
  returnFirst: {
    kind: 'status',
    options: returnFirst,
    title: 'Capital returned first',
    group: 'Waterfall',
    help: 'Defaults to all capital for a whole fund, otherwise to realized investments and expenses.',
  },
  recallable: {
    kind: 'status',
    options: recallable,
    title: 'Recallable distributions',
    group: 'Waterfall',
    help: 'By default, they reduce unreturned capital.',
  },
  recallablePreferred: {
    kind: 'status',
    options: recallablePreferred,
    title: 'Preferred return on recallable cash',
    group: 'Waterfall',
    help: 'By default, it stops.',
  },
  clawback: {
    kind: 'status',
    options: clawbacks,
    title: 'Clawback',
    group: 'Clawback and escrow',
    help: 'Defaults to the end of the fund.',
  },
  clawbackTax: {
    kind: 'status',
    options: clawbackTaxes,
    title: 'Clawback after tax',
    group: 'Clawback and escrow',
    help: 'Defaults to gross.',
  },
  clawbackTaxRate: { kind: 'percent', title: 'Clawback tax rate', group: 'Clawback and escrow', most: 100 },
  guarantee: {
    kind: 'status',
    options: guarantees,
    title: 'Guarantee',
    group: 'Clawback and escrow',
    help: 'Defaults to several.',
  },
  escrowPercentage: {
    kind: 'percent',
    title: 'Carry in escrow',
    group: 'Clawback and escrow',
    help: 'Percentage of carry withheld. Leave blank for no escrow.',
    most: 100,
  },
  escrowRelease: {
    kind: 'status',
    options: escrowReleases,
    title: 'Escrow release',
    group: 'Clawback and escrow',
    help: 'Defaults to by decision.',
  },
  escrowReleaseDate: { kind: 'date', title: 'Escrow release date', group: 'Clawback and escrow' },
  escrowCoverage: {
    kind: 'percent',
    title: 'NAV coverage for release',
    group: 'Clawback and escrow',
    help: 'Value of the investments in percent of unreturned capital.',
  },
  escrowReleased: { kind: 'money', title: 'Escrow released by decision', group: 'Clawback and escrow' },
  taxDistributionRate: {
    kind: 'percent',
    title: 'Tax distribution rate',
    group: 'Tax distributions',
    help: 'Assumed rate on taxable income. Leave blank for no tax distributions.',
    most: 100,
  },
});
export const carryTierFields = defineFields({
  kind: { kind: 'status', options: tierKinds, title: 'Tier', required: true },
  rate: { kind: 'percent', title: 'Rate per year', most: 100 },
  compounding: { kind: 'status', options: compoundings, title: 'Compounding' },
  dayCount: { kind: 'status', options: dayCounts, title: 'Day count' },
  accruesFrom: { kind: 'status', options: preferredReturnStarts, title: 'Accrues from' },
  accruesTo: { kind: 'status', options: accrualEnds, title: 'Accrues to' },
  preferredBase: { kind: 'status', options: preferredBases, title: 'Accrues on' },
  gpShare: { kind: 'percent', title: 'GP share', most: 100 },
  target: { kind: 'percent', title: 'Target share of profit', most: 100 },
  untilIrr: { kind: 'percent', title: 'Until IRR' },
  untilMultiple: { kind: 'multiple', title: 'Until multiple' },
});
export const carryRecipientFields = defineFields({
  investor: { kind: 'reference', target: 'investor', title: 'General partner', required: true },
  share: { kind: 'percent', title: 'Share of carry', required: true, most: 100 },
});
export const carryLetterFields = defineFields({
  investor: { kind: 'reference', target: 'investor', title: 'Investor' },
  investorType: { kind: 'reference', target: 'reference:investor-type', title: 'Or investor type' },
  effectiveDate: { kind: 'date', title: 'Applies from', required: true },
  rate: { kind: 'percent', title: 'Preferred return', most: 100 },
  carry: { kind: 'percent', title: 'Carry', most: 100 },
  isExempt: { kind: 'boolean', title: 'Pays no carry' },
  source: { kind: 'text', title: 'Source' },
});
export const carryOffsetFields = defineFields({
  pool: { kind: 'text', title: 'Group', required: true },
  investment: { kind: 'reference', target: 'investment', title: 'Investment', required: true },
});
export const carryClawbackDateFields = defineFields({
  clawbackDate: { kind: 'date', title: 'Date', required: true },
});
export const carryTaxIncomeFields = defineFields({
  investor: { kind: 'reference', target: 'investor', title: 'General partner', required: true },
  incomeYear: { kind: 'year', title: 'Year', required: true },
  amount: { kind: 'money', title: 'Taxable income', required: true },
  source: { kind: 'text', title: 'Source', required: true },
});

/** The rows of carry terms, by their name. */
export const carryTermsRows = {
  tiers: carryTierFields,
  recipients: carryRecipientFields,
  letters: carryLetterFields,
  offsets: carryOffsetFields,
  clawbackDates: carryClawbackDateFields,
  taxIncomes: carryTaxIncomeFields,
} as const;

const body = saveSchema(carryTermsFields, {
  tiers: saveRowsSchema(carryTierFields, 20),
  recipients: saveRowsSchema(carryRecipientFields, 20),
  letters: saveRowsSchema(carryLetterFields, 400),
  offsets: saveRowsSchema(carryOffsetFields, 400),
  clawbackDates: saveRowsSchema(carryClawbackDateFields, 100),
  taxIncomes: saveRowsSchema(carryTaxIncomeFields, 400),
  ...confirmation,
});
const record = recordSchema(carryTermsFields, {
  tiers: rowsSchema(carryTierFields),
  recipients: rowsSchema(carryRecipientFields),
  letters: rowsSchema(carryLetterFields),
  offsets: rowsSchema(carryOffsetFields),
  clawbackDates: rowsSchema(carryClawbackDateFields),
  taxIncomes: rowsSchema(carryTaxIncomeFields),
});
export type CarryTerms = z.output<typeof record>;
export type CarryTermsBody = z.output<typeof body>;

/** A term that is missing or refused, by the field that it belongs to. */
const problem = z.object({ field: z.string(), code: z.string(), message: z.string() });
const change = z.object({
  field: z.string(),
  title: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
const payoff = z.object({
  /** The illustrated fund: its capital, contributed on one day, and the years until everything is sold. */
  capital: figure('money'),
  years: z.int(),
  points: z.array(
    z.object({
      proceeds: figure('money'),
      multiple: figure('multiple'),
      lp: figure('money'),
      gp: figure('money'),
      tiers: z.array(z.object({ kind: z.string(), name: z.string(), lp: figure('money'), gp: figure('money') })),
    }),
  ),
});
export type CarryPayoff = z.output<typeof payoff>;
const years = { years: wholeNumber(30).default(5) };

const path = '/api/performance/carry-terms';
const tags = ['CarryTerms'];
const refusals = [
  'PERIOD_LOCKED',
  'DUPLICATE',
  'NUMBER_RANGE',
  'PERCENT_RANGE',
  'TIERS_OUT_OF_ORDER',
  'HURDLES_CROSS',
  'SOURCES_OVERLAP',
  'SHARES_OFF',
  'REQUIRED',
  'NO_COMMITMENT',
  'MEMBER_TWICE',
  'FIELD_NOT_OF_TYPE',
  'NOT_FOUND',
  'WARNINGS_NOT_CONFIRMED',
] as const;

export const carryTermsEndpoints = {
  listCarryTerms: {
    method: 'GET',
    path: '/api/performance/fund/:id/carry-terms',
    summary: 'Versions of a fund’s carry terms, newest first, with the terms that are missing',
    permission: 'carryTerms.view',
    params: idParams,
    result: z.object({
      /** The version in force today. */
      inForce: id().nullable(),
      versions: z.array(
        z.object({
          id: id(),
          rowVersion: z.int(),
          effectiveDate: date(),
          /** The day before the next version; null for the last one. */
          until: date().nullable(),
          state: z.enum(['PAST', 'IN_FORCE', 'FUTURE']),
          /** The tiers in words, such as '8% preferred return'. */
          summary: z.string(),
          /** True if a locked quarter depends on the version, so that it can't be changed or deleted. */
          isLocked: z.boolean(),
          source: z.string().nullable(),
          missing: z.array(problem),
        }),
      ),
    }),
    tags,
  },
  downloadCarryTerms: {
    method: 'GET',
    path: '/api/performance/fund/:id/carry-terms/file',
    summary: 'A fund’s carry terms as a workbook, in the form in which they are imported',
    permission: 'carryTerms.view',
    params: idParams,
    answers: 'file',
    failures: ['NOT_FOUND'],
    tags,
  },
  getCarryTerms: getEndpoint(`${path}/:id`, 'A version of carry terms', 'carryTerms.view', record),
  saveCarryTerms: {
    ...saveEndpoint(path, 'Create or change a version of carry terms', 'carryTerms.edit', body, record, refusals),
    fields: carryTermsFields,
  },
  deleteCarryTerms: {
    ...deleteEndpoint(`${path}/:id`, 'Delete a version of carry terms', 'carryTerms.delete', [
      'PERIOD_LOCKED',
      'WARNINGS_NOT_CONFIRMED',
    ]),
    query: z.strictObject({
      rowVersion: z.coerce.number().int().optional(),
      warningsConfirmed: z.enum(['true', 'false']).optional(),
    }),
  },
  previewCarryTerms: {
    method: 'POST',
    readOnly: true,
    path: `${path}/preview`,
    summary: 'Check a version of carry terms without saving it: refusals, warnings, missing terms, changes and payoff',
    permission: 'carryTerms.edit',
    query: z.strictObject(years),
    body,
    result: z.object({
      refusals: z.array(problem),
      /** Questions that saving asks. */
      warnings: z.array(problem),
      missing: z.array(problem),
      /** The changes from the saved version or, for a new one, from the version before it. */
      changes: z.array(change),
      payoff: payoff.nullable(),
    }),
    failures: ['NOT_FOUND'],
    tags,
  },
  compareCarryTerms: {
    method: 'GET',
    path: `${path}/:id/changes`,
    summary: 'Differences between two versions of a fund’s carry terms',
    permission: 'carryTerms.view',
    params: idParams,
    query: z.strictObject({ before: id() }),
    result: z.object({ changes: z.array(change) }),
    tags,
  },
  getCarryPayoff: {
    method: 'GET',
    path: `${path}/:id/payoff`,
    summary: 'The partners’ and the GP’s part of proceeds under a version of carry terms, for an illustrated fund',
    permission: 'carryTerms.view',
    params: idParams,
    query: z.strictObject(years),
    result: z.object({ payoff: payoff.nullable(), missing: z.array(problem) }),
    tags,
  },
} as const;
