import { performanceColumns, performanceMethods } from '@carrara/domain/performance/ilpa';
import { z } from 'zod';
import { defineEndpoints } from '../../core/endpoint.ts';
import { date, figure, figureOrNull, id, reference } from '../../core/schema.ts';
import { reportingDate } from '../period/periodFigures.ts';
import { periodEnd } from '../capitalAccount/statementParts.ts';

const base = '/api/performance/ilpa';
const permission = 'ilpa.view';
const tags = ['Ledger', 'Fund', 'Coinvestment', 'Investor', 'EconomicTerms'];

/** The investor types for which fee tables exist. */
export const feeInvestorTypes = ['FUND', 'RELATEDPARTY', 'GP'] as const;
/** Funds are compared by their own figures, or by those of their general partners. */
export const comparedInvestorTypes = ['FUND', 'GP'] as const;
/** The names of the periods in a fee table. */
export const feePeriods = [
  { code: 'QTD', periodName: 'Current' },
  { code: 'ITD', periodName: 'ITD' },
  { code: 'YTD', periodName: 'YTD' },
] as const;
const periodCode = z
  .string()
  .overwrite((text) => (text.toUpperCase() === 'CURRENT' ? 'QTD' : text.toUpperCase()))
  .pipe(z.enum(['QTD', 'YTD', 'ITD']))
  .default('ITD');

const fund = z.object({ fundId: id(), fundName: z.string(), fundCode: z.string() });
const investor = z.object({ investorId: id(), investorName: z.string(), investorCode: z.string().nullable() });
const property = { row: z.int(), label: z.string(), isTotal: z.boolean() };
const section = { code: z.string(), name: z.string() };

const feeTable = z.object({
  fund,
  investor: investor.nullable(),
  investorType: z.string(),
  currency: z.string(),
  periods: z.array(
    z.object({
      code: z.string(),
      periodName: z.string(),
      startDate: date().nullable(),
      endDate: date(),
      propertySections: z.array(
        z.object({ ...section, properties: z.array(z.object({ ...property, amount: figureOrNull('money') })) }),
      ),
    }),
  ),
  /** Why amounts are null, by row. */
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
export type FeeTable = z.output<typeof feeTable>;

const profile = z.object({
  fund,
  investor: investor.nullable(),
  investorType: reference().nullable(),
  currency: z.string(),
  endDate: date(),
  initialClosing: date().nullable(),
  finalClosing: date().nullable(),
  /** Null in an investor's books, which have only its own commitments. */
  numberOfInvestors: z.int().nullable(),
  commitment: figureOrNull('money'),
  unfunded: figureOrNull('money'),
  contributions: figureOrNull('money'),
  distributions: figureOrNull('money'),
  nav: figureOrNull('money'),
  /** Why figures are null, by their names. */
  notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});
export type IlpaProfile = z.output<typeof profile>;
const onDay = z.strictObject({ endDate: periodEnd() });
const ofFund = z.strictObject({ fundId: id() });
const ofInvestor = ofFund.extend({ investorId: id() });

const column = z.object({ date: date(), amount: figure('money') }).nullable();
const performance = z.object({
  fund,
  currency: z.string(),
  endDate: date(),
  method: z.enum(performanceMethods),
  /** True if nobody pays fees, so that the figures include everyone. */
  coversAllPartners: z.boolean(),
  lines: z.array(
    z.object({
      date: date(),
      amount: figure('money'),
      type: z.string(),
      ...(Object.fromEntries(performanceColumns.map((name) => [name, column])) as Record<
        (typeof performanceColumns)[number],
        typeof column
      >),
    }),
  ),
  figures: z.array(
    z.object({
      column: z.enum(performanceColumns),
      title: z.string(),
      irr: figureOrNull('return'),
      irrAnnualized: z.boolean().nullable(),
      multiple: figureOrNull('multiple'),
      received: figure('money'),
      paidIn: figure('money'),
      notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
});
export type PerformanceTemplateAnswer = z.output<typeof performance>;
const performanceQuery = z.strictObject({
  fundId: id(),
  endDate: periodEnd(),
  /** Defaults to the method in the fund's terms. A different one is accepted only if the terms have none. */
  method: z.enum(performanceMethods).optional(),
});

export const ilpaEndpoints = defineEndpoints({
  listIlpaFunds: {
    method: 'GET',
    path: `${base}/:endDate/funds`,
    summary: 'Funds with figures on a date',
    permission,
    params: onDay,
    result: z.array(fund),
    tags,
  },
  listIlpaFundsByDate: {
    method: 'GET',
    path: `${base}/fundsByDate`,
    summary: 'Funds with figures, by quarter end',
    permission,
    result: z.array(z.object({ endDate: date(), formattedDate: z.string(), funds: z.array(fund) })),
    tags,
  },
  listIlpaInvestors: {
    method: 'GET',
    path: `${base}/:endDate/investors`,
    summary: 'Investors with figures on a date, optionally of one fund',
    permission,
    params: onDay,
    query: z.strictObject({ fundId: id().optional() }),
    result: z.array(investor),
    tags,
  },
  getIlpaSummary: {
    method: 'GET',
    path: `${base}/summary`,
    summary: 'A fund’s fees, expenses and carried interest, with one row per period',
    permission,
    query: ofFund.extend({ endDate: periodEnd(), investorType: z.enum(feeInvestorTypes).default('FUND') }),
    failures: ['NOT_REPORTED'],
    result: z.object({
      fund,
      investorType: z.string(),
      currency: z.string(),
      endDate: date(),
      periods: z.array(
        z.object({
          code: z.string(),
          periodName: z.string(),
          managementFees: figureOrNull('money'),
          expenses: figureOrNull('money'),
          offsets: figureOrNull('money'),
          total: figureOrNull('money'),
          carriedInterest: figureOrNull('money'),
        }),
      ),
      /** Why figures are null, by their names. */
      notDetermined: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
    }),
    offThread: true,
    tags,
  },
  listIlpaReportingDates: {
    method: 'GET',
    path: `${base}/reportingDates`,
    summary: 'Quarter ends with figures, latest first',
    permission,
    result: z.array(reportingDate),
    tags,
  },
  getIlpaProfile: {
    method: 'GET',
    path: `${base}/:endDate/profile`,
    summary: 'Header of a fund’s template',
    permission,
    params: onDay,
    query: ofFund,
    result: profile,
    offThread: true,
    tags,
  },
  getFeeReferences: {
    method: 'GET',
    path: `${base}/fee-ref`,
    summary: 'The periods, investor types and sections of a fee table',
    permission,
    result: z.object({
      periods: z.array(z.object({ code: z.string(), periodName: z.string() })),
      feeInvestorTypes: z.array(reference()),
      comparedInvestorTypes: z.array(reference()),
      sections: z.array(z.object(section)),
    }),
    tags: ['Reference'],
  },
  listFeeProperties: {
    method: 'GET',
    path: `${base}/fee-props-by-section`,
    summary: 'Rows of a fee table by section',
    permission,
    result: z.array(z.object({ ...section, properties: z.array(z.object(property)) })),
  },
  getFees: {
    method: 'GET',
    path: `${base}/:endDate/fee`,
    summary: 'Fee table for a fund, its general partner or its related parties',
    permission,
    params: onDay,
    query: ofFund.extend({ investorType: z.enum(feeInvestorTypes).default('FUND') }),
    result: feeTable,
    offThread: true,
    tags,
  },
  getInvestorIlpaProfile: {
    method: 'GET',
    path: `${base}/investor/:endDate/profile`,
    summary: 'Header of the template for an investor in a fund',
    permission,
    params: onDay,
    query: ofInvestor,
    result: profile,
    offThread: true,
    tags,
  },
  getInvestorFees: {
    method: 'GET',
    path: `${base}/investor/:endDate/fee`,
    summary: 'Fee table for an investor in a fund',
    permission,
    params: onDay,
    query: ofInvestor,
    result: feeTable,
    tags,
  },
  compareFundFees: {
    method: 'POST',
    path: `${base}/:endDate/fund-comparison`,
    summary: 'Fee tables of several funds side by side. Changes nothing',
    permission,
    readOnly: true,
    params: onDay,
    query: z.strictObject({ periodCode, investorType: z.enum(comparedInvestorTypes).default('FUND') }),
    body: z.array(id()).min(1).max(20),
    result: z.object({
      periodCode: z.string(),
      investorType: z.string(),
      funds: z.array(fund.extend({ currency: z.string(), commitment: figureOrNull('money') })),
      /** A row of the template with the amount of each fund, in the order of the funds. */
      data: z.array(
        z.object({
          ...property,
          section: z.string(),
          amounts: z.array(z.object({ fundId: id(), amount: figureOrNull('money') })),
        }),
      ),
    }),
    tags,
  },
  exportInvestorTemplate: {
    method: 'GET',
    path: `${base}/investorexport`,
    summary: 'ILPA Reporting Template v2.0 for a fund or an investor in it (Excel)',
    permission,
    query: z.strictObject({
      format: z.enum(['excel']).default('excel'),
      fundId: id(),
      investorId: id().optional(),
      endDate: periodEnd(),
    }),
    answers: 'file',
    failures: ['NOT_REPORTED'],
  },
  getPerformanceTemplate: {
    method: 'GET',
    path: `${base}/performance-template`,
    summary:
      'ILPA Performance Template v1.1 for a fund: gross and net cash flows, with and without the subscription line',
    permission,
    query: performanceQuery,
    result: performance,
    failures: [
      'NAV_MISSING',
      'NOT_REPORTED',
      'NO_COMMITMENT',
      'NOT_DETERMINED',
      'CONDITION_NOT_MET',
      'UNKNOWN_ENTRY',
      'FLOW_AFTER_AS_OF',
    ],
    tags,
  },
  exportPerformanceTemplate: {
    method: 'GET',
    path: `${base}/performance-template/export`,
    summary: 'ILPA Performance Template v1.1 for a fund, with live formulas (Excel)',
    permission,
    query: performanceQuery,
    answers: 'file',
    failures: [
      'NAV_MISSING',
      'NOT_REPORTED',
      'NO_COMMITMENT',
      'NOT_DETERMINED',
      'CONDITION_NOT_MET',
      'UNKNOWN_ENTRY',
      'FLOW_AFTER_AS_OF',
    ],
  },
});
