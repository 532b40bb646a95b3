import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import type { Column } from '../../core/fields.ts';
import { coverages, date, figureOrNull, id, reference } from '../../core/schema.ts';
import { linkState } from '../../platform/tenantLink/tenantLink.ts';
import { fundPerformanceEndpoints, vehicleRow } from '../fundProfile/fundPerformance.ts';
import {
  figureColumns,
  listedFigureShape,
  figureListQuery,
  notDeterminedFigures,
  basisQuery,
  partialReturn,
  reportingDate,
} from '../period/periodFigures.ts';

const base = '/api/performance/firm';
const tags = ['Firm', 'Fund', 'Coinvestment', 'Fund Performance'] as const;
const ofDay = z.strictObject({ id: id(), endDate: date() });

/**
 * The sums over a firm's funds and coinvestments at a quarter end. Null if they don't apply, if no part is determined, or if there are several
 * currencies.
 */
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
/** The coverage of each figure. Ratios and differences include only funds that have both amounts. */
const covered = { fundsCovered: coverages() };
const inCurrency = z.object({
  currency: z.string(),
  ...figures,
  ...covered,
  /** The coverage as text: `9 of 10 funds; excludes HSP-I, reported through 09/30/2025`. */
  covers: z.string(),
  /** The basis of the figures, as text. */
  basis: z.string(),
  ...notDeterminedFigures,
});
export type FirmInCurrency = z.output<typeof inCurrency>;

const summary = z.object({
  id: id(),
  name: z.string(),
  firmName: z.string(),
  code: z.string(),
  endDate: z.string().nullable(),
  /** The currency of all sums; null if there are none, or several. */
  currency: z.string().nullable(),
  ...figures,
  ...covered,
  covers: z.string().nullable(),
  basis: z.string().nullable(),
  byCurrency: z.array(inCurrency),
});
export type FirmSummary = z.output<typeof summary>;

const listed = summary.extend({ rowVersion: z.int(), ...linkState });
/** A firm in one of the currencies of its vehicles. A firm without vehicles has one row. */
const firmInCurrency = z.object({
  id: id(),
  firmId: id(),
  code: z.string(),
  name: z.string(),
  currency: z.string().nullable(),
  ...figures,
  ...covered,
  covers: z.string().nullable(),
  basis: z.string().nullable(),
  ...notDeterminedFigures,
  linkedTenantName: z.string().nullable(),
});

const added: readonly string[] = ['totalCapitalCommitted', 'totalContributions', 'totalDistributed', 'totalFmv'];

const column = (field: keyof typeof figures, title: string, kind: 'money' | 'return' = 'money') => ({
  field,
  kind,
  title,
  sortable: false,
});
/** The figures of a firm in display order. On a narrow screen, the marked ones stay. */
export const firmFigureColumns = [
  { ...column('totalCapitalCommitted', 'Commitment'), isKey: true },
  { ...column('totalContributions', 'Contributions'), isKey: true },
  column('percentContributions', 'Of commitment, %', 'return'),
  column('totalDistributed', 'Distributions'),
  column('percentDistributions', 'Of contributions, %', 'return'),
  { ...column('totalFmv', 'NAV'), isKey: true },
  column('navChange', 'NAV change'),
  column('navChangePercent', 'NAV change, %', 'return'),
  { ...column('totalNetCash', 'Net cash'), hidden: true },
  { field: 'covers', kind: 'text', title: 'Covers', sortable: false },
  { field: 'basis', kind: 'text', title: 'Basis', sortable: false },
] as const satisfies readonly Column[];
const investorRow = z.object({
  id: id(),
  investorId: id(),
  investorName: z.string(),
  investorCode: z.string(),
  fundId: id(),
  fundName: z.string(),
  currency: reference().nullable(),
  ...listedFigureShape,
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
    filters: { ...figureListQuery, ...basisQuery },
    tags,
  }),
  listFirmFigures: listEndpoint({
    path: `${base}/figures`,
    title: 'Firms',
    counted: 'funds',
    permission: 'fundLedger.view',
    row: firmInCurrency,
    columns: [
      { field: 'code', kind: 'code', title: 'Code' },
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'currency', kind: 'text', title: 'Currency', sortable: false },
      ...firmFigureColumns.map((firmFigureColumn) =>
        added.includes(firmFigureColumn.field) ? { ...firmFigureColumn, total: 'sum' as const } : firmFigureColumn,
      ),
      { field: 'linkedTenantName', kind: 'text', title: 'Linked tenant', hidden: true },
    ],
    defaultSort: { field: 'code', ascending: true },
    pageSize: 100,
    filters: { ...figureListQuery, ...basisQuery },
    tags,
  }),
  listFirmCharts: {
    method: 'GET',
    path: `${base}/charts`,
    summary: 'Totals of each firm by currency, largest contributions first',
    permission: 'fundLedger.view',
    query: z.strictObject({ ...figureListQuery, ...basisQuery }),
    result: z.array(inCurrency.extend({ id: id(), name: z.string() })),
    tags,
  },
  listFirmFunds: {
    ...listEndpoint({
      path: `${base}/:id/funds`,
      title: 'Funds',
      permission: 'fundLedger.view',
      row: vehicleRow,
      columns: fundPerformanceEndpoints.listVehicles.list.columns
        .filter(({ field }) => field !== 'firm')
        .map((listColumn) => (listColumn.field === 'basis' ? { ...listColumn, hidden: false } : listColumn)),
      defaultSort: fundPerformanceEndpoints.listVehicles.list.defaultSort,
      filters: { ...figureListQuery, ...basisQuery },
      tags,
    }),
    params: idParams,
  },
  listFirmInvestors: {
    ...listEndpoint({ ...investors, path: `${base}/:id/investors`, filters: figureListQuery }),
    params: idParams,
  },
  listFirmInvestorsAt: { ...listEndpoint({ ...investors, path: `${base}/:id/investors/:endDate` }), params: ofDay },
  getFirmSummary: {
    method: 'GET',
    path: `${base}/:id/:endDate/summary`,
    summary: 'Totals across a firm’s funds at a quarter end, by currency',
    permission: 'fundLedger.view',
    params: ofDay,
    query: z.strictObject(basisQuery),
    result: summary,
    tags,
  },
  listReportingDatesOfFirm: {
    method: 'GET',
    path: `${base}/:id/reporting-dates`,
    summary: 'Quarter ends with figures for any of a firm’s funds, latest first',
    permission: 'fundLedger.view',
    params: idParams,
    result: z.array(reportingDate),
    tags,
  },
});
