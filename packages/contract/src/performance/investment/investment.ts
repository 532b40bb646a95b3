import { z } from 'zod';
import {
  defineEndpoints,
  getEndpoint,
  idParams,
  listEndpoint,
  recordSchema,
  saveEndpoint,
  saveSchema,
} from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import {
  amounts,
  anyText,
  coverage,
  coverages,
  date,
  figure,
  figureOrNull,
  id,
  reference,
  resultSchema,
  text,
} from '../../core/schema.ts';
import { investmentFields } from '../../portfolio/investment.ts';
import { reportingDate } from '../period/periodFigures.ts';
import { portfolioSummary } from '../capitalAccount/portfolioSummary.ts';
import { periodEnd } from '../capitalAccount/statementParts.ts';
import {
  companyFields,
  metricRow,
  portfolioMetrics,
  portfolioReferenceData,
  saveMetricsBody,
  savePortfolioBody,
} from './portfolioMetrics.ts';

const { totalFundInvestmentAmount: _ofCarry, totalCarryDistributed: _paid, ...ofInvestment } = investmentFields;

/** An investment in performance: with the vehicles that hold it, but without vintages and carry amounts. */
export const performanceInvestmentFields = defineFields({
  ...ofInvestment,
  vehicles: { kind: 'referenceList', target: 'vehicle', title: 'Held by', group: 'Investment' },
});

const vehicle = reference().extend({ code: z.string().nullable(), name: z.string() });
const part = {
  id: id(),
  /** Carry data; null if the user may not read carry records. */
  totalCarryDistributed: figureOrNull('money'),
  canDelete: z.boolean(),
};
const investment = recordSchema(performanceInvestmentFields, {
  fundInvestments: z.array(z.object({ ...part, fund: vehicle })),
  coinvestmentInvestments: z.array(z.object({ ...part, coinvestment: vehicle })),
});
export type PerformanceInvestment = z.output<typeof investment>;

const notDetermined = z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }));
const currency = z.string().nullable();
/** The totals of all holdings of an investment at a quarter end; null if they have several currencies, which `investedAmounts` and the other amounts list. */
const gross = {
  grossIrr: figureOrNull('rate'),
  grossIrrAnnualized: z.boolean().nullable(),
  grossMoic: figureOrNull('multiple'),
  notDetermined,
};
const investmentRow = z.object({
  id: id(),
  investmentId: id(),
  /** Its first holding, with which the profile opens. */
  fundInvestmentId: id().nullable(),
  code: z.string(),
  investmentName: z.string(),
  legalName: z.string().nullable(),
  holderName: z.string(),
  type: reference().nullable(),
  sector: reference().nullable(),
  country: reference().nullable(),
  currency,
  totalFundInvestedAmount: figureOrNull('money'),
  investedAmounts: amounts(),
  /** Percentage of everything invested in its currency. */
  percentTotal: figureOrNull('percent'),
  realized: figureOrNull('money'),
  realizedAmounts: amounts(),
  fairValue: figureOrNull('money'),
  fairValueAmounts: amounts(),
  /** The funds that the figures include and leave out, if some are late or didn't report. */
  coverage: z.string().nullable(),
  /** The same for each figure. Empty if no figure leaves out any. */
  fundsCovered: coverages(),
  ...gross,
});
export type InvestmentRow = z.output<typeof investmentRow>;

const source = z.object({
  id: id(),
  investmentId: id(),
  vehicle,
  kind: z.enum(['fund', 'coinvestment']),
  currency: z.string(),
});
export type InvestmentSource = z.output<typeof source>;

const slice = z.object({ id: id().nullable(), name: z.string(), currency, amount: figure('money') });

const charts = z.object({
  byInvestment: z.array(slice),
  bySector: z.array(slice),
  /** The funds whose invested amounts the slices include and leave out, by currency. */
  coverage: z.array(z.object({ currency: z.string(), coverage: coverage() })),
});
export type InvestmentCharts = z.output<typeof charts>;

/** The stored figures of a holding in its vehicle's quarter. */
const holdingFigures = {
  invested: figureOrNull('money'),
  proceeds: figureOrNull('money'),
  income: figureOrNull('money'),
  cost: figureOrNull('money'),
  fairValue: figureOrNull('money'),
  ...gross,
};
const profile = z.object({
  investmentId: id(),
  sourceId: id(),
  name: z.string(),
  vehicle,
  currency: z.string(),
  endDate: date(),
  ...holdingFigures,
  totalValueOfInvestment: figureOrNull('money'),
  /** The last date up to the quarter on which metrics were saved; null if never. */
  metricsDate: date().nullable(),
  ltmDate: date().nullable(),
  company: resultSchema(companyFields),
  geography: z.object({ total: figure('percent'), isOverExposed: z.boolean() }),
  deal: z.object({
    initialInvestmentDate: date().nullable(),
    dealType: reference().nullable(),
    dealSubType: reference().nullable(),
    dealSource: reference().nullable(),
    methodOfExit: reference().nullable(),
    exitBuyerType: reference().nullable(),
  }),
  metrics: z.array(metricRow),
  ownership: z.array(metricRow.extend({ entry: figureOrNull('percent'), current: figureOrNull('percent') })),
  /** The drivers of value creation. Null if not determined; `NotDetermined` then gives the reason. */
  valueCreation: z
    .object({
      steps: z.array(z.object({ driver: z.string(), title: z.string(), amount: figure('money') })),
      total: figureOrNull('money'),
    })
    .nullable(),
});
export type InvestmentProfile = z.output<typeof profile>;

/** Entry and current metrics of the last quarter for which they were saved. The version is present only for the requested quarter. */
const investmentMetrics = z.object({
  periodEnd: date().nullable(),
  rowVersion: z.int().nullable(),
  ltmDate: date().nullable(),
  metrics: z.array(metricRow),
});

const summaryRow = z.object({
  ...holdingFigures,
  sourceId: id(),
  name: z.string(),
  currency: z.string(),
  totalValue: figureOrNull('money'),
});

const investorRow = z.object({
  id: id(),
  investorId: id(),
  investorName: z.string(),
  currency: z.string(),
  commitment: figure('money'),
  isExcused: z.boolean(),
  invested: figureOrNull('money'),
  realized: figureOrNull('money'),
  fairValue: figureOrNull('money'),
  totalValue: figureOrNull('money'),
  grossMoic: figureOrNull('multiple'),
  percentTotal: figureOrNull('percent'),
  notDetermined,
});

export const newsFields = defineFields({
  title: { kind: 'text', title: 'Title', required: true },
  publishedOn: { kind: 'date', title: 'Published', required: true },
  source: { kind: 'text', title: 'Source' },
  url: { kind: 'text', title: 'Address', max: 2000, help: 'Web address of the article: https://…' },
  text: { kind: 'longText', title: 'Text' },
});
const newsItem = recordSchema(newsFields, { investment: reference() });
export type NewsItem = z.output<typeof newsItem>;

const base = '/api/performance/investment';
const view = 'valuation.view';
const edit = 'valuation.edit';
const tags = ['Investment', 'Ledger', 'FundInvestmentPeriod', 'Investment Performance', 'Investment Metrics'];
const asOf = { endDate: date().optional() };
const ofHolding = z.strictObject({ investmentId: id(), sourceId: id().optional(), ...asOf });
const get = { method: 'GET', permission: view, tags } as const;
const filters = { ...asOf, vehicleId: id().optional(), sector: text(50).optional(), type: text(50).optional() };

const list = listEndpoint({
  path: `${base}/investments`,
  title: 'Investments',
  permission: view,
  row: investmentRow,
  columns: [
    { field: 'code', kind: 'code', title: 'Code' },
    { field: 'investmentName', kind: 'text', title: 'Investment' },
    { field: 'legalName', kind: 'text', title: 'Legal name', hidden: true },
    { field: 'holderName', kind: 'text', title: 'Held by' },
    { field: 'type', kind: 'reference', title: 'Type', hidden: true },
    { field: 'sector', kind: 'reference', title: 'Sector' },
    { field: 'country', kind: 'reference', title: 'Country', hidden: true },
    { field: 'currency', kind: 'code', title: 'Currency' },
    {
      field: 'totalFundInvestedAmount',
      kind: 'money',
      title: 'Invested',
      total: 'sum',
      amountsIn: 'investedAmounts',
    },
    { field: 'percentTotal', kind: 'return', title: 'Percent of total', sortable: false },
    { field: 'realized', kind: 'money', title: 'Realized', amountsIn: 'realizedAmounts' },
    { field: 'fairValue', kind: 'money', title: 'Fair value', amountsIn: 'fairValueAmounts' },
    // Computed for the page over all holdings, so the database can't sort by it.
    { field: 'grossIrr', kind: 'return', title: 'Gross IRR', sortable: false },
    { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC', sortable: false },
    { field: 'coverage', kind: 'text', title: 'Coverage', sortable: false },
  ],
  defaultSort: { field: 'investmentName', ascending: true },
  pageSize: 100,
  filters,
  tags,
});

/** The specification's separate search call, with text, filters and window in the body. */
const searchBody = z.strictObject({
  searchString: anyText().default(''),
  filters: z.strictObject(filters).default({}),
  top: z.int().min(1).max(1000).default(100),
  skip: z.int().min(0).max(1_000_000).default(0),
  sort: text(50).default('InvestmentName'),
});
const found = z.object({
  foundRows: z.array(investmentRow),
  odataCount: z.int(),
  /** The number of matches by sector. */
  searchFacets: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), childCount: z.int() })) }),
  ),
});

const indexState = z.object({ indexed: z.int(), message: z.string() });
const indexCall = (path: string, summary: string) =>
  ({ method: 'POST', path, summary, permission: edit, readOnly: true, result: indexState }) as const;
const byGet = (path: string) =>
  ({
    method: 'GET',
    path,
    summary: 'Refused. Use POST instead',
    permission: edit,
    result: indexState,
    failures: ['METHOD_NOT_ALLOWED'],
  }) as const;

export const performanceInvestmentEndpoints = defineEndpoints({
  listPerformanceInvestments: list,
  getPerformanceInvestment: { ...getEndpoint(`${base}/:id`, 'An investment, for performance', view, investment), tags },
  savePerformanceInvestment: saveEndpoint(
    `${base}/save`,
    'Create or change an investment, for performance',
    edit,
    saveSchema(performanceInvestmentFields),
    investment,
    ['ASSOCIATION_REQUIRED', 'IN_USE', 'REPEATED'],
  ),
  getInvestmentProfile: {
    ...get,
    path: `${base}/profile`,
    summary: 'A holding’s value, its metrics at entry and now, and the sources of its value',
    query: ofHolding,
    result: profile,
  },
  getInvestmentPortfolioSummary: {
    ...get,
    path: `${base}/portfoliosummary/:endDate`,
    summary: 'Portfolio summary of a holding: securities, debt, equity and total',
    params: z.strictObject({ endDate: periodEnd() }),
    query: z.strictObject({ investmentId: id(), sourceId: id().optional() }),
    result: portfolioSummary,
  },
  getPortfolioMetrics: {
    ...get,
    path: `${base}/portfolioMetrics`,
    summary: 'Entered values of a company and a holding at a quarter end, with the available choices',
    query: z.strictObject({ investmentId: id(), fundInvestmentId: id(), endDate: date() }),
    result: portfolioMetrics,
  },
  savePortfolioMetrics: {
    method: 'POST',
    path: `${base}/portfolio/save`,
    summary: 'Enter values of a company and a holding at a quarter end',
    permission: edit,
    body: savePortfolioBody,
    result: portfolioMetrics,
    failures: [
      'STALE_VERSION',
      'OUT_OF_SECTOR',
      'OVER_EXPOSED',
      'REGION_TWICE',
      'INVALID_VALUE',
      'DATE_FORMAT',
      'PERIOD_LOCKED',
    ],
  },
  saveInvestmentMetrics: {
    method: 'POST',
    path: `${base}/investmentPortfolioMetrics`,
    summary: 'Enter metrics of a holding at a quarter end. Omitted values don’t change',
    permission: edit,
    body: saveMetricsBody,
    result: investmentMetrics,
    failures: ['STALE_VERSION', 'INVALID_VALUE', 'PERIOD_LOCKED'],
  },
  getInvestmentMetrics: {
    ...get,
    path: `${base}/investmentMetrics`,
    summary: 'Metrics of a holding at entry and now',
    query: ofHolding,
    result: investmentMetrics,
  },
  listPerformanceInvestmentNavigation: {
    ...get,
    path: `${base}/navigation-list`,
    summary: 'Short list of all investments, for navigation',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
  },
  listInvestmentReferenceData: {
    ...get,
    path: `${base}/standardReferenceData`,
    summary: 'Available choices for companies and holdings',
    result: portfolioReferenceData,
    tags: ['Reference'],
  },
  listInvestmentSources: {
    ...get,
    path: `${base}/source-list`,
    summary: 'The vehicles that hold an investment, default first',
    query: z.strictObject({ investmentId: id() }),
    result: z.array(source),
  },
  listInvestmentReportingDates: {
    ...get,
    path: `${base}/reporting-dates`,
    summary: 'Quarter ends with figures or metrics for one investment or for any, latest first',
    query: z.strictObject({ investmentId: id().optional(), sourceId: id().optional() }),
    result: z.array(reportingDate),
  },
  chartInvestments: {
    ...get,
    path: `${base}/index-chart-data`,
    summary: 'Invested amounts by investment and by sector',
    query: z.strictObject(asOf),
    result: charts,
  },
  listSummaryInvestments: {
    ...get,
    path: `${base}/pfs-investments`,
    summary: 'Investments with a portfolio summary, that is, with securities',
    query: z.strictObject({ vehicleId: id().optional() }),
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
  },
  searchInvestments: {
    method: 'POST',
    path: `${base}/search`,
    summary: 'Search investments',
    permission: view,
    readOnly: true,
    body: searchBody,
    result: found,
    failures: ['UNKNOWN_SORT_COLUMN'],
  },
  searchInvestmentPage: {
    method: 'POST',
    path: '/api/search/page',
    summary: 'One page of the investment search',
    permission: view,
    readOnly: true,
    body: searchBody,
    result: z.object({ pageData: z.array(investmentRow), totalItemCount: z.int() }),
    failures: ['UNKNOWN_SORT_COLUMN'],
  },
  initSearchIndexes: indexCall(
    '/api/search/init-indicies',
    'Confirm that the search index exists. The database maintains it',
  ),
  updateSearchIndexes: indexCall(
    '/api/search/update-indicies',
    'Confirm that the search index is up to date. The database maintains it',
  ),
  refreshInvestments: indexCall(`${base}/refresh`, 'Number of investments in the search'),
  initSearchIndexesByGet: byGet('/api/search/init-indicies'),
  updateSearchIndexesByGet: byGet('/api/search/update-indicies'),
  getInvestmentSummary: {
    ...get,
    path: `${base}/:id/summary/:date`,
    summary: 'The holdings of an investment at a quarter end',
    params: idParams.extend({ date: date() }),
    result: z.array(summaryRow),
  },
  listInvestmentInvestors: {
    ...get,
    path: `${base}/:id/investors/:date`,
    summary: 'Share of each investor in a holding at a quarter end',
    params: idParams.extend({ date: date() }),
    query: z.strictObject({ sourceId: id().optional() }),
    result: z.array(investorRow),
    failures: ['NO_POSITIVE_WEIGHT', 'NO_WEIGHTS'],
  },
  chartInvestment: {
    ...get,
    path: `${base}/:id/chart`,
    summary: 'Value of a holding, by quarter',
    params: idParams,
    query: z.strictObject({ sourceId: id().optional() }),
    result: z.array(z.object({ date: date(), name: z.string(), currency, amount: figure('money') })),
  },
  listInvestmentNews: {
    ...get,
    path: `${base}/news`,
    summary: 'News about an investment, latest first',
    query: z.strictObject({ investmentId: id(), query: anyText().optional() }),
    result: z.array(newsItem),
    tags: ['NewsItem'],
  },
  searchNews: {
    ...get,
    path: '/api/news/search',
    summary: 'News about all investments, latest first',
    query: z.strictObject({ query: anyText().optional() }),
    result: z.array(newsItem),
    tags: ['NewsItem'],
  },
  saveNewsItem: saveEndpoint(
    `${base}/news`,
    'Add or edit a news item about an investment',
    edit,
    saveSchema(newsFields, { investment: reference() }),
    newsItem,
    ['INVALID_VALUE'],
  ),
  deleteNewsItem: {
    method: 'DELETE',
    path: `${base}/news/:id`,
    summary: 'Delete a news item',
    permission: edit,
    params: idParams,
    query: z.strictObject({ rowVersion: z.coerce.number().int().optional() }),
    result: z.object({ id: id() }),
    failures: ['STALE_VERSION', 'IN_USE'],
  },
});
