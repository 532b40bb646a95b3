import { z } from 'zod';
import {
  defineEndpoints,
  deleteEndpoint,
  getEndpoint,
  listEndpoint,
  recordOf,
  saveEndpoint,
  saveOf,
} from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { id } from '../core/schema.ts';

/** A coinvestment vehicle beside a fund. */
export const coinvestmentFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Coinvestment' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Coinvestment' },
  fund: { kind: 'reference', of: 'fund', title: 'Fund', required: true, group: 'Coinvestment' },
  status: { kind: 'reference', of: 'reference:coinvestment-status', title: 'Status', group: 'Coinvestment' },
  currency: {
    kind: 'reference',
    of: 'reference:currency',
    title: 'Currency',
    group: 'Coinvestment',
    help: "The fund's currency when blank.",
  },
  initialCloseDate: { kind: 'date', title: 'Initial close', group: 'Dates' },
  finalCloseDate: { kind: 'date', title: 'Final close', group: 'Dates' },
  liquidationDate: { kind: 'date', title: 'Liquidation', group: 'Dates' },
  escrowReleaseDate: { kind: 'date', title: 'Escrow release', group: 'Dates' },
  totalCarryDistributed: { kind: 'money', title: 'Total carry distributed', readOnly: true, group: 'Amounts' },
});

export const coinvestment = recordOf(coinvestmentFields, { numberOfInvestments: z.int(), canDelete: z.boolean() });

export const coinvestmentEndpoints = defineEndpoints({
  listCoinvestments: listEndpoint({
    path: '/api/carry/coinvestment',
    title: 'Coinvestments',
    permission: 'coinvestment.view',
    row: coinvestment.pick({
      id: true,
      rowVersion: true,
      code: true,
      name: true,
      fund: true,
      status: true,
      currency: true,
      initialCloseDate: true,
      finalCloseDate: true,
      totalCarryDistributed: true,
      numberOfInvestments: true,
    }),
    columns: [
      { field: 'code', kind: 'code', title: 'Code' },
      { field: 'name', kind: 'text', title: 'Name' },
      { field: 'fund', kind: 'reference', title: 'Fund' },
      { field: 'status', kind: 'reference', title: 'Status' },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      { field: 'initialCloseDate', kind: 'date', title: 'Initial close' },
      { field: 'finalCloseDate', kind: 'date', title: 'Final close', hidden: true },
      { field: 'numberOfInvestments', kind: 'count', title: 'Investments' },
      { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', total: 'sum' },
    ],
    defaultSort: { field: 'name', ascending: true },
    filters: { fundId: id().optional() },
    tags: ['Coinvestment'],
  }),
  getCoinvestment: getEndpoint('/api/carry/coinvestment/:id', 'A coinvestment', 'coinvestment.view', coinvestment),
  saveCoinvestment: saveEndpoint(
    '/api/carry/coinvestment',
    'Create or change a coinvestment',
    'coinvestment.edit',
    saveOf(coinvestmentFields),
    coinvestment,
  ),
  deleteCoinvestment: deleteEndpoint('/api/carry/coinvestment/:id', 'Delete a coinvestment', 'coinvestment.delete'),
});
export type Coinvestment = z.output<typeof coinvestment>;
