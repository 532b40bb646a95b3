import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Metrics {
  readonly InvestmentPeriod: { readonly RowVersion: number | null; readonly Investment: Record<string, unknown> };
  readonly FundInvestmentPeriod: Record<string, unknown> & { readonly RowVersion: number | null };
}
interface Transfer {
  readonly Id: string;
  readonly PreviousId: string | null;
  readonly Funds: readonly {
    readonly Id: string;
    readonly NumberOfHoldings: number;
    readonly Conflicts: readonly { readonly Field: string; readonly Mine: string; readonly Theirs: string }[];
  }[];
  readonly Changes: readonly {
    readonly Company: string | null;
    readonly What: string;
    readonly After: string | null;
  }[];
}
const base = '/api/performance';
const end = '2026-06-30';

describe('what a fund of a data transfer holds', () => {
  let server: TestServer;
  const firm = { id: '', person: {} as TestPerson };
  const endowment = { id: '', person: {} as TestPerson };
  type Side = typeof firm;
  const ids = { fund: '', investor: '', investment: '', holding: '', security: '', energy: '' };
  let period: { RowVersion: number };
  /** Reference data of the accepting tenant, by code. */
  const entriesHere = new Map<string, string>();

  async function request<T>(side: Side, method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
    const answer = await server.call(side.person.token, side.id, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  }
  const get = <T>(side: Side, url: string) => request<T>(side, 'GET', url);
  const post = <T>(side: Side, url: string, payload: object) => request<T>(side, 'POST', url, payload);
  const make = async (side: Side, url: string, payload: object) => (await post<{ Id: string }>(side, url, payload)).Id;
  const refused = async (path: string, payload: object) => {
    const url = `${base}/data-transfer/${path}`;
    const answer = await server.call(endowment.person.token, endowment.id, { method: 'POST', url, payload });
    const { Errors, Message } = answer.json<{ Errors: { Code: string }[]; Message: string }>();
    return [answer.statusCode, Errors[0]?.Code, Message];
  };
  const lock = async () => {
    period = await post(firm, `${base}/period/${ids.fund}/${end}/lock`, {
      RowVersion: period.RowVersion,
      Acknowledged: ['T11', 'T12'],
    });
  };
  const reopen = async () => {
    period = await post(firm, `${base}/period/${ids.fund}/${end}/reopen`, {
      RowVersion: period.RowVersion,
      Reason: 'Told otherwise',
    });
  };
  const send = async () => {
    const { Id } = await post<{ Id: string }>(firm, `${base}/data-transfer/submit`, {
      InvestorId: ids.investor,
      EndDate: end,
    });
    return get<Transfer>(endowment, `${base}/data-transfer/${Id}`);
  };
  const accept = (Id: string, more: object = {}) => post(endowment, `${base}/data-transfer/accept`, { Id, ...more });
  const undo = (Id: string) => post(endowment, `${base}/data-transfer/undo`, { Id, Comments: 'Too soon' });

  /** Returns the company as reported at the quarter end. */
  async function factsOf(side: Side) {
    const { PageData } = await get<{ PageData: Record<string, string>[] }>(side, `${base}/investment/investments`);
    const found = PageData.find(({ InvestmentName }) => InvestmentName === 'Oak Mills');
    const { InvestmentId = '', HeldBy, TotalFundInvestedAmount } = found ?? {};
    const [source] = await get<{ Id: string }[]>(side, `${base}/investment/source-list?investmentId=${InvestmentId}`);
    const metrics = await get<Metrics>(
      side,
      `${base}/investment/portfolioMetrics?investmentId=${InvestmentId}&fundInvestmentId=${source!.Id}&endDate=${end}`,
    );
    const names = PageData.map(({ InvestmentName }) => InvestmentName);
    return { id: InvestmentId, source: source!.Id, names, HeldBy, invested: TotalFundInvestedAmount, metrics };
  }
  const report = (
    side: Side,
    { id, source, metrics }: Awaited<ReturnType<typeof factsOf>>,
    company: object,
    holding: object,
  ) =>
    post(side, `${base}/investment/portfolio/save`, {
      InvestmentId: id,
      FundInvestmentId: source,
      EndDate: end,
      InvestmentPeriod: { RowVersion: metrics.InvestmentPeriod.RowVersion, Investment: company },
      FundInvestmentPeriod: { RowVersion: metrics.FundInvestmentPeriod.RowVersion, FundInvestment: {}, ...holding },
    });
  /** Returns all stored values in tables of the accepting tenant. */
  const rowsOf = (...tables: readonly string[]) =>
    server.withTenant({ tenantId: endowment.id, personId: null, now: server.now.toISOString() }, (tx) =>
      Promise.all(
        tables.map((table) =>
          tx.query<{ row: string }>(
            `SELECT (to_jsonb(t) - '{row_version,updated_at,updated_by}'::text[])::text AS row FROM ${table} t ORDER BY row`,
          ),
        ),
      ),
    );
  const storedRows = () => rowsOf('investment_period', 'holding_period');
  const quarters = () => rowsOf('period', 'period_figure');

  beforeAll(async () => {
    server = await TestServer.start();
    for (const [side, name] of [
      [firm, 'Ridge Partners'],
      [endowment, 'Lakeside Endowment'],
    ] as const) {
      side.id = await server.tenant(name);
      side.person = await server.person(side.id, { performance: 'administrator' });
    }
    await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [endowment.id]);
    const entry = async (type: string, code: string) => {
      entriesHere.set(code, await server.referenceEntry(endowment.id, type, code));
      return { Id: await server.referenceEntry(firm.id, type, code) };
    };
    const Currency = await entry('currency', 'EUR');
    const Type = await entry('investor-type', 'INVESTOR');
    ids.energy = (await entry('sector', '10')).Id;
    const FundFamily = await entry('fund-family', 'GROWTH');
    const Region = await entry('region', 'EU');
    // Only the sender has this status.
    const Status = { Id: await server.referenceEntry(firm.id, 'fund-status', 'WINDING') };
    ids.fund = await make(firm, `${base}/fund`, {
      Code: 'F1',
      Name: 'Fund I',
      LegalName: 'Fund I, L.P.',
      Currency,
      FundFamily,
      Region,
      Status,
      Sectors: [{ Id: ids.energy }],
      InitialCloseDate: '2026-04-01',
      FinalCloseDate: '2026-05-01',
      InvestmentPeriodEnd: '2031-04-01',
      TotalCapitalRaised: '1000.00',
    });
    for (const [Code, Amount] of [
      ['LAKE', '600.00'],
      ['OTHER', '400.00'],
    ]) {
      const InvestorId = await make(firm, `${base}/investor`, { Code, Name: `${Code} Endowment`, Type });
      if (Code === 'LAKE') ids.investor = InvestorId;
      await post(firm, `${base}/commitment`, {
        VehicleId: ids.fund,
        InvestorId,
        Kind: 'CLOSE',
        Date: '2026-04-01',
        Amount,
      });
    }
    const company = {
      Code: 'OAK',
      Name: 'Oak Mills',
      LegalName: 'Oak Mills BV',
      Sector: { Id: ids.energy },
      Vehicles: [{ Id: ids.fund }],
    };
    ids.investment = await make(firm, `${base}/investment/save`, company);
    const [source] = await get<{ Id: string }[]>(firm, `${base}/investment/source-list?investmentId=${ids.investment}`);
    ids.holding = source!.Id;
    const security = { VehicleId: ids.fund, HoldingId: ids.holding, Class: 'EQUITY', Name: 'Shares' };
    ids.security = await make(firm, `${base}/security`, security);
    const position = { HoldingId: ids.holding, SecurityId: ids.security };
    await post(firm, `${base}/ledger`, {
      VehicleId: ids.fund,
      Entries: [
        { Type: 'CALL-INV', Amount: '100.00', EffectiveDate: '2026-05-01' },
        { ...position, Type: 'BUY', Amount: '80.00', EffectiveDate: '2026-05-02' },
        { HoldingId: ids.holding, Type: 'INC-DIV', Amount: '5.00', EffectiveDate: '2026-06-02' },
      ],
    });
    const Valuations = [{ SecurityId: ids.security, Date: end, FairValue: '90.00' }];
    await post(firm, `${base}/valuation`, { VehicleId: ids.fund, Valuations });
    // A planned deal, about which nothing is disclosed yet.
    await make(firm, `${base}/investment/save`, {
      Code: 'NEXT',
      Name: 'Next',
      LegalName: 'Next',
      Vehicles: [{ Id: ids.fund }],
    });
    await report(
      firm,
      await factsOf(firm),
      { AltXSector: { Id: ids.energy }, NumberOfEmployees: 40, FinancialYearEnd: '09-30' },
      { LTMRevenueCurrent: '120.00', OwnershipFullyDilutedCurrent: '62.5', EndValue: '91.00' },
    );
    period = await get(firm, `${base}/period/${ids.fund}/${end}`);
    await lock();
    const linkRequest = await post<{ Id: string }>(firm, `${base}/tenant-link-request/create`, {
      TargetTenantId: endowment.id,
      TargetTenantName: 'Lakeside Endowment',
      Investors: [{ Id: ids.investor }],
    });
    const manager = await make(endowment, `${base}/firm`, { Code: 'RP', Name: 'Ridge' });
    await post(endowment, `${base}/tenant-link-request/accept`, { Id: linkRequest.Id, Firm: { Id: manager } });
  });
  afterAll(() => server.stop());

  it('leaves no quarter behind that accepting it opened, and the figures of its investor elsewhere, once it is undone', async () => {
    const quartersBefore = await quarters();
    await accept((await send()).Id);
    const { PageData } = await get<{ PageData: { Id: string }[] }>(endowment, `${base}/investor/investors`);
    await undo((await get<{ Id: string }[]>(endowment, `${base}/data-transfer/resolved`))[0]!.Id);
    expect(await quarters()).toEqual(quartersBefore);
    // The investor's commitment to another vehicle of this tenant, also in the quarter of the transfer.
    const own = await make(endowment, `${base}/fund`, {
      Code: 'OWN',
      Name: 'Own',
      Currency: { Id: entriesHere.get('EUR')! },
    });
    const commitment = { VehicleId: own, InvestorId: PageData[0]!.Id };
    await post(endowment, `${base}/commitment`, { ...commitment, Kind: 'CLOSE', Date: '2026-02-01', Amount: '50.00' });
    for (const EffectiveDate of ['2026-02-02', '2026-05-02'])
      await post(endowment, `${base}/ledger`, {
        VehicleId: own,
        Entries: [{ Type: 'CALL-INV', Amount: '5.00', EffectiveDate }],
      });
    const before = await quarters();
    expect(before[0]!.length).toBe(2);
    const again = await send();
    await accept(again.Id);
    expect((await quarters())[0]!.length).toBe(3);
    await undo(again.Id);
    expect(await quarters()).toEqual(before);
  });

  it('comes with it, once: the company, its metrics, and of value and proceeds the share of the investor', async () => {
    const first = await send();
    expect(first.Funds).toMatchObject([{ NumberOfHoldings: 1, Conflicts: [] }]);
    await accept(first.Id);
    // The fund's screens contain everything from the package: returns, carry and the bridge.
    const funds = await get<{ PageData: { FundId: string; FundName: string }[] }>(endowment, `${base}/fund/funds`);
    const fundPath = `${base}/fund/${funds.PageData.find(({ FundName }) => FundName === 'Fund I')!.FundId}`;
    const profile = await get<{ Horizons: { IRR: string | null }[]; IRR: string | null }>(
      endowment,
      `${fundPath}/profile?endDate=${end}`,
    );
    expect([profile.Horizons.at(-1)!.IRR, profile.IRR === null]).toEqual([profile.IRR, false]);
    expect(await get(endowment, `${fundPath}/${end}/carry-position`)).toMatchObject({ NAVBeforeCarry: '69.00' });
    const { Periods } = await get<{ Periods: Record<string, unknown>[] }>(endowment, `${fundPath}/${end}/bridge`);
    expect(Periods.at(-1)).toMatchObject({
      Opening: '0.00',
      Contributions: '60.00',
      Unrealized: '6.00',
      Income: '3.00',
      Expenses: '0.00',
      Carry: '0.00',
      Closing: '69.00',
    });
    const cas = (side: Side, path: string) => get<{ Rows: unknown[] }>(side, `${base}/${path}`);
    const mine = await cas(endowment, `fund/${fundPath.split('/').at(-1)!}/${end}/cas`);
    const theirs = await cas(firm, `capitalaccount/${end}/${ids.investor}/fund/${ids.fund}`);
    expect(mine.Rows).toEqual(theirs.Rows);
    const holdings = await get<{ PageData: Record<string, unknown>[] }>(
      endowment,
      `${fundPath}/investments?endDate=${end}`,
    );
    expect(holdings.PageData).toMatchObject([
      { InvestmentName: 'Oak Mills', Invested: '48.00', Income: '3.00', FairValue: '54.00', GrossMOIC: '1.1875' },
    ]);
    const summary = await get<{
      Entries: { PortfolioSummaries: { Investment: { Id: string }; FairValue: string }[] }[];
    }>(endowment, `${base}/portfoliosummary/${end}/pfs-report?fundId=${fundPath.split('/').at(-1)!}`);
    expect(summary.Entries.flatMap(({ PortfolioSummaries }) => PortfolioSummaries)).toMatchObject([
      { Investment: { Id: (await factsOf(endowment)).id }, FairValue: '54.00' },
    ]);
    // Figures that were never reported are not determined at a later quarter end.
    const account = await get<{ Rows: { Row: number; ITD: string | null }[] }>(endowment, `${fundPath}/2026-09-30/cas`);
    expect([13, 21, 92, 95].map((row) => account.Rows.find(({ Row }) => Row === row)?.ITD)).toEqual([
      '60.00',
      null,
      null,
      null,
    ]);
    const feesOn = (day: string) =>
      get<{ Periods: object[]; NotDetermined: { Field: string; Message: string }[] }>(
        endowment,
        `${base}/ilpa/summary?fundId=${fundPath.split('/').at(-1)!}&endDate=${day}`,
      );
    const sent = await feesOn(end);
    // Of the whole fund, as the manager's own summary.
    const summaryOf = `${base}/ilpa/summary?fundId=${ids.fund}&endDate=${end}`;
    expect(sent.Periods).toEqual((await get<{ Periods: object[] }>(firm, summaryOf)).Periods);
    expect(sent.Periods.at(-1)).toMatchObject({ ManagementFees: '0.00', Total: '0.00', CarriedInterest: '0.00' });
    expect(sent.NotDetermined).toEqual([]);
    // Nothing but its cash is known at the next quarter end.
    const fees = await feesOn('2026-09-30');
    expect(fees.Periods.at(-1)).toMatchObject({ ManagementFees: null, Total: null, CarriedInterest: null });
    expect(fees.NotDetermined.find(({ Field }) => Field === 'managementFees')?.Message).toBe(
      'The figures of all partners of Fund I aren’t known here: no package of its manager was accepted for 09/30/2026.',
    );
    // The package contains the whole fund, so a statement has its column, and none at the next quarter end.
    const investors = await get<{ Id: string }[]>(endowment, `${base}/capitalaccount/cas-investors`);
    for (const day of [end, '2026-09-30']) {
      const query = `fundId=${fundPath.split('/').at(-1)!}&investorId=${investors[0]!.Id}&format=application/pdf`;
      const url = `${base}/capitalaccount/${day}/cas-report/export?${query}`;
      const { statusCode, rawPayload } = await server.call(endowment.person.token, endowment.id, {
        method: 'GET',
        url,
      });
      expect(statusCode).toBe(200);
      const printed = pdfTexts(rawPayload).flat().join(' ');
      expect(printed).toContain('Inception');
      expect(printed.includes('Total Fund')).toBe(day === end);
    }
    const here = await factsOf(endowment);
    expect([here.names, here.HeldBy, here.invested]).toEqual([['Oak Mills'], 'F1', '48.00']);
    expect(here.metrics.InvestmentPeriod.Investment).toMatchObject({
      AltXSector: { Code: '10' },
      NumberOfEmployees: 40,
      FinancialYearEnd: '09-30',
    });
    expect(here.metrics.FundInvestmentPeriod).toMatchObject({
      LTMRevenueCurrent: '120.00',
      OwnershipFullyDilutedCurrent: '62.5',
      EndValue: '54.00',
      EndProceeds: '3.00',
    });
    const list = await get<Record<string, unknown>>(endowment, `${base}/investment/investments`);
    expect(list).toMatchObject({
      PageData: [{ Currency: 'EUR', TotalFundInvestedAmount: '48.00', Realized: '3.00', FairValue: '54.00' }],
      Totals: [{ Field: 'totalFundInvestedAmount', Total: '48.00', Currency: 'EUR' }],
    });
    // The sum of rows without a figure is undetermined.
    const early = `${base}/investment/investments?EndDate=2020-03-31`;
    expect(await get(endowment, early)).toMatchObject({
      PageData: [{ FairValue: null }],
      Totals: [{ Field: 'totalFundInvestedAmount', Total: null }],
    });
    expect(await get(endowment, `${early}&SearchQuery=nobody`)).toMatchObject({ Totals: [{ Total: '0.00' }] });
    const rows = await storedRows();
    const answer = await refused('accept', { Id: first.Id });
    expect(answer.slice(0, 2)).toEqual([409, 'WRONG_STATE']);
    expect(await storedRows()).toEqual(rows);
  });

  it('has the record of the fund, which later transfers update, except fields that were changed here', async () => {
    interface FundRecord extends Record<string, unknown> {
      readonly Id: string;
      readonly RowVersion: number;
    }
    const [{ FundId } = { FundId: '' }] = (
      await get<{ PageData: { FundId: string }[] }>(endowment, `${base}/fund/funds?SearchQuery=Fund%20I`)
    ).PageData;
    const here = () => get<FundRecord>(endowment, `${base}/fund/${FundId}`);
    const change = async (side: Side, id: string, values: object) => {
      const { Id, RowVersion, Code, Name, Currency } = await get<FundRecord>(side, `${base}/fund/${id}`);
      await post(side, `${base}/fund`, { Id, RowVersion, Code, Name, Currency, ...values });
    };
    const first = await here();
    expect(first).toMatchObject({
      Name: 'Fund I',
      LegalName: 'Fund I, L.P.',
      FundFamily: { Code: 'GROWTH' },
      Sectors: [{ Code: '10' }],
      Region: { Code: 'EU' },
      Status: null,
      InitialCloseDate: '2026-04-01',
      FinalCloseDate: '2026-05-01',
      InvestmentPeriodEnd: '2031-04-01',
      TotalCapitalRaised: '1000.00',
    });
    const sectors = await get<{ Name: string; Amount: string }[]>(
      endowment,
      `${base}/fund/${FundId}/${end}/capitalInvestedBySector`,
    );
    expect(sectors.map(({ Name }) => Name)).toEqual([expect.not.stringContaining('No sector')]);
    const investors = await get<{ Code: string; Name: string }[]>(endowment, `${base}/investor/navigation-list`);
    expect(investors).toMatchObject([{ Code: 'LAKE', Name: 'LAKE Endowment' }]);
    // Both sides change the investment period, and each changes another field.
    await change(endowment, FundId, { InvestmentPeriodEnd: '2030-04-01', LiquidationDate: '2036-04-01' });
    await change(firm, ids.fund, { InvestmentPeriodEnd: '2032-04-01', TotalCapitalRaised: '1200.00' });
    const own = await here();
    const sent = await send();
    const [{ Id: id, Conflicts } = { Id: '', Conflicts: [] }] = sent.Funds;
    expect(Conflicts).toMatchObject([
      { Field: 'record', Mine: 'Investment period end: 2030-04-01', Theirs: 'Investment period end: 2032-04-01' },
    ]);
    await accept(sent.Id, { Resolutions: [{ FundId: id, Field: 'record', Choice: 'MINE' }] });
    const merged = { LiquidationDate: '2036-04-01', TotalCapitalRaised: '1200.00', Sectors: [{ Code: '10' }] };
    expect(await here()).toMatchObject({ ...merged, InvestmentPeriodEnd: '2030-04-01' });
    await undo(sent.Id);
    const plain = ({ RowVersion: _version, UpdatedDate: _date, ...values }: FundRecord) => values;
    expect(plain(await here())).toEqual(plain(own));
    const again = await send();
    await accept(again.Id, { Resolutions: [{ FundId: id, Field: 'record', Choice: 'THEIRS' }] });
    expect(await here()).toMatchObject({ ...merged, InvestmentPeriodEnd: '2032-04-01' });
  });

  it('is told again when it was restated, and undone leaves every value as it was', async () => {
    const before = await storedRows();
    await reopen();
    await report(firm, await factsOf(firm), { NumberOfEmployees: 41 }, { LTMRevenueCurrent: '130.00' });
    await lock();
    const second = await send();
    expect(second.Changes).toContainEqual(
      expect.objectContaining({ Company: 'Oak Mills', What: 'numberOfEmployees', After: '41' }),
    );
    await accept(second.Id);
    expect((await factsOf(endowment)).metrics.FundInvestmentPeriod).toMatchObject({ LTMRevenueCurrent: '130.00' });
    await undo(second.Id);
    expect(await storedRows()).toEqual(before);
  });

  it('asks about what was changed here since, with both sides, and keeps what is chosen', async () => {
    const here = await factsOf(endowment);
    await report(endowment, here, { NumberOfEmployees: 39 }, { EndValue: '50.00' });
    const third = await send();
    const [{ Id: FundId, Conflicts } = { Id: '', Conflicts: [] }] = third.Funds;
    expect(Conflicts.map(({ Mine, Theirs }) => [Mine, Theirs])).toEqual([
      [expect.stringContaining('Employees: 39'), expect.stringContaining('Employees: 41')],
      [expect.stringContaining('End value: 50.00'), expect.stringContaining('End value: 54.00')],
    ]);
    const [status, code, message] = await refused('accept', { Id: third.Id });
    expect([status, code]).toEqual([409, 'CHANGED_HERE']);
    expect(message).toContain('Oak Mills');
    const own = await storedRows();
    const choose = (Choice: string) => ({ Resolutions: Conflicts.map(({ Field }) => ({ FundId, Field, Choice })) });
    await accept(third.Id, choose('MINE'));
    expect(await storedRows()).toEqual(own);
    await undo(third.Id);
    const again = await send();
    await accept(again.Id, choose('THEIRS'));
    expect((await factsOf(endowment)).metrics.FundInvestmentPeriod).toMatchObject({ EndValue: '54.00' });
    await report(endowment, await factsOf(endowment), { NumberOfEmployees: 7 }, { EndValue: '54.00' });
    const [undone, why, text] = await refused('undo', { Id: again.Id, Comments: 'All of it' });
    expect([undone, why]).toEqual([422, 'BUILT_UPON']);
    expect(text).toContain('Employees: 7');
    for (const { id } of [firm, endowment]) {
      const { findings } = await server.withTenant(
        { tenantId: id, personId: null, now: server.now.toISOString() },
        (tx) => verifyTenant(tx, server.auditKey),
      );
      expect(
        findings
          .filter(({ of: location }) => location[0] !== 'reference')
          .map(({ of: location, what: subject }) => [location, subject]),
      ).toEqual([]);
    }
  });
});
