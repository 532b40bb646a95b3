import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/testServer.ts';

type Values = Readonly<Record<string, unknown>> & { readonly Id: string; readonly RowVersion: number };
const base = '/api/performance/fund';

describe('the vehicles of performance, which are the funds and coinvestments of carry', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  let carry: string;
  let currency: { Id: string };
  let firm: Values;
  let fund: Values;
  let coinvestment: Values;

  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = token) =>
    server.call(as, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const done = async <T = Values>(method: 'GET' | 'POST', url: string, payload?: object, as = token): Promise<T> => {
    const answer = await call(method, url, payload, as);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    token = (await server.person(tenantId, { performance: 'administrator' })).token;
    carry = (await server.person(tenantId, { carry: 'administrator' })).token;
    currency = { Id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    firm = await done('POST', '/api/performance/firm', { Code: 'HARB', Name: 'Harbour Lane', Contacts: [] });
    fund = await done('POST', base, {
      Code: 'F1',
      Name: 'Fund I',
      Currency: currency,
      Firm: { Id: firm.Id },
      InitialCloseDate: '2012-05-01',
    });
    const Fund = { Id: fund.Id };
    coinvestment = await done('POST', '/api/carry/coinvestment', { Code: 'C1', Name: 'Coinvestment I', Fund }, carry);
  });
  afterAll(() => server.stop());

  it('are added with what is said of none: calendar years, figures of the ledger, the legal name of the name', async () => {
    expect(await done('GET', `${base}/${fund.Id}`)).toMatchObject({
      Kind: 'fund',
      LegalName: 'Fund I',
      FiscalYearEnd: { Code: '12-31' },
      NavBasis: { Code: 'LEDGER' },
      VintageYear: null,
      YearOfVintage: 2012,
      Firm: { Name: 'Harbour Lane' },
    });
    // Carry's fields are available from carry only.
    expect(await done('GET', `${base}/${fund.Id}`)).not.toHaveProperty('TotalCarryDistributed');
  });

  it('are one record with those of carry: each keeps what the other says', async () => {
    const there = await done('GET', `/api/carry/fund/${fund.Id}`, undefined, carry);
    expect(there).toMatchObject({ VintageYear: null, YearOfVintage: 2012 });
    const { Id, RowVersion } = there;
    await done(
      'POST',
      '/api/carry/fund',
      { Id, RowVersion, Code: 'F1', LegalName: 'Fund I LP', Name: 'Fund I', Currency: currency },
      carry,
    );
    const here = await done('GET', `${base}/${fund.Id}`);
    expect(here).toMatchObject({ LegalName: 'Fund I LP', Firm: { Name: 'Harbour Lane' }, RowVersion: 2 });
    fund = await done('POST', base, {
      Id,
      RowVersion: here.RowVersion,
      Code: 'F1',
      Name: 'Fund I',
      LegalName: 'Fund I LP',
      Currency: currency,
      FiscalYearEnd: { Code: '06-30' },
      NavBasis: { Code: 'REPORTED' },
      InvestmentPeriodEnd: '2017-05-01',
    });
    expect(fund).toMatchObject({ FiscalYearEnd: { Code: '06-30' }, NavBasis: { Description: 'Reported' } });
    const wrong = { Id, RowVersion: fund.RowVersion, Code: 'F1', Name: 'Fund I', Currency: currency };
    const answer = await call('POST', base, { ...wrong, FiscalYearEnd: { Code: '05-31' } });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('isn’t one of 03-31, 06-30')]);
  });

  it('are coinvestments too, which keep their fund and status', async () => {
    const seen = await done('GET', `${base}/${coinvestment.Id}`);
    expect(seen).toMatchObject({ Kind: 'coinvestment', Fund: { Name: 'Fund I' }, FiscalYearEnd: { Code: '12-31' } });
    const { Id, RowVersion } = seen;
    const changed = { Id, RowVersion, Code: 'C1', Name: 'Coinvestment One', Currency: currency, VintageYear: 2014 };
    await done('POST', base, { ...changed, Firm: { Id: firm.Id } });
    expect(await done('GET', `/api/carry/coinvestment/${Id}`, undefined, carry)).toMatchObject({
      Name: 'Coinvestment One',
      Fund: { Name: 'Fund I' },
      VintageYear: 2014,
      YearOfVintage: 2014,
    });
  });

  it('are listed with their firm, by the year of the initial close where none is given, and keep it from being deleted', async () => {
    type Page = { readonly PageData: readonly Values[] };
    const { PageData } = await done<Page>('GET', `/api/performance/firm/${firm.Id}/funds`);
    expect(PageData.map(({ FundCode, KindName, VintageYear }) => [FundCode, KindName, VintageYear])).toEqual([
      ['C1', 'Coinvestment', 2014],
      ['F1', 'Fund', 2012],
    ]);
    const csv = await call('GET', `/api/performance/firm/${firm.Id}/funds?format=csv`);
    expect(csv.body).toContain('F1,Fund I,Fund,2012,EUR');
    const refused = await call('DELETE', `/api/performance/firm/${firm.Id}`);
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('refer to it')]);
    expect(await done<object[]>('GET', `${base}/navigation-list`)).toHaveLength(2);
  });

  it('are read by viewers of performance and changed by editors; carry alone opens them in carry', async () => {
    const viewer = (await server.person(tenantId, { performance: 'viewer' })).token;
    expect((await call('GET', `${base}/${fund.Id}`, undefined, viewer)).statusCode).toBe(200);
    expect((await call('POST', base, { Code: 'F2', Name: 'Fund II', Currency: currency }, viewer)).statusCode).toBe(
      403,
    );
    expect((await call('GET', `${base}/${fund.Id}`, undefined, carry)).statusCode).toBe(403);
    expect((await call('GET', `${base}/${firm.Id}`)).statusCode).toBe(404);
  });

  it('keep their currency once their ledger holds anything, whoever asks [CURRENCY_IN_USE]', async () => {
    const dollar = { Id: await server.referenceEntry(tenantId, 'currency', 'USD') };
    const own = async (url: string, as = token) => {
      const { Id, RowVersion, Code, Name, Fund } = await done('GET', `${url}/${coinvestment.Id}`, undefined, as);
      return { Id, RowVersion, Code, Name, ...(as === carry ? { Fund } : {}), Currency: dollar };
    };
    const refused = async (url: string, as = token) => {
      const answer = await call('POST', url, await own(url, as), as);
      return [answer.statusCode, answer.json<{ Errors: readonly object[] }>().Errors];
    };
    const stays = (label: string) => [
      422,
      [
        {
          Path: 'Currency',
          Code: 'CURRENCY_IN_USE',
          Message: `The currency must stay EUR, because ${label} already use it.`,
        },
      ],
    ];
    // It has no amounts in any currency yet.
    await done('POST', base, await own(base));
    await done('POST', base, { ...(await own(base)), Currency: currency });
    const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    const investor = await done('POST', '/api/performance/investor', { Code: 'LP', Name: 'Pension', Type });
    const VehicleId = coinvestment.Id;
    const close = { VehicleId, InvestorId: investor.Id, Kind: 'CLOSE', Date: '2020-01-01', Amount: '100.00' };
    await done('POST', '/api/performance/commitment', close);
    expect(await refused(base)).toEqual(stays('1 commitment'));
    const called = { Type: 'CALL-INV', Amount: '10.00', EffectiveDate: '2020-02-01' };
    await done('POST', '/api/performance/ledger', { VehicleId, Entries: [called, called] });
    expect(await refused(base)).toEqual(stays('1 commitment, 2 fund ledger postings'));
    expect(await refused('/api/carry/coinvestment', carry)).toEqual(stays('1 commitment, 2 fund ledger postings'));
    await done('POST', base, { ...(await own(base)), Currency: currency });
  });
});
