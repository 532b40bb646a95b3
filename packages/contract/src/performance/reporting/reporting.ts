import { cashFlowCategories } from '@carrara/domain/performance/ledger';
import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import type { Column } from '../../core/fields.ts';
import { date, figure, id, reference } from '../../core/schema.ts';
import { eventCategories } from '../analysis/eventCategories.ts';
import { holdingList, vehicleColumns, vehicleRow } from '../fundProfile/fundPerformance.ts';
import { investorFigureColumns, investorFigureRow } from '../investor/investorFigures.ts';
import {
  dateInPath,
  figureColumns,
  listedFigureShape,
  figureListQuery,
  reportingDateQuery,
  basisQuery,
  reportingDate,
} from '../period/periodFigures.ts';

const base = '/api/reporting';
const permission = 'reporting.view';
const tags = [
  'Ledger',
  'Fund',
  'Coinvestment',
  'Investor',
  'Investment',
  'Fund Performance',
  'Investment Performance',
  'Investor Performance',
] as const;

/** The rows of a report: vehicles; funds including their coinvestments; or funds only. */
const reportingViews = ['all', 'includingCoinvest', 'fundonly'] as const;
export type ReportingView = (typeof reportingViews)[number];
const inView = { view: z.enum(reportingViews, `isn’t one of ${reportingViews.join(', ')}`).default('all') };

const summed = (column: Column): Column => ({ ...column, total: 'sum' });

/** A vehicle's holding of an investment. For a fund including its coinvestments, the holdings of all of them. */
const holding = z.object({
  id: id(),
  investmentId: id(),
  investmentName: z.string(),
  code: z.string().nullable(),
  vehicle: reference(),
  sector: reference().nullable(),
  currency: reference().nullable(),
  periodEndDate: z.string().nullable(),
  ...listedFigureShape,
});
export type HoldingRow = z.output<typeof holding>;
const holdingFigures: readonly Column[] = [
  ...figureColumns('invested', 'proceeds', 'income', 'cost', 'fairValue', 'unrealized').map(summed),
  ...figureColumns('grossIrr', 'grossMoic'),
];
const vehicle = { field: 'vehicle', kind: 'reference', title: 'Held by' } as const;
const currency = { field: 'currency', kind: 'reference', title: 'Currency' } as const;

const event = z.object({
  id: id(),
  date: date(),
  category: z.enum(cashFlowCategories),
  type: z.string(),
  fund: reference(),
  investment: reference().nullable(),
  currency: z.string(),
  amount: figure('money'),
  description: z.string().nullable(),
});
export type ReportingEvent = z.output<typeof event>;
const events = {
  title: 'Events',
  permission,
  row: event,
  columns: [
    { field: 'date', kind: 'date', title: 'Date' },
    { field: 'category', kind: 'text', title: 'Category' },
    { field: 'type', kind: 'text', title: 'Event' },
    { field: 'fund', kind: 'reference', title: 'Fund' },
    { field: 'investment', kind: 'reference', title: 'Investment' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'amount', kind: 'money', title: 'Amount' },
    { field: 'description', kind: 'longText', title: 'Description' },
  ],
  defaultSort: { field: 'date', ascending: false },
  tags,
} as const;
/** Filters by category and date. */
const narrowed = {
  category: z.enum(eventCategories, `isn’t one of ${eventCategories.join(', ')}`).default('All'),
  ...reportingDateQuery,
};

const dates = z.array(reportingDate);
const investment = listEndpoint({
  path: `${base}/investment/:id`,
  title: 'Held by',
  counted: 'holdings',
  permission,
  row: holding,
  columns: [vehicle, currency, ...holdingFigures],
  defaultSort: { field: 'vehicle', ascending: true },
  filters: figureListQuery,
  tags,
});
const fund = listEndpoint({
  path: `${base}/fund/:id`,
  title: 'Fund and coinvestments',
  counted: 'funds',
  permission,
  row: vehicleRow,
  columns: vehicleColumns,
  defaultSort: { field: 'fundName', ascending: true },
  filters: { ...figureListQuery, ...basisQuery },
  tags,
});

/** The reporting area: read access to performance data. Each call of a list, or of a record with its list, returns a file for `format`. */
export const reportingEndpoints = defineEndpoints({
  listReportingDates: {
    method: 'GET',
    path: `${base}/reporting-dates`,
    summary: 'Quarter ends with figures, latest first',
    permission,
    result: dates,
    tags,
  },
  listReportingInvestors: listEndpoint({
    path: `${base}/investor/investors`,
    title: 'Investors',
    permission,
    row: investorFigureRow,
    columns: investorFigureColumns,
    defaultSort: { field: 'investorName', ascending: true },
    filters: figureListQuery,
    tags,
  }),
  listReportingInvestments: listEndpoint({
    path: `${base}/investment`,
    title: 'Investments',
    permission,
    row: holding,
    columns: [
      { field: 'investmentName', kind: 'text', title: 'Investment' },
      { field: 'code', kind: 'code', title: 'Code' },
      vehicle,
      { field: 'sector', kind: 'reference', title: 'Sector' },
      currency,
      ...holdingFigures,
    ],
    defaultSort: { field: 'investmentName', ascending: true },
    filters: { ...inView, ...figureListQuery },
    tags,
  }),
  getReportingInvestment: {
    ...investment,
    summary: 'An investment, with its holders as rows',
    params: idParams,
    result: investment.result.extend({
      id: id(),
      investmentName: z.string(),
      code: z.string().nullable(),
      legalName: z.string().nullable(),
      type: reference().nullable(),
      sector: reference().nullable(),
      industries: z.array(reference()),
      country: reference().nullable(),
      status: reference().nullable(),
      initialInvestmentDate: date().nullable(),
      reportingDates: dates,
    }),
  },
  listReportingInvestmentEvents: {
    ...listEndpoint({ ...events, path: `${base}/investment/:id/cashflows`, filters: narrowed }),
    params: idParams,
  },
  listReportingFunds: listEndpoint({
    path: `${base}/fund`,
    title: 'Funds',
    permission,
    row: vehicleRow,
    columns: vehicleColumns,
    defaultSort: { field: 'fundName', ascending: true },
    filters: { ...inView, ...figureListQuery, ...basisQuery },
    tags,
  }),
  getReportingFund: {
    ...fund,
    summary: 'A fund or coinvestment with its figures and terms. Its rows are the vehicle and its coinvestments',
    params: idParams,
    result: fund.result.extend({
      ...vehicleRow.shape,
      terms: z.array(z.object({ code: z.string(), name: z.string(), value: z.string().nullable() })),
      reportingDates: dates,
    }),
    tags: [...tags, 'EconomicTerms'],
  },
  listReportingFundInvestments: {
    ...listEndpoint({
      ...holdingList,
      permission,
      path: `${base}/fund/:id/investments`,
      filters: figureListQuery,
    }),
    params: idParams,
  },
  listReportingFundEvents: {
    ...listEndpoint({
      ...events,
      path: `${base}/fund/:id/cashflows`,
      filters: { ...narrowed, showAllFunds: z.stringbool('must be true or false').default(false) },
    }),
    params: idParams,
  },
  printReportingFund: {
    method: 'GET',
    path: `${base}/fund/:id/:date/pdf`,
    summary: 'A fund with its figures, NAV bridge and holdings (PDF)',
    permission,
    params: z.strictObject({ id: id(), date: dateInPath() }),
    query: z.strictObject(basisQuery),
    answers: 'file',
  },
});
