import { calendarDate } from '@carrara/domain/kernel';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PlantedCarry, plantCarry } from '../testing/plantedCarry.ts';
import { type BodyOf, refusal } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import type { OrderOfCall } from '../jobs/backgroundWorker.ts';
import { createWorker } from '../process/thread/createWorker.ts';

/** Files are created off the request thread, two at a time per person and four per firm. */
describe('exports', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let editor: TestPerson;
  let planted: PlantedCarry;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { carry: 'editor' });
    planted = await plantCarry(server, tenantId, editor);
  });
  afterAll(() => server.stop());

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.call(editor.token, tenantId, { method: 'GET', url, headers });
  const start = (body: BodyOf<'startExport'>, person = editor) => as(person, tenantId).startExport({ body });

  it.each([
    ['excel', /\.xlsx"/, 'PK'],
    ['application/pdf', /\.pdf"/, '%PDF'],
    ['csv', /\.csv"/, ''],
  ])('come from the pool as %s, with the name and the rows of the list', async (format, name, begins) => {
    const file = await get(`/api/carry/fund?format=${format}`);
    expect(file.statusCode, file.body.slice(0, 300)).toBe(200);
    expect(file.headers['content-disposition']).toMatch(name);
    expect(file.rawPayload.subarray(0, 4).toString('latin1')).toContain(begins);
  });

  it('have only the requested rows', async () => {
    const [first] = (await as(editor).listParticipants({ query: {} })).pageData;
    const path = '/api/carry/participant/participants';
    const linesOf = async (address: string) => {
      const file = await get(address);
      expect(file.statusCode, file.body.slice(0, 300)).toBe(200);
      return file.body.trim().split('\n').length;
    };
    expect(await linesOf(`${path}?format=csv`)).toBeGreaterThan(2);
    expect(await linesOf(`${path}?format=csv&RowIds=${first?.id.toUpperCase() ?? ''}`)).toBe(2);
    const other = await get(`${path}?format=csv&RowIds=${first?.id ?? ''}.${planted.fund}`);
    expect([other.statusCode, other.json().Errors]).toMatchObject([404, [{ Code: 'NOT_FOUND', Path: 'RowIds' }]]);
    const page = await get(`${path}?RowIds=${first?.id ?? ''}`);
    expect([page.statusCode, page.json().Errors]).toMatchObject([422, [{ Code: 'INVALID_VALUE', Path: 'RowIds' }]]);
  });

  it('fail with the same refusals as the JSON call', async () => {
    expect((await get('/api/carry/fund?format=csv&SortColumn=none')).statusCode).toBe(400);
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'viewer' });
    const url = `/api/carry/fund/${planted.fund}/allocation-report-export`;
    const foreign = await server.call(stranger.token, other, { method: 'GET', url });
    expect(foreign.statusCode, foreign.body.slice(0, 300)).not.toBe(200);
  });

  it('are refused with 429 and Retry-After while two of the same person run', async () => {
    const admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    try {
      // Exports in progress wait for the table that they read.
      await admin.query('BEGIN');
      await admin.query('LOCK TABLE container IN ACCESS EXCLUSIVE MODE');
      const pending = ['csv', 'excel', 'csv'].map((format) =>
        get(`/api/carry/fund?format=${format}`, { prefer: 'wait=1' }),
      );
      const refused = await Promise.race(pending);
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
      expect(refused.json()).toMatchObject({ Errors: [{ Code: 'TOO_MANY_EXPORTS' }] });
      await admin.query('ROLLBACK');
      const statuses = (await Promise.all(pending)).map(({ statusCode }) => statusCode);
      expect(statuses.toSorted((statuse, other) => statuse - other)).toEqual([200, 200, 429]);
    } finally {
      await admin.end();
    }
  });

  it('free their turns, threads and statements when their clients disconnect', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const admin = new pg.Client({ connectionString: server.database.adminUrl });
    await admin.connect();
    const waitingStatements = async () => {
      const { rows } = await admin.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'container'::regclass`,
      );
      return rows[0]?.count;
    };
    const waitingToBe = (count: number, timeout = 240_000) =>
      vi.waitFor(async () => expect(await waitingStatements()).toBe(count), { timeout, interval: 200 });
    try {
      await admin.query('BEGIN');
      await admin.query('LOCK TABLE container IN ACCESS EXCLUSIVE MODE');
      const headers = { authtoken: editor.token, tenantid: tenantId };
      const disconnected = new AbortController();
      const abandoned = ['csv', 'excel'].map((format) =>
        fetch(`${address}/api/carry/fund?format=${format}`, { headers, signal: disconnected.signal }),
      );
      await waitingToBe(2);
      disconnected.abort();
      await Promise.allSettled(abandoned);
      // The limit for statements would end them later.
      await waitingToBe(0, 20_000);
      const next = get('/api/carry/fund?format=csv', { prefer: 'wait=1' });
      await waitingToBe(1);
      await admin.query('ROLLBACK');
      expect((await next).statusCode).toBe(200);
    } finally {
      await admin.end();
    }
  }, 900_000);

  it('are created by a background job for who may have them', async () => {
    const { id } = await start({ call: 'listFunds', address: '/api/carry/fund?format=csv' });
    const task = () => as(editor).getTask({ params: { id } });
    await vi.waitFor(async () => expect(await task()).toMatchObject({ status: 'DONE' }), { timeout: 240_000 });
    expect(await task()).toMatchObject({ title: 'Export: Funds', fileName: expect.stringMatching(/\.csv$/) });
    const direct = await get('/api/carry/fund?format=csv');
    expect((await get(`/api/task/${id}/file`)).body).toBe(direct.body);
    const portal = await server.person(tenantId, { 'participant-portal': 'viewer' });
    for (const [call, address, person] of [
      ['listFunds', '/api/carry/fund?format=csv', portal],
      ['listFunds', '/api/carry/fund', editor],
      ['listFunds', '/api/carry/coinvestment?format=csv', editor],
      ['listSalaries', '/api/comp/salary?format=csv', editor],
      ['noSuchCall', '/api/carry/fund?format=csv', editor],
    ] as const)
      expect((await refusal(start({ call, address }, person))).status, `${call} ${address}`).toBe(404);
    for (const address of [
      '//evil/api/carry/fund?format=csv',
      'http://evil/api/carry/fund?format=csv',
      '/api/carry/../carry/fund?format=csv',
      '/api/carry/%2e%2e/carry/fund?format=csv',
      '/api\\carry/fund?format=csv',
    ]) {
      const refused = await refusal(start({ call: 'listFunds', address }));
      expect(refused, address).toMatchObject({ status: 400, errors: [{ code: 'INVALID_VALUE' }] });
    }
  });

  it('end when the client disconnects', async () => {
    const pool = createWorker({
      databaseUrl: server.database.appUrl,
      auditKey: server.auditKey,
      stored: { options: {}, folder: tmpdir() },
    });
    try {
      const order: OrderOfCall = {
        call: { concept: 'fund', name: 'listFunds', isFile: true },
        scope: { tenantId, personId: editor.personId, now: server.now.toISOString() },
        facts: {
          now: server.now,
          requestId: 'test',
          sessionId: '',
          person: { id: editor.personId, name: 'Editor', firstName: 'Editor' },
          grants: { carry: 'viewer' },
          tenant: {
            id: tenantId,
            name: 'Firm',
            isLpTenant: false,
            isDemo: false,
            isSample: false,
            rowVersion: 1,
            settings: {},
          },
          today: calendarDate('2026-06-30'),
        },
        input: {
          query: { startPage: 1, pageSize: 20, sortColumn: 'code', sortAsc: true, searchQuery: '', format: 'csv' },
        },
      };
      const disconnected = new AbortController();
      const abandoned = pool.run(order, { signal: disconnected.signal, waitMs: 60_000 });
      disconnected.abort();
      expect((await abandoned)._unsafeUnwrapErr()).toMatchObject([{ code: 'UNAVAILABLE' }]);
      const rows: number[] = [];
      const answer = (await pool.run(order, { waitMs: 60_000, onProgress: (done) => rows.push(done) }))._unsafeUnwrap();
      const content = 'file' in answer ? await buffer(answer.file.content as Readable) : Buffer.of();
      expect([content.toString().split('\n').length > 1, rows.at(-1)]).toEqual([true, 1]);
    } finally {
      await pool.close();
    }
  });
});
