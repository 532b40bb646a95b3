import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Part {
  readonly ValueId: string | null;
  readonly RowVersion: number | null;
  readonly Values: Readonly<Record<string, unknown>>;
}
interface Row {
  readonly FundId: string | null;
  readonly InvestmentId: string | null;
  readonly Id: string | null;
  readonly Name: string;
  readonly HeldBy: string | null;
  readonly IsLocked: boolean;
  readonly IsCompanyLocked?: boolean;
  readonly Closed: readonly string[];
  readonly Company: Part;
  readonly Holding: Part;
  readonly Investment: Part;
  readonly Vehicle: Part;
  readonly Investor: Part;
  readonly Reported: {
    readonly Values: Readonly<Record<string, string | null>>;
    readonly ValueIds: Readonly<Record<string, string | null>>;
  };
}
interface Created {
  readonly Id: string;
}

const base = '/api/bulk-edit';
const end = '2021-06-30';
const locked = '2021-03-31';

describe('bulk edit', () => {
  let server: TestServer;
  let tenantId: string;
  let editor: TestPerson;
  let other: TestPerson;
  const references: Record<string, { Id: string }> = {};
  let funds: readonly Created[];
  let steel: Created;

  async function request<T>(method: 'GET' | 'POST', url: string, payload?: object, as = editor): Promise<T> {
    const answer = await server.call(as.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  }
  const post = <T = Created>(url: string, payload: object, as = editor) => request<T>('POST', url, payload, as);
  const get = <T>(url: string) => request<T>('GET', url);
  const save = (domain: string, ...Records: readonly object[]) =>
    post<{ Saved: number }>(`${base}/${domain}/save`, { Records });
  async function refusals(domain: string, ...Records: readonly object[]): Promise<readonly string[]> {
    const answer = await server.call(editor.token, tenantId, {
      method: 'POST',
      url: `${base}/${domain}/save`,
      payload: { Records },
    });
    expect(answer.statusCode, answer.body.slice(0, 600)).toBeGreaterThanOrEqual(400);
    const { Errors } = answer.json<{ Errors: { Path: string; Code: string; Message: string }[] }>();
    return Errors.map(({ Path, Code, Message }) => `${Path} ${Code}: ${Message}`);
  }
  const portfolios = async (day = end) =>
    (await get<{ Portfolios: readonly Row[] }>(`${base}/FullPortfolioMetrics?endDate=${day}`)).Portfolios;
  const rows = async (domain: 'investments' | 'funds' | 'investors', day = end) =>
    (await get<{ Rows: readonly Row[] }>(`${base}/${domain}?endDate=${day}`)).Rows;
  /** Builds a change of a part of a row, based on the values that were read. */
  const change = (
    { FundId, InvestmentId, Id }: Row,
    Key: string,
    { ValueId, RowVersion }: Pick<Part, 'ValueId'> & Partial<Pick<Part, 'RowVersion'>>,
    Values: object,
    ReportingDate = end,
  ) => ({ FundId, InvestmentId, Id, ReportingDate, Key, ValueId, RowVersion: RowVersion ?? null, Values });
  const report = (row: Row, figure: string, wire: string, value: string | null, day = end) =>
    change(row, figure, { ValueId: row.Reported.ValueIds[wire] ?? null }, { [wire]: value }, day);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    other = await server.person(tenantId, { performance: 'editor' });
    const wanted = [
      ['currency', 'EUR'],
      ['investor-type', 'INVESTOR'],
      ['sector', '20000'],
      ['sub-sector', '31000'],
      ['deal-type', 'LBO'],
    ] as const;
    for (const [type, code] of wanted)
      references[`${type} ${code}`] = { Id: await server.referenceEntry(tenantId, type, code) };
    const created: Created[] = [];
    for (const [i, code] of ['F1', 'F2'].entries()) {
      const fund = await post('/api/performance/fund', {
        Code: code,
        Name: `Fund ${code}`,
        Currency: references['currency EUR'],
      });
      const investor = await post('/api/performance/investor', {
        Code: `LP${i}`,
        Name: `Partner ${i}`,
        Type: references['investor-type INVESTOR'],
      });
      const close = { InvestorId: investor.Id, Kind: 'CLOSE', Date: '2021-01-01', Amount: '1000.00' };
      await post('/api/performance/commitment', { VehicleId: fund.Id, ...close });
      const call = { Type: 'CALL-INV', Amount: '100.00', EffectiveDate: '2021-02-01' };
      await post('/api/performance/ledger', { VehicleId: fund.Id, Entries: [call] });
      created.push(fund);
    }
    funds = created;
    steel = await post('/api/performance/investment/save', {
      Code: 'STEEL',
      Name: 'Quarry Steel',
      LegalName: 'Quarry Steel plc',
      Vehicles: funds.map(({ Id }) => ({ Id })),
    });
    const lock = { RowVersion: 1, Acknowledged: [] };
    for (const { Id } of funds.slice(1)) await post(`/api/performance/period/${Id}/${locked}/lock`, lock);
  });
  afterAll(() => server.stop());

  it('of metrics saves the changed cells of companies and holdings, and carries the rest on [A-T-058 A-T-059 A-T-068 E-T-106 E-T-107 E-T-109 E-T-110 E-T-111 U-T-009]', async () => {
    const dates = await get<{ EndDate: string }[]>(`${base}/pm-reporting-dates`);
    expect(Array.isArray(dates)).toBe(true);
    const before = await portfolios(locked);
    expect(
      before.map(({ Name, HeldBy, IsLocked, IsCompanyLocked }) => [Name, HeldBy, IsLocked, IsCompanyLocked]),
    ).toEqual([
      ['Quarry Steel', 'Fund F1', false, false],
      ['Quarry Steel', 'Fund F2', true, false],
    ]);
    const [first] = before;
    const values = { EndValue: '80.00', OwnershipFullyDilutedCurrent: '62.5', DealType: references['deal-type LBO'] };
    await save(
      'portfolios',
      change(first!, 'holding', first!.Holding, values, locked),
      change(first!, 'company', first!.Company, { NumberOfEmployees: 120 }, locked),
    );
    const [next, second] = await portfolios();
    expect(next!.Holding).toMatchObject({ ValueId: null, RowVersion: null, Values: { EndValue: '80.00' } });
    expect(second!.Company.Values['NumberOfEmployees']).toBe(120);
    expect(await save('portfolios', change(next!, 'holding', next!.Holding, { EndValue: '90.00' }))).toEqual({
      Saved: 1,
    });
    const [after] = await portfolios();
    expect(after!.Holding).toMatchObject({
      RowVersion: 1,
      Values: { EndValue: '90.00', OwnershipFullyDilutedCurrent: '62.5', DealType: { Code: 'LBO' } },
    });
    const [{ Holding }] = (await portfolios(locked)) as [Row];
    expect(Holding.Values['EndValue']).toBe('80.00');
  });

  it('saves all or nothing: each wrong cell is told with its reason [A-T-068 M-T-036]', async () => {
    const [first, second] = await portfolios();
    expect(
      await refusals(
        'portfolios',
        change(first!, 'company', first!.Company, {
          NumberOfEmployees: 500,
          AltXSector: references['sector 20000'],
          AltXSubSector: references['sub-sector 31000'],
        }),
        change(second!, 'holding', second!.Holding, { EndValue: '5.00', OwnershipDebtEntry: '101' }),
      ),
    ).toEqual([
      'Records[0].Values.AltXSubSector OUT_OF_SECTOR: The sub-sector belongs to another sector.',
      'Records[1].Values.OwnershipDebtEntry INVALID_VALUE: Ownership must be from 0 to 100 percent.',
    ]);
    expect(await portfolios()).toEqual([first, second]);
  });

  it('refuses a locked quarter, and a part that somebody else has saved meanwhile [A-T-068]', async () => {
    const [open, closed] = await portfolios(locked);
    const text = `Fund F2 has locked the quarter 03/31/2021.`;
    expect(
      await refusals('portfolios', change(closed!, 'holding', closed!.Holding, { EndValue: '1.00' }, locked)),
    ).toEqual([`Records[0].Values.EndValue PERIOD_LOCKED: ${text}`]);
    const theirs = change(open!, 'holding', open!.Holding, { EndValue: '81.00' }, locked);
    await post(`${base}/portfolios/save`, { Records: [theirs] }, other);
    const mine = change(open!, 'holding', open!.Holding, { EndValue: '82.00' }, locked);
    const [stale] = await refusals('portfolios', mine);
    expect(stale).toMatch(/^Records\[0\]\.Values\.EndValue STALE_VERSION: .* changed it in the meantime\.$/);
    const [now] = await portfolios(locked);
    await save('portfolios', change(now!, 'holding', now!.Holding, { EndValue: '82.00' }, locked));
  });

  it('of records goes by the saves of their editors [A-T-060 A-T-062 A-T-063 A-T-064 A-T-065 A-T-066 A-T-067 E-T-108]', async () => {
    const [investment] = await rows('investments');
    expect(investment).toMatchObject({ InvestmentId: steel.Id, HeldBy: 'F1, F2' });
    await save('investments', change(investment!, 'investment', investment!.Investment, { Name: 'Quarry' }));
    expect((await rows('investments'))[0]!.Investment.Values).toMatchObject({ Name: 'Quarry', Code: 'STEEL' });
    expect((await portfolios()).map(({ HeldBy }) => HeldBy)).toEqual(['Fund F1', 'Fund F2']);

    const [first, two] = await rows('funds');
    const dates = { InitialCloseDate: '2021-01-01', FinalCloseDate: '2020-01-01' };
    expect(await refusals('funds', change(first!, 'vehicle', first!.Vehicle, dates))).toContainEqual(
      expect.stringMatching(/^Records\[0\]\.Values\.FinalCloseDate DATES_REVERSED: /),
    );
    expect(
      await refusals('funds', change(two!, 'vehicle', two!.Vehicle, { Code: first!.Vehicle.Values['Code'] })),
    ).toEqual([expect.stringMatching(/^Records\[0\]\.Values\.Code DUPLICATE: /)]);
    await save(
      'funds',
      change(first!, 'vehicle', first!.Vehicle, { LegalName: 'One LP' }),
      change(two!, 'vehicle', two!.Vehicle, { LegalName: 'Two LP' }),
    );
    expect((await rows('funds')).map(({ Vehicle }) => Vehicle.Values['LegalName'])).toEqual(['One LP', 'Two LP']);

    const [partner] = await rows('investors');
    await save('investors', change(partner!, 'investor', partner!.Investor, { Name: 'Partner nought' }));
    expect((await rows('investors')).map(({ Name }) => Name)).toContain('Partner nought');
    expect(await refusals('investors', change(partner!, 'investor', partner!.Investor, { Name: 'Mine' }))).toEqual([
      expect.stringMatching(/^Records\[0\]\.Values\.Name STALE_VERSION: /),
    ]);
  });

  it('of what a coinvestment has not takes nothing [A-T-066]', async () => {
    await post('/api/carry/coinvestment', {
      Code: 'C1',
      Name: 'Beside F1',
      Fund: { Id: funds[0]!.Id },
      Currency: references['currency EUR'],
    });
    const besideFund = (await rows('funds')).find(({ Name }) => Name === 'Beside F1')!;
    expect(besideFund.Closed).toEqual(['legalName', 'fundFamily']);
    expect(await refusals('funds', change(besideFund, 'vehicle', besideFund.Vehicle, { LegalName: 'X' }))).toEqual([
      'Records[0].Values.LegalName INVALID_VALUE: Coinvestments don’t have this field.',
    ]);
    await save('funds', change(besideFund, 'vehicle', besideFund.Vehicle, { Name: 'Beside' }));
  });

  it('of reported figures enters, changes and takes back those of funds and commitments, each with what was seen of it [A-T-061 A-T-063 A-T-064 A-T-066 A-T-067]', async () => {
    const [first, two] = await rows('funds');
    await save('funds', report(first!, 'nav', 'NAV', '101.00'), report(two!, 'irr', 'IRR', '9.5'));
    const [changed] = await rows('funds');
    expect(changed!.Reported.Values).toMatchObject({ NAV: '101', TVPI: null });
    expect(await refusals('funds', report(first!, 'nav', 'NAV', '102.00'))).toEqual([
      expect.stringMatching(
        /^Records\[0\]\.Values\.NAV STALE_VERSION: .*Someone else reported this figure in the meantime\.$/,
      ),
    ]);
    await save('funds', report(changed!, 'nav', 'NAV', null));
    expect((await rows('funds'))[0]!.Reported.Values['NAV']).toBeNull();
    const [, closed] = await rows('funds', locked);
    expect(closed!.IsLocked).toBe(true);
    expect(await refusals('funds', report(closed!, 'nav', 'NAV', '1.00', locked))).toEqual([
      expect.stringMatching(/^Records\[0\]\.Values\.NAV PERIOD_LOCKED: /),
    ]);
    const partner = (await rows('investors')).find(({ HeldBy }) => HeldBy === 'Fund F1')!;
    await save('investors', report(partner, 'nav', 'NAV', '55.00'));
    const { Reported } = (await rows('investors')).find(({ HeldBy }) => HeldBy === 'Fund F1')!;
    expect(Reported.Values['NAV']).toBe('55');
    expect(await refusals('investors', report({ ...partner, Reported }, 'commitment', 'Commitment', '-1.00'))).toEqual([
      expect.stringMatching(/^Records\[0\]\.Values\.Commitment NEGATIVE_AMOUNT: /),
    ]);
  });

  it('is written down change by change, each under its record [U-T-009]', async () => {
    const acts = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ operation: string; objectType: string }>(
        `SELECT DISTINCT operation, object_type AS "objectType" FROM activity WHERE tenant_id = $1 ORDER BY 1, 2`,
        [tenantId],
      ),
    );
    const operations = acts.map(({ operation, objectType }) => `${operation} ${objectType}`);
    expect(operations).toEqual(
      expect.arrayContaining([
        'saveFund fund',
        'saveFundPeriod reportedFigure',
        'saveInvestment investment',
        'saveInvestmentMetrics fundInvestmentPeriod',
        'saveInvestor investor',
        'savePortfolioMetrics investmentPeriod',
      ]),
    );
  });
});
