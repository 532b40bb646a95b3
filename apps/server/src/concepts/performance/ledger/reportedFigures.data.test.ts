import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { describe, expect, it } from 'vitest';
import { entry, openLedgerFirm, reportedBasis, reportedFigure } from '../../../testing/ledgerFirm.ts';
import { type BodyOf, refusal, refusalCodes } from '../../../testing/testClient.ts';

const firm = openLedgerFirm();
const { as, enter, explainedAt, figuresAt, file, plant, report } = firm;

describe('reported figures', () => {
  it('doesn’t change the ledger, is compared with it at the lock, and is reversed with a reason [T12]', async () => {
    const fir = await plant('RPA');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'));
    const [nav] = await report(
      fir,
      reportedFigure('nav', '100.05', '2020-03-31', { description: 'Statement of the administrator' }),
      reportedFigure('tvpi', '1.00004', '2020-03-31'),
      reportedFigure('irr', '3.1', '2020-02-29'),
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
    await report(fir, reportedFigure('nav', '100.07', '2020-03-31'));
    await as(firm.editor).lockPeriod({ params: { vehicleId: fir.fund, endDate: '2020-03-31' }, body: lock(['T12']) });
    const [late] = await report(fir, reportedFigure('nav', '100.00', '2020-03-31'));
    expect(late).toMatchObject({ bookedPeriod: '2020-06-30', isLate: true });
    const rows = await as(firm.editor).listReported({ query: { vehicleId: fir.fund } });
    expect(rows.filter(({ counts }) => counts).map(({ title, value }) => `${title} ${value}`)).toEqual([
      'NAV 100',
      'TVPI 1.00004',
      'Net IRR 3.1',
    ]);
    expect(rows).toHaveLength(6);
  });

  it('is refused with every reason at its figure', async () => {
    const fig = await plant('RPB');
    const other = await plant('RPC');
    const [stranger] = await as(firm.editor).listCommitments({ query: { vehicleId: other.fund } });
    const wrong = {
      vehicleId: fig.fund,
      figures: [
        reportedFigure('nav', '1.234', '2020-03-31'),
        reportedFigure('nav', '1.00', '2020-03-31'),
        reportedFigure('commitment', '-1.00', '2020-03-31'),
        reportedFigure('tvpi', '1.1', '2020-03-31', { commitmentId: stranger!.id }),
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
    const sage = await plant('RPS', firm.tenantId, firm.editor, undefined, reportedBasis);
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

  it('is in the statements of a fund without a ledger; unreported figures are not determined [A-P-111] [NOT_REPORTED]', async () => {
    const oat = await plant('RPF', firm.tenantId, firm.editor, undefined, reportedBasis);
    const sums = (date: string, contributions: string, distributions: string, nav: string) => [
      reportedFigure('contributions', contributions, date),
      reportedFigure('distributions', distributions, date),
      reportedFigure('nav', nav, date),
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
    expect(await explainedAt(oat.fund, '2020-09-30', 'account.QTD.13')).toBe('NOT_REPORTED');
    const why = (figure: string) => explainedAt(oat.fund, '2020-06-30', figure);
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
    const yarrow = await plant('RPY', firm.tenantId, firm.editor, undefined, reportedBasis);
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
        ).map(([figure, value]) => reportedFigure(figure, value!, date, { commitmentId }));
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
      reportedFigure('dpi', '3', '2020-03-31'),
      reportedFigure('contributions', '100.00', '2020-03-31'),
      reportedFigure('distributions', '10.00', '2020-03-31'),
      reportedFigure('nav', '5.00', '2020-02-29'),
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
    const { errors } = await refusal(save({ nav: '5.00' }));
    expect(errors.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'PeriodReportingData.NAV NAV is 5.00, less than a tenth of 100.00, the ledger’s NAV. Confirm it to save the figures.',
    ]);
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
