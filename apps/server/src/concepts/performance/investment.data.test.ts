import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Row {
  readonly Id: string;
  readonly FundInvestmentId: string | null;
  readonly InvestmentName: string;
  readonly HeldBy: string;
  readonly Currency: string | null;
  readonly TotalFundInvestedAmount: string | null;
  readonly PercentTotal: string | null;
  readonly FairValue: string | null;
  readonly GrossIRR: string | null;
  readonly GrossMOIC: string | null;
}
interface Source {
  readonly Id: string;
  readonly Vehicle: { readonly Id: string; readonly Name: string };
}
interface Part {
  readonly Id: string | null;
  readonly RowVersion: number | null;
  readonly PeriodEnd: string | null;
}
interface Portfolio {
  readonly InvestmentPeriod: Part & { readonly Investment: Record<string, unknown> };
  readonly FundInvestmentPeriod: Part & Record<string, unknown>;
  readonly ReferenceData: Record<string, readonly { readonly Code: string }[]>;
  readonly Locked: object | null;
}
type Payload = Record<string, unknown>;

const base = '/api/performance/investment';
const end = '2022-12-31';

/** Input for a company in the documented example of value creation. */
const example = {
  LTMEBITDAEntry: '20',
  LTMEBITDACurrent: '30',
  TotalEnterpriseValueEntry: '160',
  TotalEnterpriseValueCurrent: '270',
  NetDebtEntry: '60',
  NetDebtCurrent: '50',
  LTMRevenueEntry: '100',
  LTMRevenueCurrent: '120',
  OwnershipFullyDilutedEntry: '80',
  OwnershipFullyDilutedCurrent: '75.5',
};

describe('investments as performance knows them', () => {
  let server: TestServer;
  let tenantId: string;
  let editor: TestPerson;
  let viewer: TestPerson;
  const references: Record<string, { Id: string }> = {};
  let funds: { Id: string }[];
  let steel: { Id: string; RowVersion: number };
  let sources: readonly Source[];

  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = editor) =>
    server.call(as.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  async function request<T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as = editor): Promise<T> {
    const answer = await send(method, url, payload, as);
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  }
  const get = <T>(url: string, as = editor) => request<T>('GET', url, undefined, as);
  const post = <T>(url: string, payload: object) => request<T>('POST', url, payload);
  async function refusal(url: string, payload: object): Promise<readonly (string | number)[]> {
    const answer = await send('POST', url, payload);
    const { Errors = [] } = answer.json<{ Errors?: { Path: string; Code: string }[] }>();
    return [answer.statusCode, ...Errors.map(({ Path, Code }) => `${Code} ${Path}`)];
  }
  const portfolioBody = (
    company: Payload = {},
    position: Payload = {},
    versions: readonly [number | null, number | null] = [null, null],
    quarter = end,
  ) => ({
    InvestmentId: steel.Id,
    FundInvestmentId: sources[0]!.Id,
    EndDate: quarter,
    InvestmentPeriod: { RowVersion: versions[0], Investment: company },
    FundInvestmentPeriod: { RowVersion: versions[1], FundInvestment: {}, ...position },
  });
  const portfolioAt = (quarter = end) =>
    get<Portfolio>(
      `${base}/portfolioMetrics?investmentId=${steel.Id}&fundInvestmentId=${sources[0]!.Id}&endDate=${quarter}`,
    );

  /** Buys a vehicle's holding, and values it at the end. */
  async function buy(fund: string, holding: string, bought: string, value: string) {
    const [security] = [
      await post<{ Id: string }>('/api/performance/security', {
        VehicleId: fund,
        HoldingId: holding,
        Class: 'EQUITY',
        Name: 'Shares',
      }),
    ];
    const entry = { HoldingId: holding, SecurityId: security.Id };
    await post('/api/performance/ledger', {
      VehicleId: fund,
      Entries: [
        { Type: 'CALL-INV', Amount: bought, EffectiveDate: '2021-01-01' },
        { ...entry, Type: 'BUY', Amount: bought, EffectiveDate: '2021-01-01' },
      ],
    });
    await post('/api/performance/valuation', {
      VehicleId: fund,
      Valuations: [{ SecurityId: security.Id, Date: end, FairValue: value }],
    });
  }

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { performance: 'administrator' });
    viewer = await server.person(tenantId, { performance: 'viewer' });
    const wanted = [
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
    for (const [type, code] of wanted)
      references[`${type} ${code}`] = { Id: await server.referenceEntry(tenantId, type, code) };
    funds = [];
    for (const code of ['F1', 'F2'])
      funds.push(
        await post('/api/performance/fund', { Code: code, Name: `Fund ${code}`, Currency: references['currency EUR'] }),
      );
    steel = await post(`${base}/save`, {
      Code: 'STEEL',
      Name: 'Quarry Steel',
      LegalName: 'Quarry Steel plc',
      Sector: references['sector 20000'],
      Vehicles: funds.map(({ Id }) => ({ Id })),
    });
    sources = await get(`${base}/source-list?investmentId=${steel.Id}`);
    for (const [i, fund] of funds.entries()) {
      const investor = await post<{ Id: string }>('/api/performance/investor', {
        Code: `LP${i}`,
        Name: `Partner ${i}`,
        Type: references['investor-type INVESTOR'],
      });
      await post('/api/performance/commitment', {
        VehicleId: fund.Id,
        InvestorId: investor.Id,
        Kind: 'CLOSE',
        Date: '2020-01-01',
        Amount: '1000.00',
      });
    }
    await buy(funds[0]!.Id, sources[0]!.Id, '60.00', '80.00');
    await buy(funds[1]!.Id, sources[1]!.Id, '40.00', '64.00');
  });
  afterAll(() => server.stop());

  it('are saved with the vehicles that hold them, and with none not at all [A-P-079 A-P-065 U-P-058 U-P-059 M-P-060]', async () => {
    expect(await refusal(`${base}/save`, { Code: 'X', Name: 'X', LegalName: 'X', Vehicles: [] })).toEqual([
      422,
      'ASSOCIATION_REQUIRED Vehicles',
    ]);
    const [, answer] = [0, await send('POST', `${base}/save`, { Code: 'X', Name: 'X', LegalName: 'X' })];
    expect(answer.body).toContain('An investment must be linked to at least one fund or coinvestment.');
    const Address = { AddressLine1: '1 Quarry Road', City: 'Boston', PostalCode: '02110', Country: { Id: '' } };
    const plain = await post<{ Id: string; RowVersion: number }>(`${base}/save`, {
      Code: 'PLAIN',
      Name: 'Plain',
      LegalName: 'Plain',
      Type: { Id: '' },
      Address,
      Vehicles: [{ Id: funds[0]!.Id }],
    });
    expect(await get(`${base}/${plain.Id}`)).toMatchObject({
      Type: null,
      Address: null,
      FundInvestments: [{ Fund: { Code: 'F1' }, TotalCarryDistributed: null, CanDelete: true }],
      CoinvestmentInvestments: [],
      Vehicles: [{ Code: 'F1' }],
    });
    expect(
      await refusal(`${base}/save`, {
        Id: plain.Id,
        RowVersion: plain.RowVersion,
        Code: 'PLAIN',
        Name: 'Plain',
        LegalName: 'Plain',
        Vehicles: [{ Id: plain.Id }],
      }),
    ).toEqual([404, 'NOT_FOUND Vehicles[0]']);
  });

  it('are listed with what all their holdings come to at a quarter end, their return of all trades together [A-P-064 U-P-023 U-P-096]', async () => {
    const page = await get<{ PageSize: number; PageData: readonly Row[] }>(`${base}/investments`);
    expect(page.PageSize).toBe(100);
    const row = page.PageData.find(({ Id }) => Id === steel.Id)!;
    expect(row).toMatchObject({
      FundInvestmentId: sources[0]!.Id,
      HeldBy: 'F1, F2',
      Currency: 'EUR',
      TotalFundInvestedAmount: '100.00',
      PercentTotal: '100',
      FairValue: '144.00',
      GrossMOIC: '1.44',
    });
    // 100 on January 1, 2021 became 144 after 729 days.
    expect(Number(row.GrossIRR)).toBeCloseTo((1.44 ** (365 / 729) - 1) * 100, 8);
    // The explanations cover both holders.
    const why = (figure: string) =>
      get<{ Result: string }>(`/api/performance/explanation?date=${end}&subject=${steel.Id}&figure=${figure}`);
    const results = await Promise.all(['invested', 'fairValue', 'grossMoic', 'grossIrr'].map(why));
    expect(results.map(({ Result }) => Result)).toEqual(['100.00', '144.00', '1.44', row.GrossIRR]);
    const before = await get<{ PageData: readonly Row[] }>(`${base}/investments?endDate=2020-03-31`);
    expect(before.PageData.find(({ Id }) => Id === steel.Id)).toMatchObject({
      TotalFundInvestedAmount: null,
      GrossIRR: null,
    });
    const file = await send('GET', `${base}/investments?format=excel`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheet')]);
  });

  it('are found by search, window and filter [A-P-076 A-P-153 U-P-024]', async () => {
    interface Found {
      readonly value: readonly Row[];
      readonly '@odata.count': number;
      readonly '@search.facets': readonly { Name: string; Values: readonly { Value: string; count: number }[] }[];
    }
    const found = await post<Found>(`${base}/search`, { SearchString: 'quarry', Top: 1, Skip: 0 });
    expect(found.value.map(({ InvestmentName }) => InvestmentName)).toEqual(['Quarry Steel']);
    expect([found['@odata.count'], found['@search.facets'][0]?.Values[0]?.count]).toEqual([1, 1]);
    const all = await post<Found>(`${base}/search`, { Top: 1, Skip: 1, Sort: '-InvestmentName' });
    expect([all.value[0]?.InvestmentName, all['@odata.count']]).toEqual(['Plain', 2]);
    expect(
      await post<{ TotalItemCount: number }>('/api/search/page', { SearchString: 'nothing of the kind' }),
    ).toMatchObject({ PageData: [], TotalItemCount: 0 });
    expect(await refusal(`${base}/search`, { Sort: 'Nonsense' })).toEqual([422, 'UNKNOWN_SORT_COLUMN SortColumn']);
  });

  it('have an index that the database keeps, asked about by POST alone [A-P-080 A-P-081 A-P-082 A-P-154 A-P-155]', async () => {
    for (const path of ['/api/search/init-indicies', '/api/search/update-indicies', `${base}/refresh`])
      expect(await post(path, {})).toMatchObject({ Indexed: 2 });
    for (const path of ['/api/search/init-indicies', '/api/search/update-indicies']) {
      const answer = await send('GET', path);
      expect([answer.statusCode, answer.json<{ Message: string }>().Message]).toEqual([
        405,
        expect.stringContaining('POST'),
      ]);
    }
  });

  it('tell sources, dates, names, charts and holdings [A-P-069 A-P-071 A-P-072 A-P-073 A-P-074 A-P-085 A-P-087 A-P-090]', async () => {
    expect(sources.map(({ Vehicle }) => Vehicle.Name)).toEqual(['Fund F1', 'Fund F2']);
    const dates = await get<readonly { ReportingDate: string }[]>(`${base}/reporting-dates?investmentId=${steel.Id}`);
    expect(dates[0]?.ReportingDate).toBe(end);
    expect(await get(`${base}/navigation-list`)).toEqual(
      expect.arrayContaining([{ Id: steel.Id, Name: 'Quarry Steel', Code: 'STEEL' }]),
    );
    expect(await get(`${base}/index-chart-data`)).toMatchObject({
      ByInvestment: [{ Id: steel.Id, Amount: '100.00', Currency: 'EUR' }],
      BySector: [{ Amount: '100.00' }],
    });
    expect(await get(`${base}/pfs-investments?vehicleId=${funds[0]!.Id}`)).toMatchObject([{ Id: steel.Id }]);
    expect(await get(`${base}/${steel.Id}/summary/${end}`)).toMatchObject([
      { Name: 'Fund F1', Invested: '60.00', TotalValue: '80.00' },
      { Name: 'Fund F2', Invested: '40.00', TotalValue: '64.00' },
    ]);
    const chart = await get<readonly { Date: string; Name: string; Amount: string }[]>(`${base}/${steel.Id}/chart`);
    expect(chart.filter(({ Date, Name }) => Date === end && Name === 'Fair value')).toMatchObject([
      { Amount: '144.00' },
    ]);
  });

  it('print their profile, and have a portfolio summary of each holding [A-P-068]', async () => {
    const summary = await get<{ Entries: readonly { HumanizedSectionName: string; Total: { FairValue: string } }[] }>(
      `${base}/portfoliosummary/${end}?investmentId=${steel.Id}&sourceId=${sources[0]!.Id}`,
    );
    const whole = summary.Entries.find(({ HumanizedSectionName }) => HumanizedSectionName === 'Total');
    expect(whole?.Total.FairValue).toBe('80.00');
    const printed = await send('GET', `/api/document/pm-InvestmentProfile/report?id=${steel.Id}&endDate=${end}`);
    expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it('tell what each investor has of a holding, to the cent; who is excused has nothing [A-P-089]', async () => {
    const shares = await get<readonly Payload[]>(`${base}/${steel.Id}/investors/${end}?sourceId=${sources[0]!.Id}`);
    expect(shares).toMatchObject([
      { InvestorName: 'Partner 0', Invested: '60.00', FairValue: '80.00', IsExcused: false, PercentTotal: '100' },
    ]);
  });

  describe('at a quarter end', () => {
    it('keep what is known of the company and the holding, ownership in percent [A-P-067 A-P-070 A-P-077 U-P-030 U-P-065]', async () => {
      const saved = await post<Portfolio>(
        `${base}/portfolio/save`,
        portfolioBody(
          {
            AltXSector: references['sector 20000'],
            AltXSubSector: references['sub-sector 21000'],
            AltXIndustry: references['industry 21001'],
            FinancialYearEnd: '06-30',
            IsPublic: true,
            NumberOfEmployees: 1200,
            GeoRegion1: references['geo-region EU'],
            GeoPercentage1: '60',
            GeoRegion2: references['geo-region NA'],
            GeoPercentage2: '40',
          },
          { ...example, FundInvestment: { DealType: references['deal-type LBO'] }, LTMDate: '2022-09-30' },
        ),
      );
      expect(saved.FundInvestmentPeriod).toMatchObject({
        ...example,
        LTMEBITDAEntry: '20.00',
        LTMEBITDACurrent: '30.00',
        TotalEnterpriseValueEntry: '160.00',
        TotalEnterpriseValueCurrent: '270.00',
        NetDebtEntry: '60.00',
        NetDebtCurrent: '50.00',
        LTMRevenueEntry: '100.00',
        LTMRevenueCurrent: '120.00',
        PeriodEnd: end,
        TotalValueOfInvestment: '80.00',
      });
      expect(saved.ReferenceData['SubSectors']).toMatchObject([{ Code: '21000' }]);
      expect((await get<Payload>(`${base}/standardReferenceData`))['DealTypes']).toMatchObject([{ Code: 'LBO' }]);
      const stored = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query<{ own: string }>(
          'SELECT ownership_fully_diluted_current::text AS own FROM holding_period WHERE tenant_id = $1',
          [tenantId],
        ),
      );
      expect(Number(stored[0]?.own)).toBe(0.755);
    });

    it('are told with their changes and where the value came from [A-P-066 A-P-084 U-P-049]', async () => {
      interface Profile {
        readonly Metrics: readonly {
          Field: string;
          Entry: string | null;
          Current: string | null;
          Change: string | null;
        }[];
        readonly ValueCreation: { Steps: readonly { Driver: string; Amount: string }[]; Total: string } | null;
        readonly Geography: { IsOverExposed: boolean; Total: string };
        readonly NotDetermined: readonly { Field: string; Message: string }[];
      }
      const profileOf = (source: number) =>
        get<Profile>(`${base}/profile?investmentId=${steel.Id}&sourceId=${sources[source]!.Id}&endDate=${end}`);
      const profile = await profileOf(0);
      expect(profile.Metrics.find(({ Field }) => Field === 'ltmEbitda')).toMatchObject({ Change: '50' });
      expect(profile.Metrics.find(({ Field }) => Field === 'netDebt')).toMatchObject({ Change: '-16.6666666667' });
      expect(profile.Geography).toEqual({ Total: '100', IsOverExposed: false });
      expect(profile.ValueCreation?.Steps.map(({ Driver, Amount }) => `${Driver} ${Amount}`)).toEqual([
        'revenue 25.60',
        'margin 32.00',
        'revenueAndMargin 6.40',
        'multiple 16.00',
        'growthAndMultiple 8.00',
        'debt 8.00',
        'other -76.00',
      ]);
      expect(profile.ValueCreation?.Total).toBe('20.00');
      const other = await profileOf(1);
      expect(other.ValueCreation).toBeNull();
      expect(other.NotDetermined[0]?.Message).toContain('Not entered: ');
      const tables = await get<{ Metrics: readonly unknown[]; PeriodEnd: string }>(
        `${base}/investmentMetrics?investmentId=${steel.Id}&endDate=2023-03-31`,
      );
      expect([tables.Metrics.length, tables.PeriodEnd]).toEqual([9, end]);
    });

    it('are carried on into the next quarter until something is entered for it [A-P-078 U-P-093 M-P-039]', async () => {
      const next = await portfolioAt('2023-03-31');
      expect(next.FundInvestmentPeriod).toMatchObject({
        Id: null,
        RowVersion: null,
        PeriodEnd: end,
        LTMDate: '2022-09-30',
      });
      const part = { InvestmentId: steel.Id, FundInvestmentId: sources[0]!.Id, EndDate: '2023-03-31' };
      const saved = await post<{ RowVersion: number }>(`${base}/investmentPortfolioMetrics`, {
        ...part,
        FundInvestmentPeriod: { LTMEBITDACurrent: '31.00' },
      });
      expect((await portfolioAt('2023-03-31')).FundInvestmentPeriod).toMatchObject({
        PeriodEnd: '2023-03-31',
        LTMEBITDACurrent: '31.00',
        LTMEBITDAEntry: '20.00',
        OwnershipFullyDilutedCurrent: '75.5',
      });
      expect((await portfolioAt()).FundInvestmentPeriod).toMatchObject({ LTMEBITDACurrent: '30.00' });
      const again = { ...part, FundInvestmentPeriod: { RowVersion: saved.RowVersion + 7, LTMEBITDACurrent: '1.00' } };
      expect(await refusal(`${base}/investmentPortfolioMetrics`, again)).toEqual([
        409,
        'STALE_VERSION FundInvestmentPeriod.RowVersion',
      ]);
    });

    it('refuse what does not go together, each at its field [U-P-046 U-P-060 U-P-061 U-P-063 U-P-064 U-P-066]', async () => {
      const company = {
        AltXSector: references['sector 30000'],
        AltXSubSector: references['sub-sector 21000'],
        AltXIndustry: references['industry 31001'],
        FinancialYearEnd: '30-06',
        GeoRegion1: references['geo-region EU'],
        GeoPercentage1: '60',
        GeoRegion2: references['geo-region EU'],
        GeoPercentage2: '41',
      };
      const at = 'InvestmentPeriod.Investment';
      expect(
        await refusal(`${base}/portfolio/save`, portfolioBody(company, { OwnershipDebtEntry: '100.5' }, [1, 1])),
      ).toEqual([
        422,
        `OUT_OF_SECTOR ${at}.AltXSubSector`,
        `OUT_OF_SECTOR ${at}.AltXIndustry`,
        `REGION_TWICE ${at}.GeoRegion2`,
        `OVER_EXPOSED ${at}.GeoPercentage2`,
        `DATE_FORMAT ${at}.FinancialYearEnd`,
        'INVALID_VALUE FundInvestmentPeriod.OwnershipDebtEntry',
      ]);
      expect(await refusal(`${base}/portfolio/save`, portfolioBody({}, {}, [1, 1], '2022-11-30'))).toEqual([
        422,
        'INVALID_VALUE EndDate',
      ]);
      expect(await refusal(`${base}/portfolio/save`, portfolioBody())).toEqual([
        409,
        'STALE_VERSION InvestmentPeriod.RowVersion',
      ]);
    });

    it('are for editors to enter, and of a locked quarter for nobody [U-P-003]', async () => {
      expect((await send('POST', `${base}/portfolio/save`, portfolioBody(), viewer)).statusCode).toBe(403);
      expect((await get<Payload>(`${base}/${steel.Id}`, viewer))['Name']).toBe('Quarry Steel');
      const quarter = '2020-03-31';
      const { RowVersion } = await get<{ RowVersion: number }>(`/api/performance/period/${funds[0]!.Id}/${quarter}`);
      expect((await portfolioAt(quarter)).Locked).toBeNull();
      await post(`/api/performance/period/${funds[0]!.Id}/${quarter}/lock`, { RowVersion });
      // The lock is known before anything is entered.
      expect((await portfolioAt(quarter)).Locked).toEqual({
        Vehicle: expect.any(String),
        LockedDate: expect.stringMatching(/^\d{4}-/),
        LockedBy: expect.any(String),
      });
      expect(await refusal(`${base}/portfolio/save`, portfolioBody({}, {}, [null, null], quarter))).toEqual([
        422,
        'PERIOD_LOCKED EndDate',
      ]);
    });
  });

  it('have news of their own, found by a text [A-P-075 A-P-086 A-P-156]', async () => {
    const item = { Investment: { Id: steel.Id }, Title: 'Quarry Steel opens a plant', PublishedOn: '2022-05-01' };
    expect(await refusal(`${base}/news`, { ...item, URL: 'javascript:alert(1)', Url: 'javascript:alert(1)' })).toEqual([
      400,
      expect.any(String),
    ]);
    expect(await refusal(`${base}/news`, { ...item, Url: 'javascript:alert(1)' })).toEqual([422, 'INVALID_VALUE Url']);
    const saved = await post<{ Id: string; RowVersion: number }>(`${base}/news`, {
      ...item,
      Url: 'https://example.com/a',
    });
    const found = async (url: string) => (await get<readonly { Title: string }[]>(url)).map(({ Title }) => Title);
    expect(await found(`${base}/news?investmentId=${steel.Id}&query=PLANT`)).toEqual([item.Title]);
    expect(await found(`${base}/news?investmentId=${steel.Id}&query=100%25`)).toEqual([]);
    expect(await found('/api/news/search?query=quarry')).toEqual([item.Title]);
    await request('DELETE', `${base}/news/${saved.Id}?rowVersion=${saved.RowVersion}`);
    expect(await found('/api/news/search')).toEqual([]);
  });

  it('are added up currency by currency, whatever several vehicles hold of one, and not at all where figures have ended [A-P-064 U-P-096]', async () => {
    const dollar = await post<{ Id: string }>('/api/performance/fund', {
      Code: 'F3',
      Name: 'Fund F3',
      Currency: { Id: await server.referenceEntry(tenantId, 'currency', 'USD') },
    });
    const partner = await post<{ Id: string }>('/api/performance/investor', {
      Code: 'LP3',
      Name: 'Partner 3',
      Type: references['investor-type INVESTOR'],
    });
    const close = {
      VehicleId: dollar.Id,
      InvestorId: partner.Id,
      Kind: 'CLOSE',
      Date: '2020-01-01',
      Amount: '1000.00',
    };
    await post('/api/performance/commitment', close);
    const glass = await post<{ Id: string }>(`${base}/save`, {
      Code: 'GLASS',
      Name: 'Harbour Glass',
      LegalName: 'Harbour Glass plc',
      Vehicles: [funds[0]!, dollar].map(({ Id }) => ({ Id })),
    });
    const holdings = await get<readonly Source[]>(`${base}/source-list?investmentId=${glass.Id}`);
    for (const { Id, Vehicle } of holdings)
      await buy(Vehicle.Id, Id, Vehicle.Id === dollar.Id ? '30.00' : '25.00', '30.00');
    interface Page {
      readonly PageData: readonly (Row & { readonly InvestedAmounts: object; readonly NotDetermined: object[] })[];
      readonly Totals: readonly { readonly Field: string; readonly Total: string | null; readonly Currency: string }[];
    }
    const rowOn = async (day: string) => {
      const { PageData, Totals } = await get<Page>(`${base}/investments?endDate=${day}`);
      const sums = Totals.filter(({ Field }) => Field === 'totalFundInvestedAmount');
      return {
        row: PageData.find(({ Id }) => Id === glass.Id)!,
        sums: sums.map(({ Currency, Total }) => `${Currency} ${String(Total)}`).sort(),
      };
    };
    const now = await rowOn(end);
    expect(now.row).toMatchObject({
      TotalFundInvestedAmount: null,
      InvestedAmounts: [
        { Currency: 'USD', Amount: '30.00' },
        { Currency: 'EUR', Amount: '25.00' },
      ],
    });
    expect(now.sums).toEqual(['EUR 125.00', 'USD 30.00']);
    const later = await rowOn('2023-06-30');
    expect(later.row).toMatchObject({ TotalFundInvestedAmount: null, InvestedAmounts: [], FairValue: null });
    expect(later.row.NotDetermined).toContainEqual({
      Field: 'totalFundInvestedAmount',
      Code: 'NAV_MISSING',
      Message: 'Nothing is booked for the quarter to 06/30/2023; the last figures are of 12/31/2022.',
    });
    expect(later.sums).toEqual(['EUR null', 'USD null']);
  });
});
