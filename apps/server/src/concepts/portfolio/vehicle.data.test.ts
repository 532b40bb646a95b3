import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Values = Readonly<Record<string, unknown>> & { readonly id: string; readonly rowVersion: number };

describe('vehicles, which are the funds and coinvestments of carry', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let carry: TestPerson;
  let currency: { id: string };
  let firm: Values;
  let fund: Values;
  let coinvestment: Values;

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = person.token) =>
    server.call(as, tenantId, { method, url, ...(payload ? { payload } : {}) });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { performance: 'administrator' });
    carry = await server.person(tenantId, { carry: 'administrator' });
    currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    firm = await as(person).saveFirm({ body: { code: 'HARB', name: 'Harbour Lane', contacts: [] } });
    fund = await as(person).saveVehicle({
      body: {
        code: 'F1',
        name: 'Fund I',
        currency,
        firm: { id: firm.id },
        initialCloseDate: '2012-05-01',
      },
    });
    const rowFund = { id: fund.id };
    coinvestment = await as(carry).saveCoinvestment({ body: { code: 'C1', name: 'Coinvestment I', fund: rowFund } });
  });
  afterAll(() => server.stop());

  it('are created with defaults: calendar years, figures of the ledger, the name as legal name', async () => {
    expect(await as(person).getVehicle({ params: { id: fund.id } })).toMatchObject({
      kind: 'fund',
      legalName: 'Fund I',
      fiscalYearEnd: { code: '12-31' },
      navBasis: { code: 'LEDGER' },
      vintageYear: null,
      yearOfVintage: 2012,
      firm: { name: 'Harbour Lane' },
    });
    // Carry's fields are available from carry only.
    expect(await as(person).getVehicle({ params: { id: fund.id } })).not.toHaveProperty('totalCarryDistributed');
  });

  it('share one record with carry, and each module leaves the other’s fields unchanged', async () => {
    const there = await as(carry).getFund({ params: { id: fund.id } });
    expect(there).toMatchObject({ vintageYear: null, yearOfVintage: 2012 });
    const { id, rowVersion } = there;
    await as(carry).saveFund({
      body: { id, rowVersion, code: 'F1', legalName: 'Fund I LP', name: 'Fund I', currency },
    });
    const here = await as(person).getVehicle({ params: { id: fund.id } });
    expect(here).toMatchObject({ legalName: 'Fund I LP', firm: { name: 'Harbour Lane' }, rowVersion: 2 });
    fund = await as(person).saveVehicle({
      body: {
        id,
        rowVersion: here.rowVersion,
        code: 'F1',
        name: 'Fund I',
        legalName: 'Fund I LP',
        currency,
        fiscalYearEnd: { code: '06-30' },
        navBasis: { code: 'REPORTED' },
        investmentPeriodEnd: '2017-05-01',
      },
    });
    expect(fund).toMatchObject({ fiscalYearEnd: { code: '06-30' }, navBasis: { description: 'Reported' } });
    const wrong = { id, rowVersion: fund.rowVersion, code: 'F1', name: 'Fund I', currency };
    const answer = await refusal(as(person).saveVehicle({ body: { ...wrong, fiscalYearEnd: { code: '05-31' } } }));
    expect([answer.status, JSON.stringify(answer)]).toEqual([
      400,
      expect.stringContaining('isn’t one of 03-31, 06-30'),
    ]);
  });

  it('include coinvestments, which keep their fund and status', async () => {
    const visible = await as(person).getVehicle({ params: { id: coinvestment.id } });
    expect(visible).toMatchObject({ kind: 'coinvestment', fund: { name: 'Fund I' }, fiscalYearEnd: { code: '12-31' } });
    const { id, rowVersion } = visible;
    const changed = { id, rowVersion, code: 'C1', name: 'Coinvestment One', currency, vintageYear: 2014 };
    await as(person).saveVehicle({ body: { ...changed, firm: { id: firm.id } } });
    expect(await as(carry).getCoinvestment({ params: { id } })).toMatchObject({
      name: 'Coinvestment One',
      fund: { name: 'Fund I' },
      vintageYear: 2014,
      yearOfVintage: 2014,
    });
  });

  it('are listed with their firm, by default by the year of the initial close, and prevent its deletion', async () => {
    const { pageData } = await as(person).listFirmFunds({ params: { id: firm.id } });
    expect(pageData.map(({ fundCode, kindName, vintageYear }) => [fundCode, kindName, vintageYear])).toEqual([
      ['C1', 'Coinvestment', 2014],
      ['F1', 'Fund', 2012],
    ]);
    const csv = await call('GET', `/api/performance/firm/${firm.id}/funds?format=csv`);
    expect(csv.body).toContain('F1,Fund I,Fund,2012,EUR');
    const refused = await refusal(as(person).deleteFirm({ params: { id: firm.id } }));
    expect([refused.status, JSON.stringify(refused)]).toEqual([409, expect.stringContaining('refer to it')]);
    expect(await as(person).listVehicleNavigation()).toHaveLength(2);
  });

  it('are read by viewers of performance and changed by editors, without access through carry roles', async () => {
    const viewer = await server.person(tenantId, { performance: 'viewer' });
    await as(viewer).getVehicle({ params: { id: fund.id } });
    expect((await refusal(as(viewer).saveVehicle({ body: { code: 'F2', name: 'Fund II', currency } }))).status).toBe(
      403,
    );
    expect((await refusal(as(carry).getVehicle({ params: { id: fund.id } }))).status).toBe(403);
    expect((await refusal(as(person).getVehicle({ params: { id: firm.id } }))).status).toBe(404);
  });

  it('keep their currency once their ledger has entries [CURRENCY_IN_USE]', async () => {
    const dollar = { id: await server.referenceEntry(tenantId, 'currency', 'USD') };
    const own = async () => {
      const { id, rowVersion, code, name } = await as(person).getVehicle({ params: { id: coinvestment.id } });
      return { id, rowVersion, code, name, currency: dollar };
    };
    const refused = async (call: Promise<unknown>) => {
      const { status, errors } = await refusal(call);
      return [status, errors];
    };
    const stays = (label: string) => [
      422,
      [
        {
          path: 'Currency',
          code: 'CURRENCY_IN_USE',
          message: `The currency must stay EUR, because ${label} already use it.`,
        },
      ],
    ];
    // It has no amounts in any currency yet.
    await as(person).saveVehicle({
      body: await own(),
    });
    await as(person).saveVehicle({
      body: { ...(await own()), currency },
    });
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    const investor = await as(person).saveInvestor({ body: { code: 'LP', name: 'Pension', type } });
    const vehicleId = coinvestment.id;
    const close = { vehicleId, investorId: investor.id, kind: 'CLOSE', date: '2020-01-01', amount: '100.00' } as const;
    await as(person).saveCommitment({ body: close });
    expect(await refused(as(person).saveVehicle({ body: await own() }))).toEqual(stays('1 commitment'));
    const called = { type: 'CALL-INV', amount: '10.00', effectiveDate: '2020-02-01' } as const;
    await as(person).saveLedgerEntries({ body: { vehicleId, entries: [called, called] } });
    expect(await refused(as(person).saveVehicle({ body: await own() }))).toEqual(
      stays('1 commitment, 2 fund ledger postings'),
    );
    const { id, rowVersion, code, name, fund: parent } = await as(carry).getCoinvestment({ params: { id: vehicleId } });
    const inCarry = { id, rowVersion, code, name, fund: parent, currency: dollar };
    expect(await refused(as(carry).saveCoinvestment({ body: inCarry }))).toEqual(
      stays('1 commitment, 2 fund ledger postings'),
    );
    await as(person).saveVehicle({
      body: { ...(await own()), currency },
    });
  });
});
