import type { ReportDefinition } from '@carrara/contract/core/report';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { fundOverview } from '@carrara/contract/performance/reports/fundOverview';
import { investmentDetails } from '@carrara/contract/performance/reports/investmentDetails';
import { investorCashFlow } from '@carrara/contract/performance/reports/investorCashFlow';
import { decimal, moneyText } from '@carrara/domain/kernel';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { type AnswerOf, type BodyOf, type QueryOf, refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Text = string | null;
type Account = AnswerOf<'getFundCapitalAccount'>;
type Portfolio = AnswerOf<'getPortfolioSummaryDetail'>;
type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];

const END = '2021-06-30';
let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let editor: TestPerson;
let fund: string;
let holding: string;
let gpType: { readonly id: string };
let investors: Readonly<Record<'a' | 'b' | 'gp', string>>;

/** Reads a file, or a raw response. */
const file = (path: string) =>
  server.call(editor.token, tenantId, {
    method: 'GET',
    url: path.startsWith('/') ? path : `/api/performance/${path}`,
  });

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const begins = ({ statusCode, rawPayload }: { readonly statusCode: number; readonly rawPayload: Buffer }) => [
  statusCode,
  rawPayload.subarray(0, 2).toString(),
];
const row = (account: Account, number: number) => account.rows.find(({ row }) => row === number)!;
const entry = (type: Entry['type'], amount: string, effectiveDate: string, more: Partial<Entry> = {}): Entry => ({
  type,
  amount,
  effectiveDate,
  ...more,
});

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ id: await server.referenceEntry(tenantId, type, code) });
  const [currency, lp, gp] = [
    await reference('currency', 'EUR'),
    await reference('investor-type', 'INVESTOR'),
    await reference('investor-type', 'GP'),
  ];
  gpType = gp;
  const firm = await as(owner).saveFirm({ body: { code: 'HARB', name: 'Harbor Street Capital', currency } });
  const logo = { name: 'logo.png', type: 'image/png', bytes: pixel };
  const image = { method: 'POST', url: `/api/image/container/${firm.id}`, ...multipart(logo) } as const;
  expect((await server.call(owner.token, tenantId, image)).statusCode).toBe(200);
  const oak = { code: 'OAK', legalName: 'Oak Fund', currency, firm: { id: firm.id } };
  fund = (await as(owner).saveFund({ body: oak })).id;
  const investment = await as(owner).saveInvestment({
    body: { code: 'STEEL', name: 'Steel', legalName: 'Steel', fundInvestments: [{ fund: { id: fund } }] },
  });
  const investor = async (code: string, type: { readonly id: string }) =>
    (await as(owner).saveInvestor({ body: { code, name: `Partner ${code}`, type } })).id;
  investors = { a: await investor('LP-A', lp), b: await investor('LP-B', lp), gp: await investor('GP', gp) };
  for (const [key, amount] of [
    ['a', '600.00'],
    ['b', '300.00'],
    ['gp', '100.00'],
  ] as const) {
    await as(editor).saveCommitment({
      body: {
        vehicleId: fund,
        investorId: investors[key],
        kind: 'CLOSE',
        date: '2020-01-01',
        amount,
      },
    });
  }
  const [found] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenantId,
      investment.id,
    ]),
  );
  holding = found!.id;
  const security = async (kind: 'EQUITY' | 'DEBT', name: string) =>
    (await as(editor).saveSecurity({ body: { vehicleId: fund, holdingId: holding, class: kind, name } })).id;
  const [shares, loan] = [await security('EQUITY', 'Common'), await security('DEBT', 'Senior loan')];
  const notice = await as(editor).saveNotice({
    body: {
      vehicleId: fund,
      kind: 'CALL',
      issueDate: '2020-01-02',
      dueDate: '2020-01-10',
    },
  });
  const positionOf = (securityId: string) => ({ holdingId: holding, securityId });
  await as(editor).saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        entry('CALL-INV', '410.00', '2020-01-10', { noticeId: notice.id }),
        entry('CALL-FEE', '9.00', '2020-01-10', { noticeId: notice.id }),
        entry('BUY', '300.00', '2020-01-15', positionOf(shares)),
        entry('BUY', '110.00', '2020-01-15', positionOf(loan)),
        entry('FEE', '9.00', '2020-03-31'),
        entry('INC-INT', '7.01', '2020-12-31', { holdingId: holding }),
        entry('SELL', '150.00', '2021-05-01', { ...positionOf(shares), costRelieved: '100.00' }),
        entry('DIST-ROC', '100.00', '2021-05-03', { isRecallable: true }),
        entry('CARRY-EARNED', '10.00', '2021-05-03'),
        entry('CARRY-PAID', '6.00', '2021-05-03'),
      ],
    },
  });
  const valuations = [
    { securityId: shares, date: '2020-12-31', fairValue: '333.33' },
    { securityId: shares, date: END, fairValue: '290.00' },
  ];
  await as(editor).saveValuations({ body: { vehicleId: fund, valuations } });
  // The excuse was entered for the wrong partner and reversed, so it must have no effect.
  const excuse = {
    vehicleId: fund,
    investorId: investors.b,
    kind: 'EXCUSE',
    holdingId: holding,
    date: '2020-01-20',
  } as const;
  const excused = await as(editor).saveCommitment({ body: excuse });
  await as(editor).reverseCommitmentEvent({
    params: { id: excused.id },
    body: { reason: 'Another partner is excused' },
  });
});
afterAll(() => server.stop());

const account = (endDate = END, query: QueryOf<'getFundCapitalAccount'> = {}) =>
  as(editor).getFundCapitalAccount({ params: { fundId: fund, endDate }, query });
const figures = async () => {
  const { figures: all } = await as(editor).getPeriod({ params: { vehicleId: fund, endDate: END } });
  return (subject: string, name?: string) =>
    all.find(
      ({ subject: rowSubject, name: rowName }) => rowSubject === subject && (name === undefined || rowName === name),
    )!;
};

describe('the capital account of a fund', () => {
  it('lists other changes of the unfunded commitment below row 113', async () => {
    const { rows } = await account('2020-03-31');
    const after = rows.slice(rows.findIndex(({ row }) => row === 113));
    expect(after.slice(0, 5).map(({ row, label, qtd, itd }) => [row, label, qtd, itd])).toEqual([
      [113, '+/- Other Unfunded Adjustment', '1000.00', '0.00'],
      [1131, 'of which closes and increases', '1000.00', '0.00'],
      [1132, 'of which transfers of commitments', '0.00', '0.00'],
      [1133, 'of which adjustments', '0.00', '0.00'],
      [114, 'Ending Unfunded Commitment', '581.00', '581.00'],
    ]);
  });
  it('agrees with the figures of the period, the sum of partners, and earlier closing balances [A-P-096 T1 T2 T3 T4 T6]', async () => {
    const now = await account();
    const figureOf = await figures();
    const vehicle = figureOf('VEHICLE');
    expect([row(now, 95), row(now, 104), row(now, 114), row(now, 108)].map(({ itd }) => itd)).toEqual([
      vehicle.nav,
      vehicle.navBeforeCarry,
      vehicle.unfunded,
      vehicle.commitment,
    ]);
    for (const { row, qtd, ytd, itd } of now.rows.filter((item) => [81, 95, 103, 104, 114].includes(item.row))) {
      expect([row, qtd, ytd]).toEqual([row, itd, itd]);
    }
    for (const partner of now.partners) {
      const own = figureOf('COMMITMENT', partner.investor.name);
      expect([partner.itd.ending, partner.itd.endingBeforeCarry, partner.itd.unfunded]).toEqual([
        own.nav,
        own.navBeforeCarry,
        own.unfunded,
      ]);
    }
    const cents = (text: Text) => Math.round(Number(text) * 100);
    for (const period of ['qtd', 'itd'] as const) {
      const sum = now.partners.reduce((total, partner) => total + cents(partner[period].ending), 0);
      expect(sum).toBe(cents(row(now, 95)[period]));
    }
    const before = await account('2021-03-31');
    expect([row(now, 12).qtd, row(now, 109).qtd]).toEqual([row(before, 95).itd, row(before, 114).itd]);
    expect([row(now, 13).itd, row(now, 14).qtd, row(now, 21).itd, row(now, 87).ytd, row(now, 92).qtd]).toEqual([
      '419.00',
      '-106.00',
      '-9.00',
      '0.00',
      '50.00',
    ]);
    expect(now.periods.map(({ code, startDate, endDate }) => [code, startDate, endDate])).toEqual([
      ['QTD', '2021-03-31', END],
      ['YTD', '2020-12-31', END],
      ['ITD', null, END],
    ]);
  });

  it('can be read as known at an audit entry', async () => {
    const [last] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ seq: number }>('SELECT max(seq)::int AS seq FROM ledger_entry WHERE tenant_id = $1', [tenantId]),
    );
    const before = await account();
    const [late] = await as(editor).saveLedgerEntries({
      body: {
        vehicleId: fund,
        entries: [entry('EXP-AUDIT', '1.00', '2021-06-30')],
      },
    });
    expect(row(await account(), 95).itd).not.toBe(row(before, 95).itd);
    const asKnown = await account(END, { asKnownOn: String(last!.seq) });
    // The valuations were entered after that audit entry, so the holdings are at cost again.
    expect([row(asKnown, 41).itd, row(asKnown, 93).itd]).toEqual(['0.00', '0.00']);
    await as(editor).reverseLedgerEntry({ params: { id: late!.id }, body: { reason: 'For the test' } });
    expect((await account()).rows).toEqual(before.rows);
  });

  it('has the rows of an investor in both calls, and refuses other records and dates [A-P-020 A-P-026]', async () => {
    const own = await as(editor).getCapitalAccount({
      params: { endDate: '06-30-2021', investorId: investors.a, fundId: fund },
    });
    expect([own.investor?.name, row(own, 13).itd, own.partners.map(({ investor }) => investor.name)]).toEqual([
      'Partner LP-A',
      '251.40',
      ['Partner LP-A'],
    ]);
    expect(
      await as(editor).getCapitalAccountDetail({
        params: { endDate: END },
        query: { fundId: fund, investorId: investors.a },
      }),
    ).toEqual(own);
    const missing = [
      { endDate: END, investorId: fund, fundId: fund },
      { endDate: END, investorId: investors.a, fundId: investors.a },
      { endDate: '2021-06-29', investorId: investors.a, fundId: fund },
    ];
    const refusals = await Promise.all(missing.map((params) => refusal(as(editor).getCapitalAccount({ params }))));
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 400]);
    const carry = await server.person(tenantId, { carry: 'administrator' });
    const params = { fundId: fund, endDate: END };
    expect((await refusal(as(carry).getFundCapitalAccount({ params }))).status).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { performance: 'administrator' });
    expect((await refusal(as(stranger).getFundCapitalAccount({ params }))).status).toBe(404);
  });

  it('has a row for each fund, with the balances of the fund [A-P-019 U-P-070]', async () => {
    const now = await account();
    for (const [periodId, period] of [
      ['QTD', 'qtd'],
      ['ITD', 'itd'],
    ] as const) {
      const report = await as(editor).reportFundCapitalAccounts({ params: { endDate: END }, query: { periodId } });
      const [line] = report.pageData;
      expect([line!.fundCode, line!.beginning, line!.unrealized, line!.ending, line!.unfunded]).toEqual([
        'OAK',
        row(now, 12)[period],
        row(now, 93)[period],
        row(now, 95)[period],
        row(now, 114)[period],
      ]);
      expect(report.subtotals.map(({ apart }) => apart)).toEqual([['EUR']]);
    }
    expect((await refusal(as(editor).reportFundCapitalAccounts({ params: { endDate: 'never' } }))).status).toBe(400);
  });

  it('lists dates, funds, investors and periods to choose from [A-P-021 A-P-022 A-P-023 A-P-024 A-P-025]', async () => {
    const dates = await as(editor).listCasDates();
    expect(dates[0]).toEqual({ endDate: END, formattedDate: '06/30/2021' });
    const names = (records: readonly { readonly name: string }[]) => records.map(({ name }) => name);
    expect(names(await as(editor).listCasFunds())).toEqual(['Oak Fund']);
    const all = ['Partner GP', 'Partner LP-A', 'Partner LP-B'];
    expect(names(await as(editor).listCasInvestors())).toEqual(all);
    const investorsAt = async (endDate: string, query: QueryOf<'listCasInvestorsOn'> = {}) =>
      names(await as(editor).listCasInvestorsOn({ params: { endDate }, query }));
    expect(await investorsAt(END, { fundId: fund })).toEqual(all);
    expect(await investorsAt('2019-12-31')).toEqual([]);
    const periods = await as(editor).listCasPeriods();
    expect(periods.map(({ id, code, description }) => `${id} ${code} ${description}`)).toEqual([
      'QTD QTD Quarter to date',
      'YTD YTD Fiscal year to date',
      'ITD ITD Inception to date',
    ]);
  });

  it('can be exported as a workbook with formulas, a statement in PDF, and the ILPA template [A-P-027 A-P-038 A-P-039 M-P-031 M-P-032 U-P-067 U-P-068]', async () => {
    const exported = (query: string) => file(`capitalaccount/${END}/cas-report/export?${query}`);
    const refused = async (query: QueryOf<'exportCapitalAccount'>) => {
      const { status, errors } = await refusal(as(editor).exportCapitalAccount({ params: { endDate: END }, query }));
      return [status, ...errors.map(({ message }) => message)];
    };
    expect(await refused({ format: 'excel' })).toEqual([422, 'Please select a fund before exporting to Excel.']);
    const both = 'Please select a fund and an investor before exporting to PDF.';
    expect(await refused({ format: 'application/pdf' })).toEqual([422, both]);
    expect(await refused({ format: 'application/pdf', fundId: fund })).toEqual([422, both]);
    const excel = await exported(`format=excel&fundId=${fund}`);
    expect(begins(excel)).toEqual([200, 'PK']);
    const pdf = await exported(`format=application/pdf&fundId=${fund}&investorId=${investors.a}`);
    expect(begins(pdf)).toEqual([200, '%P']);
    // The fund's firm is the issuer with its logo, and the footer names no reader.
    expect(pdf.rawPayload.toString('latin1')).toContain('/Subtype /Image');
    const printed = pdfTexts(pdf.rawPayload).flat().join('').replaceAll(' ', '');
    expect(printed).toContain('HarborStreetCapital');
    expect(printed).not.toContain('Ada·page');
    // So it is of the fund's profile, whose footer names the document.
    const profile = await file(`/api/document/pm-FundProfile/report?id=${fund}&endDate=${END}`);
    expect(profile.rawPayload.toString('latin1')).toContain('/Subtype /Image');
    const text = pdfTexts(profile.rawPayload).flat().join('').replaceAll(' ', '');
    for (const part of ['HarborStreetCapital\u00b7Fundprofile\u00b7OakFund', 'J-curve', 'Fairvalue'])
      expect(text).toContain(part);
    const template = await file(`capitalaccount/ilpa?fundId=${fund}&investorId=${investors.a}&endDate=${END}`);
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
  const detail = (investorId?: string) =>
    as(editor).getPortfolioSummaryDetail({ params: { endDate: END }, query: { fundId: fund, investorId } });
  const section = (portfolio: Portfolio, name: string) =>
    portfolio.entries.find(({ humanizedSectionName }) => humanizedSectionName === name)!;

  it('has debt, equity and the total of the fund [A-P-029 M-P-033 M-P-034 M-P-035 U-P-032 T7]', async () => {
    const whole = await detail();
    const vehicle = (await figures())('VEHICLE');
    const { total } = section(whole, 'Total');
    expect([total.invested, total.fairValue, total.income, total.grossIrr]).toEqual([
      vehicle.invested,
      vehicle.fairValue,
      vehicle.income,
      vehicle.grossIrr,
    ]);
    const line = ({
      name,
      invested,
      fairValue,
      income,
    }: Portfolio['entries'][number]['portfolioSummaries'][number]) => [name, invested, fairValue, income];
    expect(section(whole, 'Debt').portfolioSummaries.map(line)).toEqual([['Senior loan', '110.00', '110.00', '7.01']]);
    expect(section(whole, 'Equity').portfolioSummaries.map(line)).toEqual([['Common', '300.00', '290.00', '0.00']]);
  });

  it('is divided among investing commitments to the cent [A-P-051 A-P-052 A-P-053]', async () => {
    const shares = await Promise.all(Object.values(investors).map((id) => detail(id)));
    const totals = shares.map((share) => section(share, 'Total').total);
    expect(totals.map(({ fairValue, income }) => [fairValue, income])).toEqual([
      ['240.00', '4.21'],
      ['120.00', '2.10'],
      ['40.00', '0.70'],
    ]);
    const all = await as(editor).listInvestorPortfolioSummaries({ params: { id: investors.a, date: END } });
    expect(all).toEqual([shares[0]]);
    const item = await as(editor).getInvestorPortfolioSummary({
      params: { id: investors.a, fundInvestmentId: holding, date: END },
    });
    expect([section(item, 'Total').total, section(item, 'Debt').loadedFundInvestment]).toEqual([totals[0], holding]);
    const found = await as(editor).listInvestorInvestments({ params: { id: investors.a, date: END } });
    expect(found.map(({ investment, fairValue }) => [investment.name, fairValue])).toEqual([['Steel', '240.00']]);
    expect(
      (
        await refusal(
          as(editor).getInvestorPortfolioSummary({ params: { id: investors.a, fundInvestmentId: fund, date: END } }),
        )
      ).status,
    ).toBe(404);
  });

  it('has a row for each fund, and is exported [A-P-028 A-P-030 A-P-031 A-P-032 A-P-038]', async () => {
    const report = await as(editor).reportFundPortfolioSummaries({ params: { endDate: END } });
    expect(report.pageData.map(({ fund, fairValue }) => [(fund as { name: string }).name, fairValue])).toEqual([
      ['Oak Fund', '400.00'],
    ]);
    expect(await as(editor).listPfsFunds()).toHaveLength(1);
    expect(await as(editor).listPfsInvestors()).toHaveLength(3);
    expect(await as(editor).listPfsDates()).toEqual(await as(editor).listCasDates());
    const excel = await file(`portfoliosummary/${END}/pfs-report/export?fundId=${fund}&investorId=${investors.b}`);
    expect(begins(excel)).toEqual([200, 'PK']);
    const unselected = as(editor).exportPortfolioSummary({ params: { endDate: END } });
    expect(await refusal(unselected)).toMatchObject({
      status: 422,
      errors: [{ message: expect.stringContaining('Please select a fund before exporting to Excel.') }],
    });
  });
});

describe('an investor', () => {
  it('has figures, funds and quarters [A-P-046 A-P-047 A-P-048 A-P-049 A-P-050]', async () => {
    const own = (await figures())('INVESTOR', 'Partner LP-A');
    const profile = await as(editor).getInvestorProfile({ params: { id: investors.a } });
    expect(profile).toMatchObject({
      endDate: END,
      investorName: 'Partner LP-A',
      currency: 'EUR',
      totalCommitment: '600.00',
      investedCapital: '251.40',
      nav: own.nav,
    });
    const { id: _id, investorName: _name, investorType: _type, ...sums } = profile;
    expect(await as(editor).getInvestorSummary({ params: { id: investors.a, date: END } })).toEqual(sums);
    const funds = await as(editor).listInvestorFundsByPeriod({ params: { id: investors.a, date: END } });
    expect(funds.map(({ fundName, nav }) => [fundName, nav])).toEqual([['Oak Fund', own.nav]]);
    expect(await as(editor).listInvestorFunds({ params: { id: investors.a } })).toMatchObject([
      { id: fund, name: 'Oak Fund' },
    ]);
    const quarters = await as(editor).chartInvestor({ params: { id: investors.a } });
    expect([quarters.length, quarters.at(-1)]).toEqual([6, expect.objectContaining({ quarter: END, nav: own.nav })]);
    expect((await refusal(as(editor).listInvestorFunds({ params: { id: fund } }))).status).toBe(404);
  });

  it('has notices and cash flows by category [A-P-057 A-P-058 E-P-145 E-P-151 U-P-044]', async () => {
    const flows = (date: string, query: QueryOf<'listInvestorCashFlows'> = {}) =>
      as(editor).listInvestorCashFlows({ params: { investorId: investors.a, date }, query });
    const all = await flows(END);
    expect(
      all.overviews.map(({ overview, contributions, distributions }) => [
        overview.issueDate,
        overview.sequenceNumber,
        overview.kind,
        contributions.total,
        distributions.total,
      ]),
    ).toEqual([
      ['2021-05-03', null, 'DISTRIBUTION', '0.00', '60.00'],
      ['2020-01-02', 1, 'CALL', '251.40', '0.00'],
    ]);
    expect(all.overviews[1]!.contributions.properties.map(({ code, amount }) => [code, amount])).toEqual([
      ['CALL-FEE', '5.40'],
      ['CALL-INV', '246.00'],
    ]);
    expect([all.funds[0]?.name, all.selectedCashFlow?.overview.issueDate]).toEqual(['Oak Fund', '2021-05-03']);
    expect(
      [all.callChartData, all.distributionChartData].map((item) => item.map(({ key, value }) => `${key} ${value}`)),
    ).toEqual([
      ['2020 251.40', '2021 0.00'],
      ['2020 0.00', '2021 60.00'],
    ]);
    expect((await flows('2020-12-31')).selectedCashFlow?.overview.issueDate).toBe('2020-01-02');
    const expenses = await flows(END, { category: 'Expense' });
    expect(expenses.overviews.map(({ contributions }) => contributions.total)).toEqual(['5.40']);
  });

  it('is charted by commitment and by type [A-P-056 R-P-111 R-P-112]', async () => {
    const charts = await as(editor).chartInvestors();
    expect(charts.commitmentsByInvestor.map(({ key, value }) => `${key} ${value}`)).toEqual([
      'Partner LP-A 600.00',
      'Partner LP-B 300.00',
      'Partner GP 100.00',
    ]);
    expect(charts.commitmentsByType.map(({ value, currency }) => `${value} ${currency}`)).toEqual([
      '900.00 EUR',
      '100.00 EUR',
    ]);
  });
});

describe('the reports', () => {
  interface Report {
    readonly pageData: readonly Readonly<Record<string, unknown>>[];
    readonly subtotals: AnswerOf<'reportFundDetails'>['subtotals'];
  }
  const whole = ({ subtotals }: Report, name: string) =>
    subtotals.find(({ keys }) => keys.length === 0)?.totals.find(({ field }) => field === name)?.total;
  const at = (endDate: string) => ({ query: { endDate, fundId: fund } });

  it('total the figures of the fund by investor, fund, investment and general partner [A-P-018 A-P-033 R-P-028 R-P-029 R-P-030 R-P-031]', async () => {
    const vehicle = (await figures())('VEHICLE');
    const irrs = await as(editor).reportInvestorIrrs({ query: { endDate: END } });
    expect([irrs.pageData.length, whole(irrs, 'nav'), whole(irrs, 'commitment')]).toEqual([
      3,
      vehicle.nav,
      vehicle.commitment,
    ]);
    const details = await as(editor).reportFundDetails(at(END));
    expect([details.pageData[0]?.quarter, whole(details, 'nav')]).toEqual([END, vehicle.nav]);
    const analytics = await as(editor).reportInvestmentAnalytics(at(END));
    expect(whole(analytics, 'fairValue')).toBe(vehicle.fairValue);
    const byPath = await as(editor).reportInvestmentAnalyticsOn({ params: { endDate: END }, query: { fundId: fund } });
    expect(byPath.pageData).toEqual(analytics.pageData);
    expect((await refusal(as(editor).reportInvestmentAnalytics({ query: { endDate: END } }))).status).toBe(400);
    const [gp] = (await as(editor).reportGpSharing({ query: { endDate: END } })).pageData;
    expect(gp).toMatchObject({
      commitment: '100.00',
      earned: '10.00',
      paid: '6.00',
      escrow: '0.00',
      entitlement: null,
    });
    await as(editor).saveEconomicTerms({
      params: { fundId: fund },
      body: { carry: '20', hurdle: '0', catchUp: '100' },
    });
    const position = await as(editor).getFundCarryPosition({ params: { id: fund, date: END } });
    const [entitled] = (await as(editor).reportGpSharing({ query: { endDate: END } })).pageData;
    expect([entitled?.entitlement, entitled?.exposure]).toEqual([position.earned, position.exposure]);
    expect(position.exposure).toMatch(/^\d/);
  });

  it('show figures of their date only; others and their totals are not determined [R-P-028 R-P-029]', async () => {
    const later = '2021-09-30';
    const query = { endDate: later };
    for (const found of [
      await as(editor).reportFundOverview({ query }),
      await as(editor).reportFundDetails({ query }),
      await as(editor).reportGpSharing({ query }),
      await as(editor).reportInvestorIrrs({ query }),
    ] as readonly Report[]) {
      expect(found.pageData.map(({ nav, commitment, quarter }) => [nav, commitment, quarter])).toEqual(
        found.pageData.map(() => [null, null, END]),
      );
      expect([found.pageData.length > 0, whole(found, 'nav'), whole(found, 'commitment')]).toEqual([true, null, null]);
    }
    const [gp] = (await as(editor).reportGpSharing({ query: { endDate: later } })).pageData;
    expect(gp).toMatchObject({ paid: null, escrow: null });
    // A statement on that date includes the cash until then but, like the list, no value.
    const [then, now] = [await account(), await account(later)];
    expect([row(now, 13).itd, row(now, 12).qtd, row(now, 95).itd, row(now, 104).qtd]).toEqual([
      row(then, 13).itd,
      row(then, 95).itd,
      null,
      null,
    ]);
    expect(now.notDetermined.find(({ field }) => field === 'ending')?.message).toBe(
      'Nothing is booked for the quarter to 09/30/2021; the last figures are of 06/30/2021.',
    );
    const [line] = (await as(editor).reportFundCapitalAccounts({ params: { endDate: later } })).pageData;
    expect([line?.beginning, line?.ending, line?.contributions]).toEqual([row(then, 95).itd, null, '0.00']);
  });

  it('show no values of a quarter without entries, but amounts paid and received [A-P-028 A-P-029 A-P-051]', async () => {
    const read = async (day: string) => {
      const found = await as(editor).reportFundPortfolioSummaries({ params: { endDate: day } });
      const own = await as(editor).getPortfolioSummaryDetail({ params: { endDate: day }, query: { fundId: fund } });
      const total = own.entries.find(({ humanizedSectionName }) => humanizedSectionName === 'Total')!.total;
      return { found, line: found.pageData[0]!, total };
    };
    const then = await read(END);
    expect([then.line.grossIrr, then.line.fairValue]).toEqual([then.total.grossIrr, then.total.fairValue]);
    expect(then.total.grossIrr).toMatch(/^-?\d/);
    const later = await read('2023-12-31');
    const reason = 'Nothing is booked for the quarter to 12/31/2023; the last figures are of 06/30/2021.';
    for (const line of [later.line, later.total]) {
      const { fairValue, grossIrr, grossMoic, invested, income, notDetermined } = line;
      expect([fairValue, grossIrr, grossMoic, invested, income]).toEqual([null, null, null, '410.00', '7.01']);
      expect(
        (notDetermined as readonly { field: string; message: string }[]).find(({ field }) => field === 'fairValue')
          ?.message,
      ).toBe(reason);
    }
    expect([whole(later.found, 'invested'), whole(later.found, 'fairValue')]).toEqual(['410.00', null]);
    const [found] = await as(editor).listInvestorInvestments({ params: { id: investors.a, date: '2023-12-31' } });
    expect([found?.fairValue, found?.invested]).toEqual([null, '246.00']);
  });

  it('total cash flows by type only, because types differ in direction [R-P-032]', async () => {
    const flows = await as(editor).reportCashflow();
    const types = new Set(flows.pageData.map(({ type }) => type));
    expect(new Set(flows.subtotals.map(({ keys }) => keys[0]))).toEqual(types);
    expect(types.size).toBeGreaterThan(1);
  });

  it('list cash flows, quarters and the latest data of each fund [R-P-032 R-P-033 R-P-034]', async () => {
    const flows = await as(editor).reportCashflow({ query: { category: 'Distribution', to: '2021-06-30' } });
    expect(new Set(flows.pageData.map(({ type }) => type))).toEqual(
      new Set(['Sale', 'Interest income', 'Distribution: return of capital']),
    );
    const quarters = await as(editor).reportCashflowAnalysis({ query: { fundId: fund } });
    expect(quarters.pageData.map(({ quarter }) => quarter)).toHaveLength(6);
    const [state] = (await as(editor).reportDataManagement()).pageData;
    expect(state).toMatchObject({
      lastQuarter: END,
      lockedUntil: null,
      version: null,
      openQuarters: 6,
      lastValuation: END,
    });
  });

  it('print an investor with its funds and their holdings [A-P-055 A-P-061 A-P-157]', async () => {
    const dates = await as(editor).listReportingDatesOfInvestor({ params: { id: investors.a } });
    expect([dates.length, dates[0]?.endDate, dates[0]?.collection.map(({ name }) => name)]).toEqual([
      6,
      END,
      ['Oak Fund'],
    ]);
    const pdf = await file(`/api/document/pm-InvestorProfile/report?id=${investors.a}&endDate=${END}`);
    expect(begins(pdf)).toEqual([200, '%P']);
    expect((await file(`/api/document/pm-Nothing/report?id=${investors.a}&endDate=${END}`)).statusCode).toBe(400);
    expect((await file(`/api/document/pm-InvestorProfile/report?id=${fund}&endDate=${END}`)).statusCode).toBe(404);
  });

  it('give a reason for each undetermined figure, and mark returns of less than a year', async () => {
    const reasons = ({ pageData: [first] }: Report) =>
      new Set((first!['notDetermined'] as { field: string }[]).map(({ field }) => field));
    expect(reasons(await as(editor).reportFundDetails({ query: { endDate: '2021-09-30' } }))).toEqual(
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
    expect(
      reasons(await as(editor).reportInvestmentDetails({ query: { endDate: '2021-09-30' } })).has('grossIrr'),
    ).toBe(true);
    const [early] = (await as(editor).reportInvestmentAnalytics({ query: { endDate: '2020-06-30', fundId: fund } }))
      .pageData;
    const [late] = (await as(editor).reportInvestmentAnalytics(at(END))).pageData;
    expect([early?.grossIrrAnnualized, late?.grossIrrAnnualized]).toEqual([false, true]);
  });

  it('have totals that equal the sum of their rows, by currency [R-P-022 R-P-023]', async () => {
    const reports: readonly (readonly [ReportDefinition, Report])[] = [
      [fundOverview, await as(editor).reportFundOverview({ query: { endDate: END, pageSize: 500 } })],
      [investmentDetails, await as(editor).reportInvestmentDetails({ query: { endDate: END, pageSize: 500 } })],
      [investorCashFlow, await as(editor).reportInvestorCashFlow({ query: { pageSize: 500 } })],
    ];
    for (const [definition, found] of reports) {
      const name = definition.title;
      const figures = definition.columns.filter(({ adds }) => adds).map(({ field }) => field);
      expect([found.pageData.length > 0, figures.length > 0], name).toEqual([true, true]);
      for (const field of figures) {
        const rows = found.pageData.map((row) => row[field] as Text);
        const sum = rows.some((amount) => amount === null)
          ? null
          : moneyText(rows.reduce((total, amount) => total.plus(decimal(amount!)), decimal('0')));
        expect(whole(found, field), `${name} ${field}`).toBe(sum);
      }
    }
    // Each group of the cash flows has only rows of its investor.
    const flows = await as(editor).reportInvestorCashFlow({ query: { pageSize: 500 } });
    for (const { keys, totals } of flows.subtotals.filter((subtotal) => subtotal.keys.length === 1)) {
      const own = flows.pageData.filter(({ investor }) => (investor as { id: string }).id === keys[0]);
      const net = own.reduce((total, { net }) => total.plus(decimal(String(net))), decimal('0'));
      expect(totals.find(({ field }) => field === 'net')?.total).toBe(moneyText(net));
    }
  });

  it('divide carry between two general partners without counting it twice [R-P-030]', async () => {
    const owner = await server.person(tenantId, { performance: 'administrator' });
    const second = await as(owner).saveInvestor({ body: { code: 'GP-2', name: 'Partner GP-2', type: gpType } });
    const close = {
      vehicleId: fund,
      investorId: second.id,
      kind: 'CLOSE',
      date: '2021-06-01',
      amount: '300.00',
      paysFee: false,
      paysCarry: false,
    } as const;
    await as(editor).saveCommitment({ body: close });
    await as(editor).saveLedgerEntries({
      body: { vehicleId: fund, entries: [entry('CARRY-EARNED', '8.00', '2021-06-15')] },
    });
    const found = await as(editor).reportGpSharing({ query: { endDate: END } });
    expect(Object.fromEntries(found.pageData.map(({ earned, paid }) => [earned, paid]))).toEqual({
      '12.00': '6.00',
      '6.00': '0.00',
    });
    const position = await as(editor).getFundCarryPosition({ params: { id: fund, date: END } });
    expect(['earned', 'paid', 'entitlement', 'exposure'].map((field) => whole(found, field))).toEqual([
      '18.00',
      '6.00',
      position.earned,
      position.exposure,
    ]);
  });
});

describe('a liquidated fund', () => {
  it('keeps its final figures in later quarters', async () => {
    const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    const currency = { id: await server.referenceEntry(tenantId, 'currency', 'CHF') };
    const { id: firmId } = await as(owner).saveFirm({ body: { code: 'GROVE', name: 'Grove' } });
    const elm = { code: 'ELM', legalName: 'Elm Fund', currency, firm: { id: firmId }, vintageYear: 2019 };
    const { id: vehicleId } = await as(owner).saveFund({ body: elm });
    const brick = { code: 'BRICK', name: 'Brick', legalName: 'Brick', fundInvestments: [{ fund: { id: vehicleId } }] };
    const { id: investment } = await as(owner).saveInvestment({ body: brick });
    for (const investorId of [investors.a, investors.gp])
      await as(editor).saveCommitment({
        body: { vehicleId, investorId, kind: 'CLOSE', date: '2020-01-01', amount: '50.00' },
      });
    const [{ id: holdingId } = { id: '' }] = await as(editor).listInvestmentSources({
      query: { investmentId: investment },
    });
    const { id: securityId } = await as(owner).saveSecurity({
      body: { vehicleId, holdingId, class: 'EQUITY', name: 'Shares' },
    });
    const position = { holdingId, securityId };
    const entries = [
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('BUY', '100.00', '2020-01-10', position),
      entry('SELL', '130.00', '2021-02-10', { ...position, costRelieved: '100.00' }),
      entry('DIST-GAIN', '130.00', '2021-02-10'),
    ] as const;
    await as(editor).saveLedgerEntries({ body: { vehicleId, entries } });
    const terms = { waterfall: { code: 'WHOLE_FUND' }, carry: '20', hurdle: '8', catchUp: '100' } as const;
    await as(editor).saveEconomicTerms({ params: { fundId: vehicleId }, body: terms });
    type Row = Readonly<Record<string, unknown>>;
    const named = (found: unknown): readonly Row[] => {
      const rows = Array.isArray(found) ? (found as readonly Row[]) : (found as { PageData: readonly Row[] }).PageData;
      return rows.filter((row) => /^(?!.*Oak).*(Elm|Brick|Grove|"CHF")/.test(JSON.stringify(row)));
    };
    const [last, later] = ['2021-03-31', '2023-12-31'];
    // The change since the previous quarter, and the date itself, depend on the date.
    const ofDay = /"NavChange(Percent)?":("[^"]*"|null),/g;
    const days = /"(03\/31\/2021|2021-03-31|12\/31\/2023|2023-12-31)"/g;
    // Raw responses, so that every field counts.
    const read = async (path: string, date: string) => {
      const answer = await file(path.replace('AT', date));
      expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
      const found = answer.json<object>();
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
      `fund/${vehicleId}/investments?endDate=AT`,
      `fund/${vehicleId}/investments?endDate=AT&currencyPair=CHF-CHF`,
      `fund/${vehicleId}/investors/AT`,
      'firm/figures?endDate=AT',
      `investment/investments?endDate=AT`,
      `investment/profile?investmentId=${investment}&sourceId=${holdingId}&endDate=AT`,
      '/api/reporting/fund?view=all&endDate=AT',
      '/api/reporting/fund?view=includingCoinvest&endDate=AT',
      '/api/reporting/investment?view=includingCoinvest&endDate=AT',
      'reporting/fund/list?endDate=AT',
      'reporting/fund/gp-sharing?endDate=AT',
      'reporting/fund/fund-returns?endDate=AT',
      `explanation?subject=${vehicleId}&figure=tvpi&date=AT`,
      `explanation?subject=${vehicleId}&figure=horizon.INCEPTION&date=AT`,
      `fund/${vehicleId}/AT/carry-position`,
    ]) {
      const then = await read(path, last);
      expect(JSON.stringify(then), path).not.toBe('[]');
      expect(await read(path, later), path).toEqual(then);
    }
    const funds = await as(editor).listVehicles({ query: { endDate: later } });
    const [own, other] = ['Elm Fund', 'Oak Fund'].map((name) =>
      funds.pageData.find(({ fundName }) => fundName === name),
    );
    expect([own?.nav, own?.unfunded, own?.tvpi, own?.notDetermined]).toEqual(['0.00', '0.00', '1.3', []]);
    expect(other?.nav).toBeNull();
    const returns = await as(editor).reportFundReturns({ query: { endDate: later } });
    const elmReturns = returns.pageData.find(({ code }) => code === 'ELM');
    expect(elmReturns?.sinceInception).toBe(own?.irr);
  });
});
