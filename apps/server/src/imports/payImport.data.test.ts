import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePayAccess } from '../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import { counts, faults, type UploadReport, uploadsOf } from '../testing/uploads.ts';

let server: TestServer;
let tenantId: string;
/** Sees the pay of everybody but her own, and is on the payroll. */
let head: TestPerson;
let other: TestPerson;
let blind: TestPerson;
let files: ReturnType<typeof uploadsOf>;

const call = async <T>(person: TestPerson, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, text: answer.body, body: answer.json<T>() };
};
const post = async <T = { Id: string }>(url: string, payload: object, person = head): Promise<T> => {
  const answer = await call<T>(person, 'POST', url, payload);
  expect(answer.status, `${url}: ${answer.text.slice(0, 400)}`).toBe(200);
  return answer.body;
};
beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  [head, other, blind] = [
    await server.person(tenantId, { comp: 'administrator' }),
    await server.person(tenantId, { comp: 'administrator' }),
    await server.person(tenantId, { comp: 'administrator' }),
  ];
  await server.referenceEntry(tenantId, 'currency', 'USD');
  await server.referenceEntry(tenantId, 'pay-type', 'SALARY');
  await givePayAccess(server, tenantId, head, 'ALL');
  await givePayAccess(server, tenantId, other, 'ALL');
  const employee = (Code: string, FirstName: string, more: object = {}) =>
    post('/api/comp/employee', {
      Code,
      FirstName,
      LastName: 'Pay',
      HireDate: '2020-01-01',
      IsPayRestricted: false,
      ...more,
    });
  await employee('E-1', 'Pia', { Email: 'pia@firm.example' });
  await employee('E-2', 'Max');
  await post(
    '/api/comp/employee',
    {
      Code: 'E-3',
      FirstName: 'Ada',
      LastName: 'Head',
      HireDate: '2020-01-01',
      IsPayRestricted: false,
      User: { Id: head.personId },
    },
    other,
  );
  files = uploadsOf(server, tenantId, head);
}, 60_000);
afterAll(() => server.stop());

const TYPE = 'payroll-actuals';
const columns = 'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n';
const line = (employee: string, amount: string, type = 'Salary') =>
  `${employee},Payday,2026-01-01,2026-01-31,2026-01-30,${type},${amount},USD\n`;
const paid = async (person = head) => {
  const { body } = await call<{ PageData: { Name: string; Amount: string }[] }>(person, 'GET', '/api/comp/payroll');
  return body.PageData.map(({ Name, Amount }) => `${Name} ${Amount}`).toSorted();
};
const states = async () => {
  const { body } = await call<{ PageData: { State: string; Rows: number }[] }>(head, 'GET', '/api/comp/payroll/file');
  return body.PageData.map(({ State, Rows }) => `${State} ${Rows}`).toSorted();
};

describe('a file of payroll', () => {
  it('tells every bad row with its field and reason, and keeps nothing of it', async () => {
    const bad = [
      line('Nobody', '1.00'),
      line('E-1', '1.005'),
      line('E-1', '"1.234,56"'),
      line('E-3', '1.00'),
      'E-1,Payday,31/01/2026,45688,2026-01-30,Gift,1.00,XXX\n',
      'E-1,Payday,2026-01-31,2026-01-01,2026-01-30,Salary,1.00,USD\n',
    ];
    const report = await files.checked(TYPE, columns + bad.join(''));
    expect(faults(report)).toEqual([
      [2, 'Employee', "There is no employee 'Nobody'."],
      [3, 'Amount', "Amount: '1.005' has more than 2 decimals."],
      [
        4,
        'Amount',
        "Amount: '1.234,56' is written with a decimal comma (1.234,56), and the file is read with a decimal point (1,234.56).",
      ],
      [5, 'Employee', 'Nobody writes the own pay.'],
      [
        6,
        'Period start',
        "Period start: '31/01/2026' is a date as day/month/year, and the file is read as month/day/year.",
      ],
      [6, 'Period end', expect.stringContaining("'45688' may be a serial number of Excel")],
      [7, 'Period end', 'The period ends before it begins.'],
    ]);
    expect(await paid()).toEqual([]);
  });

  it('is kept, comes again without a change, is corrected, overwritten and undone [U-T-056]', async () => {
    const first = columns + line('E-1', '"10,000.00"') + line('max pay', '8000');
    expect(counts(await files.imported(TYPE, first))).toEqual([2, 0, 0]);
    expect(counts(await files.imported(TYPE, first))).toEqual([0, 0, 2]);
    expect(await states()).toEqual(['In force 2']);
    const corrected = await files.checked(TYPE, columns + line('pia@firm.example', '10500.00'));
    expect([corrected.Conflict, corrected.Changes]).toMatchObject([
      { Changed: 1, Missing: 1 },
      [{ Record: 'Pia Pay 2026-01-30', Field: 'Amount', Before: '10000.00', After: '10500.00' }],
    ]);
    await files.confirm(TYPE, corrected.Id);
    expect(await paid()).toEqual(['Max Pay 8000.00', 'Pia Pay 10500.00']);
    const over = await files.imported(TYPE, columns + line('E-1', '10500.00'), { Overwrite: true });
    expect(await paid()).toEqual(['Pia Pay 10500.00']);
    const early = await call<{ Errors: object[] }>(head, 'POST', `/api/upload/${corrected.Id}/undo`, { Reason: 'x' });
    expect(early.body.Errors).toMatchObject([{ Code: 'BUILT_UPON' }]);
    const undone = await post<UploadReport>(`/api/upload/${over.Id}/undo`, { Reason: 'Wrong file' });
    expect([undone.Status, await paid()]).toEqual(['UNDONE', ['Max Pay 8000.00', 'Pia Pay 10500.00']]);
    expect(await states()).toEqual(['In force 2', 'Superseded 2', 'Undone 1']);
  });

  it('is deleted and recovered, and what it entered stays', async () => {
    const { body } = await call<{ PageData: { Id: string; FileType: string }[] }>(
      head,
      'GET',
      '/api/upload-history/comp',
    );
    const [last] = body.PageData;
    expect((await call(head, 'DELETE', `/api/upload-history/${last?.Id}/delete`)).status).toBe(200);
    expect((await call(head, 'GET', `/api/upload/${last?.Id}`)).status).toBe(404);
    await post(`/api/upload-history/${TYPE}/comp/recovery`, { Id: last?.Id });
    expect((await call(head, 'GET', `/api/upload/${last?.Id}`)).status).toBe(200);
    expect(await paid()).toEqual(['Max Pay 8000.00', 'Pia Pay 10500.00']);
  });

  it('is not seen, read or sent without access to the pay of everybody, and the own row is nobody’s to write', async () => {
    const sent = await files.send(TYPE, columns + line('E-1', '1.00'), { as: blind });
    expect([sent.statusCode, sent.json<{ Errors: object[] }>().Errors]).toMatchObject([
      403,
      [{ Code: 'PAY_ACCESS_NOT_YOURS', Path: 'File' }],
    ]);
    expect(await paid(blind)).toEqual([]);
    const history = await call<{ PageData: object[] }>(blind, 'GET', '/api/upload-history/comp');
    expect(history.body.PageData).toEqual([]);
    const trail = await server.withTenant({ tenantId, personId: blind.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(`SELECT 1 FROM activity WHERE object_type IN ('payrollFile', 'upload')`),
    );
    expect(trail).toEqual([]);
    // The other one reads a file with the head's row; what is in force then is not the head's to correct.
    const theirs = uploadsOf(server, tenantId, other);
    await theirs.imported(TYPE, columns + line('E-1', '10500.00') + line('E-3', '20000.00'), { Overwrite: true });
    expect(await paid()).toEqual(['Pia Pay 10500.00']);
    const blocked = await files.checked(TYPE, columns + line('E-1', '1.00'));
    expect(faults(blocked)).toEqual([[2, 'Employee', expect.stringContaining('has the pay of the one who reads')]]);
  });

  it('leaves one row in the log of reads each time that it is looked at, as other files do not', async () => {
    const reads = async () =>
      (
        await server.database.worker.query<{ operation: string; isExport: boolean; number: number | null }>(
          'SELECT operation, is_export AS "isExport", number FROM pay_read WHERE tenant_id = $1 ORDER BY created_at, id',
          [tenantId],
        )
      ).rows.map(({ operation, isExport, number }) => `${operation} ${isExport} ${number}`);
    const from = (await reads()).length;
    const wrong = await files.checked(TYPE, columns + line('nobody', '1.00'));
    for (const [type, content, ids] of [
      [TYPE, '', [wrong.Id]],
      ['employees', 'Code,First name,Last name,Hire date\nnobody', []],
    ] as const) {
      const id = ids[0] ?? (await files.checked(type, content)).Id;
      for (const url of [`/${id}`, `-history/${id}/download`, `-history/${id}/marked`]) {
        const answer = await server.call(head.token, tenantId, { method: 'GET', url: `/api/upload${url}` });
        expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
        const hidden = await server.call(blind.token, tenantId, { method: 'GET', url: `/api/upload${url}` });
        if (type === TYPE) expect(hidden.statusCode).toBe(404);
      }
    }
    expect((await reads()).slice(from)).toEqual([
      'uploadFile false null',
      'getUpload false null',
      'downloadUpload true null',
      'downloadMarkedUpload true null',
    ]);
  });
});

describe('files of employees and of compensation', () => {
  it('make people with their managers, and their pay by the rules of each record, once', async () => {
    const people =
      'Code,First name,Last name,E-mail,Hire date,Manager\nN-1,Nina,New,nina@firm.example,2021-05-01,N-2\nN-2,Lou,Lead,,2019-01-01,\n';
    expect(counts(await files.imported('employees', people))).toEqual([2, 0, 0]);
    expect(counts(await files.imported('employees', people))).toEqual([0, 0, 2]);
    const changed = await files.imported('employees', 'Code,Department\nN-1,Finance\n');
    expect(changed.Changes).toMatchObject([
      { Record: 'Nina New', Field: 'Department', Before: null, After: 'Finance' },
    ]);
    const directory = await call<{
      PageData: { Name: string; Manager: { Name: string } | null; Department: string }[];
    }>(head, 'GET', '/api/comp/employee/directory?searchQuery=nina');
    expect(directory.body.PageData).toMatchObject([
      { Name: 'Nina New', Manager: { Name: 'Lou Lead' }, Department: 'Finance' },
    ]);

    await server.referenceEntry(tenantId, 'pay-type', 'BONUS');
    const columns = 'Kind,Employee,Date,Amount,Currency,Frequency,Pay type,Vest date,Percent\n';
    const pay = `${columns}Salary,N-1,2026-01-01,"10,000.00",USD,Monthly,,,\nAward,nina@firm.example,2026-02-15,5000,USD,,BONUS,,\nDeferred award,Nina New,2026-03-01,900,USD,,,2027-03-01,50\nDeferred award,Nina New,2026-03-01,900,USD,,,2028-03-01,50\n`;
    expect(counts(await files.imported('compensation', pay))).toEqual([3, 0, 0]);
    expect(counts(await files.imported('compensation', pay))).toEqual([0, 0, 3]);
    const salaries = await call<{ PageData: { Amount: string; PaidRate: string }[] }>(
      head,
      'GET',
      '/api/comp/salary?searchQuery=nina',
    );
    expect(salaries.body.PageData).toMatchObject([{ Amount: '10000.00', PaidRate: '120000.00' }]);
    const raised = await files.checked('compensation', pay.replace('10,000.00', '11,000.00'));
    expect([raised.Conflict, raised.Changes]).toMatchObject([
      { Changed: 1 },
      [{ Record: 'Nina New 2026-01-01', Before: '10000.00', After: '11000.00' }],
    ]);
    const sent = await files.send('compensation', pay, { as: blind });
    expect(sent.json<{ Errors: object[] }>().Errors).toMatchObject([{ Code: 'PAY_ACCESS_NOT_YOURS' }]);
  });

  it('come with the headings of others by a template, whose missing or doubled headings are told', async () => {
    const mapping = {
      Columns: [
        { Heading: 'Mitarbeiter', Field: 'employee' },
        { Heading: 'Von', Field: 'periodStart' },
        { Heading: 'Bis', Field: 'periodEnd' },
        { Heading: 'Gezahlt am', Field: 'payDate' },
        { Heading: 'Lohnart', Field: 'payType' },
        { Heading: 'Betrag', Field: 'amount' },
      ],
      Fixed: [
        { Field: 'provider', Value: 'Lohnbüro' },
        { Field: 'currency', Value: 'USD' },
      ],
      Codes: [{ Field: 'payType', Own: '100', Code: 'SALARY' }],
      Sign: 'TYPE',
      Unit: '1',
      DateOrder: 'DMY',
      DecimalSign: ',',
      Sheet: null,
      FirstRow: 1,
    };
    const save = (Columns: readonly object[]) =>
      call<{ Errors: object[] }>(head, 'POST', `/api/upload-history/${TYPE}/save-template`, {
        ApplicationId: 'comp',
        Name: 'Lohn',
        Mapping: { ...mapping, Columns },
      });
    const twice = await save([...mapping.Columns, { Heading: 'Brutto', Field: 'amount' }]);
    expect(twice.body.Errors).toMatchObject([{ Code: 'GIVEN_TWICE' }]);
    expect((await save(mapping.Columns)).status).toBe(200);
    const file = 'Mitarbeiter;Von;Bis;Gezahlt am;Lohnart;Betrag\nN-1;01.02.2026;28.02.2026;27.02.2026;100;10.000,00\n';
    await files.imported(TYPE, file, {}, 'Lohn');
    expect(await paid()).toContain('Nina New 10000.00');
    const gone = await files.checked(TYPE, file.replace('Betrag', 'Summe'), 'Lohn');
    expect(faults(gone)).toEqual([[1, 'Betrag', "The file has no column 'Betrag', which is read as Amount."]]);
  });
});
