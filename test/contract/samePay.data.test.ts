import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { readCsv } from '@carrara/adapters/spreadsheet/read/csv';
import { readWorkbook, type ReadSheet } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { grantPayAccess } from '@carrara/server/testing/grantPayAccess';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { uploadClient } from '@carrara/server/testing/uploads';
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const year = 2025;
const compared = [
  'BaseSalary',
  'Bonus',
  'SupplementalBonus',
  'TotalCash',
  'DeferredGranted',
  'TotalCompensation',
] as const;
const titles: Readonly<Record<(typeof compared)[number], string>> = {
  BaseSalary: 'Base salary',
  Bonus: 'Bonus',
  SupplementalBonus: 'Supplemental bonus',
  TotalCash: 'Total cash',
  DeferredGranted: 'Deferred granted',
  TotalCompensation: 'Total compensation',
};
type Figures = Readonly<Record<(typeof compared)[number], string>>;
/** Figures by name and currency. */
type FiguresByPay = Readonly<Record<string, Figures>>;

describe("a person's pay for a year", () => {
  let server: TestServer;
  let tenantId: string;
  let head: TestPerson;
  const own = new Map<string, TestPerson>();
  const ids = new Map<string, string>();
  let profile: FiguresByPay;

  const call = async (person: TestPerson, method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 300)}`).toBe(200);
    return answer;
  };
  const get = async <T>(url: string) => (await call(head, 'GET', url)).json<T>();

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    head = await server.person(tenantId, { comp: 'administrator' });
    await grantPayAccess(server, tenantId, head, 'ALL');
    for (const currency of ['USD', 'GBP']) await server.referenceEntry(tenantId, 'currency', currency);
    for (const type of ['BONUS', 'SUPPLEMENTAL']) await server.referenceEntry(tenantId, 'pay-type', type, type);
    for (const [Code, FirstName] of [
      ['A', 'Ann'],
      ['B', 'Ben'],
      ['C', 'Cat'],
    ] as const) {
      const person = await server.person(tenantId, { 'participant-portal': 'viewer' });
      const employee = { Code, FirstName, LastName: 'Pay', HireDate: '2020-03-17', IsPayRestricted: false };
      const body = { ...employee, User: { Id: person.personId } };
      ids.set(FirstName, (await call(head, 'POST', '/api/comp/employee', body)).json<{ Id: string }>().Id);
      own.set(FirstName, person);
    }
    await uploadClient(server, tenantId, head).imported(
      'compensation',
      `Kind,Employee,Date,Amount,Currency,Frequency,FTE %,Pay type,Performance year,Vest date,Percent
Salary,A,2020-03-17,120000.01,USD,Annual,100,,,,
Salary,A,2025-07-01,4999.99,USD,Every two weeks,66.67,,,,
Award,A,2026-02-15,50000.33,USD,,,BONUS,2025,,
Award,A,2026-02-15,1234.56,GBP,,,SUPPLEMENTAL,2025,,
Salary,B,2021-01-01,8333.33,GBP,Monthly,80,,,,
Deferred award,B,2025-03-01,10000.00,GBP,,,,,2027-03-01,33.3333333333
Deferred award,B,2025-03-01,10000.00,GBP,,,,,2028-03-01,66.6666666667
Salary,C,2020-03-17,2095.11,USD,Weekly,100,,,,
`,
    );
    const all: Record<string, Figures> = {};
    for (const [name, id] of ids) {
      const { PageData } = await get<{ PageData: (Figures & { Year: number; Currency: string })[] }>(
        `/api/comp/employee/${id}/compensations`,
      );
      for (const row of PageData.filter(({ Year }) => Year === year)) all[`${name} Pay ${row.Currency}`] = only(row);
    }
    profile = all;
  });
  afterAll(() => server.stop());

  const only = (row: Readonly<Record<string, unknown>>): Figures =>
    Object.fromEntries(compared.map((field) => [field, String(row[field])])) as Figures;
  const report = `/api/comp/reporting/compensation-summary?selectedDate=${year}-12-31`;

  /** Reads the rows of a file by the headings of its figures, with amounts as plain decimals. */
  function read(sheets: readonly ReadSheet[]): FiguresByPay {
    const reported: Record<string, Figures> = {};
    for (const { rows } of sheets) {
      const heading = rows.find(({ cells }) => cells.some(({ text }) => text === titles.TotalCompensation));
      if (!heading) continue;
      const at = new Map(heading.cells.map(({ column, text }) => [text, column]));
      for (const { row, cells } of rows) {
        const word = (title: string) => cells.find(({ column }) => column === at.get(title))?.text ?? '';
        if (row <= heading.row || word('Employee') === '' || !/^(USD|GBP)$/.test(word('Currency'))) continue;
        const figures = compared.map((field) => [field, Number(word(titles[field]).replaceAll(',', '')).toFixed(2)]);
        reported[`${word('Employee')} ${word('Currency')}`] = Object.fromEntries(figures) as Figures;
      }
    }
    return reported;
  }

  it('is on the profile, with cents that rounding cannot hide', () => {
    expect(Object.keys(profile).toSorted()).toEqual(['Ann Pay GBP', 'Ann Pay USD', 'Ben Pay GBP', 'Cat Pay USD']);
    expect(profile['Ann Pay USD']).toMatchObject({ BaseSalary: '86670.83', Bonus: '50000.33' });
  });

  it('is the same to the cent in the report, its workbook and its csv file', async () => {
    const { PageData } = await get<{ PageData: (Figures & { Employee: { Name: string }; Currency: string })[] }>(
      report,
    );
    expect(Object.fromEntries(PageData.map((row) => [`${row.Employee.Name} ${row.Currency}`, only(row)]))).toEqual(
      profile,
    );
    const excel = await readWorkbook((await call(head, 'GET', `${report}&format=excel`)).rawPayload);
    expect(read(excel._unsafeUnwrap())).toEqual(profile);
    const csv = await call(head, 'GET', `${report}&format=csv`);
    expect(read((await readCsv(Readable.from([csv.rawPayload]), { maxRows: 100 }))._unsafeUnwrap())).toEqual(profile);
  });

  it("is the same to the cent in the PDF of the report, the statement and the person's portal", async () => {
    const textOf = (bytes: Buffer) => pdfTexts(bytes).flat().join(' ').replaceAll(/\s/g, '');
    const displayed = (amount: string) => Number(amount).toLocaleString('en', { minimumFractionDigits: 2 });
    const printed = textOf((await call(head, 'GET', `${report}&format=application/pdf`)).rawPayload);
    for (const [name, id] of ids) {
      const statement = (await call(head, 'POST', '/api/comp/statement', { Employee: { Id: id }, Year: year })).json<{
        Id: string;
        RowVersion: number;
        Statement: { Currencies: { Currency: string; Figures: { Figure: string; Amount: string }[] }[] };
      }>();
      const { Id, RowVersion } = statement;
      await call(head, 'POST', `/api/comp/statement/${Id}/release`, { RowVersion });
      const person = own.get(name)!;
      const [document] = (await call(person, 'GET', '/api/participant-portal/document')).json<{
        PageData: { Id: string }[];
      }>().PageData;
      const file = await call(person, 'GET', `/api/participant-portal/document/${document?.Id}/file`);
      const text = textOf(file.rawPayload);
      for (const { Currency, Figures } of statement.Statement.Currencies) {
        const figuresOfPay = profile[`${name} Pay ${Currency}`]!;
        for (const field of compared) {
          const figure = Figures.find((candidate) => candidate.Figure.toLowerCase() === field.toLowerCase());
          expect([name, Currency, field, figure?.Amount]).toEqual([name, Currency, field, figuresOfPay[field]]);
          expect([
            name,
            Currency,
            field,
            printed.includes(displayed(figuresOfPay[field])),
            text.includes(displayed(figuresOfPay[field])),
          ]).toEqual([name, Currency, field, true, true]);
        }
      }
    }
  });

  it('is the same to the cent on the command line', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const program = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));
    const args = ['report', 'compensation-summary', '--date', `${year}-12-31`, '--json'];
    const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: {
        ...process.env,
        CARRARA_SERVER: address,
        CARRARA_LOGIN: head.login,
        CARRARA_PASSWORD: head.password,
        CARRARA_TENANT: tenantId,
      },
    });
    let written = '';
    let wrong = '';
    child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect([code, wrong]).toEqual([0, '']);
    type Row = Figures & { Employee: { Name: string }; Currency: string };
    const { Rows } = JSON.parse(written) as { readonly Rows: readonly Row[] };
    expect(Object.fromEntries(Rows.map((row) => [`${row.Employee.Name} ${row.Currency}`, only(row)]))).toEqual(profile);
  });
});
