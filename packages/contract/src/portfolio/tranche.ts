import { z } from 'zod';
import { defineEndpoints, listEndpoint, recordSchema, saveSchema } from '../core/endpoint.ts';
import { buildColumns } from '../core/columns.ts';
import { defineFields } from '../core/fields.ts';
import { figure, figureOrNull, id, reference } from '../core/schema.ts';

/** A purchase of an investment by a fund or coinvestment. It has a vesting date, a weight and often an allocation profile. */
export const trancheFields = defineFields({
  name: {
    kind: 'text',
    title: 'Name',
    help: "Defaults to the investment’s legal name, followed by 'Tranche #' and the number.",
    group: 'Tranche',
  },
  trancheNumber: {
    kind: 'count',
    title: 'Number',
    help: 'Defaults to the next free number of the fund or coinvestment.',
    group: 'Tranche',
  },
  investmentDate: { kind: 'date', title: 'Investment date', group: 'Tranche' },
  investedAmount: { kind: 'money', title: 'Invested amount', group: 'Tranche' },
  status: { kind: 'reference', target: 'reference:tranche-status', title: 'Status', group: 'Tranche' },
  assignedAllocationProfile: {
    kind: 'reference',
    target: 'allocationProfile',
    title: 'Assigned allocation profile',
    group: 'Tranche',
  },
});

export const tranche = recordSchema(trancheFields, {
  investment: reference(),
  /** 'Fund Investment' or 'Coinvestment'. */
  type: z.string(),
  fundInvestment: z.object({ id: id(), fund: reference() }).nullable(),
  coinvestmentInvestment: z.object({ id: id(), coinvestment: reference() }).nullable(),
  fundOrCoinvestmentName: z.string(),
  /** The currency code of the fund or coinvestment. */
  currency: z.string().nullable(),
  totalDistributed: figure('money'),
  /** The total that this fund or coinvestment invested over all its tranches of the investment. */
  fundInvestmentAmount: figure('money'),
  trancheWeightByFundInvestmentAmount: figureOrNull('percent'),
  canDelete: z.boolean(),
});

const inInvestment = z.strictObject({ investmentId: id() });
const trancheLocation = z.strictObject({ investmentId: id(), trancheId: id() });

/** Held through exactly one of fundInvestment and coinvestmentInvestment, by the id of the association. */
export const saveTrancheBody = saveSchema(trancheFields, {
  fundInvestment: z.strictObject({ id: id() }).nullish(),
  coinvestmentInvestment: z.strictObject({ id: id() }).nullish(),
});

/** Limits the list to the tranches of one fund or coinvestment, by its id or the id of its holding. */
export const trancheHolderQuery = { fundOrCoinvestmentId: id().optional() };

const trancheList = listEndpoint({
  path: '/api/carry/investment/:investmentId/tranche',
  title: 'Tranches',
  permission: 'tranche.view',
  row: tranche,
  columns: buildColumns(trancheFields, [
    { field: 'trancheNumber', title: '#' },
    { field: 'name', title: 'Tranche' },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    { field: 'fundOrCoinvestmentName', kind: 'text', title: 'Fund or coinvestment' },
    'investmentDate',
    { field: 'status', hidden: true },
    { field: 'currency', kind: 'code', title: 'Currency', sortable: false },
    { field: 'investedAmount', title: 'Invested', total: 'sum' },
    { field: 'fundInvestmentAmount', kind: 'money', title: 'Invested by fund or coinvestment', hidden: true },
    { field: 'trancheWeightByFundInvestmentAmount', kind: 'percent', title: 'Weight %' },
    { field: 'assignedAllocationProfile', title: 'Allocation profile' },
    { field: 'totalDistributed', kind: 'money', title: 'Distributed', total: 'sum' },
  ]),
  defaultSort: { field: 'trancheNumber', ascending: true },
  pageSize: 100,
  filters: trancheHolderQuery,
  tags: ['Investment'],
});

export const trancheEndpoints = defineEndpoints({
  listTranches: { ...trancheList, params: inInvestment },
  getTranche: {
    method: 'GET',
    path: '/api/carry/investment/:investmentId/tranche/:trancheId',
    summary: 'A tranche',
    permission: 'tranche.view',
    params: trancheLocation,
    result: tranche,
  },
  saveTranche: {
    method: 'POST',
    path: '/api/carry/investment/:investmentId/tranche',
    summary: 'Create or change a tranche',
    permission: 'tranche.edit',
    params: inInvestment,
    body: saveTrancheBody,
    result: tranche,
    failures: ['STALE_VERSION', 'DUPLICATE', 'ASSOCIATION_REQUIRED'],
  },
  deleteTranche: {
    method: 'DELETE',
    path: '/api/carry/investment/:investmentId/tranche/:trancheId',
    summary: 'Delete a tranche',
    permission: 'tranche.delete',
    params: trancheLocation,
    query: z.strictObject({ rowVersion: z.coerce.number().int().optional() }),
    result: z.object({ id: id() }),
    failures: ['STALE_VERSION', 'IN_USE'],
  },
});
export type Tranche = z.output<typeof tranche>;
