import type { BodyOf } from './testClient.ts';
import type { TestPerson, TestServer } from './testServer.ts';

type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];

export interface PlantedVehicle {
  readonly fund: string;
  /** The fund's holding. */
  readonly holding: string;
  readonly investment: string;
  readonly security: string;
  /** Investors by code. */
  readonly investors: Readonly<Record<'LP-A' | 'LP-B' | 'GP', string>>;
}

export interface PlantedVehicleOptions {
  readonly code: string;
  readonly currency?: string;
  /** Additional fields of the fund. */
  readonly fund?: Partial<BodyOf<'saveFund'>>;
  /** Investors of another fund who also commit to this one. */
  readonly investors?: PlantedVehicle['investors'];
  /** Entries as [type, amount, date] with further fields. */
  readonly entries?: readonly (readonly [type: Entry['type'], amount: string, day: string, more?: Partial<Entry>])[];
  /** Fair values of its security. */
  readonly values?: readonly (readonly [day: string, value: string])[];
}

const references = new WeakMap<TestServer, Map<string, Promise<string>>>();

/** Returns a reference entry, one per code and firm. */
export function referenceOnce(server: TestServer, tenantId: string, type: string, code: string): Promise<string> {
  const ids = references.get(server) ?? new Map<string, Promise<string>>();
  references.set(server, ids);
  const key = `${tenantId} ${type} ${code}`;
  const found = ids.get(key) ?? server.referenceEntry(tenantId, type, code);
  ids.set(key, found);
  return found;
}

/**
 * Creates a fund with a ledger through the product's endpoints, with the requested entries and values. Two investors
 * and a general partner committed 600, 300 and 100 on 2020-01-01, and the GP pays no fee. The fund has an investment
 * with a security. `owner` is an administrator of carry and performance.
 */
export async function plantVehicle(
  server: TestServer,
  tenantId: string,
  owner: TestPerson,
  {
    code,
    currency = 'EUR',
    fund: more = {},
    investors: requestedInvestors,
    entries = [],
    values = [],
  }: PlantedVehicleOptions,
): Promise<PlantedVehicle> {
  const client = server.as(owner, tenantId);
  const reference = async (type: string, entry: string) => ({ id: await referenceOnce(server, tenantId, type, entry) });
  const { id: fund } = await client.saveFund({
    body: { code, legalName: `${code} Fund`, currency: await reference('currency', currency), ...more },
  });
  const name = `${code} Steel`;
  const { id: investment } = await client.saveInvestment({
    body: { code: `${code}-S`, name, legalName: name, fundInvestments: [{ fund: { id: fund } }] },
  });
  const [row] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenantId,
      investment,
    ]),
  );
  const holding = row?.id ?? '';
  const investor = async (name: string, type: string) => {
    const body = { code: `${code}-${name}`, name: `${code} ${name}`, type: await reference('investor-type', type) };
    return (await client.saveInvestor({ body })).id;
  };
  const investors = requestedInvestors ?? {
    'LP-A': await investor('LP-A', 'INVESTOR'),
    'LP-B': await investor('LP-B', 'INVESTOR'),
    GP: await investor('GP', 'GP'),
  };
  const commit = (investorId: string, amount: string, paysFee: boolean) =>
    client.saveCommitment({
      body: { vehicleId: fund, investorId, kind: 'CLOSE', date: '2020-01-01', amount, paysFee },
    });
  await commit(investors['LP-A'], '600.00', true);
  await commit(investors['LP-B'], '300.00', true);
  await commit(investors.GP, '100.00', false);
  const { id: security } = await client.saveSecurity({
    body: { vehicleId: fund, holdingId: holding, class: 'EQUITY', name: 'Shares' },
  });
  if (entries.length > 0) {
    const booked = entries.map(([type, amount, effectiveDate, rest = {}]) => {
      const isTrade = type === 'BUY' || type === 'SELL' || type.startsWith('INC-');
      const position = isTrade ? { holdingId: holding, securityId: security } : {};
      return { type, amount, effectiveDate, ...position, ...rest };
    });
    await client.saveLedgerEntries({ body: { vehicleId: fund, entries: booked, warningsConfirmed: true } });
  }
  if (values.length > 0) {
    const valuations = values.map(([date, fairValue]) => ({ securityId: security, date, fairValue }));
    await client.saveValuations({ body: { vehicleId: fund, valuations } });
  }
  return { fund, holding, investment, security, investors };
}

/** Creates two funds of the same investors: one in euros with figures to 2021-06-30, and one in dollars that is late, with figures to 2020-12-31. */
export async function plantLateFund(
  server: TestServer,
  tenantId: string,
  owner: TestPerson,
): Promise<{ readonly alpha: PlantedVehicle; readonly beta: PlantedVehicle }> {
  const alpha = await plantVehicle(server, tenantId, owner, {
    code: 'ALPHA',
    entries: [
      ['CALL-INV', '500.00', '2020-02-01'],
      ['BUY', '500.00', '2020-02-01'],
      ['DIST-GAIN', '150.00', '2021-06-30'],
    ],
    values: [
      ['2020-12-31', '620.00'],
      ['2021-06-30', '700.00'],
    ],
  });
  const beta = await plantVehicle(server, tenantId, owner, {
    code: 'BETA',
    currency: 'USD',
    investors: alpha.investors,
    entries: [
      ['LINE-DRAW-INV', '200.00', '2020-06-01'],
      ['CALL-INV', '200.00', '2020-11-01'],
      ['LINE-REPAY-INV', '200.00', '2020-11-01'],
    ],
  });
  return { alpha, beta };
}
