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
import { figure } from '../core/schema.ts';

/** A fund: a container of investments, vintages, allocation profiles and carry. */
export const fundFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Fund' },
  legalName: { kind: 'text', title: 'Legal name', required: true, group: 'Fund' },
  name: { kind: 'text', title: 'Name', group: 'Fund', help: 'Short name; the legal name when blank.' },
  fundFamily: { kind: 'reference', of: 'reference:fund-family', title: 'Fund family', group: 'Fund' },
  sectors: { kind: 'referenceList', of: 'reference:sector', title: 'Sectors', group: 'Fund' },
  currency: { kind: 'reference', of: 'reference:currency', title: 'Currency', required: true, group: 'Fund' },
  status: { kind: 'reference', of: 'reference:fund-status', title: 'Status', group: 'Fund' },
  platform: { kind: 'reference', of: 'reference:platform', title: 'Platform', group: 'Fund' },
  region: { kind: 'reference', of: 'reference:region', title: 'Region', group: 'Fund' },
  initialCloseDate: { kind: 'date', title: 'Initial close', group: 'Dates' },
  finalCloseDate: { kind: 'date', title: 'Final close', group: 'Dates' },
  liquidationDate: { kind: 'date', title: 'Liquidation', group: 'Dates' },
  escrowReleaseDate: { kind: 'date', title: 'Escrow release', group: 'Dates' },
  totalCapitalRaised: { kind: 'money', title: 'Total capital raised', group: 'Amounts' },
  totalCarryDistributed: { kind: 'money', title: 'Total carry distributed', readOnly: true, group: 'Amounts' },
});

export const fund = recordOf(fundFields, {
  numberOfInvestments: z.int(),
  numberOfCoinvestments: z.int(),
  canDelete: z.boolean(),
});
const fundRow = fund
  .pick({
    id: true,
    rowVersion: true,
    code: true,
    legalName: true,
    name: true,
    fundFamily: true,
    currency: true,
    status: true,
    initialCloseDate: true,
    finalCloseDate: true,
    totalCapitalRaised: true,
    totalCarryDistributed: true,
    numberOfInvestments: true,
  })
  .extend({ totalCarryDistributed: figure('money') });

export const fundEndpoints = defineEndpoints({
  listFunds: listEndpoint({
    path: '/api/carry/fund',
    title: 'Funds',
    permission: 'fund.view',
    row: fundRow,
    columns: [
      { field: 'code', kind: 'code', title: 'Code' },
      { field: 'legalName', kind: 'text', title: 'Legal name' },
      { field: 'fundFamily', kind: 'reference', title: 'Fund family' },
      { field: 'currency', kind: 'reference', title: 'Currency' },
      { field: 'status', kind: 'reference', title: 'Status' },
      { field: 'initialCloseDate', kind: 'date', title: 'Initial close' },
      { field: 'finalCloseDate', kind: 'date', title: 'Final close', hidden: true },
      { field: 'numberOfInvestments', kind: 'count', title: 'Investments' },
      { field: 'totalCapitalRaised', kind: 'money', title: 'Capital raised' },
      { field: 'totalCarryDistributed', kind: 'money', title: 'Carry distributed', total: 'sum' },
    ],
    defaultSort: { field: 'legalName', ascending: true },
    tags: ['Fund'],
  }),
  getFund: getEndpoint('/api/carry/fund/:id', 'A fund', 'fund.view', fund),
  saveFund: saveEndpoint('/api/carry/fund', 'Create or change a fund', 'fund.edit', saveOf(fundFields), fund),
  deleteFund: deleteEndpoint('/api/carry/fund/:id', 'Delete a fund', 'fund.delete'),
});
export type Fund = z.output<typeof fund>;
