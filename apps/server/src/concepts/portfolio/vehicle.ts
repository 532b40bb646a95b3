import { coinvestmentStore, fundStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import { type VehicleFacts, vehicleFacts, vehicleNavigation } from '@carrara/adapters/postgres/portfolio/vehicle';
import { emptyId } from '@carrara/contract/core/kinds';
import type { InputOf } from '@carrara/contract/core/endpoint';
import type { coinvestmentEndpoints } from '@carrara/contract/portfolio/coinvestment';
import { type Vehicle, type vehicleEndpoints, vehicleRecordFields } from '@carrara/contract/portfolio/vehicle';
import { err, noSuch, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { coinvestmentOperations } from './coinvestment.ts';
import { fundOperations } from './fund.ts';
import type { VehiclePorts } from './saveWithBasis.ts';

type CoinvestmentCalls = typeof coinvestmentEndpoints;
const head = ['id', 'rowVersion', 'createdDate', 'createdBy', 'updatedDate', 'updatedBy'];
const columns = [...head, ...Object.keys(vehicleRecordFields)];
type Stored = Readonly<Record<string, unknown>>;
/** Returns a fund or a coinvestment without carry's fields. A coinvestment has no sectors of its own. */
const answer = (facts: VehicleFacts, stored: Stored): Vehicle => {
  const all: Stored = { sectors: [], ...stored, ...facts };
  return { ...Object.fromEntries(columns.map((name) => [name, all[name] ?? null])), kind: facts.kind } as Vehicle;
};
const missing = () => err([noSuch('fund')]);

async function vehicle({ tx }: RequestContext, id: string): Promise<Result<Vehicle, Failures>> {
  const facts = await vehicleFacts(tx, id);
  const stored = facts && (await (facts.kind === 'fund' ? fundStore : coinvestmentStore).load(tx, id));
  return stored ? ok(answer(facts, stored)) : missing();
}

export const vehicleOperations = (ports: VehiclePorts): Operations<typeof vehicleEndpoints> => ({
  getVehicle: (context, { params }) => vehicle(context, params.id),
  saveVehicle: async (context, { body }) => {
    const { name, legalName, fundFamily, sectors, platform, region, status, ...shared } = body;
    const isNew = !body.id || body.id === emptyId;
    const kind = isNew ? 'fund' : (await vehicleFacts(context.tx, body.id ?? ''))?.kind;
    if (!kind) return missing();
    // A coinvestment keeps its fund and its status, which has another type.
    const ofCoinvestment = { body: { ...shared, name } } as InputOf<CoinvestmentCalls['saveCoinvestment']>;
    const ofFund = { ...shared, name, legalName: legalName || name, fundFamily, sectors, platform, region, status };
    const saved: Result<{ readonly id: string }, Failures> =
      kind === 'coinvestment'
        ? await coinvestmentOperations(ports).saveCoinvestment(context, ofCoinvestment)
        : await fundOperations(ports).saveFund(context, { body: ofFund });
    return saved.isErr() ? err(saved.error) : vehicle(context, saved.value.id);
  },
  listVehicleNavigation: async ({ tx }) => ok(await vehicleNavigation(tx)),
});
