import { coinvestmentStore } from '@carrara/adapters/postgres/portfolio/coinvestment';
import { fundStore } from '@carrara/adapters/postgres/portfolio/fund';
import { vehicleKindOf, vehicleList, vehicleNavigation } from '@carrara/adapters/postgres/portfolio/vehicle';
import { emptyId } from '@carrara/contract/core/kinds';
import type { InputOf } from '@carrara/contract/core/endpoint';
import type { coinvestmentEndpoints } from '@carrara/contract/portfolio/coinvestment';
import { type Vehicle, type vehicleEndpoints, vehicleRecordFields } from '@carrara/contract/portfolio/vehicle';
import { err, fail, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../operations.ts';
import { listBelow, type OfRecord } from '../platform/ownerScope.ts';
import { listOperation } from '../../recordOperations.ts';
import { coinvestmentOperations } from './coinvestment.ts';
import { fundOperations } from './fund.ts';

const head = ['id', 'rowVersion', 'createdDate', 'createdBy', 'updatedDate', 'updatedBy'];
const shown = [...head, ...Object.keys(vehicleRecordFields)];
/** A fund or a coinvestment without what carry says of it. */
const vehicleOf = (kind: Vehicle['kind'], stored: Readonly<Record<string, unknown>>): Vehicle =>
  ({ ...Object.fromEntries(shown.map((name) => [name, stored[name] ?? null])), kind }) as Vehicle;
const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no fund ${id}.`)]);

async function vehicle({ tx }: RequestContext, id: string): Promise<Result<Vehicle, Failures>> {
  const kind = await vehicleKindOf(tx, id);
  const stored = kind && (await (kind === 'fund' ? fundStore : coinvestmentStore).load(tx, id));
  return stored ? ok(vehicleOf(kind, { sectors: [], ...stored })) : missing(id);
}

export const vehicleOperations: Operations<typeof vehicleEndpoints> = {
  getVehicle: (context, { params }) => vehicle(context, params.id),
  saveVehicle: async (context, { body }) => {
    const { name, legalName, fundFamily, sectors, platform, region, status, ...shared } = body;
    const isNew = !body.id || body.id === emptyId;
    const kind = isNew ? 'fund' : await vehicleKindOf(context.tx, body.id ?? '');
    if (!kind) return missing(body.id ?? '');
    if (kind === 'coinvestment') {
      // It keeps its fund, and its status, which is of another type.
      const own = { body: { ...shared, name } } as InputOf<(typeof coinvestmentEndpoints)['saveCoinvestment']>;
      const saved = await coinvestmentOperations.saveCoinvestment(context, own);
      return saved.map((stored) => vehicleOf(kind, { sectors: [], ...stored }));
    }
    const whole = { ...shared, name, legalName: legalName || name, fundFamily, sectors, platform, region, status };
    return (await fundOperations.saveFund(context, { body: whole })).map((stored) => vehicleOf(kind, stored));
  },
  listVehicleNavigation: async ({ tx }) => ok(await vehicleNavigation(tx)),
  listVehicles: listOperation(vehicleList),
  listFirmFunds: listBelow('firm', vehicleList, (_query: unknown, _context: unknown, { params }: OfRecord) => ({
    firmId: params.id,
  })),
};
