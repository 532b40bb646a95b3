import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { periodFigureShape } from '@carrara/contract/performance/period/periodFigures';
import { describe, expect, it } from 'vitest';
import {
  entry,
  type LedgerFund,
  listedFigures,
  openLedgerFirm,
  reportedBasis,
  type ReportedFigure,
  reportedFigure,
} from '../../../testing/ledgerFirm.ts';
import { refusalCodes } from '../../../testing/testClient.ts';

const firm = openLedgerFirm();
const { as, enter, plant, report } = firm;
const end = '2020-06-30';
type Listed = (typeof listedFigures)[number];
type Reports = Readonly<Partial<Record<ReportedFigure['figure'], string>>>;

const printedText = (text: string) => text.replaceAll(/\s/g, '');
const printed = (pdf: Buffer) => printedText(pdfTexts(pdf).flat().join(''));
const commitmentOf = async (fund: LedgerFund, investorId: string) => {
  const all = await as(firm.editor).listCommitments({ query: { vehicleId: fund.fund } });
  return all.find(({ investor }) => investor.id === investorId)!.id;
};
const reportsOf = (figures: Reports, date: string, commitmentId?: string) =>
  Object.entries(figures).map(([figure, value]) =>
    reportedFigure(figure as ReportedFigure['figure'], value, date, commitmentId === undefined ? {} : { commitmentId }),
  );
const explained = (query: Parameters<ReturnType<typeof as>['explainPerformance']>[0]['query']) =>
  as(firm.editor).explainPerformance({ query });
/** Returns the explanations by figure. */
const whyOf = async (about: Omit<Parameters<typeof explained>[0], 'figure'>) => {
  const figures: Partial<Record<Listed, string | null>> = {};
  for (const figure of listedFigures) figures[figure] = (await explained({ ...about, figure })).result;
  return figures;
};
const round = (figures: Readonly<Partial<Record<Listed, string | null>>>) =>
  Object.fromEntries(
    listedFigures.map((name) => [name, figures[name] == null ? null : Number(Number(figures[name]).toFixed(8))]),
  );
const investorRow = async (code: string, carriesForward: 'true' | 'false' = 'false') => {
  const query = { type: 'ALL', endDate: end, carriesForward, pageSize: 200, searchQuery: code } as const;
  return (await as(firm.editor).listInvestorFigures({ query })).pageData[0]!;
};
const fundRow = async (fund: LedgerFund, query: { basis?: 'all'; carriesForward?: 'true' } = {}) => {
  const { pageData } = await as(firm.editor).listVehicles({ query: { endDate: end, pageSize: 200, ...query } });
  return pageData.find(({ fundId }) => fundId === fund.fund)!;
};

describe('reported figures and their explanations', () => {
  it('of an investor with a ledger and reports add up to the figures of the list', async () => {
    const ledger = await plant('XAA');
    await enter(
      ledger,
      entry('CALL-INV', '200.00', '2020-02-01'),
      entry('DIST-ROC', '50.00', '2020-05-01', { isRecallable: true }),
      entry('EXCESS-INV', '10.00', '2020-05-02'),
    );
    const other = await plant('XAB', firm.tenantId, firm.editor, ledger, reportedBasis);
    const sums = { nav: '50.00', contributions: '40.00', distributions: '8.00', unfunded: '20.00' };
    await report(other, ...reportsOf(sums, end, await commitmentOf(other, ledger.investors.a)));
    const row = await investorRow('XAA LP-A');
    expect(round(await whyOf({ subject: ledger.investors.a, date: end }))).toEqual(round(row));
    expect(row.contributions).toBe('154.00');
    const why = await explained({ subject: ledger.investors.a, date: end, figure: 'contributions' });
    expect(why.children.map(({ formula, result }) => [formula, result])).toEqual([
      ['performance.contributions', '114.00'],
      ['performance.reported.contributions', '40.00'],
    ]);
    expect(why.children[0]!.inputs.map(({ name, value }) => [name, value])).toEqual([
      ['called', '120.00'],
      ['excess', '6.00'],
    ]);
  });

  it('of late funds are those of the figures that are carried forward, or say that the fund is late', async () => {
    const late = await plant('XBA', firm.tenantId, firm.editor, undefined, reportedBasis);
    const { a } = late.investors;
    const sums = { nav: '130.00', contributions: '100.00', distributions: '20.00', unfunded: '500.00' };
    await report(late, ...reportsOf(sums, '2020-03-31', await commitmentOf(late, a)), ...reportsOf(sums, '2020-03-31'));
    const current = await plant('XBB', firm.tenantId, firm.editor, late, reportedBasis);
    await report(current, ...reportsOf(sums, end, await commitmentOf(current, a)));
    const carried = await fundRow(late, { carriesForward: 'true', basis: 'all' });
    expect([carried.carriedFrom, carried.nav]).toEqual(['2020-03-31', '130.00']);
    const about = { subject: late.fund, date: end, basis: 'all', carriesForward: 'true' } as const;
    expect(round(await whyOf(about))).toEqual(round(carried));
    const why = await explained({ subject: late.fund, date: end, figure: 'nav' });
    expect([why.result, why.whyNot?.code, why.whyNot?.message]).toEqual([
      null,
      'NAV_MISSING',
      'This fund is late. Nothing is booked for the quarter to 06/30/2020; the last figures are of 03/31/2020.',
    ]);
    expect(why.whyNot?.mend).toContain('Choose 03/31/2020 as the reporting date');
    expect(why.records).toMatchObject([{ id: late.fund, type: 'vehicle' }]);
    for (const carriesForward of ['false', 'true'] as const) {
      const row = await investorRow('XBA LP-A', carriesForward);
      expect(round(await whyOf({ subject: a, date: end, carriesForward }))).toEqual(round(row));
    }
    const ofBoth = await explained({ subject: a, date: end, figure: 'nav', carriesForward: 'true' });
    expect([ofBoth.result, ofBoth.note]).toEqual(['260.00', '2 of 2 funds; includes XBA at its value on 03/31/2020.']);
  });

  it('of a fund agree with the list and the report, for all partners and for those who pay fees', async () => {
    const fund = await plant('XCA', firm.tenantId, firm.editor, undefined, reportedBasis);
    const whole = {
      nav: '120.00',
      contributions: '100.00',
      distributions: '20.00',
      irr: '12',
      tvpi: '1.55',
      dpi: '0.3',
    };
    const body = { vehicleId: fund.fund, figures: reportsOf(whole, end), warningsConfirmed: true };
    await as(firm.editor).saveReported({ body });
    const [row, all] = [await fundRow(fund), await fundRow(fund, { basis: 'all' })];
    expect(round(all)).toMatchObject({ irr: 12, tvpi: 1.55, dpi: 0.3, rvpi: 1.2, nav: 120 });
    const { pageData } = await as(firm.editor).reportFundDetails({
      query: { endDate: end, basis: 'all', pageSize: '200' },
    });
    const details = pageData.find(({ code }) => code === 'XCA')!;
    expect(round(details as never)).toMatchObject({ irr: 12, tvpi: 1.55, dpi: 0.3, nav: 120 });
    expect(round(await whyOf({ subject: fund.fund, date: end, basis: 'all' }))).toEqual(round(all));
    const contradiction =
      'Reported TVPI of 1.55x doesn’t match the amounts, which give 1.4x. Reported DPI of 0.3x doesn’t match the amounts, which give 0.2x';
    expect([all.contradiction, row.contradiction]).toEqual([contradiction, null]);
    const csv = await firm.file(firm.editor, `fund/funds?endDate=${end}&basis=all&searchQuery=XCA&format=csv`);
    expect(csv.body).toContain(contradiction);
    // The key figures of the fund, their prints and the reports have the same mark.
    const query = { endDate: end, basis: 'all' } as const;
    const profile = await as(firm.editor).getFundProfile({ params: { id: fund.fund }, query });
    const reporting = await as(firm.editor).getReportingFund({ params: { id: fund.fund }, query });
    const overview = await as(firm.editor).reportFundOverview({ query: { ...query, pageSize: '200' } });
    const analysis = await as(firm.editor).reportCashflowAnalysis({
      query: { basis: 'all', fundId: fund.fund, to: end, from: end },
    });
    const ofReports = [overview.pageData.find(({ code }) => code === 'XCA'), analysis.pageData[0]];
    expect([profile, reporting, details, ...ofReports].map((own) => own?.contradiction)).toEqual(
      Array.from({ length: 5 }, () => contradiction),
    );
    const print = await firm.server.call(firm.editor.token, firm.tenantId, {
      method: 'GET',
      url: `/api/document/pm-FundProfile/report?id=${fund.fund}&endDate=${end}&basis=all`,
    });
    expect(printed(print.rawPayload)).toContain(printedText(contradiction));
    const ofReport = await firm.file(firm.editor, `reporting/fund/fund-details?endDate=${end}&basis=all&format=csv`);
    expect(ofReport.body).toContain(contradiction);
    const summary = await as(firm.editor).summarizeFunds({ query: { endDate: end, basis: 'all' } });
    expect(summary.averageIrr).not.toBeNull();
    // These are figures of the whole fund, which includes the general partner.
    expect(row).toMatchObject({ nav: null, irr: null, tvpi: null, dpi: null });
    const reason = (name: string) => row.notDetermined.find(({ field }) => field === name)?.message;
    expect(['irr', 'tvpi', 'dpi'].map(reason)).toEqual(
      ['12%', '1.55x', '0.3x'].map(
        (value) => `Not reported for the fee-paying limited partners; the fund’s is ${value}: choose All partners.`,
      ),
    );
    expect(round(await whyOf({ subject: fund.fund, date: end }))).toEqual(round(row));
    // A reported rate and multiple name their reports.
    for (const [figure, value, unit] of [
      ['irr', '12', 'return'],
      ['tvpi', '1.55', 'multiple'],
      ['dpi', '0.3', 'multiple'],
    ] as const) {
      const { entries = [] } = await explained({ subject: fund.fund, date: end, basis: 'all', figure });
      expect(entries.map((item) => [item.title.slice(0, 9), item.date, item.counted, item.unit])).toEqual([
        ['Reported:', end, value, unit],
      ]);
    }
    expect(Object.keys(periodFigureShape)).toEqual(expect.arrayContaining([...listedFigures]));
  });

  it('of a return since inception are the rate that was reported for the date, marked as reported', async () => {
    const { investors } = await plant('XFA');
    const { currency } = await as(firm.editor).getVehicle({ params: { id: (await plant('XFB')).fund } });
    const body = { code: 'XFC', legalName: 'XFC Fund', currency: { id: currency.id }, ...reportedBasis };
    const owner = await firm.server.person(firm.tenantId, { carry: 'administrator', performance: 'administrator' });
    const { id } = await as(owner).saveFund({ body });
    const commitments = [{ investorId: investors.a, kind: 'CLOSE', date: '2020-01-01', amount: '600.00' }] as const;
    await as(firm.editor).saveCommitments({ body: { vehicleId: id, commitments } });
    const figures = reportsOf({ nav: '120.00', contributions: '100.00', irr: '12.5' }, end);
    await as(firm.editor).saveReported({ body: { vehicleId: id, figures } });
    const { horizons, irr } = await as(firm.editor).getFundProfile({ params: { id }, query: { endDate: end } });
    expect([irr, horizons.at(-1)]).toMatchObject(['12.5', { irr: '12.5', reportedRate: true, notDetermined: [] }]);
    const why = await explained({ subject: id, date: end, figure: 'horizon.INCEPTION' });
    expect([why.result, why.formula, why.entries?.map(({ counted }) => counted)]).toEqual([
      '12.5',
      'performance.reported.irr',
      ['12.5'],
    ]);
    for (const basis of ['feePaying', 'all'] as const) {
      const query = { endDate: end, basis, fundId: id };
      const { pageData } = await as(firm.editor).reportFundReturns({ query });
      expect(pageData).toMatchObject([{ code: 'XFC', sinceInception: '12.5', reportedRate: true }]);
    }
    const mark = 'Net IRR since inception as reported';
    const csv = await firm.file(firm.editor, `reporting/fund/fund-returns?endDate=${end}&fundId=${id}&format=csv`);
    expect(csv.body).toContain(mark);
  });

  it('include in the sums of a firm every commitment, although contributions of a fund were not reported', async () => {
    const { id } = await as(firm.administrator).saveFirm({ body: { code: 'XDF', name: 'XD firm' } });
    const ofFirm = { firm: { id } };
    const ledger = await plant('XDA', firm.tenantId, firm.editor, undefined, ofFirm);
    await enter(ledger, entry('CALL-INV', '100.00', '2020-05-01'));
    const other = await plant('XDB', firm.tenantId, firm.editor, ledger, { ...reportedBasis, ...ofFirm });
    await report(other, reportedFigure('nav', '50.00', end));
    const { pageData } = await as(firm.editor).listFirms({ query: { endDate: end, basis: 'all' } });
    expect(pageData.find(({ code }) => code === 'XDF')).toMatchObject({
      totalCapitalCommitted: '2000.00',
      totalContributions: '100.00',
      percentContributions: '10',
    });
  });

  it('of an investor mark a multiple that doesn’t match the amounts, in its key figures, lists and reports', async () => {
    const fund = await plant('XGA', firm.tenantId, firm.editor, undefined, reportedBasis);
    const { a } = fund.investors;
    const sums = { nav: '120.00', contributions: '100.00', distributions: '20.00', tvpi: '1.55' };
    const figures = reportsOf(sums, end, await commitmentOf(fund, a));
    await as(firm.editor).saveReported({ body: { vehicleId: fund.fund, figures, warningsConfirmed: true } });
    const contradiction = 'Reported TVPI of 1.55x doesn’t match the amounts, which give 1.4x';
    const profile = await as(firm.editor).getInvestorProfile({ params: { id: a }, query: { endDate: end } });
    const ofFund = await as(firm.editor).listFundInvestors({ params: { id: fund.fund, endDate: end } });
    const irrs = await as(firm.editor).reportInvestorIrrs({ query: { endDate: end, investorId: a } });
    const rows = [await investorRow('XGA LP-A'), profile.byCurrency[0], irrs.pageData[0]];
    const ofInvestor = ofFund.pageData.find(({ investorId }) => investorId === a);
    expect([...rows, ofInvestor].map((row) => row?.contradiction)).toEqual(
      Array.from({ length: 4 }, () => contradiction),
    );
    const print = await firm.server.call(firm.editor.token, firm.tenantId, {
      method: 'GET',
      url: `/api/document/pm-InvestorProfile/report?id=${a}&endDate=${end}`,
    });
    expect(printed(print.rawPayload)).toContain(printedText(contradiction));
  });

  it('are refused in an unknown currency', async () => {
    const fund = await plant('XEA', firm.tenantId, firm.editor, undefined, reportedBasis);
    await report(fund, reportedFigure('nav', '50.00', end));
    const query = { subject: fund.fund, figure: 'contributions', date: end, currency: 'ZZZ' };
    expect(await refusalCodes(explained(query))).toEqual([422, 'UNKNOWN_CURRENCY Currency']);
  });
});
