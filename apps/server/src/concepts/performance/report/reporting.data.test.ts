import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, type QueryOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];
type View = NonNullable<QueryOf<'listReportingFunds'>['view']>;

const END = '2015-03-31';
let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let editor: TestPerson;
/** A person with the reporting application only. */
let reader: TestPerson;
let oak: string;
let coinvestment: string;
let steel: string;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  reader = await server.person(tenantId, { reporting: 'viewer' });

  const reference = async (type: string, code: string) => ({ id: await server.referenceEntry(tenantId, type, code) });
  const [currency, lp] = [await reference('currency', 'EUR'), await reference('investor-type', 'INVESTOR')];
  const fund = async (code: string) =>
    (await as(editor).saveFund({ body: { code, name: code, legalName: `${code} Fund`, currency } })).id;
  oak = await fund('OAK');
  const elm = await fund('ELM');
  coinvestment = (
    await as(editor).saveCoinvestment({
      body: { code: 'OAK-CO', name: 'Oak coinvestment', fund: { id: oak }, currency },
    })
  ).id;
  steel = (
    await as(editor).saveInvestment({
      body: {
        code: 'STEEL',
        name: 'Steel',
        legalName: 'Steel',
        fundInvestments: [{ fund: { id: oak } }, { fund: { id: elm } }],
        coinvestmentInvestments: [{ coinvestment: { id: coinvestment } }],
      },
    })
  ).id;
  const investor = (await as(editor).saveInvestor({ body: { code: 'LP', name: 'Partner', type: lp } })).id;
  const holdings = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string; vehicle: string }>(
      `SELECT h.id, h.fund_id AS vehicle FROM fund_investment h WHERE h.tenant_id = $1 AND h.investment_id = $2
       UNION ALL SELECT h.id, h.coinvestment_id FROM coinvestment_investment h WHERE h.tenant_id = $1 AND h.investment_id = $2`,
      [tenantId, steel],
    ),
  );
  /** Calls capital, buys a holding and values it. */
  const invest = async (vehicleId: string, amount: string, day: string, worth: string) => {
    const holdingId = holdings.find(({ vehicle }) => vehicle === vehicleId)!.id;
    await as(editor).saveCommitment({ body: { vehicleId, investorId: investor, kind: 'CLOSE', date: day, amount } });
    const { id: securityId } = await as(editor).saveSecurity({
      body: {
        vehicleId,
        holdingId,
        class: 'EQUITY',
        name: 'Common',
      },
    });
    const entry = (type: Entry['type'], amount: string, effectiveDate: string, more: Partial<Entry> = {}) => ({
      type,
      amount,
      effectiveDate,
      ...more,
    });
    const security = { holdingId, securityId };
    await as(editor).saveLedgerEntries({
      body: {
        vehicleId,
        entries: [entry('CALL-INV', amount, day), entry('BUY', amount, day, security), entry('FEE', '1.00', END)],
      },
    });
    await as(editor).saveValuations({ body: { vehicleId, valuations: [{ securityId, date: END, fairValue: worth }] } });
  };
  await invest(oak, '100.00', '2013-03-31', '121.00');
  await invest(coinvestment, '300.00', '2014-03-31', '391.00');
  await invest(elm, '50.00', '2014-06-30', '50.00');
});
afterAll(() => server.stop());

const fundsOf = async (query: QueryOf<'listReportingFunds'>) =>
  (await as(reader).listReportingFunds({ query: { endDate: END, ...query } })).pageData;
/** A query whose value the types don't allow. */
const invalid = (query: Readonly<Record<string, string>>) => query as never;

describe('the lists of the reporting area', () => {
  it('show vehicles, funds with their coinvestments added, or funds alone [A-P-005 R-P-011..014 G-P-014]', async () => {
    const codes = async (view: View) => (await fundsOf({ view })).map(({ fundCode, nav }) => [fundCode, nav]);
    expect(await codes('all')).toEqual([
      ['ELM', '49.00'],
      ['OAK', '120.00'],
      ['OAK-CO', '390.00'],
    ]);
    expect(await codes('fundonly')).toEqual([
      ['ELM', '49.00'],
      ['OAK', '120.00'],
    ]);
    expect(await codes('includingCoinvest')).toEqual([
      ['ELM', '49.00'],
      ['OAK', '510.00'],
    ]);
    expect((await refusal(as(reader).listReportingFunds({ query: invalid({ view: 'some' }) }))).status).toBe(400);
  });

  it('pool returns and multiples of a fund and its coinvestments from all cash and values, like one ledger', async () => {
    const [, pooled] = await fundsOf({ view: 'includingCoinvest' });
    // -100 on 2013-03-31, -300 on 2014-03-31, 510 on 2015-03-31: 100 x^2 + 300 x - 510 = 0.
    expect([pooled?.commitment, pooled?.contributions, pooled?.tvpi]).toEqual(['400.00', '400.00', '1.275']);
    expect(Number(pooled?.irr)).toBeCloseTo(100 * ((-3 + Math.sqrt(9 + 20.4)) / 2 - 1), 8);
    // Before fees: 121 + 391, the published pool of two and of one year.
    expect(Number(pooled?.grossIrr)).toBeCloseTo(100 * ((-3 + Math.sqrt(9 + 20.48)) / 2 - 1), 8);
    expect(pooled?.grossMoic).toBe('1.28');
    expect(pooled?.notDetermined).toEqual([]);
    const { pageData: holdings } = await as(reader).listReportingInvestments({
      query: { view: 'includingCoinvest', endDate: END, sortColumn: 'Vehicle' },
    });
    expect(
      holdings.map(({ vehicle, invested, fairValue, grossMoic }) => [vehicle.code, invested, fairValue, grossMoic]),
    ).toEqual([
      ['ELM', '50.00', '50.00', '1'],
      ['OAK', '400.00', '512.00', '1.28'],
    ]);
    expect(holdings[1]?.grossIrr).toBe(pooled?.grossIrr);
  });

  it('list an investment once per holder, and total the listed rows [A-P-002 R-P-004..007]', async () => {
    const listed = async (view: View) => {
      const page = await as(reader).listReportingInvestments({ query: { view, endDate: END, sortColumn: 'Vehicle' } });
      const total = page.totals!.find(({ field }) => field === 'invested')?.total;
      return [page.pageData.map(({ vehicle }) => vehicle.code), total];
    };
    expect(await listed('all')).toEqual([['ELM', 'OAK', 'OAK-CO'], '450.00']);
    expect(await listed('fundonly')).toEqual([['ELM', 'OAK'], '150.00']);
    expect(await listed('includingCoinvest')).toEqual([['ELM', 'OAK'], '450.00']);
    const { pageData, totalItemCount, recordCount } = await as(reader).listReportingInvestments({
      query: { endDate: END, view: 'all' },
    });
    const investments = new Set(pageData.map(({ investmentId }) => investmentId));
    expect([totalItemCount, recordCount]).toEqual([3, investments.size]);
  });

  it('give the reason if a coinvestment has no figures of the quarter', async () => {
    const rows = await fundsOf({ view: 'includingCoinvest', endDate: '2015-06-30' });
    const codes = rows.find(({ fundCode }) => fundCode === 'OAK')?.notDetermined.map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['NAV_MISSING']));
  });

  it('list commitment, paid-in capital and NAV of each investor [A-P-001 R-P-003]', async () => {
    const investorsAt = async (endDate: string) =>
      (await as(reader).listReportingInvestors({ query: { endDate } })).pageData;
    const rows = await investorsAt(END);
    expect(
      rows.map(({ investorName, periodEndDate, commitment, nav }) => [investorName, periodEndDate, commitment, nav]),
    ).toEqual([['Partner', END, '450.00', '559.00']]);
    const [before] = await investorsAt('2012-12-31');
    expect([before?.commitment, before?.nav]).toEqual([null, null]);
    // The list of investors has the same figures. In a later quarter they are unknown, with a reason.
    const own = (await as(editor).listInvestorFigures({ query: { endDate: END } })).pageData;
    expect(own.map(({ commitment, nav, tvpi }) => [commitment, nav, tvpi === null])).toEqual([
      ['450.00', '559.00', false],
    ]);
    const [later] = (await as(editor).listInvestorFigures({ query: { endDate: '2033-12-31' } })).pageData;
    expect([later?.nav, later?.commitment]).toEqual([null, null]);
    expect(later?.notDetermined[0]?.message).toMatch(/^Nothing is booked for the quarter to 12\/31\/2033; the last/);
  });
});

describe('the records of the reporting area', () => {
  it('have the same figures as performance, with terms, quarters and holders [A-P-003 A-P-006 A-P-007 U-P-009 R-P-019]', async () => {
    const fund = await as(reader).getReportingFund({ params: { id: oak }, query: { endDate: END } });
    const profile = await as(editor).getFundProfile({ params: { id: oak }, query: { endDate: END } });
    expect([fund.nav, fund.irr, fund.tvpi]).toEqual([profile.nav, profile.irr, profile.tvpi]);
    expect(fund.pageData.map(({ fundCode }) => fundCode)).toEqual(['OAK', 'OAK-CO']);
    expect(fund.terms.some(({ code }) => code === 'carry')).toBe(true);
    expect(fund.reportingDates[0]?.endDate).toBe(END);
    const { pageData: holdings } = await as(reader).listReportingFundInvestments({
      params: { id: oak },
      query: { endDate: END },
    });
    expect(holdings.map(({ investmentName, invested }) => [investmentName, invested])).toEqual([['Steel', '100.00']]);
    const investment = await as(reader).getReportingInvestment({ params: { id: steel }, query: { endDate: END } });
    expect([investment.investmentName, investment.pageData.map(({ vehicle }) => vehicle.code)]).toEqual([
      'Steel',
      ['ELM', 'OAK', 'OAK-CO'],
    ]);
  });

  it('list events of a category, of one fund or of all [A-P-004 A-P-008 U-P-008 U-P-010 U-P-011 M-P-003 M-P-004 M-P-005 M-P-006 M-P-007 M-P-008]', async () => {
    const events = async (query: QueryOf<'listReportingFundEvents'> = {}) =>
      (await as(reader).listReportingFundEvents({ params: { id: oak }, query })).pageData;
    const all = await events();
    expect(all.map(({ category, amount }) => `${category} ${amount}`).toSorted()).toEqual([
      'Expense 1.00',
      'Investment 100.00',
      'Investment 100.00',
    ]);
    expect((await events({ category: 'Expense' })).map(({ type }) => type)).toEqual(['Management fees']);
    const everywhere = await events({ category: 'Expense', showAllFunds: 'true' });
    expect(everywhere.map(({ fund }) => String(fund.code)).sort()).toEqual(['ELM', 'OAK', 'OAK-CO']);
    const ofSteel = async (endDate?: string) =>
      (
        await as(reader).listReportingInvestmentEvents({
          params: { id: steel },
          query: { category: 'Investment', endDate },
        })
      ).pageData;
    expect((await ofSteel()).map(({ fund, amount }) => [fund.code, amount])).toEqual([
      ['ELM', '50.00'],
      ['OAK-CO', '300.00'],
      ['OAK', '100.00'],
    ]);
    expect(await ofSteel('2013-12-31')).toHaveLength(1);
    for (const category of ['All', 'Distribution', 'Carry Paid', 'Clawback'] as const) await events({ category });
    expect((await refusal(events(invalid({ category: 'Fees' })))).status).toBe(400);
  });

  it('say in each view which holdings are late, and leave them out of the totals', async () => {
    const listed = async (view: View, endDate: string) => {
      const { pageData, totals } = await as(reader).listReportingInvestments({
        query: { view, endDate, sortColumn: 'Vehicle' },
      });
      return {
        rows: pageData.map(({ vehicle, invested, lastDate, notDetermined }) => [
          vehicle.code,
          invested,
          lastDate,
          notDetermined.find(({ field }) => field === 'invested')?.message,
        ]),
        coverage: totals!.find(({ field }) => field === 'invested')!.coverage!,
      };
    };
    const later = '2015-09-30';
    const nothing = 'Nothing is booked for the quarter to 09/30/2015; the last figures are of 03/31/2015.';
    for (const view of ['fundonly', 'includingCoinvest'] as const) {
      const { rows, coverage } = await listed(view, later);
      expect([view, rows]).toEqual([
        view,
        [
          ['ELM', null, END, nothing],
          ['OAK', null, END, nothing],
        ],
      ]);
      expect(coverage).toMatchObject({ included: 0, total: 2, excluded: [{ name: 'STEEL', lastDate: END }] });
    }
  });

  it('can be exported to Excel, and a fund to PDF [A-P-009..017 U-P-088]', async () => {
    for (const path of [
      'investor/investors',
      'investment',
      'fund?view=includingCoinvest',
      `investment/${steel}`,
      `investment/${steel}/cashflows`,
      `fund/${oak}`,
      `fund/${oak}/investments`,
      `fund/${oak}/cashflows`,
    ]) {
      const url = `/api/reporting/${path}${path.includes('?') ? '&' : '?'}format=excel`;
      const { statusCode, rawPayload } = await server.call(reader.token, tenantId, { method: 'GET', url });
      expect([path, statusCode, rawPayload.subarray(0, 2).toString()]).toEqual([path, 200, 'PK']);
    }
    const url = `/api/reporting/fund/${oak}/03-31-2015/pdf`;
    const { rawPayload } = await server.call(reader.token, tenantId, { method: 'GET', url });
    expect(rawPayload.subarray(0, 4).toString()).toBe('%PDF');
  });

  it('are visible to people with access to reports of the firm only', async () => {
    const carry = await server.person(tenantId, { carry: 'administrator' });
    expect((await refusal(as(carry).listReportingFunds())).status).toBe(403);
    const other = await server.tenant();
    const stranger = await server.person(other, { reporting: 'administrator' });
    const foreign = as(stranger);
    const refusals = await Promise.all(
      [
        foreign.getReportingFund({ params: { id: oak } }),
        foreign.getReportingInvestment({ params: { id: steel } }),
        foreign.printReportingFund({ params: { id: oak, date: END } }),
      ].map(refusal),
    );
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await refusal(as(reader).getFundProfile({ params: { id: oak } }))).status).toBe(403);
  });
});

describe('the basis of funds in the reporting area', () => {
  it('defaults to the fee-paying limited partners, and is named', async () => {
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'RELATEDPARTY') };
    const { id: investorId } = await as(editor).saveInvestor({ body: { code: 'FREE', name: 'Pays no fee', type } });
    await as(editor).saveCommitment({
      body: { vehicleId: oak, investorId, kind: 'CLOSE', date: '2013-03-31', amount: '25.00', paysFee: false },
    });
    const committed = await as(editor).listCommitments({ query: { vehicleId: oak } });
    const commitmentId = committed.find(({ investor }) => investor.id === investorId)!.id;
    const shares = [{ commitmentId, amount: '5.00' }];
    const call: Entry = { type: 'CALL-INV', amount: '5.00', effectiveDate: '2014-12-31', allocationKey: 'ONE', shares };
    await as(editor).saveLedgerEntries({ body: { vehicleId: oak, entries: [call] } });
    type Query = QueryOf<'listReportingFunds'>;
    interface Basis {
      readonly basis?: 'all';
      readonly asKnownOn?: string;
    }
    interface Row {
      readonly basis?: unknown;
      readonly commitment: unknown;
      readonly nav: unknown;
      readonly tvpi: unknown;
    }
    const figuresOf = ({ basis, commitment, nav, tvpi }: Row) => [basis, commitment, nav, tvpi];
    // The gain of 21.00 is allocated by commitment.
    const feePaying = ['Fee-paying limited partners', '100.00', '115.80', '1.158'];
    const all = ['All partners', '125.00', '125.00', '1.19047619048'];
    const oakOf = async (query: Query) => (await fundsOf(query)).find(({ fundCode }) => fundCode === 'OAK')!;
    const listed = async (query: Query) => figuresOf(await oakOf(query));
    expect(await listed({})).toEqual(feePaying);
    expect(await listed({ basis: 'all' })).toEqual(all);
    const view = 'includingCoinvest';
    expect(await listed({ view })).toEqual(['Fee-paying limited partners', '400.00', '505.80', '1.2645']);
    expect(await listed({ view, basis: 'all' })).toEqual(['All partners', '425.00', '515.00', '1.27160493827']);
    for (const basis of ['feePaying', 'all'] as const) {
      const own = (await oakOf({ view, basis })).irr;
      expect(own).toEqual(expect.any(String));
      // Figures carried forward are those of their own quarter end.
      const carried = await oakOf({ view, basis, endDate: '2031-12-31', carriesForward: 'true' });
      expect(carried.irr, basis).toBe(own);
    }
    const fund = await as(reader).getReportingFund({ params: { id: oak }, query: { endDate: END, basis: 'all' } });
    expect([figuresOf(fund), figuresOf(fund.pageData[0]!)]).toEqual([all, all]);
    expect(figuresOf(await as(reader).getReportingFund({ params: { id: oak }, query: { endDate: END } }))).toEqual(
      feePaying,
    );
    const { bytes } = await as(reader).printReportingFund({
      params: { id: oak, date: END },
      query: { basis: 'all' },
    });
    expect(pdfTexts(Buffer.from(bytes)).flat().join('').replaceAll(' ', '')).toContain('Basisofthefigures:Allpartners');
    expect((await refusal(as(reader).listReportingFunds({ query: invalid({ basis: 'some' }) }))).status).toBe(400);

    // The reports of funds agree too, on current data and as known at an audit entry.
    const reported = ({
      pageData,
      parameters,
    }: AnswerOf<'reportFundOverview' | 'reportFundDetails' | 'reportCashflowAnalysis'>) => {
      const row = (pageData as readonly Readonly<Record<string, unknown>>[]).find(
        ({ fund, quarter }) => (fund as { id: string }).id === oak && quarter === END,
      )!;
      return {
        row: [row['contributions'], row['nav'], row['tvpi']],
        recallable: row['recallable'],
        basis: parameters.find(({ title }) => title === 'Basis')?.text,
      };
    };
    const now = server.now.toISOString();
    const more = { fundId: oak, pageSize: 500 };
    const reports = [
      (query: Basis) => as(editor).reportFundOverview({ query: { pageSize: 500, endDate: END, ...query } }),
      (query: Basis) => as(editor).reportFundDetails({ query: { ...more, endDate: END, ...query } }),
      (query: Basis) => as(editor).reportCashflowAnalysis({ query: { ...more, ...query } }),
    ];
    for (const report of reports) {
      expect(reported(await report({}))).toEqual({
        row: ['100.00', '115.80', '1.158'],
        recallable: '0.00',
        basis: 'Fee-paying limited partners',
      });
      const allPartners = { row: ['105.00', '125.00', '1.19047619048'], recallable: '0.00', basis: 'All partners' };
      expect(reported(await report({ basis: 'all' }))).toEqual(allPartners);
      expect(reported(await report({ basis: 'all', asKnownOn: now }))).toEqual(allPartners);
    }
    // Since inception, the returns of a fund over time equal its IRR on the same basis.
    const irrOf = async (query: Query) => (await oakOf(query)).irr;
    const sinceInception = async (query: Basis) =>
      (await as(editor).reportFundReturns({ query: { endDate: END, fundId: oak, ...query } })).pageData.map(
        (row) => row.sinceInception,
      );
    expect(await sinceInception({})).toEqual([await irrOf({})]);
    expect(await sinceInception({ basis: 'all' })).toEqual([await irrOf({ basis: 'all' })]);
    expect(await sinceInception({ basis: 'all', asKnownOn: now })).toEqual([await irrOf({ basis: 'all' })]);
    expect(await irrOf({ basis: 'all' })).not.toBe(await irrOf({}));
    const workbook = `/api/performance/reporting/fund/list?endDate=${END}&basis=all&format=csv`;
    const csv = await server.call(editor.token, tenantId, { method: 'GET', url: workbook });
    expect(csv.body).toContain('125.00');
    const printed = await server.call(editor.token, tenantId, {
      method: 'GET',
      url: workbook.replace('csv', 'application/pdf'),
    });
    expect(pdfTexts(printed.rawPayload).flat().join('').replaceAll(' ', '')).toContain('Allpartners');

    // Recallable distributions are on the basis of the amounts next to them.
    const returned: Entry = { ...call, type: 'DIST-ROC', isRecallable: true };
    await as(editor).saveLedgerEntries({ body: { vehicleId: oak, entries: [returned] } });
    for (const report of reports) {
      expect(reported(await report({})).recallable).toBe('0.00');
      expect(reported(await report({ basis: 'all' })).recallable).toBe('5.00');
    }
  });

  it('explain an investment of late funds, carried forward, by the figures of its rows', async () => {
    const endDate = '2031-12-31';
    const { pageData } = await as(editor).listReportingInvestments({
      query: { endDate, view: 'all', carriesForward: 'true', pageSize: 100 },
    });
    const rows = pageData.filter(({ investmentId }) => investmentId === steel);
    const why = async (subject: string, figure: string, carriesForward: 'true' | 'false' = 'true') =>
      as(editor).explainPerformance({ query: { subject, figure, date: endDate, carriesForward } });
    for (const { id, fairValue } of rows) expect((await why(id, 'fairValue')).result).toBe(fairValue);
    const carried = await why(steel, 'fairValue');
    const sum = rows.reduce((total, { fairValue }) => total + Number(fairValue), 0);
    expect([rows.length, Number(carried.result)]).toEqual([3, sum]);
    expect(carried.note).toMatch(/^3 of 3 funds; includes .* at its value on 03\/31\/2015/);
    expect(carried.name).toContain('03/31/2015');
    expect((await refusal(why(steel, 'fairValue', 'false'))).status).toBe(404);
  });
});
