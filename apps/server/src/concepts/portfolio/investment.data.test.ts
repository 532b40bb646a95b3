import { metricStore } from '@carrara/adapters/postgres/portfolio/metric/metricStore';
import ExcelJS from 'exceljs';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type AnswerOf, type BodyOf, refusal } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Investment = AnswerOf<'getInvestment'>;

describe('investments and their records', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  let coPart = '';
  const send = (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', payload?: object) =>
    server.call(person.token, tenantId, { method, url: `/api/carry${url}`, ...(payload ? { payload } : {}) });

  const save = (investment: Pick<Investment, 'id' | 'rowVersion'>, parts: Partial<BodyOf<'saveInvestment'>>) =>
    as(person).saveInvestment({
      body: {
        id: investment.id,
        rowVersion: investment.rowVersion,
        code: 'HDG01',
        name: 'Helios',
        legalName: 'Helios, Inc.',
        initialInvestmentDate: '2020-01-15',
        ...parts,
      },
    });
  const read = () => as(person).getInvestment({ params: { id: planted.investment } });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('stores the amount of a part separately from the sum of its tranches [U-C-145]', async () => {
    const visible = await read();
    expect(visible).toMatchObject({
      totalFundInvestmentAmount: '400.00',
      fundInvestments: [{ investedAmount: null, totalInvestedAmount: '400.00', canDelete: false }],
    });
    // Saving the values that were read, as the editor does, must not turn derived amounts into fixed ones.
    const again = await save(visible, {
      fundInvestments: [{ fund: { id: planted.fund }, investedAmount: visible.fundInvestments[0]?.investedAmount }],
      coinvestmentInvestments: [{ coinvestment: { id: planted.coinvestment }, investedAmount: '50.00' }],
    });
    const both = again;
    coPart = both.coinvestmentInvestments[0]?.id ?? '';
    expect(both).toMatchObject({
      fundInvestments: [
        { fund: { code: 'ARP-I', legalName: 'Fund I', fundFamily: null, apiVintages: [] }, investedAmount: null },
      ],
      coinvestmentInvestments: [
        { coinvestment: { fund: { id: planted.fund } }, investedAmount: '50.00', totalInvestedAmount: '50.00' },
      ],
      totalFundInvestmentAmount: '450.00',
    });
    expect(await as(person).listInvestments()).toMatchObject({
      pageSize: 20,
      sort: 'InvestmentName',
      sortAsc: true,
      pageData: [{ totalFundInvestmentAmount: '450.00' }],
      totals: expect.arrayContaining([{ field: 'totalFundInvestmentAmount', total: '450.00', currency: 'USD' }]),
    });
  });

  it('shows the part of one fund or coinvestment, by its id or the part’s', async () => {
    const counts = async (holder: string) => {
      const [tranches, history] = [
        await as(person).listTranches({
          params: { investmentId: planted.investment },
          query: { fundOrCoinvestmentId: holder },
        }),
        await as(person).listInvestmentDistributions({
          params: { id: planted.investment },
          query: { fundOrCoinvestmentId: holder },
        }),
      ];
      return [tranches.totalItemCount, history.totalItemCount];
    };
    expect(await counts(planted.fund)).toEqual([2, 1]);
    expect(await counts(planted.part)).toEqual([2, 1]);
    expect(await counts(planted.coinvestment)).toEqual([0, 0]);
    expect(await counts(coPart)).toEqual([0, 0]);
  });

  it('has figures by date with those of its parts, and a fund with those of its investments', async () => {
    const figures = (multiple: string) => [
      {
        transactionTypeCode: 'NAV',
        transactionTypeDescription: 'Fair value',
        totalAmount: '900.50',
        gpAmount: '90',
        jvAmount: null,
      },
      {
        transactionTypeCode: 'MULT',
        transactionTypeDescription: 'Multiple',
        totalAmount: multiple,
        gpAmount: null,
        jvAmount: null,
      },
    ];
    const enter = (containerId: string, metricDate: string, rows: ReturnType<typeof figures>) =>
      server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, (tx) =>
        metricStore.insertMany(
          tx,
          { operation: 'saveMetrics', containerId },
          rows.map((row, displayOrder) => ({ ...row, displayOrder, metricDate, container: { id: containerId } })),
        ),
      );
    await enter(planted.investment, '2026-03-31', figures('1.75').slice(1));
    await enter(planted.investment, '2026-06-30', figures('1.85'));
    await enter(planted.part, '2026-06-30', figures('2'));
    await enter(coPart, '2026-06-30', figures('3').slice(1));
    const all = await as(person).listInvestmentMetrics({ params: { id: planted.investment } });
    expect(all).toHaveLength(6);
    expect(all.slice(0, 2)).toMatchObject([
      {
        date: '2026-06-30',
        name: 'Helios',
        transactionTypeCode: 'NAV',
        totalAmount: '900.5',
        gpAmount: '90',
        jvAmount: null,
        displayOrder: 0,
      },
      { transactionTypeCode: 'MULT', totalAmount: '1.85', displayOrder: 1 },
    ]);
    expect(all[5]).toMatchObject({ date: '2026-03-31', transactionTypeCode: 'MULT', totalAmount: '1.75' });
    const through = await as(person).listInvestmentMetrics({
      params: { id: planted.investment },
      query: { fundOrCoinvestmentId: planted.coinvestment },
    });
    expect(through.map((row: { name: string }) => row.name)).toEqual([
      'Helios',
      'Helios',
      'Co-Invest: Helios',
      'Helios',
    ]);
    expect(await as(person).listFundInvestmentMetrics({ params: { id: planted.fund } })).toHaveLength(5);
  });

  it('exports its list with the filter of the screen, to Excel and to PDF', async () => {
    const excel = await send('/investment/investments?SearchQuery=helios&format=excel');
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(excel.rawPayload as unknown as ArrayBuffer);
    const sheet = book.worksheets[0];
    const rows = sheet?.getSheetValues().map((row) => JSON.stringify(row)) ?? [];
    expect(rows.some((row) => row?.includes('Helios') && row.includes('450'))).toBe(true);
    const pdf = await send('/investment/investments?format=application/pdf');
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
  });

  it('accepts a logo of an image type only, without changing the version, and removes it [U-C-047]', async () => {
    const { rowVersion: rowRowVersion } = await read();
    const change = (logo: string | null, rowVersion = rowRowVersion) =>
      as(person).changeInvestmentLogo({ body: { id: planted.investment, rowVersion, logo } });
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    expect((await refusal(change('data:text/plain;base64,aGVsbG8='))).status).toBe(415);
    const changed = await change(pixel);
    expect(changed).toMatchObject({ logo: pixel });
    expect((await refusal(change(pixel, 0))).status).toBe(409);
    const now = await read();
    expect(now).toMatchObject({ logo: pixel });
    expect(await change(null, now.rowVersion)).toMatchObject({ logo: null });
  });

  it('can be deleted only without dependent records', async () => {
    expect((await refusal(as(person).deleteInvestment({ params: { id: planted.investment } }))).status).toBe(409);
    const free = await as(person).saveInvestment({
      body: {
        code: 'FREE',
        name: 'Free',
        legalName: 'Free, Inc.',
        fundInvestments: [{ fund: { id: planted.fund } }],
      },
    });
    const { id, fundInvestments } = free;
    expect(fundInvestments).toMatchObject([{ canDelete: true, totalInvestedAmount: '0.00' }]);
    await as(person).deleteInvestment({ params: { id } });
    expect((await refusal(as(person).getInvestment({ params: { id } }))).status).toBe(404);
  });

  it('returns 404 for every list of a missing record, including exports', async () => {
    const missingId = newId();
    const lists = [
      ...['investment', 'coinvestment', 'tranche', 'forecast-history', 'distribution-history', 'allocation-report'].map(
        (list) => `/fund/${missingId}/${list}`,
      ),
      ...['distributions/participants', 'estimates/participants', 'vintages', 'distributions/sector'].map(
        (list) => `/fund/${missingId}/${list}`,
      ),
      ...['investment', 'tranche', 'forecast-history', 'distribution-history', 'distributions/year'].map(
        (list) => `/coinvestment/${missingId}/${list}`,
      ),
      ...['tranche', 'distribution-history', 'metrics', 'tax-profiles', 'allocation'].map(
        (list) => `/investment/${missingId}/${list}`,
      ),
      `/vintage/${missingId}/investment`,
      `/vintage/${missingId}/transaction`,
      // A record of another type doesn't count either.
      `/fund/${planted.investment}/investment`,
      `/fund/${missingId}/distribution-history?format=excel`,
      `/vintage/${missingId}/investment?format=excel`,
    ];
    const answers = await Promise.all(lists.map(async (url) => [url, (await send(url)).statusCode]));
    expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
  });
});
