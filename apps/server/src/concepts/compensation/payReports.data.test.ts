import { compensationReports } from '@carrara/contract/compensation/reports/compensationReports';
import { explainedFigures } from '@carrara/contract/compensation/home';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../testing/grantPayAccess.ts';
import { type AnswerOf, refusal, responseStatus } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';
import { uploadClient } from '../../testing/uploads.ts';

type Report = AnswerOf<'reportPayrollTieOut'>;
type Row = Report['pageData'][number];
/** The columns of report rows have no static types. */
const referenceOf = (value: unknown) => value as { readonly id: string; readonly code: string; readonly name: string };
const nameOf = ({ employee }: Row) => referenceOf(employee).name;
const operations = (Object.keys(compensationReports) as (keyof typeof compensationReports)[]).filter(
  (operation) => 'sensitive' in compensationReports[operation],
);

describe('compensation reports', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let usd: string;
  let gbp: string;
  /** Three people: one sees everybody's pay, one a single employee's by the reporting line, and one nobody's. */
  let head: TestPerson;
  let manager: TestPerson;
  let blind: TestPerson;

  const totals = ({ subtotals }: Report, field: string) =>
    subtotals
      .filter(({ keys }) => keys.length === 0)
      .map(
        ({ splitKeys, totals }) => `${splitKeys.join(' ')} ${totals.find((sum) => sum.field === field)?.total ?? ''}`,
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
    await grantPayAccess(server, tenantId, head, 'ALL');
    await grantPayAccess(server, tenantId, manager, 'REPORTS');
    for (const code of ['SALARY', 'BONUS']) {
      const body = { code, description: `${code} pay`, subType: code };
      await as(head).saveReferenceEntry({ params: { type: 'pay-type' }, body });
    }
    await as(head).saveCompEmployee({
      body: {
        code: 'L',
        firstName: 'Lou',
        lastName: 'Lead',
        hireDate: '2019-01-01',
        isPayRestricted: false,
        user: { id: manager.personId },
      },
    });
    const files = uploadClient(server, tenantId, head);
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
      { warningsConfirmed: true },
    );
  });
  afterAll(() => server.stop());

  it('add up to the key figures of Home, which shows open work and payments ahead of visible pay only', async () => {
    const home = await as(head).getCompensationHome();
    const { today } = home;
    const figureOf = (field: string, currency: string | null = 'USD') =>
      home.figures.find((figure) => figure.field === field && figure.currency === currency);
    const paid = await as(head).reportPayrollActuals({ query: { from: `${today.slice(0, 4)}-01-01`, to: today } });
    const outstanding = await as(head).reportDeferredAwards({ query: { to: today } });
    expect(['USD', 'GBP'].map((code) => `${code} ${figureOf('payroll', code)?.value ?? ''}`).toSorted()).toEqual(
      totals(paid, 'amount').toSorted(),
    );
    expect(`USD ${figureOf('outstanding')?.value ?? ''}`).toBe(totals(outstanding, 'closing')[0]);
    // The years before the first payroll are unknown, not zero.
    expect(figureOf('payroll')?.change).toBeNull();
    expect(
      figureOf('payroll')
        ?.series.slice(0, -1)
        .every(({ value }) => value === null),
    ).toBe(true);
    expect(
      home.payroll.filter(({ currency }) => currency === 'USD').map(({ payType, amount }) => [payType, amount]),
    ).toEqual([
      ['BONUS pay', '50000.00'],
      ['SALARY pay', '11250.00'],
    ]);
    expect(home.payments).toEqual([{ on: '2027-03-01', currency: 'USD', people: 1, amount: '9000.00' }]);
    expect(figureOf('dueAhead')?.value).toBe('9000.00');
    const dueOnDays = figureOf('dueAhead')?.series ?? [];
    expect([dueOnDays.length, dueOnDays.at(-1)]).toEqual([9, { on: today, value: '9000.00' }]);
    expect(figureOf('dueAhead')?.change?.since).toBe(dueOnDays.at(-2)?.on);
    const open = (await as(head).reportPayrollTieOut({ query: { status: 'OPEN' } })).pageData;
    expect(figureOf('openTieOuts', null)).toMatchObject({ kind: 'count', value: String(open.length), change: null });
    expect(home.waiting.map(({ kind, name, amount }) => [kind, name, amount])).toEqual([
      ['tieOut', 'Cat Pay', '-2630.14'],
      ['tieOut', 'Ann Pay', '250.00'],
    ]);
    const draft = await as(head).savePayStatement({ body: { employee: { id: home.waiting[1]!.id }, year: 2025 } });
    const after = await as(head).getCompensationHome();
    expect(after.waiting.at(-1)).toMatchObject({ kind: 'drafts', id: '2025', name: '1 statement for 2025' });
    await as(head).deletePayStatement({ params: { id: draft.id }, query: { rowVersion: draft.rowVersion } });
    // The manager sees the pay of Ann and Cat, and nobody else's.
    const ofReports = await as(manager).getCompensationHome();
    expect(ofReports.figures.map(({ currency }) => currency)).not.toContain('GBP');
    expect(ofReports.waiting).toHaveLength(2);
    expect(await as(blind).getCompensationHome()).toMatchObject({
      waiting: [],
      figures: [],
      payroll: [],
      payments: [],
    });
    const { pageData: reads } = await as(head).listPayReads({ query: { pageSize: 100 } });
    expect(reads.map(({ operation }) => operation)).toContain('getCompensationHome');
  });

  it('explain each key figure of Home by its parts, of visible pay only', async () => {
    const explained = async (person: TestPerson) => {
      const { figures } = await as(person).getCompensationHome();
      const parts: string[] = [];
      for (const { field, currency, value } of figures) {
        const figure = explainedFigures.find((name) => name === field);
        if (figure === undefined) continue;
        const query = { figure, ...(currency === null ? {} : { currency }) };
        const { inputs, result } = await as(person).explainCompensationFigure({ query });
        expect([field, result]).toEqual([field, value]);
        parts.push(...inputs.map((input) => `${field} ${currency ?? ''} ${input.name} ${input.value ?? ''}`));
      }
      return parts;
    };
    expect((await explained(head)).slice(0, 3)).toEqual([
      'payroll USD BONUS pay 50000.00',
      'payroll USD SALARY pay 11250.00',
      'payroll GBP SALARY pay 6400.00',
    ]);
    expect((await explained(manager)).join()).not.toContain('GBP');
    const unseen = as(blind).explainCompensationFigure({ query: { figure: 'payroll', currency: 'USD' } });
    expect((await refusal(unseen)).status).toBe(404);
  });

  it('leave every difference of earlier periods on Home, and compare the year through the last pay date', async () => {
    const files = uploadClient(server, tenantId, head);
    const uploads = [];
    for (const [from, to, amount] of [
      ['2025-09-01', '2025-09-15', '5000.00'],
      ['2025-09-16', '2025-09-30', '5000.00'],
      ['2026-09-01', '2026-09-15', '5600.00'],
    ])
      uploads.push(
        await files.imported(
          'payroll-actuals',
          `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\nA,Payday,${from},${to},${to},SALARY,${amount},USD\n`,
          { warningsConfirmed: true },
        ),
      );
    const { figures, waiting, hasMore } = await as(head).getCompensationHome();
    const [usdPaid, gbpPaid] = figures.filter(({ field }) => field === 'payroll');
    expect(usdPaid).toMatchObject({
      value: '66850.00',
      // The second half of September 2025 isn't compared, because that of 2026 isn't uploaded.
      change: { since: '2025-09-15', difference: '61850.00', percent: '1237' },
    });
    expect(usdPaid?.series.slice(-2)).toEqual([
      { on: '2025-12-31', value: '10000.00' },
      { on: '2026-09-15', value: '66850.00' },
    ]);
    expect(gbpPaid?.series.at(-1)).toEqual({ on: '2026-08-31', value: '6400.00' });
    expect(waiting.map(({ name, from, since, amount }) => [name, from, since, amount])).toEqual([
      ['Cat Pay', '2026-09-01', '2026-09-15', '-2500.00'],
      ['Ann Pay', '2026-09-01', '2026-09-15', '100.00'],
      ['Cat Pay', '2026-08-01', '2026-08-31', '-2630.14'],
      ['Ann Pay', '2026-08-01', '2026-08-31', '250.00'],
    ]);
    const open = await as(head).reportPayrollTieOut({ query: { to: '2026-10-01', status: 'OPEN' } });
    expect(figures.find(({ field }) => field === 'openTieOuts')?.value).toBe(String(open.totalItemCount));
    expect(hasMore).toBe(false);
    for (const { id } of uploads) await as(head).undoUpload({ params: { id }, body: { reason: 'Another year' } });
  });

  it('compare payroll with salaries, list unpaid employees, and are explained (platform 3, rule 9)', async () => {
    const display = ({ pageData }: Report) =>
      pageData
        .map((row) => [nameOf(row), row.expected, row.paid, row.difference, referenceOf(row.status).code].join(' '))
        .toSorted();
    const before = await as(head).reportPayrollTieOut();
    expect(display(before)).toEqual([
      'Ann Pay 11000.00 11250.00 250.00 OPEN',
      'Ben Pay 6400.00 6400.00 0.00 AGREED',
      'Cat Pay 2630.14 0.00 -2630.14 OPEN',
    ]);
    // A file with bonuses alone says nothing about salaries.
    const files = uploadClient(server, tenantId, head);
    const bonuses = await files.imported(
      'payroll-actuals',
      'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\nB,Bonus run,2026-08-28,2026-08-28,2026-08-28,BONUS,100.00,GBP\nC,Bonus run,2026-08-28,2026-08-28,2026-08-28,BONUS,100.00,USD\n',
    );
    expect(display(await as(head).reportPayrollTieOut({ query: { from: '2026-08-01', to: '2026-08-31' } }))).toEqual(
      display(before),
    );
    expect(display(await as(head).reportPayrollTieOut({ query: { from: '2026-08-28', to: '2026-08-28' } }))).toEqual(
      [],
    );
    await as(head).undoUpload({ params: { id: bonuses.id }, body: { reason: 'Another year' } });
    // The firm decides from which amount on it is a difference.
    const firm = await as(head).getTenantSettings();
    const set = async (payrollTolerance: string, rowVersion: number) =>
      as(head).saveTenantSettings({ body: { rowVersion, payrollTolerance } });
    const wide = await set('250.00', firm.rowVersion);
    expect(display(await as(head).reportPayrollTieOut())[0]).toBe('Ann Pay 11000.00 11250.00 250.00 AGREED');
    expect(await responseStatus(set('-1', wide.rowVersion))).toBe(400);
    await set('1.00', wide.rowVersion);
    const ann = before.pageData.find((row) => nameOf(row) === 'Ann Pay')!;
    const explanation = {
      employeeId: referenceOf(ann.employee).id,
      periodStart: '2026-08-01',
      periodEnd: '2026-08-31',
      currency: 'USD',
      difference: '250.00',
      explanation: 'Allowance of August',
    };
    const other = await refusal(as(head).explainPayroll({ body: { ...explanation, difference: '251.00' } }));
    expect(other.errors).toMatchObject([{ code: 'STALE_VERSION', path: 'Difference' }]);
    expect(await responseStatus(as(blind).explainPayroll({ body: explanation }))).toBe(404);
    await as(head).explainPayroll({ body: explanation });
    expect((await as(head).reportPayrollTieOut()).pageData.find((row) => nameOf(row) === 'Ann Pay')).toMatchObject({
      status: { code: 'EXPLAINED' },
      explanation: 'Allowance of August',
    });
  });

  it('total payroll by currency, in the requested periods [U-T-099 A-T-096]', async () => {
    for (const period of ['payPeriod', 'pastQuarter'] as const) {
      const all = await as(head).reportPayrollActuals({ query: { period } });
      expect(totals(all, 'amount')).toEqual(['USD 61250.00', 'GBP 6400.00']);
      // A chart names them by their titles.
      expect(new Set(all.charts[0]!.map(({ name }) => name))).toEqual(new Set(['BONUS pay', 'SALARY pay']));
      // Its link filters the report by the pay type, which then adds up to the bar.
      const bar = all.charts[0]!.find(({ name, splitKeys }) => name === 'BONUS pay' && splitKeys[0] === 'USD');
      expect(bar?.link).toMatchObject([{ field: 'payType' }]);
      const ofType = await as(head).reportPayrollActuals({ query: { period, payTypeId: bar?.link[0]?.key ?? '' } });
      expect(totals(ofType, 'amount')).toContain(`USD ${bar?.amount ?? ''}`);
      expect(new Set(ofType.charts[0]!.map(({ name }) => name))).toEqual(new Set(['BONUS pay']));
    }
    expect((await as(head).reportPayrollActuals({ query: { period: 'pastMonth' } })).pageData).toEqual([]);
    expect((await as(head).reportPayrollActuals({ query: { period: 'pastYear' } })).pageData).toEqual([]);
  });

  it('list changes, deferred awards and years as they are recorded', async () => {
    const changes = await as(head).reportPayChanges({ query: { from: '2026-01-01', to: '2026-06-30' } });
    expect(changes.pageData).toMatchObject([
      { before: '120000.00', after: '132000.00', change: '12000.00', percent: '10' },
    ]);
    // A first salary has no predecessor, so it isn't part of the sum.
    const since = await as(head).reportPayChanges({ query: { from: '2020-01-01', to: '2026-06-30' } });
    expect(since.pageData.map(({ change }) => change)).toContain(null);
    expect(totals(since, 'change')).toContain('USD 12000.00');
    expect(
      totals(await as(head).reportDeferredAwards({ query: { from: '2026-01-01', to: '2026-12-31' } }), 'closing'),
    ).toEqual(['USD 9000.00']);
    const summary = await as(head).reportCompensationSummary({ query: { selectedDate: '2026-12-31' } });
    expect(totals(summary, 'totalCompensation')).toEqual(['USD 251000.00', 'GBP 76800.00']);
    for (const { amount, splitKeys, link } of summary.charts[0]!.filter((part) => part.link[0]?.key)) {
      const officeId = link[0]?.key ?? '';
      const ofOffice = await as(head).reportCompensationSummary({ query: { selectedDate: '2026-12-31', officeId } });
      expect(totals(ofOffice, 'totalCompensation')).toContain(`${splitKeys[0] ?? ''} ${amount ?? ''}`);
    }
    const years = await as(head).reportEmployeeCompensation({ query: { selectedDate: '2026-12-31' } });
    expect(years.pageData.find((row) => nameOf(row) === 'Ann Pay')).toMatchObject({
      oneBefore: '120000.00',
      year: '191000.00',
      change: '71000.00',
    });
    // A person hired in a year had no earlier pay, so the firm's sum is determined.
    expect(totals(years, 'fourBefore')).toEqual(['USD 120000.00', 'GBP 76800.00']);
    const heading = async (day: string) => {
      const url = `/api/comp/reporting/ecr?selectedDate=${day}&format=csv`;
      const file = await server.call(head.token, tenantId, { method: 'GET', url });
      return file.body.split('\n').find((line) => line.includes('2025')) ?? '';
    };
    expect(await heading('2026-12-31')).toMatch(/2022.*2023.*2024.*2025.*2026.*Change from 2025 to 2026/);
    expect(await heading('2026-06-30')).toMatch(
      /2025.*2026 with the annual salary on 06\/30\/2026.*Change from 2024 to 2025/,
    );
  });

  it('convert a year to one currency at the rate of each amount’s date, and are refused if a rate is missing (platform 3, rule 8)', async () => {
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    const pair = { sourceCurrencyCode: 'GBP', destinationCurrencyCode: 'USD' };
    await as(administrator).saveCurrencyPair({ body: pair });
    const rates = Object.entries({ '2026-02-01': '1.25', '2026-03-01': '1.2', '2026-12-01': '1.28' });
    await as(administrator).saveExchangeRates({
      body: { rates: rates.map(([effectiveDate, rate]) => ({ ...pair, effectiveDate, rate })) },
    });
    const summaryIn = (currencyId: string, selectedDate = '2026-12-31') =>
      as(head).reportCompensationSummary({ query: { selectedDate, currencyId } });
    expect(totals(await summaryIn(usd), 'totalCompensation')).toEqual(['USD 349304.00']);
    const inPounds = await summaryIn(gbp);
    expect(inPounds.pageData.map((row) => `${nameOf(row)} ${String(row.totalCompensation)}`)).toEqual([
      'Ann Pay 150625.00',
      'Ben Pay 76800.00',
      'Cat Pay 46875.00',
    ]);
    expect(totals(inPounds, 'totalCompensation')).toEqual(['GBP 274300.00']);
    const fileOf = (day: string, format: string) =>
      server.call(head.token, tenantId, {
        method: 'GET',
        url: `/api/comp/reporting/compensation-summary?selectedDate=${day}&currencyId=${gbp}&format=${format}`,
      });
    const csv = await fileOf('2026-12-31', 'csv');
    expect(csv.body.match(/150625\.00|76800\.00|46875\.00/g)?.length).toBeGreaterThanOrEqual(3);
    const { status, errors } = await refusal(summaryIn(gbp, '2026-01-31'));
    expect([status, errors]).toMatchObject([422, [{ code: 'NO_FX_RATE', path: 'CurrencyId' }]]);
    expect(errors[0]?.message).toMatch(/USD.*GBP.*01\/31\/2026/);
    const excel = await fileOf('2026-01-31', 'excel');
    expect([excel.statusCode, excel.json()]).toMatchObject([422, { Errors: [{ Code: 'NO_FX_RATE' }] }]);
    expect(excel.body).toContain(JSON.stringify(errors[0]?.message));
  });

  it("list an employee's currencies with the firm's base currency first", async () => {
    const added = await uploadClient(server, tenantId, head).imported(
      'compensation',
      'Kind,Employee,Date,Amount,Currency,Frequency,FTE %,Pay type,Performance year\nAward,A,2026-02-20,700.00,GBP,,,BONUS,2026\n',
    );
    const query = { selectedDate: '2026-12-31' };
    for (const { pageData } of [
      await as(head).reportCompensationSummary({ query }),
      await as(head).reportEmployeeCompensation({ query }),
    ]) {
      const ofAnn = pageData.filter((row) => nameOf(row) === 'Ann Pay');
      expect(ofAnn.map(({ currency }) => currency)).toEqual(['USD', 'GBP']);
      // The years on the employee's own page have the same order.
      const { pageData: years } = await as(head).listEmployeeCompensations({
        params: { id: referenceOf(ofAnn[0]!['employee']).id },
      });
      const latest = years.filter(({ year }) => year === 2026);
      expect(latest.map(({ currency }) => currency)).toEqual(['USD', 'GBP']);
    }
    await as(head).undoUpload({ params: { id: added.id }, body: { reason: 'Another currency' } });
  });

  it('contain nothing that the reader may not see, in rows or totals', async () => {
    const names = ({ pageData }: Report) => [...new Set(pageData.map(nameOf))].toSorted();
    expect(operations).toHaveLength(6);
    for (const operation of operations) {
      const empty = await as(blind)[operation]();
      expect([operation, empty.pageData, empty.subtotals]).toEqual([operation, [], []]);
      const some = names(await as(manager)[operation]());
      expect([operation, some.filter((name) => !['Ann Pay', 'Cat Pay'].includes(name))]).toEqual([operation, []]);
    }
    expect(totals(await as(manager).reportPayrollActuals(), 'amount')).toEqual(['USD 61250.00']);
    expect((await as(blind).reportPayAccess()).pageData).toEqual([]);
    expect(names(await as(blind).reportEmployeeList())).toEqual(['Ann Pay', 'Ben Pay', 'Cat Pay', 'Lou Lead']);
  });

  it('are each recorded in the log of pay reads, including files', async () => {
    const { worker } = server.database;
    const reads = async () =>
      (
        await worker.query<{ operation: string; is_export: boolean }>(
          'SELECT operation, is_export FROM pay_read WHERE tenant_id = $1 ORDER BY created_at, id',
          [tenantId],
        )
      ).rows;
    const before = (await reads()).length;
    for (const operation of operations) await as(head)[operation]();
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
    ).toEqual([...operations.map((operation) => `${operation} false`), 'reportCompensationSummary true'].toSorted());
  });
});
