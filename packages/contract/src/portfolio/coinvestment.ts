import { z } from 'zod';
import { recordSchema, type RowOf, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { id } from '../core/schema.ts';
import { confirmation, vehicleFields, vehicleRefusals } from './vehicleFields.ts';

/** A coinvestment vehicle alongside a fund. */
export const coinvestmentFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Coinvestment' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Coinvestment' },
  fund: { kind: 'reference', target: 'fund', title: 'Fund', required: true, group: 'Coinvestment' },
  status: { kind: 'reference', target: 'reference:coinvestment-status', title: 'Status', group: 'Coinvestment' },
  currency: {
    kind: 'reference',
    target: 'reference:currency',
    title: 'Currency',
    group: 'Coinvestment',
    help: 'Defaults to the fund’s currency.',
  },
  initialCloseDate: { kind: 'date', title: 'Initial close', group: 'Dates' },
  finalCloseDate: { kind: 'date', title: 'Final close', group: 'Dates' },
  liquidationDate: { kind: 'date', title: 'Liquidation', group: 'Dates' },
  escrowReleaseDate: { kind: 'date', title: 'Escrow release', group: 'Dates' },
  ...vehicleFields,
  totalCapitalRaised: { kind: 'money', title: 'Total capital raised', group: 'Amounts' },
  totalCarryDistributed: { kind: 'money', title: 'Total carry distributed', readOnly: true, group: 'Amounts' },
});

const coinvestment = recordSchema(coinvestmentFields, { numberOfInvestments: z.int(), canDelete: z.boolean() });

export const coinvestmentEndpoints = recordEndpoints('coinvestment', {
  path: '/api/carry/coinvestment',
  fields: coinvestmentFields,
  record: coinvestment,
  body: saveSchema(coinvestmentFields, confirmation),
  refusals: [...vehicleRefusals],
  columns: [
    'code',
    'name',
    'fund',
    'status',
    'currency',
    'initialCloseDate',
    { field: 'finalCloseDate', hidden: true },
    { field: 'numberOfInvestments', kind: 'count', title: 'Investments' },
    { field: 'totalCarryDistributed', title: 'Carry distributed', total: 'sum' },
  ],
  filters: { fundId: id().optional() },
});
export type CoinvestmentRow = RowOf<typeof coinvestmentEndpoints.listCoinvestments>;
export type Coinvestment = z.output<typeof coinvestment>;
