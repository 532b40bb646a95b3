import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../core/endpoint.ts';
import { date, figureOrNull, id, reference } from '../core/schema.ts';
import { linkState } from '../platform/tenantLink.ts';
import { fundPerformanceEndpoints, vehicleRow } from './fundPerformance.ts';
import {
  figureColumns,
  notDeterminedFigures,
  ofReportingDate,
  partialReturn,
  periodFigureShape,
  reportingDate,
} from './periodFigures.ts';

const base = '/api/performance/firm';
const tags = ['Firm', 'Fund', 'Coinvestment', 'Fund Performance'] as const;
const ofDay = z.strictObject({ id: id(), endDate: date() });

/** The sums over the funds and coinvestments of a firm at a quarter end; null where they do not apply, are not determined, or of several currencies. */
const figures = {
  totalCapitalCommitted: figureOrNull('money'),
  totalContributions: figureOrNull('money'),
  percentContributions: figureOrNull('percent'),
  totalDistributed: figureOrNull('money'),
  percentDistributions: figureOrNull('percent'),
  totalFmv: figureOrNull('money'),
  navChange: figureOrNull('money'),
  navChangePercent: figureOrNull('percent'),
  totalNetCash: figureOrNull('money'),
};
const inCurrency = z.object({ currency: z.string(), ...figures, ...notDeterminedFigures });
export type FirmInCurrency = z.output<typeof inCurrency>;

const summary = z.object({
  id: id(),
  name: z.string(),
  firmName: z.string(),
  code: z.string(),
  endDate: z.string().nullable(),
  /** The currency of all the sums; null where there are none, or several. */
  currency: z.string().nullable(),
  ...figures,
  byCurrency: z.array(inCurrency),
});
export type FirmSummary = z.output<typeof summary>;

const listed = summary.extend({ rowVersion: z.int(), ...linkState });
/** A firm in one of the currencies of its vehicles: a row for each, one for who has none. */
const firmInCurrency = z.object({
  id: id(),
  firmId: id(),
  code: z.string(),
  name: z.string(),
  currency: z.string().nullable(),
  ...figures,
  ...notDeterminedFigures,
  linkedTenantName: z.string().nullable(),
});
export type FirmInCurrencyRow = z.output<typeof firmInCurrency>;
const added: readonly string[] = ['totalCapitalCommitted', 'totalContributions', 'totalDistributed', 'totalFmv'];

const column = (field: keyof typeof figures, title: string, kind: 'money' | 'percent' = 'money') => ({
  field,
  kind,
  title,
  sortable: false,
});
/** The figures of a firm in the order in which they are shown. */
export const firmFigureColumns = [
  column('totalCapitalCommitted', 'Commitment'),
  column('totalContributions', 'Contributions'),
  column('percentContributions', 'Of commitment, %', 'percent'),
  column('totalDistributed', 'Distributions'),
  column('percentDistributions', 'Of contributions, %', 'percent'),
  column('totalFmv', 'NAV'),
  column('navChange', 'NAV change'),
  column('navChangePercent', 'NAV change, %', 'percent'),
  { ...column('totalNetCash', 'Net cash'), hidden: true },
];
const investorRow = z.object({
  id: id(),
  investorId: id(),
  investorName: z.string(),
  investorCode: z.string(),
  fundId: id(),
  fundName: z.string(),
  currency: reference().nullable(),
  ...periodFigureShape,
  ...partialReturn,
});
const investors = {
  title: 'Investors',
  permission: 'fundLedger.view',
  row: investorRow,
  columns: [
    { field: 'investorName', kind: 'text', title: 'Investor' },
    { field: 'fundName', kind: 'text', title: 'Fund' },
    { field: 'currency', kind: 'reference', title: 'Currency' },
    ...figureColumns('commitment', 'contributions', 'distributions', 'unfunded', 'nav', 'irr', 'tvpi'),
  ],
  defaultSort: { field: 'investorName', ascending: true },
  tags,
} as const;

/** Firms with the figures of a quarter end. */
export const firmPerformanceEndpoints = defineEndpoints({
  listFirms: listEndpoint({
    path: `${base}/firmList`,
    title: 'Firms',
    permission: 'firm.view',
    row: listed,
    columns: [
      { field: 'code', kind: 'code', title: 'Code' },
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'currency', kind: 'text', title: 'Currency', sortable: false },
      ...firmFigureColumns,
      { field: 'linkedTenantName', kind: 'text', title: 'Linked tenant', hidden: true },
    ],
    defaultSort: { field: 'code', ascending: true },
    pageSize: 100,
    filters: ofReportingDate,
    tags,
  }),
  listFirmFigures: listEndpoint({
    path: `${base}/figures`,
    title: 'Firms',
    permission: 'fundLedger.view',
    row: firmInCurrency,
    columns: [
      { field: 'code', kind: 'code', title: 'Code' },
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'currency', kind: 'text', title: 'Currency', sortable: false },
      ...firmFigureColumns.map((one) => (added.includes(one.field) ? { ...one, total: 'sum' as const } : one)),
      { field: 'linkedTenantName', kind: 'text', title: 'Linked tenant', hidden: true },
    ],
    defaultSort: { field: 'code', ascending: true },
    pageSize: 100,
    filters: ofReportingDate,
    tags,
  }),
  listFirmCharts: {
    method: 'GET',
    path: `${base}/charts`,
    summary: 'The sums of each firm in each of its currencies, those with the largest contributions first',
    permission: 'fundLedger.view',
    query: z.strictObject(ofReportingDate),
    result: z.array(inCurrency.extend({ id: id(), name: z.string() })),
    tags,
  },
  listFirmFunds: {
    ...listEndpoint({
      path: `${base}/:id/funds`,
      title: 'Funds',
      permission: 'fundLedger.view',
      row: vehicleRow,
      columns: fundPerformanceEndpoints.listVehicles.list.columns.filter(({ field }) => field !== 'firm'),
      defaultSort: fundPerformanceEndpoints.listVehicles.list.defaultSort,
      filters: ofReportingDate,
      tags,
    }),
    params: idParams,
  },
  listFirmInvestors: {
    ...listEndpoint({ ...investors, path: `${base}/:id/investors`, filters: ofReportingDate }),
    params: idParams,
  },
  listFirmInvestorsAt: { ...listEndpoint({ ...investors, path: `${base}/:id/investors/:endDate` }), params: ofDay },
  getFirmSummary: {
    method: 'GET',
    path: `${base}/:id/:endDate/summary`,
    summary: 'The sums over the funds of a firm at a quarter end, in each currency by itself',
    permission: 'fundLedger.view',
    params: ofDay,
    result: summary,
    tags,
  },
  listReportingDatesOfFirm: {
    method: 'GET',
    path: `${base}/:id/reporting-dates`,
    summary: 'The quarter ends that any fund of a firm has figures of, the last first',
    permission: 'fundLedger.view',
    params: idParams,
    result: z.array(reportingDate),
    tags,
  },
});
