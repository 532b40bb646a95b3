import { z } from 'zod';
import { recordSchema, type RowOf, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { recordEndpoints } from '../core/recordEndpoints.ts';
import { id, reference } from '../core/schema.ts';
import { transferDate } from '../platform/dataTransfer/dataTransfer.ts';
import { linkState } from '../platform/tenantLink/tenantLink.ts';

/** An investor in vehicles: a limited partner, a general partner, a feeder or a fund of funds. */
export const investorFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Investor' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Investor' },
  type: { kind: 'reference', target: 'reference:investor-type', title: 'Type', required: true, group: 'Investor' },
  vehicle: {
    kind: 'reference',
    target: 'vehicle',
    title: 'Fund represented by this investor',
    group: 'Investor',
    help: 'For an SPV or fund of your firm. Choose the fund or coinvestment it represents so that look-through includes its holdings.',
  },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', group: 'Investor' },
  initialInvestmentDate: { kind: 'date', title: 'Initial investment', group: 'Investor' },
  industries: { kind: 'referenceList', target: 'reference:industry', title: 'Industries', group: 'Investor' },
  address: { kind: 'address', title: 'Address', group: 'Address' },
});

const investor = recordSchema(investorFields, { ...linkState, dataTransferDates: z.array(transferDate) });

/** The type that the list displays by default, and the value for all types. */
export const listedType = 'INVESTOR';
export const allTypes = 'ALL';

export const investorEndpoints = {
  ...recordEndpoints('investor', {
    path: '/api/performance/investor',
    listPath: '/api/performance/investor/investors',
    fields: investorFields,
    record: investor,
    body: saveSchema(investorFields),
    refusals: ['INVALID_VALUE', 'FEEDER_CYCLE'],
    columns: [
      'code',
      { field: 'investorName', kind: 'text', title: 'Name' },
      { field: 'investorType', kind: 'reference', title: 'Type' },
      'currency',
      'initialInvestmentDate',
      { field: 'country', kind: 'reference', title: 'Country' },
      { field: 'vehicle', hidden: true },
      { field: 'linkedTenantName', kind: 'text', title: 'Linked tenant', hidden: true },
    ],
    row: { investorName: z.string(), investorType: reference(), country: reference().nullable(), ...linkState },
    // An entry by id or code, or ALL for every type.
    filters: { type: z.string().max(50).default(listedType) },
  }),
  listInvestorNavigation: {
    method: 'GET',
    path: '/api/performance/investor/navigation-list',
    summary: 'Short list of all investors, for navigation',
    permission: 'investor.view',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
    tags: ['Investor'],
  },
} as const;
type Investor = z.output<typeof investor>;
export type StoredInvestor = Omit<Investor, keyof typeof linkState | 'dataTransferDates'>;
export type InvestorRow = RowOf<typeof investorEndpoints.listInvestors>;
