import { z } from 'zod';
import { recordSchema, type RowOf, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { figure } from '../core/schema.ts';
import { confirmation, vehicleFields, vehicleRefusals } from './vehicleFields.ts';

/** A fund: a container of investments, vintages, allocation profiles and carry. */
export const fundFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Fund' },
  legalName: { kind: 'text', title: 'Legal name', required: true, group: 'Fund' },
  name: { kind: 'text', title: 'Name', group: 'Fund', help: 'Short name. Defaults to the legal name.' },
  fundFamily: { kind: 'reference', target: 'reference:fund-family', title: 'Fund family', group: 'Fund' },
  sectors: { kind: 'referenceList', target: 'reference:sector', title: 'Sectors', group: 'Fund' },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', required: true, group: 'Fund' },
  status: { kind: 'reference', target: 'reference:fund-status', title: 'Status', group: 'Fund' },
  platform: { kind: 'reference', target: 'reference:platform', title: 'Platform', group: 'Fund' },
  region: { kind: 'reference', target: 'reference:region', title: 'Region', group: 'Fund' },
  initialCloseDate: { kind: 'date', title: 'Initial close', group: 'Dates' },
  finalCloseDate: { kind: 'date', title: 'Final close', group: 'Dates' },
  liquidationDate: { kind: 'date', title: 'Liquidation', group: 'Dates' },
  escrowReleaseDate: { kind: 'date', title: 'Escrow release', group: 'Dates' },
  ...vehicleFields,
  totalCapitalRaised: { kind: 'money', title: 'Total capital raised', group: 'Amounts' },
  totalCarryDistributed: { kind: 'money', title: 'Total carry distributed', readOnly: true, group: 'Amounts' },
});

const fund = recordSchema(fundFields, {
  numberOfInvestments: z.int(),
  numberOfCoinvestments: z.int(),
  canDelete: z.boolean(),
});
export const fundEndpoints = recordEndpoints('fund', {
  path: '/api/carry/fund',
  fields: fundFields,
  record: fund,
  body: saveSchema(fundFields, confirmation),
  refusals: [...vehicleRefusals],
  columns: [
    'code',
    'legalName',
    'fundFamily',
    'currency',
    'status',
    'initialCloseDate',
    { field: 'finalCloseDate', hidden: true },
    { field: 'numberOfInvestments', kind: 'count', title: 'Investments' },
    { field: 'totalCapitalRaised', title: 'Capital raised' },
    { field: 'totalCarryDistributed', title: 'Carry distributed', total: 'sum' },
  ],
  row: { name: fund.shape.name, totalCarryDistributed: figure('money') },
});
export type FundRow = RowOf<typeof fundEndpoints.listFunds>;
export type Fund = z.output<typeof fund>;
