import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../testing/multipart.ts';
import { plantCarryPlan } from '../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

interface Report {
  readonly Id: string;
  readonly Status: string;
  readonly Effects: readonly { readonly Kind: string; readonly Created: number }[];
  readonly Errors: readonly { readonly Row: number; readonly Column: string; readonly Reason: string }[];
  readonly Warnings: readonly string[];
}
interface Run {
  readonly Id: string;
  readonly Name: string;
  readonly RunDate: string;
  readonly Accrued: string;
  readonly Status: { readonly Code: string };
}

const heading = ['As of', 'Participant', 'Source', 'Accrued', 'Distributed', 'Escrow held'];
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Opening balances');
  for (const row of [heading, ...rows]) sheet.addRow(row);
  return Buffer.from(await book.xlsx.writeBuffer());
}

describe('opening balances from a workbook', () => {
  let server: TestServer;
  let tenantId: string;
  let maker: TestPerson;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
  });
  afterAll(() => server.stop());

  const send = (person: TestPerson, url: string, more: object = {}) =>
    server.call(person.token, tenantId, { method: 'POST', url, ...more });
  async function check(rows: Parameters<typeof workbook>[0]): Promise<Report> {
    const file = multipart({ name: 'opening.xlsx', type, bytes: await workbook(rows) });
    const answer = await send(maker, '/api/upload/opening-balances/unconfirmed', file);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Report>();
  }
  const runs = async () =>
    (await server.call(maker.token, tenantId, { method: 'GET', url: '/api/carry/ledger' })).json<{ PageData: Run[] }>()
      .PageData;

  it('are checked first: everything that is wrong is told with row, column and reason, and nothing is stored', async () => {
    const { Status, Errors, Effects } = await check([
      ['2025-12-31', 'E001', 'CO-HEL', '1000.00', '400.00', '40.00'],
      ['2025-12-31', 'E999', 'CO-HEL', '1', null, null],
      ['2025-12-31', 'E002', 'NOWHERE', '1', null, null],
      ['31 December', 'E002', 'CO-HEL', '1.005', null, null],
      ['2025-12-31', 'E003', 'CO-HEL', '5', '1', '2'],
      [null, null, null, null, null, null],
      ['2025-12-31', 'E001', 'CO-HEL', '7', null, null],
      ['2025-12-31', 'N001', 'CO-HEL', '-7', null, null],
      ['2025-12-31', 'E004', 'CO-HEL', '7', null, null],
    ]);
    expect(Status).toBe('FAILED');
    expect(Errors.map(({ Row, Column }) => [Row, Column])).toEqual([
      [2, 'Participant'],
      [3, 'Participant'],
      [4, 'Source'],
      [5, 'As of'],
      [5, 'Accrued'],
      [6, 'Escrow held'],
      [8, 'Participant'],
      [9, 'Participant'],
      [9, 'Accrued'],
    ]);
    // Effects of the rows without errors: only the last one.
    expect(Effects.map(({ Created }) => Created)).toEqual([1, 1]);
    expect(await runs()).toEqual([]);
  });

  it('open an account once in a file: on two days it is refused at both rows, each naming the other', async () => {
    const { Status, Errors, Effects } = await check([
      ['2011-06-30', 'E001', 'CO-HEL', '5000', '1234.56', '400.01'],
      ['2012-02-29', 'e001', 'co-hel', '6000', null, null],
      ['2012-02-29', 'E002', 'CO-HEL', '10', null, null],
    ]);
    expect([Status, Effects.map(({ Created }) => Created)]).toEqual(['FAILED', [1, 1]]);
    expect(Errors.map(({ Row, Column, Reason }) => [Row, Column, Reason])).toEqual([
      [2, 'Participant', 'Row 3 also opens this account. An account can be opened only once.'],
      [3, 'Participant', 'Row 2 also opens this account. An account can be opened only once.'],
    ]);
    expect(await runs()).toEqual([]);
  });

  it('become a draft for each day, once they are confirmed; accounts that wait already are asked about', async () => {
    const rows = [
      ['2025-12-31', 'E001', 'co-hel', '1000.00', '400.00', '40.00'],
      ['2025-12-31', 'e002', 'CO-HEL', 500, null, null],
      ['2024-12-31', 'E003', 'CO-HEL', '1.10', '1.10', null],
    ];
    const report = await check(rows);
    expect([report.Errors, report.Effects.map(({ Created }) => Created)]).toEqual([[], [3, 2]]);
    const done = await send(maker, `/api/upload/${report.Id}/upload/opening-balances/true`, {});
    expect(done.json(), done.body).toMatchObject({ Status: 'DONE' });
    const created = await runs();
    expect(created.map(({ RunDate, Accrued, Status }) => `${RunDate} ${Accrued} ${Status.Code}`).sort()).toEqual([
      '2024-12-31 1.10 DRAFT',
      '2025-12-31 1500.00 DRAFT',
    ]);
    expect((await check(rows)).Warnings).toHaveLength(2);
  });

  it('come under other headings by a mapping template, whose headings the errors name [R-T-080]', async () => {
    const columns = { asOf: 'Stichtag', participant: 'Person', source: 'Fonds', accrued: 'Anspruch' };
    const saved = await send(maker, '/api/upload-history/opening-balances/save-template', {
      payload: {
        ApplicationId: 'carry',
        Name: 'Altsystem',
        Mapping: {
          Columns: Object.entries(columns).map(([Field, Heading]) => ({ Heading, Field })),
          Fixed: [],
          Codes: [],
          Sign: 'TYPE',
          Unit: '1',
          Rate: 'PERCENT',
          DateOrder: 'DMY',
          DecimalSign: ',',
          Sheet: null,
          FirstRow: 1,
        },
      },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const csv = (rows: string) =>
      multipart({
        name: 'alt.csv',
        type: 'text/csv',
        bytes: Buffer.from(`${Object.values(columns).join(';')}\n${rows}`),
      });
    const url = '/api/upload/opening-balances/unconfirmed?mapping=Altsystem';
    const good = (await send(maker, url, csv('31.12.2023;E001;CO-HEL;1.234,56\n'))).json<Report>();
    expect([good.Errors, good.Effects[0]]).toMatchObject([[], { Kind: 'Opening balances', Created: 1 }]);
    const wrong = (
      await send(maker, url, csv('31.12.2023;E001;NOWHERE;1,00\n31.12.2023;E002;CO-HEL;x\n'))
    ).json<Report>();
    expect(wrong.Errors.map(({ Row, Column }) => [Row, Column])).toEqual([
      [2, 'Fonds'],
      [3, 'Anspruch'],
    ]);
  });

  it('have a template, and are for who keeps the ledger', async () => {
    const template = await server.call(maker.token, tenantId, {
      method: 'GET',
      url: '/api/upload-history/opening-balances/carry/download-template',
    });
    expect(template.statusCode).toBe(200);
    const stranger = await server.person(tenantId, { performance: 'editor' });
    const file = multipart({ name: 'opening.xlsx', type, bytes: await workbook([]) });
    expect((await send(stranger, '/api/upload/opening-balances/unconfirmed', file)).statusCode).toBe(403);
  });
});
