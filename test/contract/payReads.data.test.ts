import { hasPermission, type Permission } from '@carrara/contract/core/permissions';
import { queryName } from '@carrara/contract/core/wireNames';
import { grantPayAccess } from '@carrara/server/testing/grantPayAccess';
import { multipart } from '@carrara/server/testing/multipart';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { uploadClient } from '@carrara/server/testing/uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Call, namesRecord, servedCalls, unknownId, callUrl } from './servedCalls.ts';

/** Amounts and words that occur nowhere else. */
const planted = ['120457.31', '50611.73', '9123.57', '11357.19', 'Asked for a review', 'Severance'];

const grants = { comp: 'administrator' } as const;

/** Each read of pay is logged once. This tests every call that compensation makes available. */
describe('pay access logging', () => {
  let server: TestServer;
  let tenantId: string;
  let head: TestPerson;
  const ids: string[] = [];
  let employee: string;
  /** One draft and one released statement. */
  const statements: string[] = [];
  const uploads: string[] = [];
  let last = 0;

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call(head.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  const stored = async (url: string, payload: object) => {
    const answer = await call('POST', url, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    const { Id } = answer.json<{ Id: string }>();
    ids.push(Id);
    return Id;
  };
  /** Returns the reads that were logged since the last call of this function. */
  const payReads = async () => {
    const { rows } = await server.database.worker.query<{
      operation: string;
      employees: string[];
      number: number | null;
    }>('SELECT operation, employees, number FROM pay_read WHERE tenant_id = $1 ORDER BY id OFFSET $2', [
      tenantId,
      last,
    ]);
    last += rows.length;
    return rows;
  };

  beforeAll(async () => {
    server = await TestServer.start({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } });
    tenantId = await server.tenant();
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    head = await server.person(tenantId, grants);
    await grantPayAccess(server, tenantId, head, 'ALL');
    const bonus = await stored('/api/reference/pay-type', { Code: 'BONUS', Description: 'Bonus', SubType: 'BONUS' });
    ids.pop();
    await call('POST', '/api/reference/pay-type', { Code: 'SALARY', Description: 'Salary', SubType: 'SALARY' });
    employee = await stored('/api/comp/employee', {
      Code: 'A',
      FirstName: 'Ann',
      LastName: 'Pay',
      HireDate: '2020-01-01',
    });
    const subject = { Employee: { Id: employee }, Currency: { Id: usd } };
    await stored('/api/comp/salary', {
      ...subject,
      EffectiveDate: '2024-01-01',
      Amount: '120457.31',
      Frequency: { Code: 'ANNUAL' },
      FtePercent: '100',
    });
    await stored('/api/comp/award', {
      ...subject,
      PerformanceYear: 2025,
      PayType: { Id: bonus },
      Amount: '50611.73',
      AwardDate: '2026-02-15',
    });
    await stored('/api/comp/deferred', {
      ...subject,
      GrantDate: '2026-03-01',
      Amount: '9123.57',
      Tranches: [{ VestDate: '2027-03-01', Percent: '100', PayDate: '2027-03-01' }],
    });
    await stored('/api/note', {
      NoteText: 'Asked for a review',
      ObjectId: employee,
      ObjectType: 'employee',
      Application: 'comp',
    });
    const document = await server.call(head.token, tenantId, {
      method: 'POST',
      url: `/api/document/upload/${employee}?objectType=employee&application=comp`,
      ...multipart({ name: 'Severance.txt', type: 'text/plain', bytes: Buffer.from('Severance') }),
    });
    ids.push(document.json<{ Id: string }>().Id);
    for (const Year of [2025, 2024]) {
      statements.push(await stored('/api/comp/statement', { Employee: { Id: employee }, Year }));
      ids.pop();
    }
    const released = await call('POST', `/api/comp/statement/${statements[1] ?? ''}/release`, { RowVersion: 1 });
    expect(released.statusCode, released.body).toBe(200);
    const files = uploadClient(server, tenantId, head);
    await files.imported(
      'payroll-actuals',
      `Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency
A,Payday,2026-08-01,2026-08-31,2026-08-31,SALARY,11357.19,USD
`,
    );
    await files.checked('compensation', 'Kind,Employee,Date,Amount,Currency\nSalary,A,2019-01-01,120457.31,USD\n');
    const { rows } = await server.database.worker.query<{ id: string }>(
      'SELECT id FROM upload_history WHERE tenant_id = $1',
      [tenantId],
    );
    uploads.push(...rows.map(({ id }) => id));
    ids.push(...uploads);
    await payReads();
  });
  afterAll(() => server.stop());

  const isOpen = ({ permission }: Call['endpoint']) =>
    permission === 'member' ||
    permission === 'staff' ||
    (permission.includes('.') && hasPermission(grants, permission as Permission));
  const reads = servedCalls.filter(({ endpoint }) => endpoint.method === 'GET' && isOpen(endpoint));
  /** Returns a figure that the call explains and that isn't empty here. */
  const figureOf = ({ query }: Call['endpoint']) => {
    const { figure }: Readonly<Record<string, unknown>> = query?.shape ?? {};
    return figure instanceof z.ZodEnum && figure.options.includes('payroll') ? 'payroll' : 'awardedFor';
  };
  /** Returns the addresses of a call for each record that it can name. */
  function addressesOf({ endpoint }: Call): string[] {
    // A platform call can reach pay only by the id of its employee.
    const isOfComp = endpoint.path.startsWith('/api/comp/');
    // The audit entry of a draft statement contains none of its figures.
    const named = isOfComp ? [...ids, ...statements] : endpoint.sensitive ? ids : [employee];
    const requested = (namesRecord(endpoint) ? named : [unknownId])
      .map((id) => callUrl(endpoint, id))
      .map((url) =>
        /[?&]figure=/i.test(url) ? `${url.split('?')[0]}?currency=USD&figure=${figureOf(endpoint)}` : url,
      );
    const query: Readonly<Record<string, unknown>> = endpoint.query?.shape ?? {};
    const add = (url: string, more: string) => `${url}${url.includes('?') ? '&' : '?'}${more}`;
    const inComp = 'application' in query ? requested.map((url) => add(url, `${queryName('application')}=comp`)) : [];
    const asFiles =
      endpoint.sensitive && endpoint.list ? [...requested, ...inComp].map((url) => add(url, 'format=csv')) : [];
    return [...requested, ...inComp, ...asFiles];
  }

  it('adds one row, with the employees, for every call that returns pay, and none for others', async () => {
    const noted = new Set<string>();
    for (const read of reads) {
      const { sensitive } = read.endpoint;
      const answers = await Promise.all(
        addressesOf(read).map(async (url) => {
          const { statusCode, body } = await call('GET', url);
          const isOfFile = sensitive === 'byFile' && uploads.some((id) => url.includes(id));
          const containsPay = planted.some((text) => body.includes(text));
          // An empty result counts as a read, and so does a file with pay data, whatever it contains.
          return {
            url,
            containsPay,
            isPayRead: statusCode === 200 && (containsPay || sensitive === 'always' || isOfFile),
          };
        }),
      );
      const reads = answers.filter(({ isPayRead }) => isPayRead);
      const rows = await payReads();
      for (const { operation } of rows) noted.add(operation);
      expect(
        rows.map(({ operation }) => operation),
        reads.map(({ url }) => url).join(),
      ).toEqual(reads.map(() => read.name));
      const logged = reads.filter(({ containsPay }) => containsPay && sensitive !== 'byFile');
      const named = rows.filter(({ employees, number }) => number === null || employees.includes(employee));
      expect(named.length, read.name).toBeGreaterThanOrEqual(logged.length);
    }
    const silent = reads.filter(({ name, endpoint }) => endpoint.sensitive && !noted.has(name));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
