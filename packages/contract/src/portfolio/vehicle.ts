import { z } from 'zod';
import {
  defineEndpoints,
  getEndpoint,
  idParams,
  listEndpoint,
  recordOf,
  saveEndpoint,
  saveOf,
} from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { id, reference } from '../core/schema.ts';
import { fundFields } from './fund.ts';

const { code, name: _short, legalName, totalCarryDistributed: _ofCarry, ...ofFund } = fundFields;

/** A vehicle as performance knows it: a fund, or a coinvestment beside one, without what carry says of it. */
export const vehicleRecordFields = defineFields({
  code,
  name: { kind: 'text', title: 'Name', required: true, group: 'Fund' },
  legalName: { ...legalName, required: false, help: 'The name when blank.' },
  fund: { kind: 'reference', of: 'vehicle', title: 'Beside the fund', readOnly: true, group: 'Fund' },
  ...ofFund,
  /** The one given, else what it follows from. */
  yearOfVintage: { kind: 'year', title: 'Vintage year', readOnly: true, group: 'Performance' },
});

export const vehicleKind = z.enum(['fund', 'coinvestment']);
const vehicle = recordOf(vehicleRecordFields, { kind: vehicleKind });

const vehicles = '/api/performance/fund';
/** Funds and coinvestments, as they are listed without their figures. */
const listed = {
  title: 'Funds',
  permission: 'fundLedger.view',
  row: z.object({
    id: id(),
    rowVersion: z.int(),
    kind: vehicleKind,
    fundCode: z.string(),
    fundName: z.string(),
    kindName: z.string(),
    firm: reference().nullable(),
    currency: reference().nullable(),
    vintageYear: z.int().nullable(),
    fundFamily: reference().nullable(),
    initialCloseDate: z.string().nullable(),
  }),
  defaultSort: { field: 'fundName', ascending: true },
  tags: ['Fund', 'Coinvestment'],
} as const;
const columns = [
  { field: 'fundCode', kind: 'code', title: 'Code' },
  { field: 'fundName', kind: 'text', title: 'Name' },
  { field: 'kindName', kind: 'text', title: 'Kind' },
  { field: 'firm', kind: 'reference', title: 'Firm' },
  { field: 'currency', kind: 'reference', title: 'Currency' },
  { field: 'vintageYear', kind: 'year', title: 'Vintage year' },
  { field: 'fundFamily', kind: 'reference', title: 'Fund family' },
  { field: 'initialCloseDate', kind: 'date', title: 'Initial close' },
] as const;

/** The calls of vehicles that need none of their figures. */
export const vehicleEndpoints = defineEndpoints({
  getVehicle: getEndpoint(`${vehicles}/:id`, 'A fund or a coinvestment, for performance', 'fundLedger.view', vehicle),
  saveVehicle: saveEndpoint(
    vehicles,
    'Create a fund, or change a fund or a coinvestment, for performance',
    'fundLedger.edit',
    saveOf(vehicleRecordFields),
    vehicle,
    ['CURRENCY_IN_USE'],
  ),
  listVehicleNavigation: {
    method: 'GET',
    path: `${vehicles}/navigation-list`,
    summary: 'All funds and coinvestments, short, for jumping between them',
    permission: 'fundLedger.view',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
    tags: ['Fund', 'Coinvestment'],
  },
  listFirmFunds: {
    ...listEndpoint({
      ...listed,
      path: '/api/performance/firm/:id/funds',
      columns: columns.filter(({ field }) => field !== 'firm'),
    }),
    params: idParams,
  },
});
export type Vehicle = z.output<typeof vehicle>;
