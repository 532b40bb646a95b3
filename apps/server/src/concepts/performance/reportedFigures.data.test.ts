import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { figureCovers } from '@carrara/contract/core/coverage';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { entry, type LedgerFund, openLedgerFirm } from '../../testing/ledgerFirm.ts';
import { type BodyOf, refusal, refusalCodes } from '../../testing/testClient.ts';

type Reported = BodyOf<'saveReported'>['figures'][number];

const firm = openLedgerFirm();
const { as, enter, figuresAt, file, plant } = firm;

describe('reported figures', () => {
  const report = ({ fund }: LedgerFund, ...figures: readonly Reported[]) =>
    as(firm.editor).saveReported({ body: { vehicleId: fund, figures } });
  const reported = (
    figure: Reported['figure'],
    value: string,
    date: string,
    more: Partial<Reported> = {},
  ): Reported => ({ figure, value, date, ...more });

  /** Returns the explained result of a fund's figure, or the reason why it has none. */
  const whyOf = (subject: string, date: string) => async (figure: string) => {
    const { result, whyNot } = await as(firm.editor).explainPerformance({ query: { subject, date, figure } });
    return result ?? whyNot?.code;
  };

  it('doesn’t change the ledger, is compared with it at the lock, and is reversed with a reason [T12]', async () => {
    const fir = await plant('RPA');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'));
    const [nav] = await report(
      fir,
      reported('nav', '100.05', '2020-03-31', { description: 'Statement of the administrator' }),
      reported('tvpi', '1.00004', '2020-03-31'),
      reported('irr', '3.1', '2020-02-29'),
    );
    await enter(fir, entry('CALL-INV', '10.00', '2020-05-01'));
    const [vehicle] = await figuresAt(fir, '2020-03-31', 'VEHICLE');
    expect(vehicle!.nav).toBe('100.00');
    const differences = async () =>
      (await as(firm.editor).listTieOuts({ params: { vehicleId: fir.fund, endDate: '2020-03-31' } })).flatMap(
        ({ code, differences }) => differences.map(({ message }) => `${code} ${message}`),
      );
    expect(await differences()).toEqual(['T12 NAV of the fund: 100.05, should be 100.00, difference 0.05']);
    // Locking the next quarter together with earlier ones requires acknowledging their differences.
    const next = await as(firm.editor).listTieOuts({
      params: { vehicleId: fir.fund, endDate: '2020-06-30' },
      query: { withEarlier: 'true' },
    });
    expect(next.flatMap(({ differences }) => differences.map(({ message }) => message))).toEqual([
      '2020-03-31: NAV of the fund: 100.05, should be 100.00, difference 0.05',
    ]);
    const lock = (acknowledged: readonly string[]) => ({ rowVersion: 1, acknowledged });
    expect(
      await refusalCodes(
        as(firm.editor).lockPeriod({ params: { vehicleId: fir.fund, endDate: '2020-03-31' }, body: lock([]) }),
      ),
    ).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await as(firm.editor).reverseReported({ params: { id: nav!.id }, body: { reason: 'Of another class of shares' } });
    expect(await differences()).toEqual([]);
    expect(
      await refusalCodes(as(firm.editor).reverseReported({ params: { id: nav!.id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'ALREADY_REVERSED ']);
    await report(fir, reported('nav', '100.07', '2020-03-31'));
    await as(firm.editor).lockPeriod({ params: { vehicleId: fir.fund, endDate: '2020-03-31' }, body: lock(['T12']) });
    const [late] = await report(fir, reported('nav', '100.00', '2020-03-31'));
    expect(late).toMatchObject({ bookedPeriod: '2020-06-30', isLate: true });
    const rows = await as(firm.editor).listReported({ query: { vehicleId: fir.fund } });
    expect(rows.filter(({ counts }) => counts).map(({ title, value }) => `${title} ${value}`)).toEqual([
      'NAV 100',
      'TVPI 1.00004',
      'Net IRR 3.1',
    ]);
    expect(rows).toHaveLength(6);
  });

  it('leaves a fund out of an investor’s figures only where a figure was not reported for it', async () => {
    const ledger = await plant('PAA');
    await enter(ledger, entry('CALL-INV', '100.00', '2020-02-01'));
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const other = await plant('PAB', firm.tenantId, firm.editor, ledger, basis);
    const all = await as(firm.editor).listCommitments({ query: { vehicleId: other.fund } });
    const own = all.find(({ investor }) => investor.id === ledger.investors.a)!;
    const ofOwn = (figure: Reported['figure'], value: string, date = '2020-03-31') =>
      reported(figure, value, date, { commitmentId: own.id });
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
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const whole = await plant('PCA', firm.tenantId, firm.editor, undefined, basis);
    const [end, later] = ['2020-03-31', '2020-06-30'];
    const fill = async (
      fund: LedgerFund,
      figures: Readonly<Partial<Record<Reported['figure'], string>>>,
      date = end!,
    ) => {
      const all = await as(firm.editor).listCommitments({ query: { vehicleId: fund.fund } });
      const commitmentId = all.find(({ investor }) => investor.id === whole.investors.a)!.id;
      await report(
        fund,
        ...Object.entries(figures).map(([figure, value]) =>
          reported(figure as Reported['figure'], value, date, { commitmentId }),
        ),
      );
    };
    const all = { nav: '150.00', contributions: '100.00', distributions: '20.00', unfunded: '500.00' };
    await fill(whole, all);
    const partial = await plant('PCB', firm.tenantId, firm.editor, whole, basis);
    await fill(partial, { nav: '70.00', contributions: '40.00' });
    const unfundedOnly = await plant('PCC', firm.tenantId, firm.editor, whole, basis);
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
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const first = await plant('PEA', firm.tenantId, firm.editor, undefined, basis);
    const fill = async (
      fund: LedgerFund,
      date: string,
      figures: Readonly<Partial<Record<Reported['figure'], string>>>,
    ) => {
      const all = await as(firm.editor).listCommitments({ query: { vehicleId: fund.fund } });
      const commitmentId = all.find(({ investor }) => investor.id === first.investors.a)!.id;
      const named = Object.entries(figures) as [Reported['figure'], string][];
      await report(fund, ...named.map(([figure, value]) => reported(figure, value, date, { commitmentId })));
    };
    const complete = { nav: '150.00', contributions: '100.00', distributions: '20.00' };
    await fill(first, '2020-03-31', complete);
    const second = await plant('PEB', firm.tenantId, firm.editor, first, basis);
    await fill(second, '2020-03-31', complete);
    const navOnly = await plant('PEC', firm.tenantId, firm.editor, first, basis);
    await fill(navOnly, '2020-06-30', { nav: '70.00' });
    const never = await plant('PED', firm.tenantId, firm.editor, first, basis);
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
    // Without any fund with figures, nothing is determined.
    await report(never, reported('commitment', '1.00', '2020-09-30'));
    const nothing = await as(firm.editor).getInvestorProfile({ params: { id }, query: { endDate: '2020-09-30' } });
    expect(nothing.byCurrency[0]).toMatchObject({ commitment: null, nav: null, ...unknown });
    expect(nothing.byCurrency[0]!.coverage).toContain('0 of 4 funds; excludes PEA, reported through 03/31/2020');
  });

  it('counts a fund for an investor from the commitment on, although the fund had quarters before', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const sums = await plant('PAC', firm.tenantId, firm.editor, undefined, basis);
    const other = await plant('PAD');
    await enter(other, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '10.00', '2020-08-01'));
    const all = await as(firm.editor).listCommitments({ query: { vehicleId: sums.fund } });
    const commitmentId = all.find(({ investor }) => investor.id === sums.investors.a)!.id;
    for (const date of ['2020-03-31', '2020-06-30', '2020-09-30'])
      await report(
        sums,
        reported('nav', '50.00', date, { commitmentId }),
        reported('contributions', '40.00', date, { commitmentId }),
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
    // A late entry computes the earlier quarters anew, with the commitment's empty account.
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

  it('is refused with every reason at its figure', async () => {
    const fig = await plant('RPB');
    const other = await plant('RPC');
    const [stranger] = await as(firm.editor).listCommitments({ query: { vehicleId: other.fund } });
    const wrong = {
      vehicleId: fig.fund,
      figures: [
        reported('nav', '1.234', '2020-03-31'),
        reported('nav', '1.00', '2020-03-31'),
        reported('commitment', '-1.00', '2020-03-31'),
        reported('tvpi', '1.1', '2020-03-31', { commitmentId: stranger!.id }),
      ],
    } as const;
    expect(await refusalCodes(as(firm.editor).saveReported({ body: wrong }))).toEqual([
      404,
      'MONEY_SCALE Figures[0].Value',
      'REPEATED Figures[1].Date',
      'NEGATIVE_AMOUNT Figures[2].Value',
      'NOT_FOUND Figures[3].CommitmentId',
    ]);
    expect(await as(firm.editor).listReported({ query: { vehicleId: fig.fund } })).toEqual([]);
  });

  it('doesn’t offer a future quarter end without any value', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const sage = await plant('RPS', firm.tenantId, firm.editor, undefined, basis);
    await enter(sage, entry('CALL-INV', '100.00', '2020-02-01'));
    const unfunded = () => as(firm.editor).listCommitments({ query: { vehicleId: sage.fund } });
    const before = await unfunded();
    const today = firm.server.now.toISOString().slice(0, 10);
    await enter(sage, entry('UNFUNDED', '1.00', today, { shares: [{ commitmentId: before[0]!.id, amount: '1.00' }] }));
    const [last] = await as(firm.editor).listPeriods({ params: { vehicleId: sage.fund } });
    expect(last!.periodEnd > today).toBe(true);
    // The single share is used as it is, although no key was named.
    const added = (await unfunded()).map(({ unfunded }, at) => Number(unfunded) - Number(before[at]!.unfunded));
    expect(added).toEqual([1, 0, 0]);
    const dates = await as(firm.editor).listReportingDatesOfFund({ params: { id: sage.fund } });
    expect(dates[0]!.endDate <= today).toBe(true);
  });

  it('is the NAV of a fund on the reported basis, rolled forward by later cash [ROLLED_FORWARD]', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const rye = await plant('RPD', firm.tenantId, firm.editor, undefined, basis);
    await enter(rye, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '40.00', '2020-05-01'));
    const navs = async (subject: string) =>
      (await figuresAt(rye, '2020-06-30', subject)).map(({ nav, notDetermined }) => nav ?? notDetermined[0]!.code);
    expect(await navs('VEHICLE')).toEqual(['NAV_MISSING']);
    const commitments = await as(firm.editor).listCommitments({ query: { vehicleId: rye.fund } });
    const idOf = (key: 'a' | 'b' | 'gp') => commitments.find(({ investor }) => investor.id === rye.investors[key])!.id;
    await report(
      rye,
      reported('nav', '66.00', '2020-03-31', { commitmentId: idOf('a') }),
      reported('nav', '33.00', '2020-03-31', { commitmentId: idOf('b') }),
      reported('nav', '11.00', '2020-03-31', { commitmentId: idOf('gp') }),
    );
    // Each includes the calls since.
    expect([await navs('VEHICLE'), await navs('COMMITMENT'), await navs('INVESTOR')]).toEqual([
      ['150.00'],
      ['15.00', '90.00', '45.00'],
      ['15.00', '90.00', '45.00'],
    ]);
    const listed = await as(firm.editor).listVehicles({ query: { endDate: '2020-06-30', pageSize: '100' } });
    expect(listed.pageData.find(({ fundId }) => fundId === rye.fund)?.rolledForwardFrom).toBe('2020-03-31');
    await as(firm.editor).lockPeriod({
      params: { vehicleId: rye.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
    expect((await figuresAt(rye, '2020-03-31', 'VEHICLE'))[0]!.nav).toBe('110.00');
    // Its statement begins and ends with the reported values. The part that doesn't come from paid-in amounts or the
    // ledger is its gain.
    const { rows, partners } = await as(firm.editor).getFundCapitalAccount({
      params: { fundId: rye.fund, endDate: '2020-06-30' },
    });
    const row = (number: number) => rows.filter(({ row }) => row === number).map(({ qtd, itd }) => [qtd, itd])[0];
    expect([row(12), row(13), row(93), row(95)]).toEqual([
      ['110.00', '0.00'],
      ['40.00', '140.00'],
      ['0.00', '10.00'],
      ['150.00', '150.00'],
    ]);
    expect(partners.map(({ itd }) => itd.ending)).toEqual(['15.00', '90.00', '45.00']);
    // Its bridge and the explanation of each row agree.
    const { periods } = await as(firm.editor).getFundBridge({ params: { id: rye.fund, date: '2020-06-30' } });
    expect(
      periods.map(({ opening, contributions, unrealized, closing }) => [opening, contributions, unrealized, closing]),
    ).toEqual([
      ['110.00', '40.00', '0.00', '150.00'],
      ['0.00', '140.00', '10.00', '150.00'],
      ['0.00', '140.00', '10.00', '150.00'],
    ]);
    const why = whyOf(rye.fund, '2020-06-30');
    expect([await why('account.QTD.12'), await why('account.ITD.93'), await why('bridge.ITD.unrealized')]).toEqual([
      '110.00',
      '10.00',
      '10.00',
    ]);
  });

  it('doesn’t determine the holdings of a fund whose ledger has its cash without them', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const oak = await plant('RPX', firm.tenantId, firm.editor, undefined, basis);
    await enter(oak, entry('CALL-INV', '100.00', '2020-02-01'));
    await report(oak, reported('nav', '130.00', '2020-03-31'));
    const [vehicle] = await figuresAt(oak, '2020-03-31', 'VEHICLE');
    const gross = ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'grossIrr', 'grossMoic'] as const;
    expect([vehicle!.nav, ...gross.map((name) => vehicle![name])]).toEqual(['130.00', ...gross.map(() => null)]);
    const reasons = vehicle!.notDetermined.filter(({ field }) => (gross as readonly string[]).includes(field));
    expect(reasons).toEqual(
      gross.map((field) => ({ field, code: 'NOT_REPORTED', message: 'Not reported for this fund.' })),
    );
    expect(await whyOf(oak.fund, '2020-03-31')('fairValue')).toBe('NOT_REPORTED');
    const refused = await refusal(
      as(firm.editor).getPortfolioSummaryDetail({ params: { endDate: '2020-03-31' }, query: { fundId: oak.fund } }),
    );
    expect(refused.errors.map(({ message }) => message)).toEqual([
      'The reported values of RPX Fund don’t include what it holds.',
    ]);
    // No fee on the cost can be projected.
    const terms = { managementFee: '2', feeBasis: { code: 'COST' } };
    await as(firm.editor).saveEconomicTerms({ params: { fundId: oak.fund }, body: terms });
    const projectedAt = async (endDate: string) => {
      const [fee] = await as(firm.editor).getDashboardFeeValues({ query: { fundId: oak.fund, endDate } });
      return [fee!.projection, fee!.notDetermined];
    };
    expect(await projectedAt('2020-03-31')).toEqual([
      null,
      [
        {
          field: 'projection',
          code: 'NOT_DETERMINED',
          message: 'The cost of the holdings on 03/31/2020 isn’t determined. Not reported for this fund.',
        },
      ],
    ]);
    // A holding determines them.
    const security = await as(firm.editor).saveSecurity({
      body: { vehicleId: oak.fund, holdingId: oak.holding, class: 'EQUITY', name: 'Shares' },
    });
    const position = { holdingId: oak.holding, securityId: security.id };
    await enter(oak, entry('BUY', '90.00', '2020-02-02', position));
    const [whole] = await figuresAt(oak, '2020-03-31', 'VEHICLE');
    expect([whole!.invested, whole!.proceeds, whole!.fairValue]).toEqual(['90.00', '0.00', '90.00']);
    expect((await projectedAt('2020-03-31'))[1]).toEqual([]);
  });

  it('determines the returns of all partners if only the fund has a value, and its lock names the partners without', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const ash = await plant('RPW', firm.tenantId, firm.editor, undefined, basis);
    await enter(ash, entry('CALL-INV', '100.00', '2020-02-01'), entry('DIST-GAIN', '20.00', '2020-03-01'));
    await report(ash, reported('nav', '130.00', '2020-03-31'));
    const { pageData } = await as(firm.editor).listVehicles({
      query: { endDate: '2020-03-31', basis: 'all', pageSize: '200' },
    });
    const row = pageData.find(({ fundId }) => fundId === ash.fund)!;
    expect([row.nav, row.contributions, row.distributions, row.dpi, row.rvpi, row.tvpi]).toEqual([
      '130.00',
      '100.00',
      '20.00',
      '0.2',
      '1.3',
      '1.5',
    ]);
    expect(Number(row.irr)).toBeGreaterThan(0);
    const quarter = { vehicleId: ash.fund, endDate: '2020-03-31' };
    const lock = (...acknowledged: readonly string[]) =>
      as(firm.editor).lockPeriod({ params: quarter, body: { rowVersion: 1, acknowledged } });
    const ties = await as(firm.editor).listTieOuts({ params: quarter });
    expect(ties.flatMap(({ differences }) => differences.map(({ message }) => message))).toEqual([
      expect.stringMatching(/^NAV of the partners \(no NAV is reported for .+, .+, .+\): 0.00, should be 130.00/),
    ]);
    expect(await refusalCodes(lock())).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await lock('T12');
  });

  it('changes the source of NAV in open quarters once it is confirmed, with a reason if a quarter is locked', async () => {
    const elder = await plant('RPN', firm.tenantId, firm.editor);
    const security = await as(firm.editor).saveSecurity({
      body: { vehicleId: elder.fund, holdingId: elder.holding, class: 'EQUITY', name: 'Shares' },
    });
    const position = { holdingId: elder.holding, securityId: security.id };
    await enter(elder, entry('CALL-INV', '100.00', '2020-02-01'), entry('BUY', '90.00', '2020-02-02', position));
    await enter(elder, entry('CALL-INV', '40.00', '2020-05-01'));
    for (const [date, value] of [
      ['2020-03-31', '120.00'],
      ['2020-06-30', '170.00'],
    ] as const)
      await report(elder, reported('nav', value, date));
    const quarter = { vehicleId: elder.fund, endDate: '2020-03-31' };
    await as(firm.editor).lockPeriod({ params: quarter, body: { rowVersion: 1, acknowledged: ['T12'] } });
    const displayed = async () => {
      const { rows } = await as(firm.editor).getFundCapitalAccount({
        params: { fundId: elder.fund, endDate: '2020-03-31' },
      });
      return [
        (await figuresAt(elder, '2020-03-31', 'VEHICLE'))[0]!.nav,
        rows.find(({ row }) => row === 95)?.itd,
        await whyOf(elder.fund, '2020-03-31')('nav'),
        (await figuresAt(elder, '2020-06-30', 'VEHICLE'))[0]!.nav,
        (await figuresAt(elder, '2020-06-30', 'HOLDING')).length,
      ];
    };
    expect(await displayed()).toEqual(['100.00', '100.00', '90.00', '140.00', 1]);
    const change = async (code: 'LEDGER' | 'REPORTED', more: { reason?: string; warningsConfirmed?: boolean } = {}) => {
      const {
        id,
        rowVersion,
        code: fundCode,
        name,
        currency,
      } = await as(firm.editor).getVehicle({
        params: { id: elder.fund },
      });
      const navBasis = { code, description: code };
      return as(firm.editor).saveVehicle({
        body: { id, rowVersion, code: fundCode, name, currency, navBasis, ...more },
      });
    };
    const refused = await refusal(change('REPORTED'));
    expect([refused.status, refused.errors.map(({ code, path, message }) => [code, path, message])]).toEqual([
      422,
      [
        [
          'WARNINGS_NOT_CONFIRMED',
          'NavBasis',
          'NAV will come from the reported values instead of the ledger. This changes the figures of the open quarter ending 06/30/2020. The quarters locked through 03/31/2020 keep theirs. Confirm it to save the fund.',
        ],
        ['REQUIRED', 'Reason', 'Enter a reason for the change, because quarters of this fund are locked.'],
      ],
    ]);
    await change('REPORTED', { warningsConfirmed: true, reason: 'A new administrator' });
    expect(await displayed()).toEqual(['100.00', '100.00', '90.00', '170.00', 1]);
    const recorded = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      async (tx) => {
        const { findings } = await verifyTenant(tx, firm.server.auditKey);
        expect(findings.filter(({ location: [kind] }) => kind !== 'reference')).toEqual([]);
        return tx.query<{ reason: string; before: string; after: string }>(
          `SELECT reason, before #>> '{navBasis,code}' AS before, after #>> '{navBasis,code}' AS after FROM activity
           WHERE tenant_id = $1 AND object_id = $2 AND reason IS NOT NULL`,
          [firm.tenantId, elder.fund],
        );
      },
    );
    expect(recorded).toEqual([{ reason: 'A new administrator', before: 'LEDGER', after: 'REPORTED' }]);
    // A reopened quarter is computed anew, on the basis of today.
    await as(firm.administrator).reopenPeriod({ params: quarter, body: { rowVersion: 2, reason: 'Restate' } });
    expect(await displayed()).toEqual(['120.00', '120.00', 'NAV_MISSING', '170.00', 1]);
    // The changes since the first version name the other basis and its reason.
    const { navBasis } = await as(firm.editor).listPeriodChanges({ params: quarter, query: { from: '1' } });
    expect(navBasis).toEqual({ old: 'LEDGER', new: 'REPORTED', reason: 'A new administrator' });
    const { vehicleId, endDate } = quarter;
    const url = `/api/performance/period/${vehicleId}/${endDate}/changes/export?from=1&format=csv`;
    const csv = await firm.server.call(firm.editor.token, firm.tenantId, { method: 'GET', url });
    expect(csv.body).toContain('The NAV basis changed.');
    // Without a locked quarter, no reason is needed.
    await change('LEDGER', { warningsConfirmed: true });
    expect(await displayed()).toEqual(['100.00', '100.00', '90.00', '140.00', 1]);
  });

  it('opens a quarter with the locked closing, or with the ledger’s NAV once that is the source again [T2] [T12]', async () => {
    const rowan = await plant('RPO', firm.tenantId, firm.editor);
    await enter(rowan, entry('CALL-INV', '100.00', '2020-02-01'));
    await enter(rowan, entry('CALL-INV', '40.00', '2020-05-01'));
    await enter(rowan, entry('CALL-INV', '10.00', '2020-08-01'));
    await report(rowan, reported('nav', '120.00', '2020-03-31'), reported('nav', '170.00', '2020-06-30'));
    const on = (endDate: string) => ({ vehicleId: rowan.fund, endDate });
    const lock = (endDate: string, ...acknowledged: readonly string[]) =>
      as(firm.editor).lockPeriod({ params: on(endDate), body: { rowVersion: 1, acknowledged } });
    const change = async (code: 'LEDGER' | 'REPORTED') => {
      const fund = await as(firm.editor).getVehicle({ params: { id: rowan.fund } });
      const confirmed = { reason: 'A new administrator', warningsConfirmed: true };
      const { id, rowVersion, code: fundCode, name, currency } = fund;
      const navBasis = { code, description: code };
      await as(firm.editor).saveVehicle({
        body: { id, rowVersion, code: fundCode, name, currency, navBasis, ...confirmed },
      });
    };
    const differing = async (endDate: string) =>
      (await as(firm.editor).listTieOuts({ params: on(endDate) })).flatMap(({ code, differences }) =>
        differences.map(({ message }) => [code, message]),
      );
    /** Returns the opening, the unrealized gain and the closing of a quarter in the account, and those of its NAV bridge. */
    const quarterOf = async (endDate: string) => {
      const { rows } = await as(firm.editor).getFundCapitalAccount({ params: { fundId: rowan.fund, endDate } });
      const { bridges } = await as(firm.editor).getFundProfile({ params: { id: rowan.fund }, query: { endDate } });
      const steps = bridges.find(({ period }) => period === 'QTD')?.steps ?? [];
      return [
        [12, 93, 95].map((number) => rows.find(({ row }) => row === number)?.qtd),
        ['opening', 'unrealized', 'closing'].map((name) => steps.find(({ step }) => step === name)?.amount),
      ];
    };
    const twice = (...amounts: readonly string[]) => [amounts, amounts];
    const reportedNav = ['T12', 'NAV of the fund: 120.00, should be 100.00, difference 20.00'];
    await lock('2020-03-31', 'T12');

    await change('REPORTED');
    expect(await differing('2020-03-31')).toEqual([reportedNav]);
    const partnersWithoutNav = ['T12', expect.stringMatching(/^NAV of the partners \(no NAV is reported for /)];
    expect(await differing('2020-06-30')).toEqual([partnersWithoutNav]);
    expect(await quarterOf('2020-03-31')).toEqual(twice('0.00', '0.00', '100.00'));
    expect(await quarterOf('2020-06-30')).toEqual(twice('100.00', '30.00', '170.00'));
    // The last NAV of the partners is that of the locked quarter before.
    const listed = async (carriesForward: 'true' | 'false', basis: 'all' | 'feePaying' = 'feePaying') => {
      const query = { endDate: '2020-06-30', pageSize: '200', carriesForward, basis } as const;
      const { pageData } = await as(firm.editor).listVehicles({ query });
      const { nav, lastDate, carriedFrom } = pageData.find(({ fundId }) => fundId === rowan.fund)!;
      return [nav, lastDate, carriedFrom];
    };
    expect(await listed('false')).toEqual([null, '2020-03-31', null]);
    expect(await listed('true')).toEqual(['90.00', null, '2020-03-31']);
    expect([await listed('false', 'all'), await listed('true', 'all')]).toEqual([
      ['170.00', null, null],
      ['170.00', null, null],
    ]);
    const overview = async (carriesForward: 'true' | 'false') => {
      const query = { endDate: '2020-06-30', pageSize: '200', carriesForward } as const;
      const { pageData } = await as(firm.editor).reportFundOverview({ query });
      const { nav, lastDate, carriedFrom } = pageData.find(({ id }) => id === rowan.fund)!;
      return [nav, lastDate, carriedFrom];
    };
    expect([await overview('false'), await overview('true')]).toEqual([
      [null, '2020-03-31', null],
      ['90.00', null, '2020-03-31'],
    ]);
    await lock('2020-06-30', 'T12');

    await change('LEDGER');
    expect(await differing('2020-03-31')).toEqual([reportedNav]);
    expect(await differing('2020-06-30')).toEqual([partnersWithoutNav]);
    expect(await quarterOf('2020-06-30')).toEqual(twice('100.00', '30.00', '170.00'));
    expect(await quarterOf('2020-09-30')).toEqual(twice('140.00', '0.00', '150.00'));
    expect(await differing('2020-09-30')).toEqual([
      [
        'T12',
        'Opening NAV of the fund, from 06/30/2020: in the ledger 140.00, reported and locked 170.00, difference (30.00)',
      ],
    ]);
    expect(await refusalCodes(lock('2020-09-30'))).toEqual([422, 'NOT_ACKNOWLEDGED T12']);
    await lock('2020-09-30', 'T12');

    // The audit covers the stored basis.
    const findings = () =>
      firm.server.withTenant(
        { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
        async (tx) =>
          (await verifyTenant(tx, firm.server.auditKey)).findings.filter(
            ({ location: [kind] }) => kind !== 'reference',
          ),
      );
    expect(await findings()).toEqual([]);
    const admin = new pg.Client({ connectionString: firm.server.database.adminUrl });
    await admin.connect();
    const forge = (to: string, from: string) =>
      admin.query(
        `UPDATE period_version v SET nav_basis = $3 FROM period p WHERE p.tenant_id = $1 AND p.vehicle_id = $2
           AND v.tenant_id = p.tenant_id AND v.period_id = p.id AND p.period_end = '2020-06-30' AND v.nav_basis = $4`,
        [firm.tenantId, rowan.fund, to, from],
      );
    await forge('LEDGER', 'REPORTED');
    const found = (await findings()).map(({ location, description }) => `${location.join(' / ')}: ${description}`);
    expect(found).toContain('period / RPO Fund / 2020-06-30 / version 1: nav basis');
    expect(found).toContainEqual(
      expect.stringMatching(/^RPO Fund \/ quarter.*: \d+ figures differ when computed again .*: NAV,/),
    );
    await forge('REPORTED', 'LEDGER');
    await admin.end();
  });

  it('is in the statements of a fund without a ledger; unreported figures are not determined [A-P-111] [NOT_REPORTED]', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const oat = await plant('RPF', firm.tenantId, firm.editor, undefined, basis);
    const sums = (date: string, contributions: string, distributions: string, nav: string) => [
      reported('contributions', contributions, date),
      reported('distributions', distributions, date),
      reported('nav', nav, date),
    ];
    await report(
      oat,
      ...sums('2020-03-31', '100.00', '0.00', '95.00'),
      ...sums('2020-06-30', '180.00', '30.00', '160.00'),
    );
    const { rows, notDetermined } = await as(firm.editor).getFundCapitalAccount({
      params: { fundId: oat.fund, endDate: '2020-06-30' },
    });
    const row = (number: number) => rows.filter(({ row }) => row === number).map(({ qtd, itd }) => [qtd, itd])[0];
    expect([12, 13, 14, 93, 95, 108, 114].map(row)).toEqual([
      ['95.00', '0.00'],
      ['80.00', '180.00'],
      ['-30.00', '-30.00'],
      [null, null],
      ['160.00', '160.00'],
      ['1000.00', '1000.00'],
      [null, null],
    ]);
    expect(new Set(notDetermined.map(({ code }) => code))).toEqual(new Set(['NOT_REPORTED']));
    expect(notDetermined.map(({ field }) => field)).toContain('unrealized');
    const line = await as(firm.editor).reportFundCapitalAccounts({
      params: { endDate: '2020-06-30' },
      query: { periodId: 'QTD', pageSize: '200' },
    });
    expect(line.pageData.find(({ fundCode }) => fundCode === 'RPF')).toMatchObject({
      beginning: '95.00',
      contributions: '80.00',
      operating: null,
      ending: '160.00',
    });
    // Nothing was reported for the next quarter, so its cash isn't zero.
    const { rows: later } = await as(firm.editor).getFundCapitalAccount({
      params: { fundId: oat.fund, endDate: '2020-09-30' },
    });
    expect([12, 13, 14, 95, 108].map((number) => later.find(({ row }) => row === number)?.qtd)).toEqual([
      '160.00',
      null,
      null,
      null,
      '1000.00',
    ]);
    const { pageData } = await as(firm.editor).reportFundCapitalAccounts({
      params: { endDate: '2020-09-30' },
      query: { periodId: 'QTD', pageSize: '200' },
    });
    expect(pageData.find(({ fundCode }) => fundCode === 'RPF')).toMatchObject({
      beginning: '160.00',
      contributions: null,
      distributions: null,
      ending: null,
    });
    expect(await whyOf(oat.fund, '2020-09-30')('account.QTD.13')).toBe('NOT_REPORTED');
    const why = whyOf(oat.fund, '2020-06-30');
    expect([await why('account.QTD.13'), await why('account.QTD.93'), await why('bridge.ITD.income')]).toEqual([
      '80.00',
      'NOT_REPORTED',
      'NOT_REPORTED',
    ]);
    const params = { id: oat.fund, date: '2020-06-30' };
    const query = { fundId: oat.fund, endDate: '2020-06-30' };
    const refusals = await Promise.all(
      [
        as(firm.editor).getFundBridge({ params }),
        as(firm.editor).getPortfolioSummaryDetail({ params: { endDate: query.endDate }, query: { fundId: oat.fund } }),
        as(firm.editor).getIlpaSummary({ query }),
        as(firm.editor).exportInvestorTemplate({ query }),
      ].map(refusal),
    );
    expect(refusals.map(({ status, errors: [first] }) => [status, first?.code])).toEqual(
      refusals.map(() => [422, 'NOT_REPORTED']),
    );
    const statementOf = (more: string) =>
      file(firm.editor, `capitalaccount/2020-06-30/cas-report/export?fundId=${oat.fund}${more}`);
    expect((await statementOf('')).statusCode).toBe(200);
    // ILPA's template is refused, so a statement doesn't have its fund columns either.
    const statement = await statementOf(`&investorId=${oat.investors.a}&format=application/pdf`);
    expect(statement.statusCode).toBe(200);
    expect(pdfTexts(statement.rawPayload).flat().join(' ')).not.toContain('Total Fund');
    // The printed profile has the reason of the bridge too.
    const url = `/api/document/pm-FundProfile/report?id=${oat.fund}&endDate=2020-06-30`;
    const profile = await firm.server.call(firm.editor.token, firm.tenantId, { method: 'GET', url });
    expect(pdfTexts(profile.rawPayload).flat().join('').replaceAll(' ', '')).toMatch(
      /NAVbridge,allpartners,EURStepQuarterYearSinceinceptionAllsteps(n\.d\.¹){4}TheledgerofRPFFundhasnocash/,
    );
    // With its first cash, the ledger applies again.
    await enter(oat, entry('CALL-INV', '10.00', '2020-06-01'));
    const { rows: after } = await as(firm.editor).getFundCapitalAccount({
      params: { fundId: oat.fund, endDate: '2020-06-30' },
    });
    expect(after.find(({ row }) => row === 13)?.itd).toBe('10.00');
  });

  it('opens a quarter with the reported unfunded commitment, and determines nothing but the commitment before the first report [T2]', async () => {
    const basis = { navBasis: { code: 'REPORTED', description: 'Reported' } };
    const yarrow = await plant('RPY', firm.tenantId, firm.editor, undefined, basis);
    const sums = (vehicle: Awaited<ReturnType<typeof figuresAt>>[number]) => [
      vehicle.commitment,
      vehicle.contributions,
      vehicle.distributions,
      vehicle.unfunded,
      vehicle.tvpi,
    ];
    for (const subject of ['VEHICLE', 'COMMITMENT']) {
      const [figures] = await figuresAt(yarrow, '2020-03-31', subject);
      expect(sums(figures!).slice(1)).toEqual([null, null, null, null]);
      expect(Number(figures!.commitment)).toBeGreaterThan(0);
    }
    const commitments = await as(firm.editor).listCommitments({ query: { vehicleId: yarrow.fund } });
    const amounts = {
      a: ['240.00', '200.00', '400.00'],
      b: ['120.00', '100.00', '200.00'],
      gp: ['40.00', '33.00', '67.00'],
    };
    for (const date of ['2020-06-30', '2020-09-30']) {
      const figures = (['a', 'b', 'gp'] as const).flatMap((key) => {
        const [nav, contributions, unfunded] = amounts[key];
        const commitmentId = commitments.find(({ investor }) => investor.id === yarrow.investors[key])!.id;
        return (
          [
            ['nav', nav],
            ['contributions', contributions],
            ['distributions', '0.00'],
            ['unfunded', unfunded],
          ] as const
        ).map(([figure, value]) => reported(figure, value!, date, { commitmentId }));
      });
      await report(yarrow, ...figures);
    }
    for (const endDate of ['2020-03-31', '2020-06-30', '2020-09-30']) {
      const params = { vehicleId: yarrow.fund, endDate };
      const ties = await as(firm.editor).listTieOuts({ params });
      expect(ties.flatMap(({ differences }) => differences.map(({ message }) => message))).toEqual([]);
      await as(firm.editor).lockPeriod({ params, body: { rowVersion: 1 } });
    }
    const [vehicle] = await figuresAt(yarrow, '2020-09-30', 'VEHICLE');
    expect(sums(vehicle!).slice(0, 4)).toEqual(['1000.00', '333.00', '0.00', '667.00']);
    const { rows } = await as(firm.editor).getFundCapitalAccount({
      params: { fundId: yarrow.fund, endDate: '2020-09-30' },
    });
    expect([109, 114].map((number) => rows.find(({ row }) => row === number)?.qtd)).toEqual(['667.00', '667.00']);
    // With the first cash, the ledger is the source. Its difference from the locked closing can be acknowledged.
    await enter(yarrow, entry('CALL-INV', '100.00', '2020-12-01'));
    const params = { vehicleId: yarrow.fund, endDate: '2020-12-31' };
    const ties = await as(firm.editor).listTieOuts({ params });
    const found = ties.flatMap(({ code, blocksLock, differences }) =>
      differences.map(({ message }) => [code, blocksLock, message]),
    );
    expect(found).toContainEqual([
      'T12',
      false,
      'Opening unfunded commitment of the fund, from 09/30/2020: in the ledger 1,000.00, reported and locked 667.00, difference 333.00',
    ]);
    expect(found.filter(([, blocksLock]) => blocksLock)).toEqual([]);
    await as(firm.editor).lockPeriod({ params, body: { rowVersion: 1, acknowledged: ['T12'] } });
    const { findings } = await firm.server.withTenant(
      { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() },
      (tx) => verifyTenant(tx, firm.server.auditKey),
    );
    expect(findings.filter(({ location: [kind] }) => kind !== 'reference')).toEqual([]);
  });

  it('is saved with a contradiction, or before the initial close, only once that is confirmed', async () => {
    const { currency } = await as(firm.editor).getVehicle({ params: { id: (await plant('RPXA')).fund } });
    const { id: fundId } = await as(firm.editor).saveVehicle({
      body: { code: 'RPYA', name: 'Contradicted', currency, initialCloseDate: '2020-03-01' },
    });
    const figures = [
      reported('dpi', '3', '2020-03-31'),
      reported('contributions', '100.00', '2020-03-31'),
      reported('distributions', '10.00', '2020-03-31'),
      reported('nav', '5.00', '2020-02-29'),
    ];
    const { errors } = await refusal(as(firm.editor).saveReported({ body: { vehicleId: fundId, figures } }));
    expect(errors.map(({ code, path, message }) => `${code} ${path} ${message}`)).toEqual([
      'WARNINGS_NOT_CONFIRMED Figures[0].Value DPI is 3x, but distributions of 10.00 / contributions of 100.00 is 0.1x. Confirm it to save the figures.',
      'WARNINGS_NOT_CONFIRMED Figures[3].Value The figures are dated 02/29/2020, before the initial close on 03/01/2020. Confirm it to save the figures.',
    ]);
    const quarter = { periodEndDate: '2020-03-31', dpi: '3', contributions: '100.00', distributions: '10.00' };
    const saveQuarter = (more: object) =>
      as(firm.editor).saveFundPeriod({ body: { fundId, periodReportingData: quarter, ...more } });
    expect(await refusalCodes(saveQuarter({}))).toEqual([422, 'WARNINGS_NOT_CONFIRMED PeriodReportingData.DPI']);
    expect((await saveQuarter({ warningsConfirmed: true })).periodReportingData).toMatchObject({ dpi: '3' });
    const body = { vehicleId: fundId, figures, warningsConfirmed: true };
    expect(await as(firm.editor).saveReported({ body })).toHaveLength(4);
  });

  it('is read next to the computed figures of a quarter and saved as a whole [E-P-044 E-P-045]', async () => {
    const sky = await plant('RPE');
    await enter(sky, entry('CALL-INV', '100.00', '2020-02-01'));
    const save = (periodReportingData: Partial<BodyOf<'saveFundPeriod'>['periodReportingData']>) =>
      as(firm.editor).saveFundPeriod({
        body: {
          fundId: sky.fund,
          periodReportingData: { periodEndDate: '2020-03-31', ...periodReportingData },
        },
      });
    expect(await save({ nav: '101.50', irr: '9.1' })).toMatchObject({
      status: 'OPEN',
      periodReportingData: { periodEndDate: '2020-03-31', nav: '101.5', irr: '9.1', tvpi: null },
      computed: { nav: '100.00', contributions: '100.00' },
    });
    const { periodReportingData: saved } = await save({ nav: null, tvpi: '1.01' });
    expect(saved).toMatchObject({ nav: null, irr: '9.1', tvpi: '1.01' });
    expect(await as(firm.editor).getFundPeriod({ params: { id: sky.fund, endDate: '03-31-2020' } })).toMatchObject({
      periodReportingData: saved,
    });
    await as(firm.editor).lockPeriod({
      params: { vehicleId: sky.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1, acknowledged: ['T12'] },
    });
    expect(
      await refusalCodes(
        as(firm.editor).saveFundPeriod({
          body: {
            fundId: sky.fund,
            periodReportingData: { periodEndDate: '2020-03-31', nav: '1.00' },
          },
        }),
      ),
    ).toEqual([422, 'PERIOD_LOCKED PeriodReportingData.PeriodEndDate']);
  });
});
