import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type QueryOf, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const base = '/api/performance';

const printed = (pdf: Buffer) => pdfTexts(pdf).flat().join('').replaceAll(' ', '');

describe('firms with the sums of a quarter end', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  const firms: Record<string, string> = {};

  const call = (url: string, at = base) => server.call(person.token, tenantId, { method: 'GET', url: `${at}/${url}` });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { performance: 'administrator' });
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    const investorId = (await as(person).saveInvestor({ body: { code: 'LP', name: 'Pension', type } })).id;
    for (const code of ['OAK', 'PINE', 'BARE'])
      firms[code] = (await as(person).saveFirm({ body: { code, name: `${code} firm` } })).id;
    const currencies: Record<string, { id: string }> = {};
    for (const code of ['EUR', 'USD'])
      currencies[code] = { id: await server.referenceEntry(tenantId, 'currency', code) };
    for (const [code, firm, currency, amount, called] of [
      ['O1', 'OAK', 'EUR', '200.00', '100.00'],
      ['O2', 'OAK', 'EUR', '200.00', '20.00'],
      ['P1', 'PINE', 'EUR', '100.00', '10.00'],
      ['P2', 'PINE', 'USD', '100.00', '50.00'],
    ] as const) {
      const vehicleId = (
        await as(person).saveVehicle({
          body: {
            code,
            name: code,
            currency: currencies[currency]!,
            firm: { id: firms[firm]! },
          },
        })
      ).id;
      await as(person).saveCommitment({ body: { vehicleId, investorId, kind: 'CLOSE', date: '2026-01-01', amount } });
      const entries = [
        { type: 'CALL-INV', amount: called, effectiveDate: '2026-02-01' },
        { type: 'DIST-INC', amount: '6.00', effectiveDate: '2026-05-01' },
      ] as const;
      await as(person).saveLedgerEntries({ body: { vehicleId, entries } });
    }
  });
  afterAll(() => server.stop());

  it('are listed by code, 100 to a page, with a sum for each currency [A-P-123] [U-P-087]', async () => {
    const page = await as(person).listFirms({ query: { endDate: '2026-06-30' } });
    expect(page.pageSize).toBe(100);
    expect(page.pageData.map(({ code }) => code)).toEqual(['BARE', 'OAK', 'PINE']);
    const [bare, oak, pine] = page.pageData;
    expect(bare).toMatchObject({ currency: null, totalCapitalCommitted: null, byCurrency: [] });
    expect(oak).toMatchObject({
      currency: 'EUR',
      totalCapitalCommitted: '400.00',
      totalContributions: '120.00',
      percentContributions: '30',
      totalDistributed: '12.00',
      percentDistributions: '10',
      navChange: '-12.00',
      navChangePercent: '-10',
      totalNetCash: '-108.00',
      endDate: '2026-06-30',
      basis: 'Fee-paying limited partners',
    });
    expect(pine).toMatchObject({
      currency: null,
      totalContributions: null,
      byCurrency: [
        { currency: 'USD', totalContributions: '50.00' },
        { currency: 'EUR', totalContributions: '10.00' },
      ],
    });
    expect((await call('firm/firmList/?format=excel')).statusCode).toBe(200);
  });

  it('have a row for each currency, totals by currency, and the coverage of each sum [U-P-087]', async () => {
    const page = await as(person).listFirmFigures({ query: { endDate: '2026-06-30' } });
    const { pageData, totals } = page;
    expect([page.totalItemCount, page.recordCount]).toEqual([4, 3]);
    expect(pageData.map((row) => [row.code, row.currency, row.totalContributions, row.totalFmv])).toEqual([
      ['BARE', null, null, null],
      ['OAK', 'EUR', '120.00', '108.00'],
      ['PINE', 'EUR', '10.00', '4.00'],
      ['PINE', 'USD', '50.00', '44.00'],
    ]);
    expect(pageData.map(({ firmId }) => firmId)).toEqual([firms['BARE'], firms['OAK'], firms['PINE'], firms['PINE']]);
    expect(totals!.filter(({ field }) => field === 'totalContributions')).toMatchObject([
      { total: '50.00', currency: 'USD' },
      { total: '130.00', currency: 'EUR' },
    ]);
    const later = await as(person).listFirmFigures({ query: { endDate: '2026-09-30' } });
    const [bare, oak] = later.pageData;
    expect([bare?.notDetermined, oak?.totalFmv]).toEqual([[], null]);
    expect(oak?.notDetermined.find(({ field }) => field === 'totalFmv')?.message).toBe(
      'O1: Nothing is booked for the quarter to 09/30/2026.',
    );
    expect(oak).toMatchObject({
      covers: '0 of 2 funds; excludes O1, reported through 06/30/2026; O2, reported through 06/30/2026',
    });
    expect((await call('firm/figures?endDate=2026-06-30&format=excel')).statusCode).toBe(200);
    const [head, ...lines] = (await call('firm/figures?endDate=2026-06-30&format=csv')).body.trim().split('\r\n');
    expect(head).toContain(',Basis');
    expect(lines.filter((line) => line.includes('Fee-paying limited partners'))).toHaveLength(3);
    const pdf = await call(`firm/figures?endDate=2026-06-30&format=${encodeURIComponent('application/pdf')}`);
    expect(printed(pdf.rawPayload)).toContain('Fee-payinglimitedpartners');
  });

  it('have no percentage change of NAV if there was no NAV before [A-P-120]', async () => {
    const summary = (end: string) => as(person).getFirmSummary({ params: { id: firms['OAK']!, endDate: end } });
    expect(await summary('2026-03-31')).toMatchObject({
      totalFmv: '120.00',
      navChange: '120.00',
      navChangePercent: null,
    });
    expect(await summary('2026-06-30')).toMatchObject({ totalFmv: '108.00', navChange: '-12.00' });
    const params = { id: firms['OAK']!.replace(/^.{8}/, '00000000'), endDate: '2026-06-30' };
    expect(await responseStatus(as(person).getFirmSummary({ params }))).toBe(404);
  });

  it('link to their funds, investors and reporting dates, as pages and as files [A-P-117] [A-P-118] [A-P-122] [A-P-125] [A-P-126]', async () => {
    const path = `firm/${firms['OAK']}`;
    expect(
      (await as(person).listFirmFunds({ params: { id: firms['OAK']! }, query: { endDate: '2026-06-30' } })).pageData,
    ).toMatchObject([
      { fundCode: 'O1', fundName: 'O1', commitment: '200.00', remainingCommitment: '100.00', distributions: '6.00' },
      { fundCode: 'O2', commitment: '200.00', remainingCommitment: '180.00' },
    ]);
    const investors = [
      { investorName: 'Pension', fundName: 'O1', contributions: '100.00', currency: { code: 'EUR' } },
      { investorName: 'Pension', fundName: 'O2', contributions: '20.00', currency: { code: 'EUR' } },
    ];
    const byFund = <T extends { readonly fundName: string | null }>(found: readonly T[]) =>
      found.toSorted((first, other) => String(first.fundName).localeCompare(String(other.fundName)));
    expect(byFund((await as(person).listFirmInvestors({ params: { id: firms['OAK']! } })).pageData)).toMatchObject(
      investors,
    );
    expect(
      byFund((await as(person).listFirmInvestorsAt({ params: { id: firms['OAK']!, endDate: '2026-06-30' } })).pageData),
    ).toMatchObject(investors);
    for (const file of [`${path}/funds?endDate=2026-06-30&format=excel`, `${path}/investors/2026-06-30?format=excel`])
      expect((await call(file)).headers['content-type']).toContain('spreadsheet');
    const dates = await as(person).listReportingDatesOfFirm({ params: { id: firms['OAK']! } });
    expect(dates.map(({ endDate }) => endDate).slice(-2)).toEqual(['2026-06-30', '2026-03-31']);
    expect(await as(person).listReportingDatesOfFirm({ params: { id: firms['BARE']! } })).toEqual([]);
    const params = { id: firms['OAK']!.replace(/^.{8}/, '00000000') };
    expect(await responseStatus(as(person).listFirmFunds({ params }))).toBe(404);
  });

  it('are printed with their sums and funds [A-P-164]', async () => {
    const file = await call(`document/pm-FirmProfile/report?id=${firms['PINE']}&endDate=2026-06-30`, '/api');
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = printed(file.rawPayload);
    expect(text).toContain('Basisofthefigures:Fee-payinglimitedpartners');
    const funds = `firm/${firms['PINE']}/funds?endDate=2026-06-30&format=${encodeURIComponent('application/pdf')}`;
    expect(printed((await call(funds)).rawPayload)).toContain('Fee-payinglimitedpartners');
    for (const expected of ['PINEfirm', 'Contributions,EUR', 'Contributions,USD', 'P1', 'P2', '10.00', '50.00'])
      expect(text).toContain(expected);
  });

  it('are listed without figures and sums for people who may not read them [A-P-119]', async () => {
    const carry = await server.person(tenantId, { carry: 'administrator' });
    const asCarry = (url: string) => server.call(carry.token, tenantId, { method: 'GET', url: `${base}/${url}` });
    const { pageData } = await as(carry).listFirms();
    expect(pageData.map(({ byCurrency }) => byCurrency)).toEqual([[], [], []]);
    expect((await asCarry('firm/firmList?format=csv')).body).not.toContain('120.00');
    for (const url of [
      `firm/${firms['OAK']}/2026-06-30/summary`,
      'firm/charts',
      'firm/figures',
      `firm/${firms['OAK']}/reporting-dates`,
    ])
      expect((await asCarry(url)).statusCode).toBe(403);
  });

  it('are charted by currency, with the largest contributions first [M-P-025] [M-P-026]', async () => {
    const charts = await as(person).listFirmCharts({ query: { endDate: '2026-06-30' } });
    const inEuro = charts.filter(({ currency }) => currency === 'EUR').map(({ name }) => name);
    expect(inEuro).toEqual(['OAK firm', 'PINE firm']);
    expect(charts.filter(({ currency }) => currency === 'USD')).toHaveLength(1);
  });

  it('cover all partners on request, and name that basis', async () => {
    const currency = { id: await server.referenceEntry(tenantId, 'currency', 'GBP') };
    const ash = (await as(person).saveFirm({ body: { code: 'ASH', name: 'ASH firm' } })).id;
    const vehicleId = (await as(person).saveVehicle({ body: { code: 'A1', name: 'A1', currency, firm: { id: ash } } }))
      .id;
    for (const [code, kind, amount, paysFee] of [
      ['LP2', 'ENDOWMENT', '300.00', true],
      ['GP2', 'GP', '100.00', false],
    ] as const) {
      const type = { id: await server.referenceEntry(tenantId, 'investor-type', kind) };
      const investorId = (await as(person).saveInvestor({ body: { code, name: code, type } })).id;
      await as(person).saveCommitment({
        body: { vehicleId, investorId, kind: 'CLOSE', date: '2026-01-01', amount, paysFee },
      });
    }
    const entries = [{ type: 'CALL-INV', amount: '40.00', effectiveDate: '2026-02-01' }] as const;
    await as(person).saveLedgerEntries({ body: { vehicleId, entries } });
    const summary = (basis: QueryOf<'getFirmSummary'>['basis']) =>
      as(person)
        .getFirmSummary({ params: { id: ash, endDate: '2026-03-31' }, query: { basis } })
        .then((found) => [found.totalContributions, found.totalFmv, found.basis]);
    expect(await summary('feePaying')).toEqual(['30.00', '30.00', 'Fee-paying limited partners']);
    expect(await summary('all')).toEqual(['40.00', '40.00', 'All partners']);
    const query = { endDate: '2026-03-31', basis: 'all' } as const;
    const allPartners = ['40.00', 'All partners'];
    for (const { pageData } of [await as(person).listFirmFigures({ query }), await as(person).listFirms({ query })])
      expect(
        pageData
          .filter(({ code }) => code === 'ASH')
          .map(({ totalContributions, basis }) => [totalContributions, basis]),
      ).toEqual([allPartners]);
    const { pageData } = await as(person).listFirmFunds({ params: { id: ash }, query });
    expect(pageData.map(({ contributions, basis }) => [contributions, basis])).toEqual([allPartners]);
    const file = await call(`document/pm-FirmProfile/report?id=${ash}&endDate=2026-03-31&basis=all`, '/api');
    expect(printed(file.rawPayload)).toContain('Basisofthefigures:Allpartners');
  });

  it('include the reported NAV of a fund without reported contributions, and ratios of the totals next to them', async () => {
    const currency = { id: await server.referenceEntry(tenantId, 'currency', 'JPY') };
    const firm = { id: (await as(person).saveFirm({ body: { code: 'YEW', name: 'YEW firm' } })).id };
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'FAMILY') };
    const investorId = (await as(person).saveInvestor({ body: { code: 'LP3', name: 'LP3', type } })).id;
    const navBasis = { code: 'REPORTED', description: 'Reported' } as const;
    const funds: Record<string, string> = {};
    for (const [code, more] of [
      ['Y1', {}],
      ['Y2', { navBasis }],
    ] as const) {
      const vehicleId = (await as(person).saveVehicle({ body: { code, name: code, currency, firm, ...more } })).id;
      funds[code] = vehicleId;
      for (const investor of [
        investorId,
        (await as(person).saveInvestor({ body: { code: `${code}-B`, name: code, type } })).id,
      ])
        await as(person).saveCommitment({
          body: { vehicleId, investorId: investor, kind: 'CLOSE', date: '2026-01-01', amount: '50.00' },
        });
    }
    const entries = [
      { type: 'CALL-INV', amount: '20.00', effectiveDate: '2026-02-01' },
      { type: 'DIST-INC', amount: '5.00', effectiveDate: '2026-05-01' },
    ] as const;
    await as(person).saveLedgerEntries({ body: { vehicleId: funds['Y1']!, entries } });
    await as(person).saveReported({
      body: {
        vehicleId: funds['Y2']!,
        figures: [
          { figure: 'nav', commitmentId: null, date: '2026-03-31', value: '500.00' },
          { figure: 'nav', commitmentId: null, date: '2026-06-30', value: '530.00' },
        ],
      },
    });
    const query = { endDate: '2026-06-30' };
    const { pageData, totals } = await as(person).listFirmFigures({ query });
    const yew = pageData.find(({ code }) => code === 'YEW')!;
    const listed = (await as(person).listFirmFunds({ params: firm, query })).totals!;
    expect(yew.totalFmv).toBe(listed.find(({ field }) => field === 'nav')?.total);
    expect(yew).toMatchObject({
      totalCapitalCommitted: '200.00',
      totalContributions: '20.00',
      percentContributions: '20',
      percentDistributions: '25',
      totalFmv: '545.00',
      navChange: '25.00',
      totalNetCash: '-15.00',
      covers:
        'Contributions; Of commitment, %; Distributions; Of contributions, %; Net cash: 1 of 2 funds; excludes Y2 (Not reported for this fund)',
    });
    const inYen = totals!.filter((total) => total.currency === 'JPY');
    expect(inYen.map(({ field, coverage }) => [field, coverage?.included])).toEqual([
      ['totalCapitalCommitted', undefined],
      ['totalContributions', 1],
      ['totalDistributed', 1],
      ['totalFmv', undefined],
    ]);
    const file = await call(`document/pm-FirmProfile/report?id=${firm.id}&endDate=2026-06-30`, '/api');
    expect(printed(file.rawPayload)).toContain('Notreportedforthisfund');
    const reason = 'No dated cash flows were reported for this fund.';
    const { horizons } = await as(person).getFundProfile({ params: { id: funds['Y2']! }, query });
    expect(horizons.at(-1)?.notDetermined).toMatchObject([{ code: 'NOT_REPORTED', message: reason }]);
    const returns = (await call('reporting/fund/fund-returns?endDate=2026-06-30')).body;
    expect(returns).toContain(reason);
    expect(returns).not.toContain('There is no net asset value');
  });

  const setInvestor = (isLp: boolean) =>
    server.database.worker.query('UPDATE tenant SET is_lp_tenant = $2 WHERE id = $1', [tenantId, isLp]);
  /** Makes the tenant an investor's, with a commitment that pays fees and one that doesn't in a fund of a new firm. */
  async function ownBooks(code: string, currencyCode: string) {
    // New funds of an investor have reported values; this one has the values of its ledger.
    await setInvestor(false);
    const currency = { id: await server.referenceEntry(tenantId, 'currency', currencyCode) };
    const firm = (await as(person).saveFirm({ body: { code, name: `${code} firm` } })).id;
    const fund = `${code}-1`;
    const vehicleId = (await as(person).saveVehicle({ body: { code: fund, name: fund, currency, firm: { id: firm } } }))
      .id;
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', code) };
    for (const [rowCode, amount, paysFee] of [
      [`${code}-A`, '300.00', true],
      [`${code}-B`, '100.00', false],
    ] as const) {
      const investorId = (await as(person).saveInvestor({ body: { code: rowCode, name: rowCode, type } })).id;
      await as(person).saveCommitment({
        body: { vehicleId, investorId, kind: 'CLOSE', date: '2026-01-01', amount, paysFee },
      });
    }
    const entries = [
      { type: 'CALL-INV', amount: '40.00', effectiveDate: '2026-02-01' },
      { type: 'FEE', amount: '4.00', effectiveDate: '2026-03-31' },
    ] as const;
    await as(person).saveLedgerEntries({ body: { vehicleId, entries } });
    await setInvestor(true);
    return { firm, vehicleId };
  }

  it('name for each figure the funds that lack it, and why', async () => {
    const firm = { id: (await as(person).saveFirm({ body: { code: 'ALDER', name: 'ALDER firm' } })).id };
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'OFFICE') };
    const currencies = {
      CAD: await server.referenceEntry(tenantId, 'currency', 'CAD'),
      AUD: await server.referenceEntry(tenantId, 'currency', 'AUD'),
      NZD: await server.referenceEntry(tenantId, 'currency', 'NZD'),
    };
    const plant = async (
      code: string,
      currency: keyof typeof currencies,
      paysFee: readonly boolean[],
      isReported = true,
    ) => {
      const vehicle = await as(person).saveVehicle({
        body: {
          code,
          name: code,
          firm,
          currency: { id: currencies[currency] },
          ...(isReported ? { navBasis: { code: 'REPORTED', description: 'Reported' } as const } : {}),
        },
      });
      for (const [at, pays] of paysFee.entries()) {
        const investor = await as(person).saveInvestor({ body: { code: `${code}-${String(at)}`, name: code, type } });
        await as(person).saveCommitment({
          body: {
            vehicleId: vehicle.id,
            investorId: investor.id,
            kind: 'CLOSE',
            date: '2026-01-01',
            amount: '50.00',
            paysFee: pays,
          },
        });
      }
      return vehicle.id;
    };
    const report = (vehicleId: string, ...figures: readonly (readonly ['nav' | 'distributions', string, string])[]) =>
      as(person).saveReported({
        body: {
          vehicleId,
          figures: figures.map(([figure, date, value]) => ({ figure, commitmentId: null, date, value })),
        },
      });
    const entries = [
      { type: 'CALL-INV', amount: '20.00', effectiveDate: '2026-02-01' },
      { type: 'DIST-INC', amount: '5.00', effectiveDate: '2026-05-01' },
    ] as const;
    await as(person).saveLedgerEntries({ body: { vehicleId: await plant('ALD-1', 'CAD', [true], false), entries } });
    await report(
      await plant('ALD-2', 'CAD', [true]),
      ['nav', '2026-03-31', '40.00'],
      ['distributions', '2026-06-30', '30.00'],
    );
    await report(await plant('ALD-3', 'CAD', [true, false]), ['nav', '2026-06-30', '70.00']);
    await report(await plant('ALD-4', 'AUD', [false]), ['nav', '2026-06-30', '70.00']);
    const partly = await plant('ALD-5', 'NZD', [true, false]);
    const figures = (await as(person).listCommitments({ query: { vehicleId: partly } })).map(
      ({ id }) => ({ figure: 'nav', commitmentId: id, date: '2026-03-31', value: '30.00' }) as const,
    );
    await as(person).saveReported({ body: { vehicleId: partly, figures } });
    const late = await as(person).saveInvestor({ body: { code: 'ALD-5-2', name: 'ALD-5', type } });
    const close = {
      vehicleId: partly,
      investorId: late.id,
      kind: 'CLOSE',
      date: '2026-05-01',
      amount: '50.00',
    } as const;
    await as(person).saveCommitment({ body: close });
    await report(partly, ['nav', '2026-06-30', '70.00']);
    const { pageData } = await as(person).listFirmFigures({ query: { endDate: '2026-06-30' } });
    const [canadian, australian, zealander] = ['CAD', 'AUD', 'NZD'].map(
      (code) => pageData.find((row) => row.code === 'ALDER' && row.currency === code)!,
    );
    // The distributions of ALD-2, which didn't report its contributions, aren't next to the contributions of ALD-1.
    expect(canadian).toMatchObject({
      totalContributions: '20.00',
      totalDistributed: '5.00',
      percentDistributions: '25',
      totalNetCash: '-15.00',
    });
    const excluded = (field: string, row = canadian) =>
      row!.fundsCovered
        .find((covered) => covered.field === field)!
        .excluded.map(({ name, reason, lastDate }) => [name, lastDate ?? reason]);
    expect(excluded('totalFmv')).toEqual([
      ['ALD-3', 'No NAV of the fee-paying limited partners was reported; the fund’s is 70.00: choose All partners.'],
    ]);
    expect(excluded('totalContributions')).toEqual(
      ['ALD-2', 'ALD-3'].map((name) => [name, 'Not reported for this fund.']),
    );
    // Only an earlier NAV has a date; amounts that no report has have none.
    expect(excluded('totalFmv', zealander)).toEqual([['ALD-5', '2026-03-31']]);
    expect(excluded('totalContributions', zealander)).toEqual([['ALD-5', 'Not reported for this fund.']]);
    // Nobody pays fees in ALD-4, which has figures, although not all of them.
    expect([canadian!.basis, australian!.basis]).toEqual([
      'Fee-paying limited partners',
      'All partners (no one pays fees)',
    ]);
  });

  it('don’t name other partners in an investor’s tenant, in any list, profile, report, file or explanation', async () => {
    const { firm: elm, vehicleId } = await ownBooks('ELM', 'CHF');
    const end = '2026-03-31';
    const pdf = `format=${encodeURIComponent('application/pdf')}`;
    const why = (figure: string) => `performance/explanation?subject=${vehicleId}&date=${end}&figure=${figure}`;
    const lists = [
      'performance/firm/firmList',
      'performance/firm/figures',
      `performance/firm/${elm}/funds`,
      'performance/fund/funds',
      'performance/reporting/fund/list',
      'performance/reporting/fund/fund-returns',
    ].map((url) => `${url}?endDate=${end}`);
    const vintages = await as(person).chartFundVintages({ query: { endDate: end } });
    const vintage = vintages.find(({ currency }) => currency === 'CHF');
    const urls = [
      ...lists.flatMap((url) => [url, `${url}&${pdf}`]),
      `performance/firm/charts?endDate=${end}`,
      `performance/firm/${elm}/${end}/summary?`,
      `document/pm-FirmProfile/report?id=${elm}&endDate=${end}`,
      `document/pm-LpFundOverview/report?endDate=${end}`,
      `document/pm-LpFundProfile/report?id=${vehicleId}&endDate=${end}`,
      `performance/fund/${vehicleId}/profile?endDate=${end}`,
      `reporting/fund?view=all&endDate=${end}&${pdf}`,
      `reporting/fund/${vehicleId}/${end}/pdf?`,
      why('nav'),
      why('tvpi'),
      why('horizon.INCEPTION'),
      `performance/explanation?date=${end}&figure=vintage.${String(vintage?.year)}.tvpi&currency=CHF`,
    ];
    for (const url of urls) {
      const answer = await call(url, '/api');
      expect([url, answer.statusCode]).toEqual([url, 200]);
      const isPdf = answer.headers['content-type'] === 'application/pdf';
      const text = isPdf ? printed(answer.rawPayload) : answer.body.replaceAll(' ', '');
      expect([url, /fee-?paying|none\s*pays|all\s*partners/i.exec(text)?.[0]]).toEqual([url, undefined]);
    }
    const { pageData } = await as(person).listFirmFunds({ params: { id: elm }, query: { endDate: end } });
    expect(pageData.map(({ basis }) => basis)).toEqual(['Your commitments']);
  });

  it('include all commitments in an investor’s tenant, with or without fees, on every basis', async () => {
    const { firm, vehicleId } = await ownBooks('FIR', 'SEK');
    const end = '2026-03-31';
    const whole = { commitment: '400.00', contributions: '40.00', nav: '36.00', tvpi: '0.9' };
    for (const basis of [undefined, 'feePaying', 'all'] as const) {
      const query = { endDate: end, ...(basis && { basis }) };
      const isOwn = ({ fundId }: { readonly fundId: string | null }) => fundId === vehicleId;
      const rows = [
        (await as(person).listVehicles({ query: { ...query, pageSize: 100 } })).pageData.find(isOwn),
        (await as(person).listFirmFunds({ params: { id: firm }, query })).pageData.find(isOwn),
        (await as(person).getReportingFund({ params: { id: vehicleId }, query })).pageData.find(isOwn),
        await as(person).getFundProfile({ params: { id: vehicleId }, query }),
      ];
      const [first] = rows;
      for (const fundRow of rows) expect(fundRow).toMatchObject({ ...whole, irr: first?.irr });
      const figures = await as(person).listFirmFigures({ query });
      const sums = { totalCapitalCommitted: '400.00', totalContributions: '40.00', totalFmv: '36.00' };
      expect(figures.pageData.find(({ firmId }) => firmId === firm)).toMatchObject(sums);
      expect(await as(person).getDashboardTotals({ query: { fundId: vehicleId, ...query } })).toMatchObject({
        totalCommitment: '400.00',
        fmv: '36.00',
      });
      const [table] = await as(person).getDashboardFundTable({
        query: { fundId: vehicleId, periodId: 'ITD', ...query },
      });
      expect(table).toMatchObject({ commitment: '400.00', contributions: '40.00', fmv: '36.00', irr: first?.irr });
      const why = async (figure: string) =>
        (
          await as(person).explainPerformance({
            query: { subject: vehicleId, date: end, figure, ...(basis && { basis }) },
          })
        ).result;
      expect([await why('commitment'), await why('nav'), await why('tvpi')]).toEqual(['400.00', '36.00', '0.9']);
      expect([await why('irr'), await why('horizon.INCEPTION')]).toEqual([first?.irr, first?.irr]);
    }
    const run = await as(person).runReport({ body: { report: 'fund-overview', parameters: [] } });
    expect(run).toMatchObject({ parameters: [{ name: 'basis', value: 'all' }] });
  });
});
