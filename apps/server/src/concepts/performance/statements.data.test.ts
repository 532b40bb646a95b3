import type { ReportDefinition } from '@carrara/contract/core/report';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { wireName } from '@carrara/contract/core/wireNames';
import { fundOverview } from '@carrara/contract/performance/reports/fundOverview';
import { investmentDetails } from '@carrara/contract/performance/reports/investmentDetails';
import { investorCashFlow } from '@carrara/contract/performance/reports/investorCashFlow';
import { decimal, moneyText } from '@carrara/domain/kernel';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Text = string | null;
interface Line {
  readonly Beginning: Text;
  readonly Contributions: string;
  readonly Distributions: string;
  readonly Ending: Text;
  readonly EndingBeforeCarry: Text;
  readonly Commitment: string;
  readonly Unfunded: string;
}
interface Account {
  readonly Fund: { readonly Name: string };
  readonly Investor: { readonly Name: string } | null;
  readonly Currency: string;
  readonly Periods: readonly { readonly Code: string; readonly StartDate: Text; readonly EndDate: string }[];
  readonly Rows: readonly {
    readonly Row: number;
    readonly Label: string;
    readonly QTD: Text;
    readonly YTD: Text;
    readonly ITD: Text;
  }[];
  readonly Partners: readonly {
    readonly Investor: { readonly Id: string; readonly Name: string };
    readonly IsGp: boolean;
    readonly QTD: Line;
    readonly ITD: Line;
  }[];
}
interface PortfolioLine {
  readonly Invested: string;
  readonly FairValue: string;
  readonly Income: string;
  readonly GrossIRR: Text;
  readonly GrossMOIC: Text;
  readonly PartOfFund: Text;
}
interface Portfolio {
  readonly Entries: readonly {
    readonly HumanizedSectionName: string;
    readonly PortfolioSummaries: readonly (PortfolioLine & {
      readonly Name: string;
      readonly FundInvestmentId: string;
    })[];
    readonly LoadedFundInvestment: Text;
    readonly Total: PortfolioLine;
  }[];
}
interface Figures {
  readonly Subject: string;
  readonly Id: string;
  readonly Name: string;
  readonly NAV: string;
  readonly NAVBeforeCarry: string;
  readonly Unfunded: string;
  readonly Commitment: string;
  readonly FairValue: string;
  readonly Invested: string;
  readonly Income: string;
  readonly GrossIRR: Text;
}

const base = '/api/performance';
const END = '2021-06-30';
let server: TestServer;
let tenantId: string;
let editor: TestPerson;
let fund: string;
let holding: string;
let gpType: { readonly Id: string };
let investors: Readonly<Record<'a' | 'b' | 'gp', string>>;

const send = (path: string, payload?: object, as = editor, tenant = tenantId) =>
  server.call(as.token, tenant, {
    method: payload ? 'POST' : 'GET',
    url: path.startsWith('/') ? path : `${base}/${path}`,
    ...(payload ? { payload } : {}),
  });
async function answer<T>(path: string, payload?: object, as = editor): Promise<T> {
  const got = await send(path, payload, as);
  expect(got.statusCode, `${path}: ${got.body.slice(0, 600)}`).toBe(200);
  return got.json<T>();
}
const begins = ({ statusCode, rawPayload }: { readonly statusCode: number; readonly rawPayload: Buffer }) => [
  statusCode,
  rawPayload.subarray(0, 2).toString(),
];
const row = (account: Account, number: number) => account.Rows.find(({ Row }) => Row === number)!;
const entry = (Type: string, Amount: string, EffectiveDate: string, more: object = {}) => ({
  Type,
  Amount,
  EffectiveDate,
  ...more,
});

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ Id: await server.referenceEntry(tenantId, type, code) });
  const make = async (path: string, payload: object) => (await answer<{ Id: string }>(path, payload, owner)).Id;
  const [currency, lp, gp] = [
    await reference('currency', 'EUR'),
    await reference('investor-type', 'INVESTOR'),
    await reference('investor-type', 'GP'),
  ];
  gpType = gp;
  const firm = await make(`${base}/firm`, { Code: 'HARB', Name: 'Harbor Street Capital', Currency: currency });
  fund = await make('/api/carry/fund', { Code: 'OAK', LegalName: 'Oak Fund', Currency: currency, Firm: { Id: firm } });
  const investment = await make('/api/carry/investment', {
    Code: 'STEEL',
    Name: 'Steel',
    LegalName: 'Steel',
    FundInvestments: [{ Fund: { Id: fund } }],
  });
  const investor = (Code: string, Type: object) => make(`${base}/investor`, { Code, Name: `Partner ${Code}`, Type });
  investors = { a: await investor('LP-A', lp), b: await investor('LP-B', lp), gp: await investor('GP', gp) };
  for (const [key, Amount] of [
    ['a', '600.00'],
    ['b', '300.00'],
    ['gp', '100.00'],
  ] as const) {
    await answer('commitment', {
      VehicleId: fund,
      InvestorId: investors[key],
      Kind: 'CLOSE',
      Date: '2020-01-01',
      Amount,
    });
  }
  const [plantedHolding] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenantId,
      investment,
    ]),
  );
  holding = plantedHolding!.id;
  const security = async (Class: string, Name: string) =>
    (await answer<{ Id: string }>('security', { VehicleId: fund, HoldingId: holding, Class, Name })).Id;
  const [shares, loan] = [await security('EQUITY', 'Common'), await security('DEBT', 'Senior loan')];
  const notice = await answer<{ Id: string }>('notice', {
    VehicleId: fund,
    Kind: 'CALL',
    IssueDate: '2020-01-02',
    DueDate: '2020-01-10',
  });
  const position = (SecurityId: string) => ({ HoldingId: holding, SecurityId });
  await answer('ledger', {
    VehicleId: fund,
    Entries: [
      entry('CALL-INV', '410.00', '2020-01-10', { NoticeId: notice.Id }),
      entry('CALL-FEE', '9.00', '2020-01-10', { NoticeId: notice.Id }),
      entry('BUY', '300.00', '2020-01-15', position(shares)),
      entry('BUY', '110.00', '2020-01-15', position(loan)),
      entry('FEE', '9.00', '2020-03-31'),
      entry('INC-INT', '7.01', '2020-12-31', { HoldingId: holding }),
      entry('SELL', '150.00', '2021-05-01', { ...position(shares), CostRelieved: '100.00' }),
      entry('DIST-ROC', '100.00', '2021-05-03', { IsRecallable: true }),
      entry('CARRY-EARNED', '10.00', '2021-05-03'),
      entry('CARRY-PAID', '6.00', '2021-05-03'),
    ],
  });
  const Valuations = [
    { SecurityId: shares, Date: '2020-12-31', FairValue: '333.33' },
    { SecurityId: shares, Date: END, FairValue: '290.00' },
  ];
  await answer('valuation', { VehicleId: fund, Valuations });
  // The excuse was entered for the wrong partner and reversed, so it must have no effect.
  const excuse = { VehicleId: fund, InvestorId: investors.b, Kind: 'EXCUSE', HoldingId: holding, Date: '2020-01-20' };
  const excused = await answer<{ Id: string }>('commitment', excuse);
  await answer(`commitment/event/${excused.Id}/reverse`, { Reason: 'Another partner is excused' });
});
afterAll(() => server.stop());

const account = (tail = '', end = END) => answer<Account>(`fund/${fund}/${end}/cas${tail}`);
const figures = async () => {
  const { Figures: all } = await answer<{ Figures: readonly Figures[] }>(`period/${fund}/${END}`);
  return (subject: string, name?: string) =>
    all.find(({ Subject, Name }) => Subject === subject && (name === undefined || Name === name))!;
};

describe('the capital account of a fund', () => {
  it('names below row 113 what changed the unfunded commitment besides contributions and distributions', async () => {
    const { Rows } = await account('', '2020-03-31');
    const after = Rows.slice(Rows.findIndex(({ Row }) => Row === 113));
    expect(after.slice(0, 5).map(({ Row, Label, QTD, ITD }) => [Row, Label, QTD, ITD])).toEqual([
      [113, '+/- Other Unfunded Adjustment', '1000.00', '0.00'],
      [1131, 'of which closes and increases', '1000.00', '0.00'],
      [1132, 'of which transfers of commitments', '0.00', '0.00'],
      [1133, 'of which adjustments', '0.00', '0.00'],
      [114, 'Ending Unfunded Commitment', '581.00', '581.00'],
    ]);
  });
  it('comes to the period figures, its partners to the fund, openings to the last closings [A-P-096 T1 T2 T3 T4 T6]', async () => {
    const now = await account();
    const figuresBefore = await figures();
    const vehicle = figuresBefore('VEHICLE');
    expect([row(now, 95), row(now, 104), row(now, 114), row(now, 108)].map(({ ITD }) => ITD)).toEqual([
      vehicle.NAV,
      vehicle.NAVBeforeCarry,
      vehicle.Unfunded,
      vehicle.Commitment,
    ]);
    for (const { Row, QTD, YTD, ITD } of now.Rows.filter((candidate) =>
      [81, 95, 103, 104, 114].includes(candidate.Row),
    )) {
      expect([Row, QTD, YTD]).toEqual([Row, ITD, ITD]);
    }
    for (const partner of now.Partners) {
      const own = figuresBefore('COMMITMENT', partner.Investor.Name);
      expect([partner.ITD.Ending, partner.ITD.EndingBeforeCarry, partner.ITD.Unfunded]).toEqual([
        own.NAV,
        own.NAVBeforeCarry,
        own.Unfunded,
      ]);
    }
    const cents = (text: Text) => Math.round(Number(text) * 100);
    for (const period of ['QTD', 'ITD'] as const) {
      const sum = now.Partners.reduce((total, partner) => total + cents(partner[period].Ending), 0);
      expect(sum).toBe(cents(row(now, 95)[period]));
    }
    const before = await account('', '2021-03-31');
    expect([row(now, 12).QTD, row(now, 109).QTD]).toEqual([row(before, 95).ITD, row(before, 114).ITD]);
    expect([row(now, 13).ITD, row(now, 14).QTD, row(now, 21).ITD, row(now, 87).YTD, row(now, 92).QTD]).toEqual([
      '419.00',
      '-106.00',
      '-9.00',
      '0.00',
      '50.00',
    ]);
    expect(now.Periods.map(({ Code, StartDate, EndDate }) => [Code, StartDate, EndDate])).toEqual([
      ['QTD', '2021-03-31', END],
      ['YTD', '2020-12-31', END],
      ['ITD', null, END],
    ]);
  });

  it('is told as it was known on an act of the trail', async () => {
    const [head] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ seq: number }>('SELECT max(seq)::int AS seq FROM ledger_entry WHERE tenant_id = $1', [tenantId]),
    );
    const before = await account();
    const [late] = await answer<readonly { Id: string }[]>('ledger', {
      VehicleId: fund,
      Entries: [entry('EXP-AUDIT', '1.00', '2021-06-30')],
    });
    expect(row(await account(), 95).ITD).not.toBe(row(before, 95).ITD);
    const asKnown = await account(`?asKnownOn=${head!.seq}`);
    // The valuations were entered after that audit entry, so the holdings are at cost again.
    expect([row(asKnown, 41).ITD, row(asKnown, 93).ITD]).toEqual(['0.00', '0.00']);
    await answer(`ledger/${late!.Id}/reverse`, { Reason: 'For the test' });
    expect((await account()).Rows).toEqual(before.Rows);
  });

  it('of an investor has the investor’s rows, by either call; others and other days are refused [A-P-020 A-P-026]', async () => {
    const own = await answer<Account>(`capitalaccount/06-30-2021/${investors.a}/fund/${fund}`);
    expect([own.Investor?.Name, row(own, 13).ITD, own.Partners.map(({ Investor }) => Investor.Name)]).toEqual([
      'Partner LP-A',
      '251.40',
      ['Partner LP-A'],
    ]);
    expect(await answer(`capitalaccount/${END}/cas-report?fundId=${fund}&investorId=${investors.a}`)).toEqual(own);
    const status = async (path: string, as = editor) => (await send(path, undefined, as)).statusCode;
    expect(await status(`capitalaccount/${END}/${fund}/fund/${fund}`)).toBe(404);
    expect(await status(`capitalaccount/${END}/${investors.a}/fund/${investors.a}`)).toBe(404);
    expect(await status(`capitalaccount/2021-06-29/${investors.a}/fund/${fund}`)).toBe(400);
    const carry = await server.person(tenantId, { carry: 'administrator' });
    expect(await status(`fund/${fund}/${END}/cas`, carry)).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { performance: 'administrator' });
    expect((await send(`fund/${fund}/${END}/cas`, undefined, stranger, other)).statusCode).toBe(404);
  });

  it('of all funds stands in a line each, which ends as the fund’s own [A-P-019 U-P-070]', async () => {
    const now = await account();
    for (const [periodId, period] of [
      ['QTD', 'QTD'],
      ['ITD', 'ITD'],
    ] as const) {
      const report = await answer<{
        readonly PageData: readonly (Line & { readonly FundCode: string; readonly Unrealized: string })[];
        readonly Subtotals: readonly { readonly Apart: readonly string[] }[];
      }>(`capitalaccount/${END}/fund-cas-report?periodId=${periodId}`);
      const [line] = report.PageData;
      expect([line!.FundCode, line!.Beginning, line!.Unrealized, line!.Ending, line!.Unfunded]).toEqual([
        'OAK',
        row(now, 12)[period],
        row(now, 93)[period],
        row(now, 95)[period],
        row(now, 114)[period],
      ]);
      expect(report.Subtotals.map(({ Apart }) => Apart)).toEqual([['EUR']]);
    }
    expect((await send('capitalaccount/never/fund-cas-report')).statusCode).toBe(400);
  });

  it('names what can be asked for [A-P-021 A-P-022 A-P-023 A-P-024 A-P-025]', async () => {
    const dates = await answer<readonly { EndDate: string; FormattedDate: string }[]>('capitalaccount/cas-dates');
    expect(dates[0]).toEqual({ EndDate: END, FormattedDate: '06/30/2021' });
    const names = async (path: string) =>
      (await answer<readonly { Name: string }[]>(`capitalaccount/${path}`)).map(({ Name }) => Name);
    expect(await names('cas-funds')).toEqual(['Oak Fund']);
    const all = ['Partner GP', 'Partner LP-A', 'Partner LP-B'];
    expect([await names('cas-investors'), await names(`${END}/cas-investors?fundId=${fund}`)]).toEqual([all, all]);
    expect(await names('2019-12-31/cas-investors')).toEqual([]);
    const periods =
      await answer<readonly { Id: string; Code: string; Description: string }[]>('capitalaccount/cas-periods');
    expect(periods.map(({ Id, Code, Description }) => `${Id} ${Code} ${Description}`)).toEqual([
      'QTD QTD Quarter to date',
      'YTD YTD Fiscal year to date',
      'ITD ITD Inception to date',
    ]);
  });

  it('is a workbook with formulas, a statement in PDF, and ILPA’s template [A-P-027 A-P-038 A-P-039 M-P-031 M-P-032 U-P-067 U-P-068]', async () => {
    const file = (query: string) => send(`capitalaccount/${END}/cas-report/export?${query}`);
    const refused = async (query: string) => {
      const got = await file(query);
      return [
        got.statusCode,
        ...got.json<{ Errors: { Path: string; Message: string }[] }>().Errors.map((error) => error.Message),
      ];
    };
    expect(await refused('format=excel')).toEqual([422, 'Please select a fund before exporting to Excel.']);
    const both = 'Please select a fund and an investor before exporting to PDF.';
    expect(await refused('format=application/pdf')).toEqual([422, both]);
    expect(await refused(`format=application/pdf&fundId=${fund}`)).toEqual([422, both]);
    const excel = await file(`format=excel&fundId=${fund}`);
    expect(begins(excel)).toEqual([200, 'PK']);
    const pdf = await file(`format=application/pdf&fundId=${fund}&investorId=${investors.a}`);
    expect(begins(pdf)).toEqual([200, '%P']);
    // The fund's firm is the issuer, and the footer names no reader.
    const printed = pdfTexts(pdf.rawPayload).flat().join('').replaceAll(' ', '');
    expect(printed).toContain('HarborStreetCapital');
    expect(printed).not.toContain('Ada·page');
    const template = await send(`capitalaccount/ilpa?fundId=${fund}&investorId=${investors.a}&endDate=${END}`);
    expect(begins(template)).toEqual([200, 'PK']);
    // The statement has the three accounts of the template with the same figures.
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(template.rawPayload as unknown as ArrayBuffer);
    const line = workbook.worksheets[0]!.getRow(13);
    const figures = Array.from({ length: 9 }, (_, at) => Number(line.getCell(at + 2).value).toFixed(2));
    expect([figures[2], figures[5]]).toEqual(['251.40', '419.00']);
    expect(printed).toContain(`Contributions–Cash&Non-Cash${figures.join('')}`);
  });
});

describe('the portfolio summary', () => {
  const detail = (tail = '') => answer<Portfolio>(`portfoliosummary/${END}/pfs-report?fundId=${fund}${tail}`);
  const section = (portfolio: Portfolio, name: string) =>
    portfolio.Entries.find(({ HumanizedSectionName }) => HumanizedSectionName === name)!;

  it('has debt, equity and the total, which is the fund’s [A-P-029 M-P-033 M-P-034 M-P-035 U-P-032 T7]', async () => {
    const whole = await detail();
    const vehicle = (await figures())('VEHICLE');
    const { Total } = section(whole, 'Total');
    expect([Total.Invested, Total.FairValue, Total.Income, Total.GrossIRR]).toEqual([
      vehicle.Invested,
      vehicle.FairValue,
      vehicle.Income,
      vehicle.GrossIRR,
    ]);
    const line = ({
      Name,
      Invested,
      FairValue,
      Income,
    }: Portfolio['Entries'][number]['PortfolioSummaries'][number]) => [Name, Invested, FairValue, Income];
    expect(section(whole, 'Debt').PortfolioSummaries.map(line)).toEqual([['Senior loan', '110.00', '110.00', '7.01']]);
    expect(section(whole, 'Equity').PortfolioSummaries.map(line)).toEqual([['Common', '300.00', '290.00', '0.00']]);
  });

  it('is shared by the commitments that invest, to the cent [A-P-051 A-P-052 A-P-053]', async () => {
    const shares = await Promise.all(Object.values(investors).map((id) => detail(`&investorId=${id}`)));
    const totals = shares.map((share) => section(share, 'Total').Total);
    expect(totals.map(({ FairValue, Income }) => [FairValue, Income])).toEqual([
      ['240.00', '4.21'],
      ['120.00', '2.10'],
      ['40.00', '0.70'],
    ]);
    const all = await answer<readonly Portfolio[]>(`investor/${investors.a}/investmentsPortfolioSummary/${END}`);
    expect(all).toEqual([shares[0]]);
    const portfolio = await answer<Portfolio>(`investor/${investors.a}/portfolioSummary/${holding}/${END}`);
    expect([section(portfolio, 'Total').Total, section(portfolio, 'Debt').LoadedFundInvestment]).toEqual([
      totals[0],
      holding,
    ]);
    const holdings = await answer<readonly { Investment: { Name: string }; FairValue: string }[]>(
      `investor/${investors.a}/investments/${END}`,
    );
    expect(holdings.map(({ Investment, FairValue }) => [Investment.Name, FairValue])).toEqual([['Steel', '240.00']]);
    expect((await send(`investor/${investors.a}/portfolioSummary/${fund}/${END}`)).statusCode).toBe(404);
  });

  it('of all funds has each investment, and is exported [A-P-028 A-P-030 A-P-031 A-P-032 A-P-038]', async () => {
    const report = await answer<{ readonly PageData: readonly { Fund: { Name: string }; FairValue: string }[] }>(
      `portfoliosummary/${END}/fund-pfs-report`,
    );
    expect(report.PageData.map(({ Fund, FairValue }) => [Fund.Name, FairValue])).toEqual([['Oak Fund', '400.00']]);
    const names = await Promise.all(
      ['pfs-funds', 'pfs-investors'].map((path) => answer<object[]>(`portfoliosummary/${path}`)),
    );
    expect(names.map(({ length }) => length)).toEqual([1, 3]);
    expect(await answer('portfoliosummary/pfs-dates')).toEqual(await answer('capitalaccount/cas-dates'));
    const excel = await send(`portfoliosummary/${END}/pfs-report/export?fundId=${fund}&investorId=${investors.b}`);
    expect(begins(excel)).toEqual([200, 'PK']);
    const response = await send(`portfoliosummary/${END}/pfs-report/export`);
    expect([response.statusCode, response.body]).toEqual([
      422,
      expect.stringContaining('Please select a fund before exporting to Excel.'),
    ]);
  });
});

describe('an investor', () => {
  it('has its figures, its funds and the quarters of both [A-P-046 A-P-047 A-P-048 A-P-049 A-P-050]', async () => {
    const own = (await figures())('INVESTOR', 'Partner LP-A');
    const profile = await answer<Readonly<Record<string, unknown>>>(`investor/${investors.a}/profile`);
    expect(profile).toMatchObject({
      EndDate: END,
      InvestorName: 'Partner LP-A',
      Currency: 'EUR',
      TotalCommitment: '600.00',
      InvestedCapital: '251.40',
      NAV: own.NAV,
    });
    const { Id: _id, InvestorName: _name, InvestorType: _type, ...sums } = profile;
    expect(await answer(`investor/${investors.a}/summary/${END}`)).toEqual(sums);
    const funds = await answer<readonly { FundName: string; NAV: string }[]>(
      `investor/${investors.a}/fundsByPeriod/${END}`,
    );
    expect(funds.map(({ FundName, NAV }) => [FundName, NAV])).toEqual([['Oak Fund', own.NAV]]);
    expect(await answer(`investor/${investors.a}/funds`)).toMatchObject([{ Id: fund, Name: 'Oak Fund' }]);
    const quarters = await answer<readonly { Quarter: string; NAV: string }[]>(`investor/${investors.a}/chart`);
    expect([quarters.length, quarters.at(-1)]).toEqual([6, expect.objectContaining({ Quarter: END, NAV: own.NAV })]);
    expect((await send(`investor/${fund}/funds`)).statusCode).toBe(404);
  });

  it('has its notices and cash flows, by category [A-P-057 A-P-058 E-P-145 E-P-151 U-P-044]', async () => {
    interface Flows {
      readonly Overviews: readonly {
        readonly Overview: {
          readonly IssueDate: string;
          readonly SequenceNumber: number | null;
          readonly Kind: string;
        };
        readonly Contributions: {
          readonly Total: string;
          readonly Properties: readonly { Code: string; Amount: string }[];
        };
        readonly Distributions: { readonly Total: string };
      }[];
      readonly Funds: readonly { readonly Name: string }[];
      readonly SelectedCashFlow: { readonly Overview: { readonly IssueDate: string } } | null;
      readonly DistributionChartData: readonly { readonly Key: string; readonly Value: string }[];
      readonly CallChartData: readonly { readonly Key: string; readonly Value: string }[];
    }
    const flows = (tail: string) => answer<Flows>(`investor/cashflow/${investors.a}/${tail}`);
    const all = await flows(END);
    expect(
      all.Overviews.map(({ Overview, Contributions, Distributions }) => [
        Overview.IssueDate,
        Overview.SequenceNumber,
        Overview.Kind,
        Contributions.Total,
        Distributions.Total,
      ]),
    ).toEqual([
      ['2021-05-03', null, 'DISTRIBUTION', '0.00', '60.00'],
      ['2020-01-02', 1, 'CALL', '251.40', '0.00'],
    ]);
    expect(all.Overviews[1]!.Contributions.Properties.map(({ Code, Amount }) => [Code, Amount])).toEqual([
      ['CALL-FEE', '5.40'],
      ['CALL-INV', '246.00'],
    ]);
    expect([all.Funds[0]?.Name, all.SelectedCashFlow?.Overview.IssueDate]).toEqual(['Oak Fund', '2021-05-03']);
    expect(
      [all.CallChartData, all.DistributionChartData].map((points) => points.map(({ Key, Value }) => `${Key} ${Value}`)),
    ).toEqual([
      ['2020 251.40', '2021 0.00'],
      ['2020 0.00', '2021 60.00'],
    ]);
    expect((await flows('2020-12-31')).SelectedCashFlow?.Overview.IssueDate).toBe('2020-01-02');
    const expenses = await flows(`${END}?category=Expense`);
    expect(expenses.Overviews.map(({ Contributions }) => Contributions.Total)).toEqual(['5.40']);
  });

  it('stands in the charts of the list by commitment and by type [A-P-056 R-P-111 R-P-112]', async () => {
    type Slices = readonly { readonly Key: string; readonly Value: string; readonly Currency: string }[];
    const charts = await answer<{ CommitmentsByInvestor: Slices; CommitmentsByType: Slices }>(
      'investor/index-chart-data',
    );
    expect(charts.CommitmentsByInvestor.map(({ Key, Value }) => `${Key} ${Value}`)).toEqual([
      'Partner LP-A 600.00',
      'Partner LP-B 300.00',
      'Partner GP 100.00',
    ]);
    expect(charts.CommitmentsByType.map(({ Value, Currency }) => `${Value} ${Currency}`)).toEqual([
      '900.00 EUR',
      '100.00 EUR',
    ]);
  });
});

describe('the reports', () => {
  interface Report {
    readonly PageData: readonly Readonly<Record<string, unknown>>[];
    readonly Subtotals: readonly {
      readonly Keys: readonly string[];
      readonly Totals: readonly { Field: string; Total: Text }[];
    }[];
  }
  const report = (name: string, query = '') => answer<Report>(`reporting/${name}?endDate=${END}${query}`);
  const whole = ({ Subtotals }: Report, field: string) =>
    Subtotals.find(({ Keys }) => Keys.length === 0)?.Totals.find(({ Field }) => Field === field)?.Total;

  it('sum what the fund has: by investor, by fund, by investment, of the general partner [A-P-018 A-P-033 R-P-028 R-P-029 R-P-030 R-P-031]', async () => {
    const vehicle = (await figures())('VEHICLE');
    const irrs = await report('investor/investor-irrs');
    expect([irrs.PageData.length, whole(irrs, 'nav'), whole(irrs, 'commitment')]).toEqual([
      3,
      vehicle.NAV,
      vehicle.Commitment,
    ]);
    const details = await report('fund/fund-details', `&fundId=${fund}`);
    expect([details.PageData[0]?.['Quarter'], whole(details, 'nav')]).toEqual([END, vehicle.NAV]);
    const analytics = await report('investment/investment-analytics', `&fundId=${fund}`);
    expect(whole(analytics, 'fairValue')).toBe(vehicle.FairValue);
    const byPath = await answer<Report>(`investment/${END}/investment-analytics?fundId=${fund}`);
    expect(byPath.PageData).toEqual(analytics.PageData);
    expect((await send(`reporting/investment/investment-analytics?endDate=${END}`)).statusCode).toBe(400);
    const [gp] = (await report('fund/gp-sharing')).PageData;
    expect(gp).toMatchObject({
      Commitment: '100.00',
      Earned: '10.00',
      Paid: '6.00',
      Escrow: '0.00',
      Entitlement: null,
    });
    await answer(`ilpa/${fund}/terms`, { Carry: '20', Hurdle: '0', CatchUp: '100' });
    const position = await answer<Record<'Earned' | 'Exposure', string>>(`fund/${fund}/${END}/carry-position`);
    const [entitled] = (await report('fund/gp-sharing')).PageData;
    expect([entitled?.['Entitlement'], entitled?.['Exposure']]).toEqual([position.Earned, position.Exposure]);
    expect(position.Exposure).toMatch(/^\d/);
  });

  it('tell figures of their date only, else not determined, and so is every sum over it [R-P-028 R-P-029]', async () => {
    const later = '2021-09-30';
    for (const name of ['fund/list', 'fund/fund-details', 'fund/gp-sharing', 'investor/investor-irrs']) {
      const found = await answer<Report>(`reporting/${name}?endDate=${later}`);
      expect(found.PageData.map(({ NAV, Commitment, Quarter }) => [NAV, Commitment, Quarter])).toEqual(
        found.PageData.map(() => [null, null, END]),
      );
      expect([found.PageData.length > 0, whole(found, 'nav'), whole(found, 'commitment')]).toEqual([true, null, null]);
    }
    const [gp] = (await answer<Report>(`reporting/fund/gp-sharing?endDate=${later}`)).PageData;
    expect(gp).toMatchObject({ Paid: null, Escrow: null });
    // A statement on that date includes the cash until then but, like the list, no value.
    const [then, now] = [await account(), await account('', later)];
    expect([row(now, 13).ITD, row(now, 12).QTD, row(now, 95).ITD, row(now, 104).QTD]).toEqual([
      row(then, 13).ITD,
      row(then, 95).ITD,
      null,
      null,
    ]);
    const { NotDetermined } = now as unknown as {
      readonly NotDetermined: readonly { Field: string; Message: string }[];
    };
    expect(NotDetermined.find(({ Field }) => Field === 'ending')?.Message).toBe(
      'Nothing is booked for the quarter to 09/30/2021; the last figures are of 06/30/2021.',
    );
    const [line] = (await answer<Report>(`capitalaccount/${later}/fund-cas-report`)).PageData;
    expect([line?.['Beginning'], line?.['Ending'], line?.['Contributions']]).toEqual([row(then, 95).ITD, null, '0.00']);
  });

  it('say no value of a quarter for which nothing is booked, and what was paid and received [A-P-028 A-P-029 A-P-051]', async () => {
    const read = async (day: string) => {
      const found = await answer<Report>(`portfoliosummary/${day}/fund-pfs-report`);
      const own = await answer<Portfolio>(`portfoliosummary/${day}/pfs-report?fundId=${fund}`);
      const total = own.Entries.find(({ HumanizedSectionName }) => HumanizedSectionName === 'Total')!.Total;
      return { found, line: found.PageData[0]!, total };
    };
    const then = await read(END);
    expect([then.line['GrossIRR'], then.line['FairValue']]).toEqual([then.total.GrossIRR, then.total.FairValue]);
    expect(then.total.GrossIRR).toMatch(/^-?\d/);
    const later = await read('2023-12-31');
    const silence = 'Nothing is booked for the quarter to 12/31/2023; the last figures are of 06/30/2021.';
    for (const line of [later.line, later.total]) {
      const { FairValue, GrossIRR, GrossMOIC, Invested, Income, NotDetermined } = line as PortfolioLine & {
        readonly NotDetermined: readonly { readonly Field: string; readonly Message: string }[];
      };
      expect([FairValue, GrossIRR, GrossMOIC, Invested, Income]).toEqual([null, null, null, '410.00', '7.01']);
      expect(NotDetermined.find(({ Field }) => Field === 'fairValue')?.Message).toBe(silence);
    }
    expect([whole(later.found, 'invested'), whole(later.found, 'fairValue')]).toEqual(['410.00', null]);
    const [holdingLine] = await answer<readonly PortfolioLine[]>(`investor/${investors.a}/investments/2023-12-31`);
    expect([holdingLine?.FairValue, holdingLine?.Invested]).toEqual([null, '246.00']);
  });

  it('add up cash flows of one type, never those of several: each has a direction of its own [R-P-032]', async () => {
    const flows = await answer<Report>('reporting/fund/cashflow');
    const types = new Set(flows.PageData.map(({ Type }) => Type));
    expect(new Set(flows.Subtotals.map(({ Keys }) => Keys[0]))).toEqual(types);
    expect(types.size).toBeGreaterThan(1);
  });

  it('list the cash flows, the quarters and the age of what is known [R-P-032 R-P-033 R-P-034]', async () => {
    const flows = await answer<Report>('reporting/fund/cashflow?category=Distribution&to=2021-06-30');
    expect(new Set(flows.PageData.map(({ Type }) => Type))).toEqual(
      new Set(['Sale', 'Interest income', 'Distribution: return of capital']),
    );
    const quarters = await answer<Report>(`reporting/fund/cashflow-analysis?fundId=${fund}`);
    expect(quarters.PageData.map(({ Quarter }) => Quarter)).toHaveLength(6);
    const [reportRow] = (await answer<Report>('reporting/fund/data-management')).PageData;
    expect(reportRow).toMatchObject({
      LastQuarter: END,
      LockedUntil: null,
      Version: null,
      OpenQuarters: 6,
      LastValuation: END,
    });
  });

  it('of an investor is printed with its funds and what they hold [A-P-055 A-P-061 A-P-157]', async () => {
    const dates = await answer<readonly { EndDate: string; Collection: readonly { Name: string }[] }[]>(
      `investor/${investors.a}/reporting-dates`,
    );
    expect([dates.length, dates[0]?.EndDate, dates[0]?.Collection.map(({ Name }) => Name)]).toEqual([
      6,
      END,
      ['Oak Fund'],
    ]);
    const pdf = await send(`/api/document/pm-InvestorProfile/report?id=${investors.a}&endDate=${END}`);
    expect(begins(pdf)).toEqual([200, '%P']);
    expect((await send(`/api/document/pm-Nothing/report?id=${investors.a}&endDate=${END}`)).statusCode).toBe(400);
    expect((await send(`/api/document/pm-InvestorProfile/report?id=${fund}&endDate=${END}`)).statusCode).toBe(404);
  });

  it('have a reason for each figure that is not determined, and the mark of a return of less than a year', async () => {
    const reasons = async (name: string) => {
      const { PageData } = await answer<Report>(`reporting/${name}?endDate=2021-09-30`);
      return new Set((PageData[0]!['NotDetermined'] as { Field: string }[]).map(({ Field }) => Field));
    };
    expect(await reasons('fund/fund-details')).toEqual(
      new Set([
        'commitment',
        'contributions',
        'distributions',
        'unfunded',
        'nav',
        'irr',
        'tvpi',
        'dpi',
        'grossIrr',
        'grossMoic',
      ]),
    );
    expect((await reasons('investment/list')).has('grossIrr')).toBe(true);
    const [early] = (
      await answer<Report>(`reporting/investment/investment-analytics?endDate=2020-06-30&fundId=${fund}`)
    ).PageData;
    const [late] = (await report('investment/investment-analytics', `&fundId=${fund}`)).PageData;
    expect([early?.['GrossIrrAnnualized'], late?.['GrossIrrAnnualized']]).toEqual([false, true]);
  });

  it('add up to their rows, currency by currency [R-P-022 R-P-023]', async () => {
    const addedUp = {
      'fund/list': fundOverview,
      'investment/list': investmentDetails,
      'investor/investor-cash-flow': investorCashFlow,
    };
    for (const [name, definition] of Object.entries<ReportDefinition>(addedUp)) {
      const query = definition.parameters['endDate'] ? `endDate=${END}&` : '';
      const found = await answer<Report>(`reporting/${name}?${query}pageSize=500`);
      const figures = definition.columns.filter(({ adds }) => adds).map(({ field }) => field);
      expect([found.PageData.length > 0, figures.length > 0], name).toEqual([true, true]);
      for (const field of figures) {
        const rows = found.PageData.map((reportRow) => reportRow[wireName(field)] as Text);
        const sum = rows.some((text) => text === null)
          ? null
          : moneyText(rows.reduce((total, text) => total.plus(decimal(text!)), decimal('0')));
        expect(whole(found, field), `${name} ${field}`).toBe(sum);
      }
    }
    // Each group of the cash flows has only rows of its investor.
    const flows = await answer<Report>('reporting/investor/investor-cash-flow?pageSize=500');
    for (const { Keys, Totals } of flows.Subtotals.filter((subtotal) => subtotal.Keys.length === 1)) {
      const own = flows.PageData.filter((reportRow) => (reportRow['Investor'] as { Id: string }).Id === Keys[0]);
      const net = own.reduce((total, reportRow) => total.plus(decimal(String(reportRow['Net']))), decimal('0'));
      expect(Totals.find(({ Field }) => Field === 'net')?.Total).toBe(moneyText(net));
    }
  });

  it('give each of two general partners its part of the carry, and count none of it twice [R-P-030]', async () => {
    const owner = await server.person(tenantId, { performance: 'administrator' });
    const second = await answer<{ Id: string }>(
      'investor',
      { Code: 'GP-2', Name: 'Partner GP-2', Type: gpType },
      owner,
    );
    const close = {
      VehicleId: fund,
      InvestorId: second.Id,
      Kind: 'CLOSE',
      Date: '2021-06-01',
      Amount: '300.00',
      PaysFee: false,
      PaysCarry: false,
    };
    await answer('commitment', close);
    await answer('ledger', { VehicleId: fund, Entries: [entry('CARRY-EARNED', '8.00', '2021-06-15')] });
    const found = await report('fund/gp-sharing');
    expect(Object.fromEntries(found.PageData.map(({ Earned, Paid }) => [Earned, Paid]))).toEqual({
      '12.00': '6.00',
      '6.00': '0.00',
    });
    const position = await answer<Record<'Earned' | 'Exposure', string>>(`fund/${fund}/${END}/carry-position`);
    expect(['earned', 'paid', 'entitlement', 'exposure'].map((field) => whole(found, field))).toEqual([
      '18.00',
      '6.00',
      position.Earned,
      position.Exposure,
    ]);
  });
});

describe('a fund that is over', () => {
  it('goes on with its final figures wherever they are shown of a later quarter', async () => {
    const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    const currency = { Id: await server.referenceEntry(tenantId, 'currency', 'CHF') };
    const make = async (path: string, payload: object) => (await answer<{ Id: string }>(path, payload, owner)).Id;
    const firm = { Id: await make(`${base}/firm`, { Code: 'GROVE', Name: 'Grove' }) };
    const [Code, VintageYear] = ['ELM', 2019];
    const elm = { Code, LegalName: 'Elm Fund', Currency: currency, Firm: firm, VintageYear };
    const VehicleId = await make('/api/carry/fund', elm);
    const brick = { Code: 'BRICK', Name: 'Brick', LegalName: 'Brick', FundInvestments: [{ Fund: { Id: VehicleId } }] };
    const investment = await make('/api/carry/investment', brick);
    for (const InvestorId of [investors.a, investors.gp])
      await answer('commitment', { VehicleId, InvestorId, Kind: 'CLOSE', Date: '2020-01-01', Amount: '50.00' });
    const [{ Id: HoldingId } = { Id: '' }] = await answer<readonly { Id: string }[]>(
      `investment/source-list?investmentId=${investment}`,
    );
    const SecurityId = await make(`${base}/security`, { VehicleId, HoldingId, Class: 'EQUITY', Name: 'Shares' });
    const position = { HoldingId, SecurityId };
    const Entries = [
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('BUY', '100.00', '2020-01-10', position),
      entry('SELL', '130.00', '2021-02-10', { ...position, CostRelieved: '100.00' }),
      entry('DIST-GAIN', '130.00', '2021-02-10'),
    ];
    await answer('ledger', { VehicleId, Entries });
    const terms = { Waterfall: { Code: 'WHOLE_FUND' }, Carry: '20', Hurdle: '8', CatchUp: '100' };
    await answer(`ilpa/${VehicleId}/terms`, terms);
    type Row = Readonly<Record<string, unknown>>;
    const named = (found: unknown): readonly Row[] => {
      const rows = Array.isArray(found) ? (found as readonly Row[]) : (found as { PageData: readonly Row[] }).PageData;
      return rows.filter((row) => /^(?!.*Oak).*(Elm|Brick|Grove|"CHF")/.test(JSON.stringify(row)));
    };
    const [last, later] = ['2021-03-31', '2023-12-31'];
    // The change since the previous quarter, and the date itself, depend on the date.
    const ofDay = /"NavChange(Percent)?":("[^"]*"|null),/g;
    const days = /"(03\/31\/2021|2021-03-31|12\/31\/2023|2023-12-31)"/g;
    const displayed = async (path: string, at: string) => {
      const found = await answer<object>(path.replace('AT', at));
      return JSON.parse(
        JSON.stringify(named('PageData' in found || Array.isArray(found) ? found : [found]))
          .replaceAll(ofDay, '')
          .replaceAll(days, '"DAY"'),
      ) as unknown;
    };
    for (const path of [
      'fund/funds?endDate=AT',
      'fund/funds?endDate=AT&currency=CHF',
      'fund/fund-vintage-year-chart-data?endDate=AT',
      `fund/${VehicleId}/investments?endDate=AT`,
      `fund/${VehicleId}/investments?endDate=AT&currencyPair=CHF-CHF`,
      `fund/${VehicleId}/investors/AT`,
      'firm/figures?endDate=AT',
      `investment/investments?endDate=AT`,
      `investment/profile?investmentId=${investment}&sourceId=${HoldingId}&endDate=AT`,
      '/api/reporting/fund?view=all&endDate=AT',
      '/api/reporting/fund?view=includingCoinvest&endDate=AT',
      '/api/reporting/investment?view=includingCoinvest&endDate=AT',
      'reporting/fund/list?endDate=AT',
      'reporting/fund/gp-sharing?endDate=AT',
      'reporting/fund/fund-returns?endDate=AT',
      `explanation?subject=${VehicleId}&figure=tvpi&date=AT`,
      `explanation?subject=${VehicleId}&figure=horizon.INCEPTION&date=AT`,
      `fund/${VehicleId}/AT/carry-position`,
    ]) {
      const then = await displayed(path, last);
      expect(JSON.stringify(then), path).not.toBe('[]');
      expect(await displayed(path, later), path).toEqual(then);
    }
    const funds = await answer<{ PageData: readonly Row[] }>(`fund/funds?endDate=${later}`);
    const [own, other] = ['Elm Fund', 'Oak Fund'].map((name) => funds.PageData.find((row) => row['FundName'] === name));
    expect([own?.['NAV'], own?.['Unfunded'], own?.['TVPI'], own?.['NotDetermined']]).toEqual([
      '0.00',
      '0.00',
      '1.3',
      [],
    ]);
    expect(other?.['NAV']).toBeNull();
    const returns = await answer<{ PageData: readonly Row[] }>(`reporting/fund/fund-returns?endDate=${later}`);
    expect(named(returns)[0]?.['SinceInception']).toBe(own?.['IRR']);
  });
});
