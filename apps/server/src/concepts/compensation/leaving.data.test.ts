import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Leaving {
  readonly Days: readonly string[];
  readonly DeferredTreatment: string;
  readonly Lines: readonly {
    readonly Figure: string;
    readonly Currency: string | null;
    readonly Values: readonly { readonly On: string; readonly Value: string | null; readonly Reason: string | null }[];
  }[];
}
const values = ({ Lines }: Leaving) =>
  Object.fromEntries(
    Lines.map(({ Figure, Currency, Values }) => [
      [Figure, ...(Currency ? [Currency] : [])].join(' '),
      Values.map(({ Value, Reason }) => Value ?? Reason),
    ]),
  );

/** See section 6C of the platform's design. */
describe('a what-if of leaving', () => {
  let server: TestServer;
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
    return answer.json<T>();
  };
  const onDays = (days: string, more = '') => done<Leaving>(`${base}?leaverKind=BAD&on=${days}${more}`);
  const looks = async () =>
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
    await givePayAccess(server, other, elsewhere, 'ALL');
    await givePayAccess(server, tenantId, head, 'ALL');
    const employee = { FirstName: 'Lou', LastName: 'Test', HireDate: '2024-01-01', IsPayRestricted: false };
    lou = (await done<{ Id: string }>('/api/comp/employee', employee)).Id;
    base = `/api/comp/employee/${lou}/leaving`;
    const payFields = { Employee: { Id: lou }, Currency: { Id: usd } };
    const salary = { Amount: '120000.00', Frequency: { Code: 'ANNUAL' }, FtePercent: '100' };
    await done('/api/comp/salary', { ...payFields, ...salary, EffectiveDate: '2024-01-01' });
    await done('/api/comp/salary', { ...payFields, ...salary, EffectiveDate: '2026-07-01', Amount: '132000.00' });
    const award = { PayType: { Id: bonus }, Amount: '5000.00', AwardDate: '2026-10-01', PerformanceYear: 2026 };
    await done('/api/comp/award', { ...payFields, ...award });
    const tranche = (year: number, Percent: string) => ({
      VestDate: `${String(year)}-03-01`,
      Percent,
      PayDate: `${String(year)}-03-15`,
    });
    const grant = { GrantDate: '2025-03-01', Tranches: [tranche(2026, '50'), tranche(2027, '50')] };
    await done('/api/comp/deferred', { ...payFields, ...grant, Amount: '10000.00' });
    await done('/api/comp/deferred', { ...payFields, ...grant, Currency: { Id: eur }, Amount: '300.00' });
  });
  afterAll(() => server.stop());

  it('sets days side by side, each currency by itself, and says why a figure is not determined', async () => {
    const answer = await onDays('2027-03-10,2026-12-31,2023-12-31,2026-12-31');
    expect(answer.Days).toEqual(['2023-12-31', '2026-12-31', '2027-03-10']);
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

  it('begins with what is usual for who leaves so, which another treatment takes the place of', async () => {
    const good = await done<Leaving>(`${base}?leaverKind=GOOD&on=2026-12-31`);
    expect(good.DeferredTreatment).toBe('CONTINUE');
    expect(values(good)).toMatchObject({ 'closing USD': ['5000.00'], 'forfeited USD': ['0.00'] });
    expect((await onDays('2026-12-31')).DeferredTreatment).toBe('FORFEIT');
    const faster = await onDays('2026-12-31', '&deferredTreatment=ACCELERATE');
    expect(values(faster)).toMatchObject({ 'closing USD': ['5000.00'], 'forfeited USD': ['0.00'] });
  });

  it('says of each figure why, and keeps nothing', async () => {
    const answer = await onDays('2026-12-31');
    for (const { Figure, Currency, Values } of answer.Lines) {
      const question = `on=2026-12-31&leaverKind=BAD&line=${Figure}&currency=${Currency ?? ''}`;
      const why = await done<{ Result: string }>(`${base}/explanation?${question}`);
      expect([Figure, why.Result]).toEqual([Figure, Values[0]?.Value]);
    }
    const never = await call(`${base}/explanation?on=2023-12-31&leaverKind=BAD&line=baseSalary`);
    expect(never.statusCode).toBe(404);
    const { PageData } = await done<{ PageData: readonly { readonly Forfeited: string }[] }>('/api/comp/deferred');
    expect(PageData.map(({ Forfeited }) => Forfeited)).toEqual(['0', '0']);
  });

  it('refuses what is no day, and more days than stand side by side', async () => {
    for (const on of ['2026-02-30', '2026-12-31,', Array(13).fill('2026-12-31').join(',')]) {
      const refused = await call(`${base}?leaverKind=BAD&on=${on}`);
      expect(refused.statusCode, on).toBe(400);
    }
  });

  it('is answered of those whose pay one sees: all but the restricted, the reports, nobody to who has no access, nor in the portal', async () => {
    const [officer, manager, own] = await Promise.all([
      server.person(tenantId, { comp: 'editor' }),
      server.person(tenantId, { comp: 'viewer' }),
      server.person(tenantId, { 'participant-portal': 'viewer' }),
    ]);
    await givePayAccess(server, tenantId, officer, 'ALL_BUT_RESTRICTED');
    await givePayAccess(server, tenantId, manager, 'REPORTS');
    const hired = async (FirstName: string, more: object) => {
      const body = { FirstName, LastName: 'Test', HireDate: '2024-01-01', IsPayRestricted: false, ...more };
      const Employee = { Id: (await done<{ Id: string }>('/api/comp/employee', body)).Id };
      const salary = { EffectiveDate: '2024-01-01', Amount: '1.00', Frequency: { Code: 'ANNUAL' }, FtePercent: '100' };
      await done('/api/comp/salary', { ...salary, Employee, Currency: { Id: usd } });
      return Employee.Id;
    };
    const mona = await hired('Mona', { User: { Id: manager.personId } });
    const Manager = { Id: mona };
    const employees = {
      lou,
      mona,
      dee: await hired('Dee', { Manager }),
      paul: await hired('Paul', { Manager, IsPayRestricted: true }),
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

  it('is of those whose pay one sees, and each look is written down with whose it was', async () => {
    const before = (await looks()).length;
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
    expect((await looks()).slice(before)).toEqual(['getEmployeeLeaving Lou', 'explainEmployeeLeaving Lou']);
  });
});
