import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { coverage, coverages, date, figure, figureOrNull, id } from '../../core/schema.ts';
import { listedType } from '../../portfolio/investor.ts';
import { investorFigureColumns, investorFigureRow } from './investorFigures.ts';
import { figureListQuery, partialReturn, reportingDate } from '../period/periodFigures.ts';
import { portfolioSummary } from '../capitalAccount/portfolioSummary.ts';
import { quarterHistory } from '../fundProfile/quarterHistory.ts';
import {
  asKnownOn,
  namedRecord,
  notDeterminedList,
  periodEnd,
  statementTags as tags,
} from '../capitalAccount/statementParts.ts';

const path = '/api/performance/investor';
const permission = 'fundLedger.view';

/** An investor's commitment, contributions, distributions and value in one currency. */
const figuresShape = {
  commitment: figureOrNull('money'),
  contributions: figureOrNull('money'),
  distributions: figureOrNull('money'),
  unfunded: figureOrNull('money'),
  nav: figureOrNull('money'),
  irr: figureOrNull('rate'),
  irrAnnualized: z.boolean().nullable(),
  ...partialReturn,
  rolledForwardFrom: date().nullable(),
  reportedThrough: date().nullable(),
  dpi: figureOrNull('multiple'),
  rvpi: figureOrNull('multiple'),
  tvpi: figureOrNull('multiple'),
  notDetermined: notDeterminedList,
};
const byCurrency = z.array(
  z.object({
    currency: z.string(),
    periodEnd: date(),
    ...figuresShape,
    /** The funds that the figures leave out, if some are late. */
    coverage: z.string().nullable(),
    /** The same for each figure, with the id of each fund. Empty if no figure leaves out any. */
    fundsCovered: coverages(),
    /** Says which reported multiples don't match the amounts. */
    contradiction: z.string().nullable(),
  }),
);

const summary = z.object({
  endDate: date(),
  /** The single currency; null if there are several, which `byCurrency` lists. */
  currency: z.string().nullable(),
  totalCommitment: figureOrNull('money'),
  investedCapital: figureOrNull('money'),
  distributions: figureOrNull('money'),
  unfunded: figureOrNull('money'),
  nav: figureOrNull('money'),
  /** In percent. */
  personalIrr: figureOrNull('rate'),
  tvpi: figureOrNull('multiple'),
  byCurrency,
});
export type InvestorSummary = z.output<typeof summary>;

/** The figures of an investor that have a change and a trend. */
export const investorHistoryFields = ['nav', 'commitment', 'contributions', 'distributions', 'irr', 'tvpi'] as const;
const profile = summary.extend({
  id: id(),
  investorName: z.string(),
  investorType: z.string(),
  byCurrency: z.array(
    byCurrency.element.extend({
      /** Of the figures that are determined for all funds. A quarter end that leaves funds out is a gap in the trend. */
      history: z.array(z.object({ field: z.enum(investorHistoryFields), ...quarterHistory })),
    }),
  ),
});

const fundOfInvestor = z.object({
  id: id(),
  fundId: id(),
  fundCode: z.string(),
  fundName: z.string(),
  kind: z.enum(['fund', 'coinvestment']),
  currency: z.string(),
  vintageYear: z.int().nullable(),
  ...figuresShape,
  /** Why the investor's total leaves the fund out. Null if it includes it. */
  excluded: z.object({ reason: z.string(), lastDate: date().nullable() }).nullable(),
});
export type InvestorFund = z.output<typeof fundOfInvestor>;

const flowLine = z.object({
  code: z.string(),
  name: z.string(),
  category: z.string(),
  /** In the direction that the type names. */
  amount: figure('money'),
  /** Positive if received, negative if paid in. */
  cash: figure('money'),
});
const cashFlow = z.object({
  /** Identifies the notice or, without one, the fund and date. */
  id: z.string(),
  fund: namedRecord,
  currency: z.string(),
  overview: z.object({
    issueDate: date(),
    dueDate: date(),
    /** The number of the notice within its fund; null without a notice. */
    sequenceNumber: z.int().nullable(),
    kind: z.enum(['CALL', 'DISTRIBUTION']),
    description: z.string().nullable(),
  }),
  contributions: z.object({ total: figure('money'), properties: z.array(flowLine) }),
  distributions: z.object({ total: figure('money'), properties: z.array(flowLine) }),
  /** Interest of late closings: neither a contribution nor a distribution. */
  interest: z.object({ total: figure('money'), properties: z.array(flowLine) }),
  /** The change of the unfunded commitment. */
  unfunded: figure('money'),
});
const chartData = z.array(z.object({ key: z.string(), value: figure('money'), currency: z.string() }));
const cashFlows = z.object({
  overviews: z.array(cashFlow),
  funds: z.array(namedRecord),
  /** The cash flow of the requested date, otherwise the last one before it. */
  selectedCashFlow: cashFlow.nullable(),
  /** Distributions and contributions by year. */
  distributionChartData: chartData,
  callChartData: chartData,
});
export type InvestorCashFlows = z.output<typeof cashFlows>;

const holdingOfInvestor = z.object({
  id: id(),
  investment: namedRecord.omit({ code: true }),
  fund: namedRecord,
  currency: z.string(),
  invested: figure('money'),
  proceeds: figure('money'),
  income: figure('money'),
  remainingCost: figure('money'),
  fairValue: figureOrNull('money'),
  gain: figureOrNull('money'),
  grossMoic: figureOrNull('multiple'),
  grossIrr: figureOrNull('rate'),
  grossIrrAnnualized: z.boolean().nullable(),
  notDetermined: notDeterminedList,
});

const at = <const R extends z.ZodType>(tail: string, text: string, result: R) =>
  ({
    method: 'GET',
    path: `${path}/:id/${tail}/:date`,
    summary: text,
    permission,
    params: z.strictObject({ id: id(), date: periodEnd() }),
    query: z.strictObject(asKnownOn),
    result,
    tags,
  }) as const;
const slices = z.array(
  z.object({ key: z.string(), id: id().nullable(), value: figure('money'), currency: z.string() }),
);

const investorCommitments = z.object({
  commitmentsByInvestor: slices,
  commitmentsByType: slices,
  /** The investors that the commitments in each currency include and leave out. */
  coverage: z.array(z.object({ currency: z.string(), coverage: coverage() })),
});
export type InvestorCommitments = z.output<typeof investorCommitments>;

/** Performance data of an investor at a quarter end. */
export const investorPerformanceEndpoints = defineEndpoints({
  getInvestorProfile: {
    method: 'GET',
    path: `${path}/:id/profile`,
    summary: 'Figures of an investor at a quarter end, by default the latest',
    permission,
    params: idParams,
    query: z.strictObject({ endDate: periodEnd().optional() }),
    result: profile,
    tags,
  },
  chartInvestor: {
    method: 'GET',
    path: `${path}/:id/chart`,
    summary: 'Contributions, distributions and NAV of an investor, by quarter',
    permission,
    params: idParams,
    result: z.array(
      z.object({
        quarter: date(),
        currency: z.string(),
        contributions: figureOrNull('money'),
        distributions: figureOrNull('money'),
        nav: figureOrNull('money'),
        /** The funds that the figures include and leave out, if some are late. */
        coverage: z.string().nullable(),
      }),
    ),
    tags,
  },
  getInvestorSummary: {
    ...at('summary', 'Totals of an investor at a quarter end, by currency', summary),
    query: z.strictObject({}),
  },
  listInvestorFunds: {
    method: 'GET',
    path: `${path}/:id/funds`,
    summary: 'Funds and coinvestments to which an investor is committed',
    permission,
    params: idParams,
    result: z.array(namedRecord),
    tags,
  },
  listInvestorFundsByPeriod: {
    ...at('fundsByPeriod', 'An investor’s commitments with their figures at a quarter end', z.array(fundOfInvestor)),
    query: z.strictObject({}),
  },
  listInvestorInvestments: at(
    'investments',
    "An investor's share of its funds’ current and former holdings",
    z.array(holdingOfInvestor),
  ),
  listInvestorPortfolioSummaries: at(
    'investmentsPortfolioSummary',
    "An investor's share of its funds’ portfolios, by fund",
    z.array(portfolioSummary),
  ),
  getInvestorPortfolioSummary: {
    ...at('portfolioSummary/:fundInvestmentId', "An investor's share of a fund’s investment", portfolioSummary),
    params: z.strictObject({ id: id(), fundInvestmentId: id(), date: periodEnd() }),
  },
  listInvestorFigures: listEndpoint({
    path: `${path}/figures`,
    title: 'Investors',
    permission,
    row: investorFigureRow,
    columns: investorFigureColumns,
    defaultSort: { field: 'investorName', ascending: true },
    // An entry by id or code, or ALL for every type.
    filters: { type: z.string().max(50).default(listedType), ...figureListQuery },
    tags,
  }),
  listReportingDatesOfInvestor: {
    method: 'GET',
    path: `${path}/:id/reporting-dates`,
    summary: 'Quarter ends with figures for an investor’s funds, latest first',
    permission,
    params: idParams,
    result: z.array(reportingDate),
    tags,
  },
  chartInvestors: {
    method: 'GET',
    path: `${path}/index-chart-data`,
    summary: 'Commitments of the list of investors at a quarter end, by investor and by investor type',
    permission,
    query: z.strictObject(figureListQuery),
    result: investorCommitments,
    tags,
  },
  listInvestorCashFlows: {
    method: 'GET',
    path: `${path}/cashflow/:investorId/:date`,
    summary:
      'An investor’s contributions and distributions through a date, by notice. The notice of that date is selected',
    permission,
    params: z.strictObject({
      investorId: id(),
      date: z
        .string()
        .overwrite((text) => text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$1-$2'))
        .pipe(date()),
    }),
    query: z.strictObject({ category: z.string().max(20).optional(), ...asKnownOn }),
    result: cashFlows,
    tags,
  },
});
