import { toWire } from '@carrara/contract/core/wireNames';
import { grantPayAccess } from '@carrara/server/testing/grantPayAccess';
import { recordSpans } from '@carrara/server/testing/recordedSpans';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSample } from './samples.ts';
import { namesRecord, servedCalls, callUrl } from './servedCalls.ts';

const amount = '120457.31';
const typedPassword = 'a long password 1';
const metricsToken = 'metrics-token-of-this-test';
/** Calls that would end the session of the test. */
const ending = new Set(['signOut', 'endOtherSessions', 'changePassword']);

/** Each call is sent once with its smallest and once with its largest body, by somebody who can see everyone's pay. */
describe('logs, metrics and spans', () => {
  const recorded = recordSpans();
  const lines: string[] = [];
  const answered: string[] = [];
  let server: TestServer;
  let tenantId: string;
  let head: TestPerson;
  let download: string;

  beforeAll(async () => {
    server = await TestServer.start({
      environment: {
        RATE_LIMIT_PER_MINUTE: '1000000',
        LOG_LEVEL: 'trace',
        TRACING: 'true',
        METRICS_TOKEN: metricsToken,
      },
      onLine: (line) => void lines.push(line),
    });
    tenantId = await server.tenant();
    head = await server.person(tenantId, {
      carry: 'administrator',
      comp: 'administrator',
      performance: 'administrator',
      reporting: 'administrator',
    });
    await grantPayAccess(server, tenantId, head, 'ALL');
    const request = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const answer = await server.call(head.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ Id: string; AuthToken: string }>();
    };
    const employee = await request('POST', '/api/comp/employee', {
      FirstName: 'Ann',
      LastName: 'Pay',
      HireDate: '2020-01-01',
    });
    await request('POST', '/api/comp/salary', {
      Employee: { Id: employee.Id },
      Currency: { Id: await server.referenceEntry(tenantId, 'currency', 'USD') },
      EffectiveDate: '2024-01-01',
      Amount: amount,
      Frequency: { Code: 'ANNUAL' },
      FtePercent: '100',
    });
    ({ AuthToken: download } = await request('POST', '/api/signin/download-token', {
      Path: '/api/comp/salary?format=csv',
    }));
    await server.app.inject({
      method: 'GET',
      url: `/api/comp/salary?format=csv&AuthToken=${download}&tenant_id=${tenantId}`,
    });
    for (const { name, endpoint } of servedCalls.filter((call) => !ending.has(call.name))) {
      const url = callUrl(endpoint, namesRecord(endpoint) ? employee.Id : undefined);
      const bodies = endpoint.body
        ? (['least', 'everything'] as const).map((extent) => toWire(buildSample(endpoint.body!, employee.Id, extent)))
        : [undefined];
      for (const body of bodies) {
        const payload = body === undefined ? {} : { payload: body as object };
        const answer = await server.call(head.token, tenantId, { method: endpoint.method, url, ...payload });
        answered.push(`${name} ${answer.body}`);
      }
    }
  });
  afterAll(async () => {
    await server.stop();
    recorded.stop();
  });

  const secrets = () => ({
    'a session': head.token,
    'a download token': download,
    'a password': TestServer.password,
    'a typed password': typedPassword,
    'the audit key': server.auditKey.toString('hex'),
    'the token of the metrics': metricsToken,
    'an amount of pay': amount,
  });
  const foundIn = (text: string) =>
    Object.entries(secrets())
      .filter(([, secret]) => text.includes(secret))
      .map(([label]) => label);

  it('contain no token, password, key or pay, for any call at any log level', async () => {
    expect(download.length).toBeGreaterThan(20);
    expect(answered.some((answer) => answer.includes(amount))).toBe(true);
    const operations = new Set(
      lines.map((line) => (JSON.parse(line) as { readonly operation?: string }).operation ?? ''),
    );
    expect(
      servedCalls.filter(({ name }) => !operations.has(name) && !ending.has(name)).map(({ name }) => name),
    ).toEqual([]);
    expect(lines.filter((line) => foundIn(line).length > 0)).toEqual([]);
    const { body } = await server.app.inject({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(body).toContain('operation="listSalaries"');
    expect(foundIn(body)).toEqual([]);
    expect(recorded.spans.length).toBeGreaterThan(servedCalls.length);
    expect(foundIn(JSON.stringify(recorded.spans))).toEqual([]);
    // Only the tenant may be identified.
    const people = [head.personId, head.login, 'Ada', 'Ann'];
    expect(people.filter((text) => `${body}${JSON.stringify(recorded.spans)}`.includes(text))).toEqual([]);
  });

  it('report connections, waiting work, mails, events and the last backup to people who may read metrics', async () => {
    const scrape = async (headers = {}) => server.app.inject({ method: 'GET', url: '/metrics', headers });
    expect((await scrape()).statusCode).toBe(403);
    const own = { authorization: `Bearer ${metricsToken}` };
    const valueOf = async (name: string) => {
      const line = (await scrape(own)).body.split('\n').find((text) => text.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.split(' ')[1]);
    };
    expect(await valueOf('carrara_database_connections{pool="app",state="idle"}')).toBeGreaterThan(0);
    expect(await valueOf('carrara_database_connections{pool="worker",state="in_use"}')).toBeGreaterThanOrEqual(0);
    expect(await valueOf('carrara_database_waiting{pool="app"}')).toBe(0);
    expect(await valueOf('carrara_mails{state="FAILED"}')).toBe(0);
    expect(await valueOf('carrara_event_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(await valueOf('carrara_backup_age_seconds')).toBeUndefined();
    const { worker } = server.database;
    const hourAgo = new Date(server.now.getTime() - 3_600_000).toISOString();
    await worker.query(`INSERT INTO installation (name, value) VALUES ('backup', $1)`, [hourAgo]);
    expect(await valueOf('carrara_backup_age_seconds')).toBe(3600);
    expect(await valueOf('carrara_tasks{state="WAITING"}')).toBeGreaterThanOrEqual(0);
    expect(await valueOf('carrara_task_wait_seconds')).toBeGreaterThanOrEqual(0);
  });
});
