import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { figureCovers } from '@carrara/contract/core/coverage';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { describe, expect, it } from 'vitest';
import {
  entry,
  type LedgerFund,
  openLedgerFirm,
  reportedBasis,
  type ReportedFigure,
  reportedFigure,
} from '../../../testing/ledgerFirm.ts';

const firm = openLedgerFirm();
const { as, enter, plant, report } = firm;

describe('the coverage of reported figures', () => {
  it('leaves a fund out of an investor’s figure only if the fund didn’t report it', async () => {
    const ledger = await plant('PAA');
    await enter(ledger, entry('CALL-INV', '100.00', '2020-02-01'));
    const other = await plant('PAB', firm.tenantId, firm.editor, ledger, reportedBasis);
    const all = await as(firm.editor).listCommitments({ query: { vehicleId: other.fund } });
    const own = all.find(({ investor }) => investor.id === ledger.investors.a)!;
    const ofOwn = (figure: ReportedFigure['figure'], value: string, date = '2020-03-31') =>
      reportedFigure(figure, value, date, { commitmentId: own.id });
    await report(other, ofOwn('nav', '50.00'), ofOwn('contributions', '40.00'), ofOwn('distributions', '0.00'));
    const params = { id: ledger.investors.a };
    const profileAt = async (endDate: string) => {
      const { byCurrency } = await as(firm.editor).getInvestorProfile({ params, query: { endDate } });
      return byCurrency[0]!;
    };
    const first = await profileAt('2020-03-31');
    expect([first.commitment, first.contributions, first.unfunded, first.nav]).toEqual([
      '1200.00',
      '100.00',
      '540.00',
      '110.00',
    ]);
    const text = '1 of 2 funds; excludes PAB (Not reported for this fund)';
    expect(first.coverage).toBe(`Unfunded, Net IRR: ${text}`);
    const partial = first.fundsCovered.filter(({ included, total }) => included < total);
    expect(partial.map(({ field, included, total }) => [field, included, total])).toEqual([
      ['unfunded', 1, 2],
      ['irr', 1, 2],
    ]);
    // Each figure says on every surface what it covers, because the rate is not of the amounts next to it.
    const profilePdf = await firm.server.call(firm.editor.token, firm.tenantId, {
      method: 'GET',
      url: `/api/document/pm-InvestorProfile/report?id=${params.id}&endDate=2020-03-31`,
    });
    const listPdf = await firm.server.call(firm.editor.token, firm.tenantId, {
      method: 'GET',
      url: `/api/performance/investor/figures?type=ALL&endDate=2020-03-31&searchQuery=PAA&format=${encodeURIComponent('application/pdf')}`,
    });
    const printed = (pdf: Buffer) => pdfTexts(pdf).flat().join('').replaceAll(/\s/g, '');
    expect(printed(profilePdf.rawPayload)).toContain('(1of2funds)');
    // So do the quarters of its chart.
    expect(printed(profilePdf.rawPayload)).toMatch(/03\/31\/2020,[A-Z]{3}:Unfunded,NetIRR:1of2funds;excludesPAB/);
    expect(printed(listPdf.rawPayload)).toMatch(/\d1of2funds/);
    const why = await as(firm.editor).explainPerformance({
      query: { subject: params.id, figure: 'unfunded', date: '2020-03-31' },
    });
    expect([why.result, why.note]).toEqual(['540.00', '1 of 2 funds; excludes PAB (Not reported for this fund).']);
    // The list adds up what is determined, and says what is missing in it.
    const listAt = async (endDate: string, carriesForward: 'true' | 'false') => {
      const query = { type: 'ALL', endDate, carriesForward, pageSize: 200, searchQuery: 'PAA LP-A' } as const;
      const { pageData, totals } = await as(firm.editor).listInvestorFigures({ query });
      return { row: pageData[0]!, total: totals!.find(({ field }) => field === 'unfunded')! };
    };
    const listed = await listAt('2020-03-31', 'false');
    expect([listed.row.unfunded, listed.total.total]).toEqual(['540.00', '540.00']);
    expect(['irr', 'tvpi'].map((field) => figureCovers(field, listed.row))).toEqual(['1 of 2 funds', undefined]);
    expect(listed.total.coverage?.partly?.map(({ name }) => name)).toEqual(['PAB']);
    // Later, the fund is late. Carried forward, it counts in the figures that it has.
    await enter(ledger, entry('FEE', '1.00', '2020-06-30'));
    const late = await profileAt('2020-06-30');
    expect([late.contributions, late.coverage]).toEqual([
      '60.00',
      '1 of 2 funds; excludes PAB, reported through 03/31/2020',
    ]);
    const { row } = await listAt('2020-06-30', 'true');
    expect([row.contributions, row.unfunded, row.irr !== null]).toEqual(['100.00', '540.00', true]);
    expect(['unfunded', 'tvpi'].map((field) => figureCovers(field, row))).toEqual(['1 of 2 funds', undefined]);
    expect(row.coverage).toBe(
      `Commitment, Contributions, Distributions, NAV, DPI, RVPI, TVPI: 2 of 2 funds; includes PAB at its value on 03/31/2020. ` +
        `Unfunded, Net IRR: ${text}`,
    );
  });

  it('has amounts next to multiples of the same funds: those with all amounts, on every surface', async () => {
    const whole = await plant('PCA', firm.tenantId, firm.editor, undefined, reportedBasis);
    const [end, later] = ['2020-03-31', '2020-06-30'];
    const fill = async (
      fund: LedgerFund,
      figures: Readonly<Partial<Record<ReportedFigure['figure'], string>>>,
      date = end!,
    ) => {
      const all = await as(firm.editor).listCommitments({ query: { vehicleId: fund.fund } });
      const commitmentId = all.find(({ investor }) => investor.id === whole.investors.a)!.id;
      await report(
        fund,
        ...Object.entries(figures).map(([figure, value]) =>
          reportedFigure(figure as ReportedFigure['figure'], value, date, { commitmentId }),
        ),
      );
    };
    const all = { nav: '150.00', contributions: '100.00', distributions: '20.00', unfunded: '500.00' };
    await fill(whole, all);
    const partial = await plant('PCB', firm.tenantId, firm.editor, whole, reportedBasis);
    await fill(partial, { nav: '70.00', contributions: '40.00' });
    const unfundedOnly = await plant('PCC', firm.tenantId, firm.editor, whole, reportedBasis);
    await fill(unfundedOnly, { nav: '50.00', contributions: '50.00', distributions: '0.00' });
    const params = { id: whole.investors.a };
    const query = { type: 'ALL', endDate: end!, pageSize: 200, searchQuery: 'PCA LP-A' } as const;
    const { byCurrency } = await as(firm.editor).getInvestorProfile({ params, query: { endDate: end! } });
    const profile = byCurrency[0]!;
    const { pageData, totals } = await as(firm.editor).listInvestorFigures({ query });
    const row = pageData[0]!;
    const shares = 'PCB (Distributions weren’t reported for this fund)';
    for (const figures of [profile, row]) {
      expect(figures).toMatchObject({
        contributions: '150.00',
        distributions: '20.00',
        nav: '200.00',
        unfunded: '500.00',
      });
      const ratio = (Number(figures.distributions) + Number(figures.nav)) / Number(figures.contributions);
      expect(Number(figures.tvpi)).toBeCloseTo(ratio, 9);
      expect(figures.coverage).toContain(
        `TVPI: 2 of 3 funds; excludes ${shares}. Unfunded: 1 of 3 funds; excludes ${shares}; PCC (Not reported for this fund)`,
      );
    }
    expect(totals!.find(({ field }) => field === 'nav')!.coverage?.partly?.map(({ name }) => name)).toEqual(['PCB']);
    for (const figure of ['contributions', 'nav', 'tvpi'] as const) {
      const why = await as(firm.editor).explainPerformance({ query: { subject: params.id, figure, date: end! } });
      expect([figure, why.result]).toEqual([figure, row[figure]]);
      expect(why.note).toContain(`2 of 3 funds; excludes ${shares}.`);
    }
    const funds = await as(firm.editor).listInvestorFundsByPeriod({ params: { ...params, date: end! } });
    expect(funds.map(({ fundCode, excluded }) => [fundCode, excluded?.reason ?? null])).toEqual([
      ['PCA', null],
      ['PCB', 'Distributions weren’t reported for this fund.'],
      ['PCC', null],
    ]);
    // At a later date nobody reported, the value of PCB is unknown, too, although the others ended.
    for (const fund of [whole, unfundedOnly]) await fill(fund, { nav: '0.00' }, later);
    await fill(partial, { nav: '70.00' }, later);
    const third = await as(firm.editor).listInvestorFigures({ query: { ...query, endDate: '2020-09-30' } });
    expect(third.pageData[0]).toMatchObject({ nav: null, tvpi: null });
    const findings = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      async (tx) =>
        (await verifyTenant(tx, firm.server.auditKey)).findings.filter(({ location: [kind] }) => kind !== 'reference'),
    );
    expect(findings).toEqual([]);
  });

  it('carries complete late funds forward and leaves out those that aren’t, on every surface', async () => {
    const first = await plant('PEA', firm.tenantId, firm.editor, undefined, reportedBasis);
    const fill = async (
      fund: LedgerFund,
      date: string,
      figures: Readonly<Partial<Record<ReportedFigure['figure'], string>>>,
    ) => {
      const all = await as(firm.editor).listCommitments({ query: { vehicleId: fund.fund } });
      const commitmentId = all.find(({ investor }) => investor.id === first.investors.a)!.id;
      const named = Object.entries(figures) as [ReportedFigure['figure'], string][];
      await report(fund, ...named.map(([figure, value]) => reportedFigure(figure, value, date, { commitmentId })));
    };
    const complete = { nav: '150.00', contributions: '100.00', distributions: '20.00' };
    await fill(first, '2020-03-31', complete);
    const second = await plant('PEB', firm.tenantId, firm.editor, first, reportedBasis);
    await fill(second, '2020-03-31', complete);
    const navOnly = await plant('PEC', firm.tenantId, firm.editor, first, reportedBasis);
    await fill(navOnly, '2020-06-30', { nav: '70.00' });
    const never = await plant('PED', firm.tenantId, firm.editor, first, reportedBasis);
    const id = first.investors.a;
    const endDate = '2020-06-30';
    const rowAt = async (carriesForward: 'true' | 'false') => {
      const query = { type: 'ALL', endDate, carriesForward, pageSize: 200, searchQuery: 'PEA LP-A' } as const;
      return (await as(firm.editor).listInvestorFigures({ query })).pageData[0]!;
    };
    const late = 'PEA, reported through 03/31/2020; PEB, reported through 03/31/2020';
    const neverReported = 'PED (Nothing was reported for this fund)';
    const row = await rowAt('false');
    const { byCurrency } = await as(firm.editor).getInvestorProfile({ params: { id }, query: { endDate } });
    const unknown = { contributions: null, distributions: null, tvpi: null };
    for (const figures of [row, byCurrency[0]!]) {
      expect(figures).toMatchObject({ commitment: '600.00', nav: '70.00', ...unknown });
      // Figures that aren't determined have no coverage.
      expect(figures.coverage).toBe(`1 of 4 funds; excludes ${late}; ${neverReported}`);
      expect(figures.fundsCovered.map(({ field }) => field)).toEqual(['commitment', 'nav']);
    }
    const why = await as(firm.editor).explainPerformance({ query: { subject: id, figure: 'nav', date: endDate } });
    expect([why.result, why.note]).toEqual(['70.00', `1 of 4 funds; excludes ${late}; ${neverReported}.`]);
    const carried = await rowAt('true');
    expect(carried).toMatchObject({
      commitment: '1200.00',
      ...complete,
      nav: '300.00',
      contributions: '200.00',
      distributions: '40.00',
    });
    expect(Number(carried.tvpi)).toBe(1.7);
    const notComplete = 'PEC (Contributions and distributions weren’t reported for this fund)';
    expect([carried.carriedFrom, carried.coverage]).toEqual([
      '2020-03-31',
      `2 of 4 funds; excludes ${notComplete}; ${neverReported}; ` +
        'includes PEA at its value on 03/31/2020; PEB at its value on 03/31/2020',
    ]);
    // The report adds up the same funds.
    const sumsAt = async (carriesForward: boolean) => {
      const query = { endDate, investorId: id, carriesForward };
      const { subtotals } = await as(firm.editor).reportInvestorIrrs({ query });
      const { totals } = subtotals.find(({ keys }) => keys.length === 1)!;
      return Object.fromEntries(totals.map(({ field, total }) => [field, total]));
    };
    for (const [carriesForward, figures] of [
      [false, row],
      [true, carried],
    ] as const) {
      const { commitment, contributions, distributions, nav } = figures;
      expect(await sumsAt(carriesForward)).toEqual({ commitment, contributions, distributions, nav });
    }
    // Of an earlier state, only the funds' own figures are computed.
    const asKnownOn = firm.server.now.toISOString();
    const then = await as(firm.editor).reportInvestorIrrs({ query: { endDate, investorId: id, asKnownOn } });
    expect(then.pageData).toHaveLength(4);
    // A fund reported as a whole is not one without any report.
    await report(never, reportedFigure('nav', '10.00', endDate));
    const asWhole = 'PED (Nothing was reported for this investor, only for the fund as a whole)';
    expect((await rowAt('false')).coverage).toBe(`1 of 4 funds; excludes ${late}; ${asWhole}`);
    const again = await as(firm.editor).explainPerformance({ query: { subject: id, figure: 'nav', date: endDate } });
    expect(again.note).toBe(`1 of 4 funds; excludes ${late}; ${asWhole}.`);
    // Without any fund with figures, nothing is determined.
    await report(never, reportedFigure('commitment', '1.00', '2020-09-30'));
    const nothing = await as(firm.editor).getInvestorProfile({ params: { id }, query: { endDate: '2020-09-30' } });
    expect(nothing.byCurrency[0]).toMatchObject({ commitment: null, nav: null, ...unknown });
    expect(nothing.byCurrency[0]!.coverage).toContain('0 of 4 funds; excludes PEA, reported through 03/31/2020');
  });

  it('counts a fund for an investor from the commitment on, although the fund had quarters before', async () => {
    const sums = await plant('PAC', firm.tenantId, firm.editor, undefined, reportedBasis);
    const other = await plant('PAD');
    await enter(other, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '10.00', '2020-08-01'));
    const all = await as(firm.editor).listCommitments({ query: { vehicleId: sums.fund } });
    const commitmentId = all.find(({ investor }) => investor.id === sums.investors.a)!.id;
    for (const date of ['2020-03-31', '2020-06-30', '2020-09-30'])
      await report(
        sums,
        reportedFigure('nav', '50.00', date, { commitmentId }),
        reportedFigure('contributions', '40.00', date, { commitmentId }),
      );
    const differences = () =>
      firm.server.withTenant(
        { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, firm.server.auditKey)).findings.filter(
            ({ location: [kind] }) => kind !== 'reference',
          ),
      );
    const fundsAt = async (endDate: string) => {
      const id = sums.investors.a;
      const { byCurrency } = await as(firm.editor).getInvestorProfile({ params: { id }, query: { endDate } });
      const funds = await as(firm.editor).listInvestorFundsByPeriod({ params: { id, date: endDate } });
      const query = { type: 'ALL', endDate, pageSize: 200, searchQuery: 'PAC LP-A' } as const;
      const { pageData } = await as(firm.editor).listInvestorFigures({ query });
      const coverages = [byCurrency[0]?.coverage, pageData[0]?.coverage];
      return [funds.map(({ fundCode }) => fundCode), byCurrency[0]?.unfunded, ...coverages];
    };
    const before = [['PAC'], null, null, null];
    expect(await fundsAt('2020-06-30')).toEqual(before);
    await as(firm.editor).saveCommitments({
      body: {
        vehicleId: other.fund,
        commitments: [{ investorId: sums.investors.a, kind: 'CLOSE', date: '2020-08-10', amount: '200.00' }],
      },
    });
    const partly = '1 of 2 funds; excludes PAC (Distributions weren’t reported for this fund)';
    const since = [['PAC', 'PAD'], '200.00', partly, partly];
    expect(await differences()).toEqual([]);
    expect([await fundsAt('2020-06-30'), await fundsAt('2020-09-30')]).toEqual([before, since]);
    // After a late entry, the earlier quarters are recomputed with the commitment's empty account.
    await enter(other, entry('FEE', '1.00', '2020-05-01'));
    expect(await differences()).toEqual([]);
    expect([await fundsAt('2020-06-30'), await fundsAt('2020-09-30')]).toEqual([before, since]);
    const investorsAt = async (endDate: string) =>
      (await as(firm.editor).listFundInvestors({ params: { id: other.fund, endDate } })).pageData.map(
        ({ investorName }) => investorName,
      );
    expect([await investorsAt('2020-06-30'), await investorsAt('2020-09-30')]).toEqual([
      expect.not.arrayContaining(['PAC LP-A']),
      expect.arrayContaining(['PAC LP-A']),
    ]);
    const why = await as(firm.editor).explainPerformance({
      query: { subject: sums.investors.a, figure: 'unfunded', date: '2020-06-30' },
    });
    expect([why.result, why.note ?? null]).toEqual([null, null]);
  });
});
