import { metricStore } from '@carrara/adapters/postgres/portfolio/metric/metricStore';
import ExcelJS from 'exceljs';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { TestServer } from '../../testing/testServer.ts';

interface Part {
  readonly Id: string;
  readonly InvestedAmount: string | null;
  readonly TotalInvestedAmount: string;
  readonly CanDelete: boolean;
}
interface Investment {
  readonly Id: string;
  readonly RowVersion: number;
  readonly FundInvestments: readonly Part[];
  readonly CoinvestmentInvestments: readonly Part[];
  readonly TotalFundInvestmentAmount: string;
}

describe('investments and what hangs on them', () => {
  let server: TestServer;
  let tenantId: string;
  let token: string;
  let personId: string;
  let planted: PlantedCarry;
  let coPart = '';
  const send = (url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', payload?: object) =>
    server.call(token, tenantId, { method, url: `/api/carry${url}`, ...(payload ? { payload } : {}) });
  const get = async (url: string) => {
    const answer = await send(url);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return answer.json();
  };
  const save = (investment: Pick<Investment, 'Id' | 'RowVersion'>, parts: object) =>
    send('/investment', 'POST', {
      Id: investment.Id,
      RowVersion: investment.RowVersion,
      Code: 'HDG01',
      Name: 'Helios',
      LegalName: 'Helios, Inc.',
      InitialInvestmentDate: '2020-01-15',
      ...parts,
    });
  const read = (): Promise<Investment> => get(`/investment/${planted.investment}`);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    const person = await server.person(tenantId, { carry: 'administrator' });
    ({ token, personId } = person);
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it('keeps the amount that was given for a part apart from the sum of its tranches [U-C-145]', async () => {
    const seen = await read();
    expect(seen).toMatchObject({
      TotalFundInvestmentAmount: '400.00',
      FundInvestments: [{ InvestedAmount: null, TotalInvestedAmount: '400.00', CanDelete: false }],
    });
    // Saving the values that were read, as the editor does, must not turn derived amounts into fixed ones.
    const again = await save(seen, {
      FundInvestments: [{ Fund: { Id: planted.fund }, InvestedAmount: seen.FundInvestments[0]?.InvestedAmount }],
      CoinvestmentInvestments: [{ Coinvestment: { Id: planted.coinvestment }, InvestedAmount: '50.00' }],
    });
    expect(again.statusCode, again.body).toBe(200);
    const both = again.json<Investment>();
    coPart = both.CoinvestmentInvestments[0]?.Id ?? '';
    expect(both).toMatchObject({
      FundInvestments: [
        { Fund: { Code: 'ARP-I', LegalName: 'Fund I', FundFamily: null, ApiVintages: [] }, InvestedAmount: null },
      ],
      CoinvestmentInvestments: [
        { Coinvestment: { Fund: { Id: planted.fund } }, InvestedAmount: '50.00', TotalInvestedAmount: '50.00' },
      ],
      TotalFundInvestmentAmount: '450.00',
    });
    expect(await get('/investment/investments')).toMatchObject({
      PageSize: 20,
      Sort: 'InvestmentName',
      SortAsc: true,
      PageData: [{ TotalFundInvestmentAmount: '450.00' }],
      Totals: expect.arrayContaining([{ Field: 'totalFundInvestmentAmount', Total: '450.00', Currency: 'USD' }]),
    });
  });

  it('shows of an investment what one fund or coinvestment holds, by its id or by its part’s', async () => {
    const base = `/investment/${planted.investment}`;
    const counts = async (holder: string) => {
      const through = `?fundOrCoinvestmentId=${holder}`;
      const [tranches, history] = [
        await get(`${base}/tranche${through}`),
        await get(`${base}/distribution-history${through}`),
      ];
      return [tranches.TotalItemCount, history.TotalItemCount];
    };
    expect(await counts(planted.fund)).toEqual([2, 1]);
    expect(await counts(planted.part)).toEqual([2, 1]);
    expect(await counts(planted.coinvestment)).toEqual([0, 0]);
    expect(await counts(coPart)).toEqual([0, 0]);
  });

  it('has figures by date, those of its parts included, and of a fund those of all that it holds', async () => {
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
      server.withTenant({ tenantId, personId, now: server.now.toISOString() }, (tx) =>
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
    const all = await get(`/investment/${planted.investment}/metrics`);
    expect(all).toHaveLength(6);
    expect(all.slice(0, 2)).toMatchObject([
      {
        Date: '2026-06-30',
        Name: 'Helios',
        TransactionTypeCode: 'NAV',
        TotalAmount: '900.5',
        GPAmount: '90',
        JVAmount: null,
        DisplayOrder: 0,
      },
      { TransactionTypeCode: 'MULT', TotalAmount: '1.85', DisplayOrder: 1 },
    ]);
    expect(all[5]).toMatchObject({ Date: '2026-03-31', TransactionTypeCode: 'MULT', TotalAmount: '1.75' });
    const through = await get(`/investment/${planted.investment}/metrics?fundOrCoinvestmentId=${planted.coinvestment}`);
    expect(through.map((row: { Name: string }) => row.Name)).toEqual([
      'Helios',
      'Helios',
      'Co-Invest: Helios',
      'Helios',
    ]);
    expect(await get(`/fund/${planted.fund}/investment-metrics`)).toHaveLength(5);
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

  it('takes a logo of an image type only, keeps the record’s version, and takes it away again [U-C-047]', async () => {
    const { RowVersion } = await read();
    const change = (Logo: string | null, rowVersion = RowVersion) =>
      send('/investment/changelogo', 'POST', { Id: planted.investment, RowVersion: rowVersion, Logo });
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    expect((await change('data:text/plain;base64,aGVsbG8=')).statusCode).toBe(415);
    const changed = await change(pixel);
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toMatchObject({ Logo: pixel });
    expect((await change(pixel, 0)).statusCode).toBe(409);
    const now = await read();
    expect(now).toMatchObject({ Logo: pixel });
    expect((await change(null, now.RowVersion)).json()).toMatchObject({ Logo: null });
  });

  it('is deleted only while nothing hangs on it', async () => {
    expect((await send(`/investment/${planted.investment}`, 'DELETE')).statusCode).toBe(409);
    const free = await send('/investment', 'POST', {
      Code: 'FREE',
      Name: 'Free',
      LegalName: 'Free, Inc.',
      FundInvestments: [{ Fund: { Id: planted.fund } }],
    });
    const { Id, FundInvestments } = free.json<Investment>();
    expect(FundInvestments).toMatchObject([{ CanDelete: true, TotalInvestedAmount: '0.00' }]);
    expect((await send(`/investment/${Id}`, 'DELETE')).statusCode).toBe(200);
    expect((await send(`/investment/${Id}`)).statusCode).toBe(404);
  });

  it('answers 404 for every list below a record that is not there, exports included', async () => {
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
