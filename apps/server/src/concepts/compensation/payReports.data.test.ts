import { compensationReports } from '@carrara/contract/compensation/reports/compensationReports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';
import { uploadsOf } from '../../testing/uploads.ts';

type Row = Readonly<Record<string, unknown>> & { readonly Employee: { readonly Id: string; readonly Name: string } };
interface Report {
  readonly PageData: readonly Row[];
  readonly Charts: readonly (readonly { Name: string | null }[])[];
  readonly Subtotals: readonly { Keys: string[]; Apart: string[]; Totals: { Field: string; Total: string | null }[] }[];
}

describe('the reports of compensation', () => {
  let server: TestServer;
  let tenantId: string;
  let usd: string;
  let gbp: string;
  /** Three people: one sees everybody's pay, one a single employee's by the reporting line, and one nobody's. */
  let head: TestPerson;
  let manager: TestPerson;
  let blind: TestPerson;

  const call = async <T>(person: TestPerson, method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, text: answer.body, body: answer.json<T>() };
  };
  const report = async (name: string, person = head): Promise<Report> => {
    const answer = await call<Report>(person, 'GET', `/api/comp/reporting/${name}`);
    expect(answer.status, answer.text.slice(0, 400)).toBe(200);
    return answer.body;
  };
  const totals = ({ Subtotals }: Report, field: string) =>
    Subtotals.filter(({ Keys }) => Keys.length === 0).map(
      ({ Apart, Totals }) => `${Apart.join(' ')} ${Totals.find(({ Field }) => Field === field)?.Total ?? ''}`,
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    gbp = await server.referenceEntry(tenantId, 'currency', 'GBP');
    [head, manager, blind] = [
      await server.person(tenantId, { comp: 'administrator' }),
      await server.person(tenantId, { comp: 'editor' }),
      await server.person(tenantId, { comp: 'administrator' }),
    ];
    await givePayAccess(server, tenantId, head, 'ALL');
    await givePayAccess(server, tenantId, manager, 'REPORTS');
    for (const Code of ['SALARY', 'BONUS']) {
      const created = await call(head, 'POST', '/api/reference/pay-type', {
        Code,
        Description: `${Code} pay`,
        SubType: Code,
      });
      expect(created.status, created.text).toBe(200);
    }
    const lead = await call<{ Id: string }>(head, 'POST', '/api/comp/employee', {
      Code: 'L',
      FirstName: 'Lou',
      LastName: 'Lead',
      HireDate: '2019-01-01',
      IsPayRestricted: false,
      User: { Id: manager.personId },
    });
    expect(lead.status, lead.text).toBe(200);
    const files = uploadsOf(server, tenantId, head);
    await files.imported(
      'employees',
      'Code,First name,Last name,Hire date,Manager\nA,Ann,Pay,2020-01-01,L\nB,Ben,Pay,2020-01-01,\nC,Cat,Pay,2026-08-16,L\n',
    );
    await files.imported(
      'compensation',
      `Kind,Employee,Date,Amount,Currency,Frequency,FTE %,Pay type,Performance year,Vest date,Percent
Salary,A,2020-01-01,120000.00,USD,Annual,100,,,,
Salary,A,2026-01-01,132000.00,USD,Annual,100,,,,
Salary,B,2020-01-01,8000.00,GBP,Monthly,80,,,,
Salary,C,2026-08-16,60000.00,USD,Annual,100,,,,
Award,A,2026-02-15,50000.00,USD,,,BONUS,2026,,
Deferred award,A,2026-03-01,9000.00,USD,,,,,2027-03-01,100
`,
    );
    const line = (employee: string, amount: string, currency = 'USD', type = 'SALARY') =>
      `${employee},Payday,2026-08-01,2026-08-31,2026-08-31,${type},${amount},${currency}\n`;
    await files.imported(
      'payroll-actuals',
      `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n${line('A', '11250.00')}${line('B', '6400.00', 'GBP')}${line('A', '50000.00', 'USD', 'BONUS')}`,
      { WarningsConfirmed: true },
    );
  });
  afterAll(() => server.stop());

  it('hold payroll to the salaries, list who was not paid, and are explained as they are (platform 3, rule 9)', async () => {
    const display = ({ PageData }: Report) =>
      PageData.map(({ Employee, Expected, Paid, Difference, Status }) =>
        [Employee.Name, Expected, Paid, Difference, (Status as { Code: string }).Code].join(' '),
      ).toSorted();
    const before = await report('payroll-tie-out');
    expect(display(before)).toEqual([
      'Ann Pay 11000.00 11250.00 250.00 OPEN',
      'Ben Pay 6400.00 6400.00 0.00 AGREED',
      'Cat Pay 2630.14 0.00 -2630.14 OPEN',
    ]);
    // A file with bonuses alone says nothing about salaries.
    const files = uploadsOf(server, tenantId, head);
    const bonuses = await files.imported(
      'payroll-actuals',
      'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\nB,Bonus run,2026-08-28,2026-08-28,2026-08-28,BONUS,100.00,GBP\nC,Bonus run,2026-08-28,2026-08-28,2026-08-28,BONUS,100.00,USD\n',
    );
    expect(display(await report('payroll-tie-out?from=2026-08-01&to=2026-08-31'))).toEqual(display(before));
    expect(display(await report('payroll-tie-out?from=2026-08-28&to=2026-08-28'))).toEqual([]);
    const undone = await call(head, 'POST', `/api/upload/${bonuses.Id}/undo`, { Reason: 'Another year' });
    expect(undone.status, undone.text).toBe(200);
    // The firm decides from which amount on it is a difference.
    const firm = (await call<{ RowVersion: number }>(head, 'GET', '/api/tenant/settings')).body;
    const set = async (PayrollTolerance: string, RowVersion: number) =>
      call<{ RowVersion: number }>(head, 'POST', '/api/tenant/settings', { RowVersion, PayrollTolerance });
    const wide = await set('250.00', firm.RowVersion);
    expect(wide.status, wide.text).toBe(200);
    expect(display(await report('payroll-tie-out'))[0]).toBe('Ann Pay 11000.00 11250.00 250.00 AGREED');
    expect((await set('-1', wide.body.RowVersion)).status).toBe(400);
    expect((await set('1.00', wide.body.RowVersion)).status).toBe(200);
    const ann = before.PageData.find(({ Employee }) => Employee.Name === 'Ann Pay')!;
    const explanation = {
      EmployeeId: ann.Employee.Id,
      PeriodStart: '2026-08-01',
      PeriodEnd: '2026-08-31',
      Currency: 'USD',
      Difference: '250.00',
      Explanation: 'Allowance of August',
    };
    const url = '/api/comp/payroll/explain';
    const other = await call<{ Errors: object[] }>(head, 'POST', url, { ...explanation, Difference: '251.00' });
    expect(other.body.Errors).toMatchObject([{ Code: 'STALE_VERSION', Path: 'Difference' }]);
    expect((await call(blind, 'POST', url, explanation)).status).toBe(404);
    const done = await call(head, 'POST', url, explanation);
    expect(done.status, done.text).toBe(200);
    expect(
      (await report('payroll-tie-out')).PageData.find(({ Employee }) => Employee.Name === 'Ann Pay'),
    ).toMatchObject({
      Status: { Code: 'EXPLAINED' },
      Explanation: 'Allowance of August',
    });
  });

  it('add payroll up by currency, in the spans that are asked for [U-T-099 A-T-096]', async () => {
    for (const period of ['payPeriod', 'pastQuarter']) {
      const all = await report(`payroll-actuals?period=${period}`);
      expect(totals(all, 'amount')).toEqual(['USD 61250.00', 'GBP 6400.00']);
      // A chart names them by their titles.
      expect(new Set(all.Charts[0]!.map(({ Name }) => Name))).toEqual(new Set(['BONUS pay', 'SALARY pay']));
    }
    expect((await report('payroll-actuals?period=pastMonth')).PageData).toEqual([]);
    expect((await report('payroll-actuals?period=pastYear')).PageData).toEqual([]);
  });

  it('tell changes, deferred awards and years as the records have them', async () => {
    const changes = await report('pay-changes?from=2026-01-01&to=2026-06-30');
    expect(changes.PageData).toMatchObject([
      { Before: '120000.00', After: '132000.00', Change: '12000.00', Percent: '10' },
    ]);
    // A first salary has no predecessor, so it isn't part of the sum.
    const since = await report('pay-changes?from=2020-01-01&to=2026-06-30');
    expect(since.PageData.map(({ Change }) => Change)).toContain(null);
    expect(totals(since, 'change')).toContain('USD 12000.00');
    expect(totals(await report('deferred-awards?from=2026-01-01&to=2026-12-31'), 'closing')).toEqual(['USD 9000.00']);
    const summary = await report('compensation-summary?selectedDate=2026-12-31');
    expect(totals(summary, 'totalCompensation')).toEqual(['USD 251000.00', 'GBP 76800.00']);
    const years = await report('ecr?selectedDate=2026-12-31');
    expect(years.PageData.find(({ Employee }) => Employee.Name === 'Ann Pay')).toMatchObject({
      OneBefore: '120000.00',
      Year: '191000.00',
      Change: '71000.00',
    });
    // A person hired in a year had no earlier pay, so the firm's sum is determined.
    expect(totals(years, 'fourBefore')).toEqual(['USD 120000.00', 'GBP 76800.00']);
    const heading = async (day: string) => {
      const file = await server.call(head.token, tenantId, {
        method: 'GET',
        url: `/api/comp/reporting/ecr?selectedDate=${day}&format=csv`,
      });
      return file.body.split('\n').find((line) => line.includes('2025')) ?? '';
    };
    expect(await heading('2026-12-31')).toMatch(/2022.*2023.*2024.*2025.*2026.*Change from 2025 to 2026/);
    expect(await heading('2026-06-30')).toMatch(
      /2025.*2026 with the annual salary on 06\/30\/2026.*Change from 2024 to 2025/,
    );
  });

  it('tell a year in one currency, each amount at the rate of its own day, and refuse it where a rate is missing (platform 3, rule 8)', async () => {
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    const posted = async (url: string, payload: object) => {
      const answer = await call(administrator, 'POST', url, payload);
      expect(answer.status, answer.text).toBe(200);
    };
    const pair = { SourceCurrencyCode: 'GBP', DestinationCurrencyCode: 'USD' };
    await posted('/api/reference/currency-pair', pair);
    const rates = { '2026-02-01': '1.25', '2026-03-01': '1.2', '2026-12-01': '1.28' };
    await posted('/api/fx', {
      Rates: Object.entries(rates).map(([EffectiveDate, Rate]) => ({ ...pair, EffectiveDate, Rate })),
    });
    const summaryPath = (id: string, day = '2026-12-31') => `compensation-summary?selectedDate=${day}&currencyId=${id}`;
    expect(totals(await report(summaryPath(usd)), 'totalCompensation')).toEqual(['USD 349304.00']);
    const inPounds = await report(summaryPath(gbp));
    expect(
      inPounds.PageData.map(({ Employee, TotalCompensation }) => `${Employee.Name} ${String(TotalCompensation)}`),
    ).toEqual(['Ann Pay 150625.00', 'Ben Pay 76800.00', 'Cat Pay 46875.00']);
    expect(totals(inPounds, 'totalCompensation')).toEqual(['GBP 274300.00']);
    const csv = await server.call(head.token, tenantId, {
      method: 'GET',
      url: `/api/comp/reporting/${summaryPath(gbp)}&format=csv`,
    });
    expect(csv.body.match(/150625\.00|76800\.00|46875\.00/g)?.length).toBeGreaterThanOrEqual(3);
    for (const format of ['', '&format=excel']) {
      const early = await call<{ Errors: { Code: string; Message: string }[] }>(
        head,
        'GET',
        `/api/comp/reporting/${summaryPath(gbp, '2026-01-31')}${format}`,
      );
      expect([early.status, early.body.Errors]).toMatchObject([422, [{ Code: 'NO_FX_RATE', Path: 'CurrencyId' }]]);
      expect(early.body.Errors[0]?.Message).toMatch(/USD.*GBP.*01\/31\/2026/);
    }
  });

  it("list an employee's currencies with the firm's base currency first", async () => {
    const added = await uploadsOf(server, tenantId, head).imported(
      'compensation',
      'Kind,Employee,Date,Amount,Currency,Frequency,FTE %,Pay type,Performance year\nAward,A,2026-02-20,700.00,GBP,,,BONUS,2026\n',
    );
    for (const name of ['compensation-summary', 'ecr']) {
      const { PageData } = await report(`${name}?selectedDate=2026-12-31`);
      const ofAnn = PageData.filter(({ Employee }) => Employee.Name === 'Ann Pay');
      expect([name, ...ofAnn.map(({ Currency }) => Currency)]).toEqual([name, 'USD', 'GBP']);
    }
    expect((await call(head, 'POST', `/api/upload/${added.Id}/undo`, { Reason: 'Another currency' })).status).toBe(200);
  });

  it('contain nothing, in rows or totals, that the reader may not see', async () => {
    const names = ({ PageData }: Report) => [...new Set(PageData.map(({ Employee }) => Employee.Name))].toSorted();
    const ofPay = Object.values(compensationReports).filter((definition) => 'sensitive' in definition);
    expect(ofPay).toHaveLength(6);
    for (const { name } of ofPay) {
      const empty = await report(name, blind);
      expect([name, empty.PageData, empty.Subtotals]).toEqual([name, [], []]);
      const some = names(await report(name, manager));
      expect([name, some.filter((employeeName) => !['Ann Pay', 'Cat Pay'].includes(employeeName))]).toEqual([name, []]);
    }
    expect(totals(await report('payroll-actuals', manager), 'amount')).toEqual(['USD 61250.00']);
    expect((await report('pay-access', blind)).PageData).toEqual([]);
    expect(names(await report('employee-list', blind))).toEqual(['Ann Pay', 'Ben Pay', 'Cat Pay', 'Lou Lead']);
  });

  it('leave a row in the log of reads for each of them, files too', async () => {
    const { worker } = server.database;
    const reads = async () =>
      (
        await worker.query<{ operation: string; is_export: boolean }>(
          'SELECT operation, is_export FROM pay_read WHERE tenant_id = $1 ORDER BY created_at, id',
          [tenantId],
        )
      ).rows;
    const before = (await reads()).length;
    const operations = Object.entries(compensationReports).flatMap(([operation, definition]) =>
      'sensitive' in definition ? [[operation, definition.name] as const] : [],
    );
    for (const [, name] of operations) await report(name);
    const file = await server.call(head.token, tenantId, {
      method: 'GET',
      url: '/api/comp/reporting/compensation-summary?format=excel',
    });
    expect(file.statusCode).toBe(200);
    expect(
      (await reads())
        .slice(before)
        .map(({ operation, is_export }) => `${operation} ${is_export}`)
        .toSorted(),
    ).toEqual([...operations.map(([operation]) => `${operation} false`), 'reportCompensationSummary true'].toSorted());
  });
});
