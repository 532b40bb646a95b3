import { type AnswerOf } from './testClient.ts';
import { type TestPerson, TestServer } from './testServer.ts';

/** Two funds in euros that hold the company Quarry Steel, with its value at the end of 2022. */
export interface SteelFirm {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly editor: TestPerson;
  readonly viewer: TestPerson;
  /** Returns a planted reference entry by its type and code. */
  readonly reference: (name: string) => { readonly id: string };
  readonly funds: readonly { readonly id: string }[];
  readonly steel: AnswerOf<'savePerformanceInvestment'>;
  readonly sources: AnswerOf<'listInvestmentSources'>;
}

export const end = '2022-12-31';

/** Buys a vehicle's holding, and values it at the end. */
export async function buyHolding(
  { server, tenantId, editor }: Pick<SteelFirm, 'server' | 'tenantId' | 'editor'>,
  fund: string,
  holding: string,
  bought: string,
  value: string,
): Promise<void> {
  const client = server.as(editor, tenantId);
  const security = await client.saveSecurity({
    body: {
      vehicleId: fund,
      holdingId: holding,
      class: 'EQUITY',
      name: 'Shares',
    },
  });
  const entry = { holdingId: holding, securityId: security.id };
  await client.saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        { type: 'CALL-INV', amount: bought, effectiveDate: '2021-01-01' },
        { ...entry, type: 'BUY', amount: bought, effectiveDate: '2021-01-01' },
      ],
    },
  });
  await client.saveValuations({
    body: {
      vehicleId: fund,
      valuations: [{ securityId: security.id, date: end, fairValue: value }],
    },
  });
}

export async function plantSteel(): Promise<SteelFirm> {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  const editor = await server.person(tenantId, { performance: 'administrator' });
  const viewer = await server.person(tenantId, { performance: 'viewer' });
  const client = server.as(editor, tenantId);
  const references = new Map<string, { id: string }>();
  const reference = (name: string) => references.get(name)!;
  const expected = [
    ['currency', 'EUR'],
    ['country', 'US'],
    ['investment-type', 'BUYOUT'],
    ['investor-type', 'INVESTOR'],
    ['sector', '20000'],
    ['sector', '30000'],
    ['sub-sector', '21000'],
    ['industry', '21001'],
    ['industry', '31001'],
    ['geo-region', 'EU'],
    ['geo-region', 'NA'],
    ['deal-type', 'LBO'],
  ] as const;
  for (const [type, code] of expected)
    references.set(`${type} ${code}`, { id: await server.referenceEntry(tenantId, type, code) });
  const funds: { readonly id: string }[] = [];
  for (const code of ['F1', 'F2'])
    funds.push(await client.saveVehicle({ body: { code, name: `Fund ${code}`, currency: reference('currency EUR') } }));
  const steel = await client.savePerformanceInvestment({
    body: {
      code: 'STEEL',
      name: 'Quarry Steel',
      legalName: 'Quarry Steel plc',
      sector: reference('sector 20000'),
      vehicles: funds.map(({ id }) => ({ id })),
    },
  });
  const sources = await client.listInvestmentSources({ query: { investmentId: steel.id } });
  for (const [i, fund] of funds.entries()) {
    const investor = await client.saveInvestor({
      body: {
        code: `LP${i}`,
        name: `Partner ${i}`,
        type: reference('investor-type INVESTOR'),
      },
    });
    await client.saveCommitment({
      body: {
        vehicleId: fund.id,
        investorId: investor.id,
        kind: 'CLOSE',
        date: '2020-01-01',
        amount: '1000.00',
      },
    });
  }
  await buyHolding({ server, tenantId, editor }, funds[0]!.id, sources[0]!.id, '60.00', '80.00');
  await buyHolding({ server, tenantId, editor }, funds[1]!.id, sources[1]!.id, '40.00', '64.00');
  return { server, tenantId, editor, viewer, reference, funds, steel, sources };
}
