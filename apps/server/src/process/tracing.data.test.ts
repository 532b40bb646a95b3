import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordSpans } from '../testing/recordedSpans.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import { uploadClient } from '../testing/uploads.ts';

describe('tracing', () => {
  const recorded = recordSpans();
  const { spans } = recorded;
  let server: TestServer;
  let untraced: TestServer;
  let tenantId: string;
  let person: TestPerson;
  beforeAll(async () => {
    server = await TestServer.start({ environment: { TRACING: 'true', TRUST_PROXY: '1' } });
    untraced = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
  });
  afterAll(async () => {
    await Promise.all([server.stop(), untraced.stop()]);
    recorded.stop();
  });
  const send = async (url: string, headers = {}, payload?: object) => {
    spans.length = 0;
    await server.call(person.token, tenantId, {
      method: payload ? 'POST' : 'GET',
      url,
      headers,
      ...(payload ? { payload } : {}),
    });
    return vi.waitFor(() => {
      const span = spans.find(({ kind }) => kind === 1);
      if (!span) throw new Error('no request has ended');
      return span;
    });
  };

  it('is each request, by its route, status and tenant, and its transactions below it', async () => {
    const span = await send('/api/carry/fund?SearchQuery=Mueller');
    expect(span).toMatchObject({
      name: 'GET /api/carry/fund',
      parentId: undefined,
      failed: false,
      facts: {
        'http.route': '/api/carry/fund',
        'http.response.status_code': 200,
        'carrara.operation': 'listFunds',
        'carrara.tenant.id': tenantId,
      },
    });
    const own = spans.filter(({ name }) => name === 'transaction');
    expect(own).toMatchObject([
      {
        kind: 2,
        parentId: span.id,
        traceId: span.traceId,
        facts: { 'db.system.name': 'postgresql', 'carrara.read_only': true },
      },
    ]);
    expect(own[0]?.facts['carrara.statements']).toBeGreaterThan(0);
    expect(JSON.stringify(spans)).not.toContain('Mueller');
    expect(JSON.stringify(spans)).not.toContain(person.personId);
  });

  it('continues below the request after a body was read, and belongs to the trace that a proxy names', async () => {
    const Currency = { Id: await server.referenceEntry(tenantId, 'currency', 'USD') };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const span = await send('/api/carry/fund', { traceparent }, { Code: 'F', LegalName: 'Fund', Currency });
    expect(span).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentId: 'b7ad6b7169203331' });
    expect(span.facts['http.response.status_code']).toBe(200);
    const own = spans.filter(({ name }) => name === 'transaction');
    expect(own.length).toBeGreaterThan(0);
    for (const { parentId } of own) expect(parentId).toBe(span.id);
  });

  it('is a child of the request for which a thread works', async () => {
    const analyst = await server.person(tenantId, { performance: 'editor' });
    const rows = Array.from({ length: 5000 }, (_, i) => `Secret,2000-01-01,${i},Index of a secret name`);
    spans.length = 0;
    await uploadClient(server, tenantId, analyst).checked('index', `Index,Date,Level,Name\n${rows.join('\n')}\n`);
    const request = await vi.waitFor(() => spans.find(({ kind }) => kind === 1)!);
    const thread = spans.find(({ name }) => name === 'thread check');
    expect(thread).toMatchObject({ parentId: request.id, facts: { 'carrara.tenant.id': tenantId } });
    expect(JSON.stringify(spans)).not.toMatch(/secret/i);
  });

  it('is nothing of probes, and nothing at all where tracing is off', async () => {
    await send('/api/carry/fund');
    spans.length = 0;
    for (const url of ['/health/live', '/health/ready', '/metrics']) await server.app.inject({ method: 'GET', url });
    const other = await untraced.tenant();
    const { token } = await untraced.person(other, { carry: 'viewer' });
    await untraced.call(token, other, { method: 'GET', url: '/api/carry/fund' });
    expect(spans.filter(({ name }) => name !== 'transaction')).toEqual([]);
    expect(spans.filter(({ facts }) => facts['carrara.tenant.id'] === other)).toEqual([]);
  });
});
