import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
  readonly ParticipantId: string;
}

describe('the records that carry is made of', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  const ids: Record<string, string> = {};

  const get = (url: string) => server.call(token, tenantId, { method: 'GET', url });
  const post = async <T = Stored>(url: string, payload: object): Promise<T> => {
    const answer = await server.call(token, tenantId, { method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const refused = async (url: string, payload: object) => {
    const answer = await server.call(token, tenantId, { method: 'POST', url, payload });
    expect(answer.statusCode, answer.body).toBe(422);
    return answer.json<{ Errors: { Code: string; Path: string; Message: string }[] }>().Errors;
  };
  const activity = async () =>
    Number(
      (await server.database.worker.query('SELECT count(*) AS n FROM activity WHERE tenant_id = $1', [tenantId]))
        .rows[0].n,
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    token = (await server.person(tenantId, { carry: 'administrator' })).token;
    ids['usd'] = await server.referenceEntry(tenantId, 'currency', 'USD');
    ids['partner'] = await server.referenceEntry(tenantId, 'participant-class', 'PARTNER');
    ids['gain'] = await server.referenceEntry(tenantId, 'tax-characterization', 'LTCG');
    ids['country'] = await server.referenceEntry(tenantId, 'country', 'US');
    ids['fund'] = (
      await post('/api/carry/fund', {
        Code: 'ARP-I',
        LegalName: 'Alder Ridge Partners Fund I, L.P.',
        Currency: { Id: ids['usd'] },
      })
    ).Id;
  });
  afterAll(() => server.stop());

  it('says beside the field what the database refuses', async () => {
    const currency = { Id: ids['usd'] };
    const errorsOf = async (url: string, payload: object) => {
      const answer = await server.call(token, tenantId, { method: 'POST', url, payload });
      const { Errors, ExceptionMessage } = answer.json<{ Errors: object[]; ExceptionMessage: string }>();
      return [answer.statusCode, ExceptionMessage, ...Errors];
    };
    const fund = { Code: 'arp-i', LegalName: 'Another', Currency: currency };
    const message = 'Another record already has this code.';
    expect(await errorsOf('/api/carry/fund', fund)).toEqual([
      409,
      message,
      { Path: 'Code', Code: 'DUPLICATE', Message: message },
    ]);
    const nowhere = { ...fund, Code: 'ARP-II', Status: { Id: '00000000-0000-7000-8000-0000000000ff' } };
    expect(await errorsOf('/api/carry/fund', nowhere)).toEqual([
      404,
      'There is no such status.',
      { Path: 'Status', Code: 'NOT_FOUND', Message: 'There is no such status.' },
    ]);
    expect((await errorsOf('/api/carry/fund', { Code: 'ARP-II', Currency: currency, Fees: '2' })).slice(0, 2)).toEqual([
      400,
      'Legal name is required. Fees is not a field of this call.',
    ]);
  });

  it('keeps a coinvestment in the currency of its fund', async () => {
    const stored = await post<Stored & { Currency: { Code: string } }>('/api/carry/coinvestment', {
      Code: 'CO-HEL',
      Name: 'Helios Co-Invest',
      Fund: { Id: ids['fund'] },
    });
    ids['coinvestment'] = stored.Id;
    expect(stored.Currency.Code).toBe('USD');
    expect((await get('/api/carry/coinvestment?SearchQuery=helios')).json()).toMatchObject({
      TotalItemCount: 1,
      PageData: [{ Code: 'CO-HEL', NumberOfInvestments: 0 }],
    });
  });

  it('holds an investment through at least one fund or coinvestment and drops an incomplete address [U-C-097 U-C-098]', async () => {
    const investment = {
      Code: 'HDG01',
      Name: 'Helios Dental Group',
      LegalName: 'Helios Dental Group, Inc.',
      Type: { Id: '' },
      Address: { City: 'Boston' },
    };
    expect(await refused('/api/carry/investment', investment)).toMatchObject([{ Code: 'ASSOCIATION_REQUIRED' }]);
    const before = await activity();
    const stored = await post<Stored & { FundInvestments: { Id: string }[]; Address: unknown; Type: unknown }>(
      '/api/carry/investment',
      {
        ...investment,
        FundInvestments: [{ Fund: { Id: ids['fund'] } }],
        CoinvestmentInvestments: [{ Coinvestment: { Id: ids['coinvestment'] }, InvestedAmount: '250000.00' }],
      },
    );
    expect([stored.Address, stored.Type]).toEqual([null, null]);
    expect(await activity()).toBe(before + 3);
    ids['investment'] = stored.Id;
    ids['part'] = stored.FundInvestments[0]?.Id ?? '';
  });

  it('takes a vintage of the fund that holds the investment only', async () => {
    const usd = { Id: ids['usd'] };
    const other = await post('/api/carry/fund', { Code: 'ARP-II', LegalName: 'Fund II', Currency: usd });
    const vintage = (fund: string | undefined) =>
      post('/api/carry/vintage', {
        VintageName: `${fund} 2012`,
        Fund: { Id: fund },
        VintageType: { Code: 'SHARES', Description: '' },
      });
    const [own, foreign] = [await vintage(ids['fund']), await vintage(other.Id)];
    const { RowVersion } = (await get(`/api/carry/investment/${ids['investment']}`)).json<Stored>();
    const save = (vintageId: string) => ({
      Id: ids['investment'],
      RowVersion,
      Code: 'HDG01',
      Name: 'Helios Dental Group',
      LegalName: 'Helios Dental Group, Inc.',
      FundInvestments: [{ Fund: { Id: ids['fund'] }, Vintage: { Id: vintageId } }],
      CoinvestmentInvestments: [{ Coinvestment: { Id: ids['coinvestment'] } }],
    });
    expect(await refused('/api/carry/investment', save(foreign.Id))).toMatchObject([
      { Code: 'VINTAGE_OF_OTHER_FUND', Path: 'FundInvestments[0].Vintage' },
    ]);
    expect(await post('/api/carry/investment', save(own.Id))).toMatchObject({
      FundInvestments: [{ Vintage: { Id: own.Id } }],
    });
  });

  it('refuses a name that differs from another in its Unicode form only', async () => {
    const vintage = (VintageName: string) =>
      server.call(token, tenantId, {
        method: 'POST',
        url: '/api/carry/vintage',
        payload: { VintageName, Fund: { Id: ids['fund'] }, VintageType: { Code: 'SHARES', Description: '' } },
      });
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Île-de-Ré'.normalize(form)) as [string, string];
    expect(composed).not.toBe(decomposed);
    const first = await vintage(decomposed);
    expect([first.statusCode, first.json().VintageName]).toEqual([200, composed]);
    const second = await vintage(composed);
    expect([second.statusCode, second.json().Errors]).toMatchObject([
      409,
      [{ Code: 'DUPLICATE', Path: 'VintageName' }],
    ]);
    expect((await vintage(decomposed)).statusCode).toBe(409);
  });

  it('numbers and names a tranche after its investment [U-C-048 U-C-124 U-C-169 U-C-170]', async () => {
    const url = `/api/carry/investment/${ids['investment']}/tranche`;
    const first = await post<Stored & { Name: string; TrancheNumber: number }>(url, {
      FundInvestment: { Id: ids['part'] },
      InvestedAmount: '100.00',
      AssignedAllocationProfile: { Id: '' },
    });
    expect(first).toMatchObject({
      Type: 'Fund Investment',
      AssignedAllocationProfile: null,
      Name: 'Helios Dental Group, Inc. Tranche # 1',
      TrancheNumber: 1,
      FundOrCoinvestmentName: 'Alder Ridge Partners Fund I, L.P.',
    });
    await post(url, { FundInvestment: { Id: ids['part'] }, InvestedAmount: '300.00' });
    expect((await get(url)).json()).toMatchObject({
      TotalItemCount: 2,
      PageData: [
        { TrancheWeightByFundInvestmentAmount: '25' },
        { TrancheNumber: 2, TrancheWeightByFundInvestmentAmount: '75', FundInvestmentAmount: '400.00' },
      ],
    });
    expect((await get(`/api/carry/investment/${ids['investment']}`)).json()).toMatchObject({
      NumberOfTranches: 2,
      TotalFundInvestmentAmount: '400.00',
    });
    const holdings = (await get(`/api/carry/investment/${ids['investment']}`)).json<{
      CoinvestmentInvestments: Stored[];
    }>();
    const CoinvestmentInvestment = { Id: holdings.CoinvestmentInvestments[0]?.Id };
    expect(await post(url, { CoinvestmentInvestment, InvestedAmount: '5.00' })).toMatchObject({
      Type: 'Coinvestment',
      TrancheNumber: 1,
    });
  });

  it('lists the coinvestments of a fund, and the investments of a fund, of a coinvestment, or of any coinvestment [U-C-168]', async () => {
    const counted = async (url: string) => (await get(url)).json<{ TotalItemCount: number }>().TotalItemCount;
    const other = ids['usd'];
    expect(await counted(`/api/carry/coinvestment?FundId=${ids['fund']}`)).toBe(1);
    expect(await counted(`/api/carry/coinvestment?FundId=${other}`)).toBe(0);
    const investments = '/api/carry/investment/investments';
    expect(await counted(`${investments}?FundId=${ids['fund']}`)).toBe(1);
    expect(await counted(`${investments}?FundId=${other}`)).toBe(0);
    expect(await counted(`${investments}?FundId=00000000-0000-0000-0000-000000000000`)).toBe(1);
    expect(await counted(`${investments}?CoinvestmentId=${ids['coinvestment']}`)).toBe(1);
    expect(await counted(`${investments}?CoinvestmentId=${ids['fund']}`)).toBe(0);
    expect(await counted(`${investments}?Type=NONE`)).toBe(0);
  });

  it('refuses a vesting schedule by the texts of the specification [U-C-093]', async () => {
    const rows = [
      { PeriodStart: 0, PeriodEnd: null, VestedPercentage: '0' },
      { PeriodStart: null, PeriodEnd: null, VestedPercentage: '100' },
    ];
    expect(await refused('/api/carry/vestingschedule', { Name: 'Broken', Details: rows })).toMatchObject([
      { Path: 'Details[0].PeriodEnd', Message: 'Both Start and End Period must be specified' },
      { Path: 'Details[1].PeriodStart', Message: 'Start Period must be specified' },
    ]);
    const stored = await post<Stored & { Details: unknown[] }>('/api/carry/vestingschedule', {
      Name: 'One year cliff',
      ParticipantClass: { Id: ids['partner'] },
      IsDefault: true,
      Details: [
        { PeriodStart: 0, PeriodEnd: 12, VestedPercentage: '0' },
        { PeriodStart: 12, PeriodEnd: 24, VestedPercentage: '100' },
      ],
    });
    expect(stored.Details).toMatchObject([
      { PeriodStart: 0, PeriodEnd: 12 },
      { PeriodStart: 12, PeriodEnd: null, VestedPercentage: '100' },
    ]);
  });

  it('archives, restores and assigns a tax profile, and wipes its rates without characterization [U-C-015 U-C-061 U-C-062]', async () => {
    const profile = {
      Name: 'US federal',
      SubjectToCharacterization: true,
      IsInactive: false,
      TaxProfileRates: [{ TaxCharacterizationId: ids['gain'], TaxRate: '20' }],
    };
    const stored = await post<Stored & { TaxProfileRates: unknown[] }>('/api/carry/taxprofile', profile);
    expect(stored.TaxProfileRates).toMatchObject([{ TaxRate: '20', TaxCharacterizationId: ids['gain'] }]);
    expect(await refused('/api/carry/taxprofile', { ...profile, TaxProfileRates: [] })).toMatchObject([
      { Code: 'TAX_RATES_REQUIRED', Message: 'Select at least one rate.' },
    ]);
    const assigned = await post<unknown[]>(`/api/carry/fund/${ids['fund']}/tax-profiles`, [
      { TaxProfileId: stored.Id },
    ]);
    expect(assigned).toMatchObject([{ SourceType: 'fund', TaxProfile: { Id: stored.Id } }]);
    const everywhere = await post<unknown[]>(`/api/carry/investment/${ids['investment']}/tax-profiles`, [
      { TaxProfileId: stored.Id, SourceType: 'all' },
    ]);
    expect(everywhere).toMatchObject([{ SourceType: 'all' }]);
    const archived = await post('/api/carry/taxprofile', {
      ...profile,
      Id: stored.Id,
      RowVersion: stored.RowVersion,
      IsInactive: true,
    });
    expect((await get('/api/carry/taxprofile')).json()).toMatchObject({ TotalItemCount: 0 });
    expect((await get('/api/carry/taxprofile?onlyInactive=true')).json()).toMatchObject({ TotalItemCount: 1 });
    const plain = await post<Stored & { TaxProfileRates: unknown[] }>('/api/carry/taxprofile', {
      ...profile,
      Id: stored.Id,
      RowVersion: archived.RowVersion,
      SubjectToCharacterization: false,
      TaxRate: '12.5',
    });
    expect(plain.TaxProfileRates).toEqual([]);
    const { rows } = await server.database.worker.query(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq`,
      [tenantId, stored.Id],
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      'saveTaxProfile',
      'archiveTaxProfile',
      'restoreTaxProfile',
    ]);
  });

  it('hires, terminates and rehires [U-C-063 U-C-065]', async () => {
    const hired = await post('/api/carry/employee', {
      FirstName: 'Zanele',
      LastName: 'Mokoena',
      HireDate: '2020-01-31',
      CarryEligibleDate: '2020-01-31',
    });
    expect(hired).toMatchObject({
      FormattedName: 'Zanele Mokoena',
      AlternateFormattedName: 'Mokoena, Zanele',
      Status: { Code: 'ACTIVE' },
      IsCarryEligible: true,
    });
    ids['zanele'] = hired.ParticipantId;
    const url = `/api/carry/employee/${hired.Id}`;
    expect(await refused(`${url}/terminate`, { terminationReason: 'x', terminationDate: '2019-01-01' })).toMatchObject([
      { Code: 'TERMINATED_BEFORE_HIRE' },
    ]);
    expect(await post(`${url}/terminate`, { terminationReason: 'Left', terminationDate: '2023-02-28' })).toMatchObject({
      Status: { Code: 'TERMINATED' },
      TerminationReason: 'Left',
    });
    const again = await server.call(token, tenantId, {
      method: 'POST',
      url: `${url}/terminate`,
      payload: { terminationReason: 'x', terminationDate: '2023-03-01' },
    });
    expect(again.statusCode).toBe(409);
    expect(await post(`${url}/rehire`, { rehireReason: 'Back', rehireDate: '2024-01-01' })).toMatchObject({
      Status: { Code: 'ACTIVE' },
      TerminationDate: null,
    });
  });

  it('lets an entity have eligible members and never itself below itself', async () => {
    const outsider = await post('/api/carry/trust', { LegalName: 'Outsider Trust' });
    const holding = await post('/api/carry/participantEntity', {
      Name: 'Holding',
      CarryEligibleDate: '2020-01-01',
      Members: [{ ParticipantId: ids['zanele'] }],
    });
    expect(holding).toMatchObject({ Members: [{ Name: 'Zanele Mokoena', Type: 'Employee' }], MemberMismatch: false });
    const sub = await post('/api/carry/participantEntity', {
      Name: 'Sub',
      CarryEligibleDate: '2020-01-01',
      Members: [{ ParticipantId: holding.ParticipantId }],
    });
    const save = { Id: holding.Id, RowVersion: holding.RowVersion, Name: 'Holding', CarryEligibleDate: '2020-01-01' };
    expect(
      await refused('/api/carry/participantEntity', { ...save, Members: [{ ParticipantId: sub.ParticipantId }] }),
    ).toMatchObject([{ Code: 'MEMBER_CYCLE' }]);
    expect(
      await refused('/api/carry/participantEntity', { ...save, Members: [{ ParticipantId: outsider.ParticipantId }] }),
    ).toMatchObject([{ Code: 'MEMBER_NOT_ELIGIBLE' }]);
    expect((await get('/api/carry/participant/participants')).json()).toMatchObject({ TotalItemCount: 3 });
    expect((await get('/api/carry/participant/participants?IsCarryEligible=false')).json()).toMatchObject({
      TotalItemCount: 4,
    });
    expect((await get('/api/carry/trust?IsCarryEligible=false')).json()).toMatchObject({
      TotalItemCount: 1,
      PageData: [{ Type: 'Trust' }],
    });
  });

  it('takes an emptied choice as none, and refuses it where one is needed [U-C-094 U-C-095 U-C-096 U-T-069 U-T-101]', async () => {
    const missingId = '00000000-0000-0000-0000-000000000000';
    const trust = { LegalName: 'Alvarez Trust', Type: { Id: '' }, Employee: { Id: '' } };
    const Address = { AddressLine1: '1 Main Street', City: 'Boston', PostalCode: '02110', Country: { Id: '' } };
    expect(await post('/api/carry/trust', { ...trust, Address })).toMatchObject({
      Type: null,
      Employee: null,
      Address: null,
    });
    expect(
      await post('/api/carry/employee', {
        FirstName: 'Ines',
        LastName: 'Alvarez',
        Office: { Id: '' },
        Title: { Id: missingId },
        ResidenceCountry: { Id: '' },
        CitizenshipCountry: { Id: missingId },
      }),
    ).toMatchObject({ Office: null, Title: null, ResidenceCountry: null, CitizenshipCountry: null });
    for (const Id of ['', missingId]) {
      const payload = { Code: 'CO-NONE', Name: 'Nobody’s', Fund: { Id } };
      const answer = await server.call(token, tenantId, { method: 'POST', url: '/api/carry/coinvestment', payload });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ Errors: [{ Path: 'Fund' }] });
    }
  });

  it('lists, adds and archives reference data, and tells what is archived only where it is asked for [U-T-019]', async () => {
    const entry = await post('/api/reference/office', { Code: 'LDN', Description: 'London' });
    await post('/api/reference/office', {
      Id: entry.Id,
      RowVersion: entry.RowVersion,
      Code: 'LDN',
      Description: 'London',
      IsInactive: true,
    });
    expect((await get('/api/reference/office')).json()).toEqual([]);
    expect((await get('/api/reference/office?includeInactive=true')).json()).toMatchObject([
      { Code: 'LDN', IsInactive: true },
    ]);
  });
});
