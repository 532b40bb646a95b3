import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../testing/grantPayAccess.ts';
import { type BodyOf, refusal } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import { counts, uploadClient } from '../testing/uploads.ts';

let server: TestServer;
let tenantId: string;
let head: TestPerson;
let colleague: TestPerson;
let files: ReturnType<typeof uploadClient>;
let theirs: ReturnType<typeof uploadClient>;
let pia: string;
let [usd, bonus] = ['', ''];

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  [head, colleague] = [
    await server.person(tenantId, { comp: 'administrator' }),
    await server.person(tenantId, { comp: 'administrator' }),
  ];
  usd = await server.referenceEntry(tenantId, 'currency', 'USD');
  bonus = await server.referenceEntry(tenantId, 'pay-type', 'BONUS', 'BONUS');
  await server.referenceEntry(tenantId, 'pay-type', 'SALARY', 'SALARY');
  await grantPayAccess(server, tenantId, head, 'ALL');
  await grantPayAccess(server, tenantId, colleague, 'ALL');
  const employee = (code: string, firstName: string) =>
    server.as(head).saveCompEmployee({
      body: { firstName, lastName: 'Pay', code, hireDate: '2020-01-01', isPayRestricted: false },
    });
  pia = (await employee('E-1', 'Pia')).id;
  await employee('E-2', 'Max');
  files = uploadClient(server, tenantId, head);
  theirs = uploadClient(server, tenantId, colleague);
});
afterAll(() => server.stop());

const awardColumns = 'Kind,Employee,Date,Amount,Currency,Pay type,Performance year\n';
const awardFile = (amount: string) => `${awardColumns}Award,E-1,2026-02-15,${amount},USD,BONUS,2025\n`;
const awards = async () => (await server.as(head).listAwards()).pageData;
const amounts = async () => (await awards()).map(({ amount }) => amount).toSorted();
const stale = (text: string) => ({
  status: 409,
  errors: [
    {
      code: 'CHECK_OUTDATED',
      message: `Records have changed since the file was checked. ${text} Nothing was imported. Check the file again and review it.`,
    },
  ],
});

describe('a checked file', () => {
  it('doesn’t overwrite an edit that its check didn’t display, and can be checked again', async () => {
    const award: BodyOf<'saveAward'> = {
      employee: { id: pia },
      performanceYear: 2025,
      payType: { id: bonus },
      amount: '10.00',
      currency: { id: usd },
      awardDate: '2026-02-15',
    };
    const saved = await server.as(head).saveAward({ body: award });
    const { id, changes } = await files.checked('compensation', awardFile('20.00'));
    expect(changes).toMatchObject([{ before: '10.00', after: '20.00' }]);
    const edited = { ...award, id: saved.id, rowVersion: saved.rowVersion, amount: '15.00' };
    const { rowVersion } = await server.as(colleague).saveAward({ body: edited });
    expect(await refusal(files.confirm('compensation', id))).toMatchObject(
      stale('Pia Pay 02/15/2026, Amount was 10.00 when the file was checked and is 15.00 now.'),
    );
    expect(await amounts()).toEqual(['15.00']);
    const params = { id };
    expect(await server.as(head).checkUploadAgain({ params })).toMatchObject({
      id,
      status: 'PENDING',
      changes: [{ before: '15.00', after: '20.00' }],
    });
    // The check doesn't list the comments, but the import would be based on another version.
    await server.as(colleague).saveAward({ body: { ...edited, rowVersion, comments: 'Agreed' } });
    expect(await refusal(files.confirm('compensation', id))).toMatchObject(
      stale('Somebody edited records that the file would change.'),
    );
    await server.as(head).checkUploadAgain({ params });
    expect((await files.confirm('compensation', id)).status).toBe('DONE');
    expect(await amounts()).toEqual(['20.00']);
    expect((await refusal(server.as(head).checkUploadAgain({ params }))).status).toBe(409);
  });

  it('is checked again to its errors, if records have changed so that it can’t be imported', async () => {
    const { id } = await files.checked('compensation', awardFile('30.00'));
    const [award] = await awards();
    await server.as(colleague).payAward({
      params: { id: award!.id },
      body: { rowVersion: award!.rowVersion, payDate: '2026-03-01' },
    });
    expect((await refusal(files.confirm('compensation', id))).errors).toMatchObject([{ code: 'FILE_HAS_ERRORS' }]);
    expect(await server.as(head).checkUploadAgain({ params: { id } })).toMatchObject({
      status: 'FAILED',
      errors: [{ row: 2 }],
    });
  });

  it('of payroll doesn’t remove payments that its check didn’t list', async () => {
    const columns = 'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n';
    const row = (employee: string) => `${employee},Payday,2026-01-01,2026-01-31,2026-01-30,SALARY,10.00,USD\n`;
    const { id, conflict } = await files.checked('payroll-actuals', columns + row('E-1'));
    expect(conflict).toBeNull();
    await theirs.imported('payroll-actuals', columns + row('E-2'));
    for (const body of [{ overwrite: true }, { overwrite: true, warningsConfirmed: true }])
      expect(await refusal(files.confirm('payroll-actuals', id, body))).toMatchObject(
        stale('Existing records that aren’t in the file: 0 when the file was checked, 1 now.'),
      );
    const again = await server.as(head).checkUploadAgain({ params: { id } });
    expect(again.notes).toContainEqual(expect.stringContaining('only Overwrite removes: Max Pay'));
    await files.confirm('payroll-actuals', id, { overwrite: true });
    expect((await server.as(head).listPayroll()).pageData.map(({ name }) => name)).toEqual(['Pia Pay']);
  });

  it('of payroll that corrects a part leaves the other payments with their own file', async () => {
    const columns = 'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n';
    const row = (employee: string, amount: string) =>
      `${employee},Payday,2026-02-01,2026-02-28,2026-02-27,SALARY,${amount},USD\n`;
    for (const [name, content] of [
      ['whole.csv', row('E-1', '10.00') + row('E-2', '20.00')],
      ['first.csv', row('E-1', '11.00')],
      ['second.csv', row('E-1', '12.00')],
    ] as const) {
      const { id } = await files.checked('payroll-actuals', columns + content, { name });
      await files.confirm('payroll-actuals', id);
    }
    const { pageData } = await server.as(head).listPayroll({ query: { periodStart: '2026-02-01' } });
    expect(pageData.map(({ name, amount, fileName }) => `${name} ${amount} ${fileName}`).toSorted()).toEqual([
      'Max Pay 20.00 whole.csv',
      'Pia Pay 12.00 second.csv',
    ]);
  });
});

describe('a deferred award', () => {
  const columns = 'Kind,Employee,Date,Amount,Currency,Vest date,Percent\n';
  const grants = async () => (await server.as(head).listDeferredAwards()).pageData;

  it('is granted once by simultaneous imports and by repeated calls', async () => {
    const file = `${columns}Deferred award,E-1,2026-03-01,900.00,USD,2027-03-01,100\n`;
    const uploads = [await files.checked('compensation', file), await theirs.checked('compensation', file)];
    const done = await Promise.allSettled(
      uploads.map(({ id }, at) => [files, theirs][at]!.confirm('compensation', id)),
    );
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await grants()).toHaveLength(1);
    expect(counts(await files.checked('compensation', file))).toEqual([0, 0, 1]);
    const grant = {
      employee: { id: pia },
      grantDate: '2026-03-02',
      amount: '100.00',
      currency: { id: usd },
      tranches: [{ vestDate: '2027-03-01', percent: '100', payDate: '2027-03-01' }],
    };
    await server.as(head).grantDeferredAward({ body: grant });
    const again = await refusal(server.as(head).grantDeferredAward({ body: grant }));
    expect([again.status, again.errors]).toMatchObject([409, [{ code: 'DUPLICATE', path: 'GrantDate' }]]);
    const granted = await grants();
    const first = await server.as(head).getDeferredAward({
      params: { id: granted.find(({ grantDate }) => grantDate === '2026-03-02')!.id },
    });
    const { id, rowVersion, entries } = first;
    await server.as(head).reverseDeferredEntry({
      params: { id },
      body: { rowVersion, entryId: entries[0]!.id, on: '2026-03-02', reason: 'Entered by mistake' },
    });
    await server.as(head).grantDeferredAward({ body: grant });
  });

  it('and a salary for somebody who has left require a confirmation, in the form and in a file', async () => {
    const admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    await admin.query(`UPDATE participant SET termination_date = '2025-12-31' WHERE id = $1`, [pia]);
    await admin.end();
    const pay = { employee: { id: pia }, amount: '100.00', currency: { id: usd } };
    const grant = {
      ...pay,
      grantDate: '2026-04-01',
      tranches: [{ vestDate: '2027-03-01', percent: '100', payDate: '2027-03-01' }],
    };
    const salary = { ...pay, effectiveDate: '2026-04-01', frequency: { code: 'ANNUAL' }, ftePercent: '100' } as const;
    expect((await refusal(server.as(head).grantDeferredAward({ body: grant }))).errors).toMatchObject([
      { code: 'WARNINGS_NOT_CONFIRMED', path: 'GrantDate' },
    ]);
    expect((await refusal(server.as(head).saveSalary({ body: salary }))).errors).toMatchObject([
      { code: 'WARNINGS_NOT_CONFIRMED', path: 'EffectiveDate' },
    ]);
    await server.as(head).grantDeferredAward({ body: { ...grant, warningsConfirmed: true } });
    await server.as(head).saveSalary({ body: { ...salary, warningsConfirmed: true } });
    const rows = 'Deferred award,E-1,2026-05-01,900.00,USD,2027-03-01,100\nSalary,E-1,2026-05-01,900.00,USD,,\n';
    const { id, warnings } = await files.checked('compensation', columns + rows);
    expect(warnings).toEqual([
      'Deferred awards dated after the last day of employment: Pia Pay (row 2). Check the dates.',
      'Salaries dated after the last day of employment: Pia Pay (row 3). Check the dates.',
    ]);
    expect((await refusal(files.confirm('compensation', id))).errors).toMatchObject([
      { code: 'WARNINGS_NOT_CONFIRMED' },
    ]);
    expect((await files.confirm('compensation', id, { warningsConfirmed: true })).status).toBe('DONE');
  });
});
