import type { TestPerson, TestServer } from './testServer.ts';

export interface PlantedVehicle {
  readonly fund: string;
  /** The fund's holding. */
  readonly holding: string;
  readonly investment: string;
  readonly security: string;
  /** Investors by code. */
  readonly investors: Readonly<Record<'LP-A' | 'LP-B' | 'GP', string>>;
  readonly post: <T>(path: string, payload: object) => Promise<T>;
}

export interface PlantedVehicleOptions {
  readonly code: string;
  readonly currency?: string;
  /** Additional fields of the fund. */
  readonly fund?: object;
  /** Investors of another fund who also commit to this one. */
  readonly investors?: PlantedVehicle['investors'];
  /** Entries as [type, amount, date] with further fields. */
  readonly entries?: readonly (readonly [type: string, amount: string, day: string, more?: object])[];
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
 * Creates a fund with a ledger through the product's endpoints: two investors and a general partner who committed 600,
 * 300 and 100 on 2020-01-01 (the GP pays no fee), an investment with a security, and the requested entries and values.
 * `owner` is an administrator of carry and performance.
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
  const post = async <T>(path: string, payload: object): Promise<T> => {
    const url = path.startsWith('/') ? path : `/api/performance/${path}`;
    const answer = await server.call(owner.token, tenantId, { method: 'POST', url, payload });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 600)}`);
    return answer.json<T>();
  };
  const make = async (path: string, payload: object) => (await post<{ Id: string }>(path, payload)).Id;
  const reference = async (type: string, entry: string) => ({ Id: await referenceOnce(server, tenantId, type, entry) });
  const fund = await make('/api/carry/fund', {
    Code: code,
    LegalName: `${code} Fund`,
    Currency: await reference('currency', currency),
    ...more,
  });
  const investment = await make('/api/carry/investment', {
    Code: `${code}-S`,
    Name: `${code} Steel`,
    LegalName: `${code} Steel`,
    FundInvestments: [{ Fund: { Id: fund } }],
  });
  const [row] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenantId,
      investment,
    ]),
  );
  const holding = row?.id ?? '';
  const investor = async (name: string, type: string) =>
    make('investor', {
      Code: `${code}-${name}`,
      Name: `${code} ${name}`,
      Type: await reference('investor-type', type),
    });
  const investors = requestedInvestors ?? {
    'LP-A': await investor('LP-A', 'INVESTOR'),
    'LP-B': await investor('LP-B', 'INVESTOR'),
    GP: await investor('GP', 'GP'),
  };
  const commit = (InvestorId: string, Amount: string, PaysFee: boolean) =>
    post('commitment', { VehicleId: fund, InvestorId, Kind: 'CLOSE', Date: '2020-01-01', Amount, PaysFee });
  await commit(investors['LP-A'], '600.00', true);
  await commit(investors['LP-B'], '300.00', true);
  await commit(investors.GP, '100.00', false);
  const security = await make('security', { VehicleId: fund, HoldingId: holding, Class: 'EQUITY', Name: 'Shares' });
  if (entries.length > 0) {
    const Entries = entries.map(([Type, Amount, EffectiveDate, rest = {}]) => {
      const isTrade = Type === 'BUY' || Type === 'SELL' || Type.startsWith('INC-');
      const position = isTrade ? { HoldingId: holding, SecurityId: security } : {};
      return { Type, Amount, EffectiveDate, ...position, ...rest };
    });
    await post('ledger', { VehicleId: fund, Entries });
  }
  if (values.length > 0) {
    const Valuations = values.map(([day, FairValue]) => ({ SecurityId: security, Date: day, FairValue }));
    await post('valuation', { VehicleId: fund, Valuations });
  }
  return { fund, holding, investment, security, investors, post };
}
