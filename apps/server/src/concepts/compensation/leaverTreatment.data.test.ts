import { fromWire } from '@carrara/contract/core/wireNames';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../testing/grantPayAccess.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Leaving {
  readonly days: readonly string[];
  readonly deferredTreatment: string | null;
  readonly lines: readonly {
    readonly figure: string;
    readonly currency: string | null;
    readonly values: readonly { readonly on: string; readonly value: string | null; readonly reason: string | null }[];
  }[];
}
const values = ({ lines }: Leaving) =>
  Object.fromEntries(
    lines.map(({ figure, currency, values }) => [
      [figure, ...(currency ? [currency] : [])].join(' '),
      values.map(({ value, reason }) => value ?? reason),
    ]),
  );

describe('a what-if of leaving', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let head: TestPerson;
  let blind: TestPerson;
  let elsewhere: TestPerson;
  let other: string;
  let lou: string;
  let base: string;
  let usd: string;

  const call = (url: string, person = head, payload?: object, tenant = tenantId) =>
    server.call(person.token, tenant, { method: payload ? 'POST' : 'GET', url, ...(payload ? { payload } : {}) });
  const done = async <T>(url: string, payload?: object) => {
    const answer = await call(url, head, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return fromWire(answer.json()) as T;
  };
  const onDays = (days: string, more = '') => done<Leaving>(`${base}?leaverKind=BAD&on=${days}${more}`);
  const payReads = async () =>
    (
      await server.database.worker.query<{ operation: string; employees: string[] }>(
        'SELECT operation, employees FROM pay_read WHERE tenant_id = $1 ORDER BY id',
        [tenantId],
      )
    ).rows.map(({ operation, employees }) => `${operation} ${employees.includes(lou) ? 'Lou' : ''}`);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const eur = await server.referenceEntry(tenantId, 'currency', 'EUR');
    const bonus = await server.referenceEntry(tenantId, 'pay-type', 'BONUS', 'BONUS');
    head = await server.person(tenantId, { comp: 'administrator' });
    blind = await server.person(tenantId, { comp: 'administrator' });
    other = await server.tenant();
    elsewhere = await server.person(other, { comp: 'administrator' });
    await grantPayAccess(server, other, elsewhere, 'ALL');
    await grantPayAccess(server, tenantId, head, 'ALL');
    const employee = { firstName: 'Lou', lastName: 'Test', hireDate: '2024-01-01', isPayRestricted: false };
    lou = (await as(head).saveCompEmployee({ body: employee })).id;
    base = `/api/comp/employee/${lou}/leaving`;
    const payFields = { employee: { id: lou }, currency: { id: usd } };
    const salary = { amount: '120000.00', frequency: { code: 'ANNUAL' }, ftePercent: '100' };
    await as(head).saveSalary({ body: { ...payFields, ...salary, effectiveDate: '2024-01-01' } });
    await as(head).saveSalary({ body: { ...payFields, ...salary, effectiveDate: '2026-07-01', amount: '132000.00' } });
    const award = { payType: { id: bonus }, amount: '5000.00', awardDate: '2026-10-01', performanceYear: 2026 };
    await as(head).saveAward({ body: { ...payFields, ...award } });
    const tranche = (year: number, percent: string) => ({
      vestDate: `${String(year)}-03-01`,
      percent,
      payDate: `${String(year)}-03-15`,
    });
    const grant = { grantDate: '2025-03-01', tranches: [tranche(2026, '50'), tranche(2027, '50')] };
    await as(head).grantDeferredAward({ body: { ...payFields, ...grant, amount: '10000.00' } });
    await as(head).grantDeferredAward({ body: { ...payFields, ...grant, currency: { id: eur }, amount: '300.00' } });
  });
  afterAll(() => server.stop());

  it('compares days by currency, and explains undetermined figures', async () => {
    const answer = await onDays('2027-03-10,2026-12-31,2023-12-31,2026-12-31');
    expect(answer.days).toEqual(['2023-12-31', '2026-12-31', '2027-03-10']);
    const before = 'Not employed on that day.';
    expect(values(answer)).toEqual({
      'baseSalary USD': [before, '132000.00', '132000.00'],
      // 120,000 x 181/365 + 132,000 x 184/365; 132,000 x 69/365.
      'salaryEarned USD': [before, '126049.32', '24953.42'],
      'bonus USD': [before, '5000.00', '0.00'],
      'supplementalBonus USD': [before, '0.00', '0.00'],
      'other USD': [before, '0.00', '0.00'],
      'granted EUR': [before, '300.00', '300.00'],
      'paid EUR': [before, '150.00', '150.00'],
      'closing EUR': [before, '0.00', '150.00'],
      'forfeited EUR': [before, '150.00', '0.00'],
      'granted USD': [before, '10000.00', '10000.00'],
      'paid USD': [before, '5000.00', '5000.00'],
      'closing USD': [before, '0.00', '5000.00'],
      'forfeited USD': [before, '5000.00', '0.00'],
    });
  });

  it('has the figures of the leaving day on every later day', async () => {
    const leavingDate = '2027-03-10';
    const params = { id: lou };
    const before = await onDays(leavingDate);
    const leave = { terminationReason: 'Left', terminationDate: leavingDate, leaverKind: 'BAD' } as const;
    const { rowVersion } = await as(head).getCompEmployee({ params });
    const terminated = await as(head).terminateCompEmployee({ params, body: { rowVersion, ...leave } });
    const after = await onDays('2027-12-31');
    expect(values(after)).toEqual(values(before));
    const explained = `${base}/explanation?leaverKind=BAD&line=closing&currency=USD&on=2027-12-31`;
    expect(await done<{ result: string }>(explained)).toMatchObject({ result: '5000.00' });
    const back = { rowVersion: terminated.rowVersion, rehireReason: 'Stays', rehireDate: leavingDate };
    await as(head).rehireCompEmployee({ params, body: back });
  });

  it('starts with the default treatment of the kind of leaver, which can be overridden', async () => {
    const good = await done<Leaving>(`${base}?leaverKind=GOOD&on=2026-12-31`);
    expect(good.deferredTreatment).toBe('CONTINUE');
    expect(values(good)).toMatchObject({ 'closing USD': ['5000.00'], 'forfeited USD': ['0.00'] });
    expect((await onDays('2026-12-31')).deferredTreatment).toBe('FORFEIT');
    const faster = await onDays('2026-12-31', '&deferredTreatment=ACCELERATE');
    expect(values(faster)).toMatchObject({ 'closing USD': ['5000.00'], 'forfeited USD': ['0.00'] });
  });

  it('explains each figure, and stores nothing', async () => {
    const answer = await onDays('2026-12-31');
    for (const { figure, currency, values } of answer.lines) {
      const question = `on=2026-12-31&leaverKind=BAD&line=${figure}&currency=${currency ?? ''}`;
      const why = await done<{ result: string }>(`${base}/explanation?${question}`);
      expect([figure, why.result]).toEqual([figure, values[0]?.value]);
    }
    const never = await call(`${base}/explanation?on=2023-12-31&leaverKind=BAD&line=baseSalary`);
    expect(never.statusCode).toBe(404);
    const { pageData } = await as(head).listDeferredAwards();
    expect(pageData.map(({ forfeited }) => forfeited)).toEqual(['0.00', '0.00']);
  });

  it('refuses invalid days, and too many days', async () => {
    for (const on of ['2026-02-30', '2026-12-31,', Array(13).fill('2026-12-31').join(',')]) {
      const refused = await call(`${base}?leaverKind=BAD&on=${on}`);
      expect(refused.statusCode, on).toBe(400);
    }
  });

  it('is available by pay access only, and not in the portal', async () => {
    const [officer, manager, own] = await Promise.all([
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { comp: 'viewer' }),
      server.person(tenantId, { 'participant-portal': 'viewer' }),
    ]);
    await grantPayAccess(server, tenantId, officer, 'ALL_BUT_RESTRICTED');
    await grantPayAccess(server, tenantId, manager, 'REPORTS');
    const hired = async (firstName: string, more: object) => {
      const body = { firstName, lastName: 'Test', hireDate: '2024-01-01', isPayRestricted: false, ...more };
      const employee = { id: (await as(head).saveCompEmployee({ body })).id };
      const salary = { effectiveDate: '2024-01-01', amount: '1.00', frequency: { code: 'ANNUAL' }, ftePercent: '100' };
      await as(head).saveSalary({ body: { ...salary, employee, currency: { id: usd } } });
      return employee.id;
    };
    const mona = await hired('Mona', { user: { id: manager.personId } });
    const rowManager = { id: mona };
    const employees = {
      lou,
      mona,
      dee: await hired('Dee', { manager: rowManager }),
      paul: await hired('Paul', { manager: rowManager, isPayRestricted: true }),
    };
    const answered = (person: TestPerson) =>
      Promise.all(
        Object.entries(employees).map(async ([name, id]) => {
          const paths = ['leaving?', 'leaving/explanation?line=baseSalary&'];
          const [answer, why] = await Promise.all(
            paths.map((path) => call(`/api/comp/employee/${id}/${path}leaverKind=BAD&on=2026-12-31`, person)),
          );
          expect(why?.statusCode, name).toBe(answer?.statusCode);
          return `${name} ${String(answer?.statusCode)}`;
        }),
      );
    expect(await answered(head)).toEqual(['lou 200', 'mona 200', 'dee 200', 'paul 200']);
    expect(await answered(officer)).toEqual(['lou 200', 'mona 200', 'dee 200', 'paul 404']);
    expect(await answered(manager)).toEqual(['lou 404', 'mona 404', 'dee 200', 'paul 404']);
    expect(await answered(blind)).toEqual(['lou 404', 'mona 404', 'dee 404', 'paul 404']);
    expect(await answered(own)).toEqual(['lou 403', 'mona 403', 'dee 403', 'paul 403']);
  });

  it('is as recorded for a leaver, with late payments and no invented decision', async () => {
    const body = { firstName: 'Lea', lastName: 'Test', hireDate: '2024-01-01', isPayRestricted: false };
    const lea = await as(head).saveCompEmployee({ body });
    const params = { id: lea.id };
    const terms = { vestDate: '2026-07-01', percent: '50', payDate: '2026-07-15' };
    const tranches = [terms, { vestDate: '2028-07-01', percent: '50', payDate: '2028-07-15' }];
    const grant = { grantDate: '2025-03-01', amount: '1000.00', currency: { id: usd }, tranches };
    await as(head).grantDeferredAward({ body: { ...grant, employee: params } });
    const leave = { terminationReason: 'Left', terminationDate: '2026-06-30' };
    const { rowVersion } = lea;
    await as(head).terminateCompEmployee({ params, body: { rowVersion, ...leave } });
    const query = { on: leave.terminationDate };
    const undecided = await as(head).getEmployeeLeaving({ params, query });
    expect(undecided).toMatchObject({ leaverKind: null, deferredTreatment: null, recordedTreatment: null });
    expect(values(undecided)).toMatchObject({ 'paid USD': ['0.00'], 'closing USD': ['1000.00'] });
    await as(head).enterDueDeferred({ body: { employeeId: lea.id, until: '2026-09-30' } });
    await as(head).settleLeaver({
      body: { employeeId: lea.id, on: '2026-09-30', treatment: 'FORFEIT', reason: 'Left' },
    });
    const recorded = await as(head).getEmployeeLeaving({ params, query });
    expect(recorded.recordedTreatment).toBe('FORFEIT');
    expect(values(recorded)).toMatchObject({
      'granted USD': ['1000.00'],
      'paid USD': ['500.00'],
      'forfeited USD': ['500.00'],
      'closing USD': ['0.00'],
    });
    // Pay can be read without personal data, so only the reason of the settlement is hidden.
    const manager = await server.person(tenantId, { comp: 'viewer' });
    await grantPayAccess(server, tenantId, manager, 'ALL');
    const settled = async (person: TestPerson) => {
      const query = { pageSize: 100 };
      const { pageData } = await as(person).listContainerActivity({ params, query });
      return pageData.filter(({ operation }) => operation === 'settleLeaver').map(({ reason }) => reason);
    };
    expect([await settled(head), await settled(manager)]).toEqual([['Left'], [null]]);
    const paid = { line: 'paid', currency: 'USD', ...query } as const;
    expect((await as(head).explainEmployeeLeaving({ params, query: paid })).result).toBe('500.00');
  });

  it('needs pay access, and logs each read with the employee', async () => {
    const before = (await payReads()).length;
    await onDays('2026-12-31,2027-12-31');
    await done(`${base}/explanation?on=2026-12-31&leaverKind=BAD&line=paid&currency=USD`);
    const paths = [
      '?leaverKind=BAD&on=2026-12-31',
      '/explanation?on=2026-12-31&leaverKind=BAD&line=originalCarryAmount',
    ];
    for (const rest of paths) {
      expect((await call(`${base}${rest}`, blind)).statusCode).toBe(404);
      expect((await call(`${base}${rest}`, elsewhere)).statusCode).toBeGreaterThanOrEqual(403);
      const theirs = await call(`${base}${rest}`, elsewhere, undefined, other);
      expect(theirs.statusCode).toBe(404);
    }
    expect((await payReads()).slice(before)).toEqual(['getEmployeeLeaving Lou', 'explainEmployeeLeaving Lou']);
  });
});
