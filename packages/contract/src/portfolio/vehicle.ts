import { z } from 'zod';
import { defineEndpoints, getEndpoint, recordSchema, saveEndpoint, saveSchema } from '../core/endpoint.ts';
import { defineFields } from '../core/fields.ts';
import { id } from '../core/schema.ts';
import { fundFields } from './fund.ts';
import { confirmation, vehicleRefusals } from './vehicleFields.ts';

const { code, name: _short, legalName, totalCarryDistributed: _ofCarry, ...ofFund } = fundFields;

/** A vehicle in performance: a fund or a coinvestment, without its carry data. */
export const vehicleRecordFields = defineFields({
  code,
  name: { kind: 'text', title: 'Name', required: true, group: 'Fund' },
  legalName: { ...legalName, required: false, help: 'Defaults to the name.' },
  fund: { kind: 'reference', target: 'vehicle', title: 'Parallel to the fund', readOnly: true, group: 'Fund' },
  ...ofFund,
});

export const vehicleKind = z.enum(['fund', 'coinvestment']);
const vehicle = recordSchema(vehicleRecordFields, { kind: vehicleKind });

const vehicles = '/api/performance/fund';
/** The calls of vehicles that need none of their figures. */
export const vehicleEndpoints = defineEndpoints({
  getVehicle: getEndpoint(`${vehicles}/:id`, 'A fund or a coinvestment, for performance', 'fundLedger.view', vehicle),
  saveVehicle: saveEndpoint(
    vehicles,
    'Create a fund, or change a fund or a coinvestment, for performance',
    'fundLedger.edit',
    saveSchema(vehicleRecordFields, confirmation),
    vehicle,
    vehicleRefusals,
  ),
  listVehicleNavigation: {
    method: 'GET',
    path: `${vehicles}/navigation-list`,
    summary: 'Short list of all funds and coinvestments, for navigation',
    permission: 'fundLedger.view',
    result: z.array(z.object({ id: id(), name: z.string(), code: z.string().nullable() })),
    tags: ['Fund', 'Coinvestment'],
  },
});
export type Vehicle = z.output<typeof vehicle>;
