import { z } from 'zod';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  idParams,
  listEndpoint,
  recordSchema,
  saveEndpoint,
  saveSchema,
} from '../core/endpoint.ts';
import { buildColumns } from '../core/columns.ts';
import { defineFields } from '../core/fields.ts';
import { notDetermined } from '../core/kinds.ts';
import { date, figure, figureOrNull, id, reference } from '../core/schema.ts';

/** The three tabs of the vintage list. */
export const vintageTypes = [
  { code: 'SHARES', description: 'Vintage Shares' },
  { code: 'INTEREST', description: 'Profile Interest' },
  { code: 'VARIABLE', description: 'Variable' },
] as const;

/** A year's group of a fund's investments with its own allocation shares. */
export const vintageFields = defineFields({
  vintageName: { kind: 'text', title: 'Vintage', required: true, group: 'Vintage' },
  fund: { kind: 'reference', target: 'fund', title: 'Fund', required: true, group: 'Vintage' },
  vintageType: { kind: 'status', title: 'Type', required: true, options: vintageTypes, group: 'Vintage' },
  vintageYear: { kind: 'year', title: 'Year', group: 'Vintage' },
  startDate: { kind: 'date', title: 'Start', group: 'Vintage' },
  endDate: { kind: 'date', title: 'End', group: 'Vintage' },
  totalShares: { kind: 'shares', title: 'Total shares', group: 'Vintage' },
  description: { kind: 'longText', title: 'Description', group: 'Vintage' },
});

const vintage = recordSchema(vintageFields, {
  name: z.string(),
  numberOfInvestments: z.int(),
  totalInvestedAmount: figure('money'),
  totalCarryDistributed: figure('money'),
  canDelete: z.boolean(),
});
const vintageRow = vintage.omit({ description: true }).extend({ currency: z.string().nullable() });
export type VintageRow = z.output<typeof vintageRow>;

/** Transactions of the vintage's investments: distributions, realizations, account entries. */
const transaction = z.object({
  id: id(),
  date: date(),
  type: z.string(),
  name: z.string(),
  sourceName: z.string(),
  status: z.string(),
  amount: figureOrNull('money'),
});
/** An investment as held by a fund, a coinvestment or a vintage. `id` is that of the holding. */
export const vintageInvestment = z.object({
  id: id(),
  investmentId: id(),
  code: z.string(),
  name: z.string(),
  holderName: z.string(),
  vintage: reference().nullable(),
  status: reference().nullable(),
  sector: reference().nullable(),
  initialInvestmentDate: date().nullable(),
  numberOfTranches: z.int(),
  investedAmount: figureOrNull('money'),
  totalCarryDistributed: figure('money'),
});
export const vintageInvestmentColumns = [
  { field: 'code', kind: 'code', title: 'Code' },
  { field: 'name', kind: 'text', title: 'Investment' },
  { field: 'holderName', kind: 'text', title: 'Held by' },
  { field: 'vintage', kind: 'reference', title: 'Vintage', hidden: true },
  { field: 'sector', kind: 'reference', title: 'Sector', hidden: true },
  { field: 'status', kind: 'reference', title: 'Status' },
  { field: 'initialInvestmentDate', kind: 'date', title: 'Initial investment' },
  { field: 'numberOfTranches', kind: 'count', title: 'Tranches', hidden: true },
  { field: 'investedAmount', kind: 'money', title: 'Invested', total: 'sum' },
  { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', total: 'sum' },
] as const;

const ownRefusals = ['VINTAGE_IN_USE', 'DATES_REVERSED'] as const;

export const vintageEndpoints = defineEndpoints({
  listVintages: listEndpoint({
    path: '/api/carry/vintage/index',
    title: 'Vintages',
    permission: 'vintage.view',
    row: vintageRow,
    columns: buildColumns(vintageFields, [
      'vintageName',
      'fund',
      'vintageYear',
      'startDate',
      'endDate',
      { field: 'totalShares', title: 'Shares' },
      { field: 'numberOfInvestments', kind: 'count', title: 'Investments' },
      { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
      { field: 'totalInvestedAmount', kind: 'money', title: 'Invested', total: 'sum' },
      { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', total: 'sum' },
    ]),
    defaultSort: { field: 'vintageName', ascending: true },
    filters: { type: z.enum(['SHARES', 'INTEREST', 'VARIABLE']).optional() },
    tags: ['Vintage'],
  }),
  listVintageNavigation: {
    method: 'GET',
    path: '/api/carry/vintage/navigation-list',
    summary: 'Short list of all vintages, for navigation',
    permission: 'vintage.view',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable(), fundName: z.string() })),
    tags: ['Vintage'],
  },
  /** All vintages, for a selection. */
  listVintageChoices: {
    method: 'GET',
    path: '/api/carry/vintage',
    summary: 'All vintages',
    permission: 'vintage.view',
    result: z.array(vintageRow),
    tags: ['Vintage'],
  },
  getVintage: getEndpoint('/api/carry/vintage/:id/profile', 'A vintage', 'vintage.view', vintage),
  getVintageForEdit: getEndpoint(
    '/api/carry/vintage/:id/profileEdit',
    'A vintage, for editing',
    'vintage.view',
    vintage,
  ),
  listVintageInvestments: {
    ...listEndpoint({
      path: '/api/carry/vintage/:id/investment',
      title: 'Investments',
      permission: 'vintage.view',
      row: vintageInvestment,
      columns: vintageInvestmentColumns,
      defaultSort: { field: 'name', ascending: true },
      tags: ['Vintage', 'Investment'],
    }),
    params: idParams,
  },
  listVintageTransactions: {
    ...listEndpoint({
      path: '/api/carry/vintage/:id/transaction',
      title: 'Transactions',
      permission: 'vintage.view',
      row: transaction,
      columns: [
        { field: 'date', kind: 'date', title: 'Date' },
        { field: 'type', kind: 'text', title: 'Type' },
        { field: 'name', kind: 'text', title: 'Name' },
        { field: 'sourceName', kind: 'text', title: 'Source' },
        { field: 'status', kind: 'text', title: 'Status' },
        { field: 'amount', kind: 'money', title: 'Amount', total: 'disbursed', nullIs: notDetermined },
      ],
      defaultSort: { field: 'date', ascending: false },
      tags: ['Vintage', 'Distribution'],
    }),
    params: idParams,
  },
  saveVintage: saveEndpoint(
    '/api/carry/vintage',
    'Create or change a vintage',
    'vintage.edit',
    saveSchema(vintageFields),
    vintage,
    ownRefusals,
  ),
  listFundVintages: {
    method: 'GET',
    path: '/api/carry/fund/:id/vintages',
    summary: 'Vintages of a fund',
    permission: 'vintage.view',
    params: idParams,
    result: z.array(vintageRow),
    tags: ['Vintage'],
  },
  getFundVintage: {
    method: 'GET',
    path: '/api/carry/fund/:id/vintage/:vintageId',
    summary: 'A vintage of a fund',
    permission: 'vintage.view',
    params: idParams.extend({ vintageId: id() }),
    result: vintage,
    tags: ['Vintage'],
  },
  saveFundVintage: {
    method: 'POST',
    path: '/api/carry/fund/:id/vintage',
    summary: 'Create or change a vintage of a fund',
    permission: 'vintage.edit',
    params: idParams,
    body: saveSchema(vintageFields).omit({ fund: true }),
    result: vintage,
    failures: ['STALE_VERSION', 'ROW_VERSION_REQUIRED', 'DUPLICATE', ...ownRefusals],
  },
  deleteVintage: deleteEndpoint('/api/carry/vintage/:id', 'Delete a vintage', 'vintage.delete'),
});
export type Vintage = z.output<typeof vintage>;
