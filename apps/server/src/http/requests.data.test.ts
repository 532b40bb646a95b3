import { ok } from '@carrara/domain/kernel';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../testing/testServer.ts';
import { runOnce } from './runOnce.ts';

describe('S49: headers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  it.each(['/api/Signin/', '/api/docs/', '/api/openapi.json', '/health/live', '/no-such-page'])(
    '%s has the protecting ones',
    async (url) => {
      const { headers } = await server.app.inject({ method: 'GET', url });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(/script-src[^;]*unsafe/.test(policy)).toBe(false);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
    },
  );

  it('compresses a list, but not the tenants of the person who signed in', async () => {
    const tenantId = await server.tenant();
    const { token } = await server.person(tenantId, { carry: 'viewer' });
    for (let n = 0; n < 20; n += 1) await server.referenceEntry(tenantId, 'country', `C${n}`, `Country ${n}`);
    const encodingOf = async (url: string) => {
      const headers = { authtoken: token, tenantid: tenantId, 'accept-encoding': 'gzip' };
      const answer = await server.app.inject({ method: 'GET', url, headers });
      expect(answer.statusCode).toBe(200);
      return [answer.headers['content-encoding'], answer.headers.vary];
    };
    expect(await encodingOf('/api/country')).toEqual(['gzip', 'accept-encoding']);
    expect(await encodingOf('/api/user/tenant-list')).toEqual([undefined, undefined]);
  });

  it('refuses a request that names its host twice', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const statusOf = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`));
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
        socket.once('close', () => resolve(text.slice(9, 12))).once('error', reject);
      });
    const host = `Host: localhost:${String(port)}`;
    expect(await statusOf(`GET /health/live HTTP/1.1\r\n${host}`)).toBe('200');
    expect(await statusOf(`GET /health/live HTTP/1.1\r\n${host}\r\nHost: localhost`)).toBe('400');
    expect(await statusOf(`GET http://localhost/health/live HTTP/1.1\r\n${host}`)).toBe('400');
  });

  it.each(['/api/carry/fund/%ff', '/%', '/api/carry/fund/%zz'])('%s leads nowhere, as anything else', async (url) => {
    const answer = await server.app.inject({ method: 'GET', url });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      { Message: expect.stringMatching(/^There is no such/) },
    ]);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it.each([
    ['a compressed body', { 'content-encoding': 'gzip' }, 'Send the body without compression (no Content-Encoding).'],
    ['a text', { 'content-type': 'text/plain' }, 'Send the body as application/json.'],
    ['another character set', { 'content-type': 'application/json; charset=utf-16' }, 'Send the body in UTF-8.'],
  ])('refuses %s with 415', async (_name, headers, message) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/signin/local',
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{"Login":"a","Password":"x"}',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([415, { Message: message }]);
  });

  it('refuses a text with half of a character, a field given twice and one that objects have of themselves', async () => {
    const post = (payload: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/signin/local',
        headers: { 'content-type': 'application/json' },
        payload,
      });
    const half = await post('{"Username":"a\\ud800","Password":"x"}');
    expect([half.statusCode, half.json()]).toMatchObject([
      400,
      { Errors: [{ Code: 'INVALID_TEXT', Path: 'Username' }] },
    ]);
    const twice = await post('{"Username":"a","Password":"x","password":"y"}');
    expect([twice.statusCode, twice.json()]).toMatchObject([400, { Errors: [{ Code: 'REPEATED', Path: 'Password' }] }]);
    const { body } = await server.app.inject({ method: 'GET', url: '/api/signin/getloginurls?constructor=1' });
    expect(body).toContain('constructor is not a parameter of this call; it takes realm, context.');
  });

  it.each([
    [
      '{"Login":"a","__proto__":{"isAdmin":true}}',
      'UNKNOWN_FIELD',
      '‘__proto__’ can’t be the name of a field. Remove it.',
    ],
    [
      '{"a":{"constructor":{"prototype":{}}}}',
      'UNKNOWN_FIELD',
      '‘constructor’ can’t be the name of a field. Remove it.',
    ],
    ['{"Login":', 'MALFORMED', 'The body isn’t valid JSON.'],
    ['1e999', 'INVALID_TYPE', 'The request body is a number. Send an object.'],
  ])('refuses the body %s in a sentence', async (payload, code, message) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await server.app.inject({ method: 'POST', url: '/api/signin/local', headers, payload });
    expect([answer.statusCode, answer.json()]).toEqual([
      code === 'MALFORMED' ? 400 : 422,
      { Message: message, ExceptionMessage: message, Errors: [{ Path: '', Code: code, Message: message }] },
    ]);
  });

  it('refuses a query that isn’t valid text', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/signin/getloginurls?realm=%ff' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { Message: 'The query of the address isn’t UTF-8. Write a percent sign as %25.' },
    ]);
  });

  it('answers a request that arrives while it stops as any other', async () => {
    const closing = await TestServer.start();
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((closing.app.server.address() as AddressInfo).port, '127.0.0.1');
    await new Promise<void>((resolve) => void socket.write('GET /api/nothing HTTP/1.1\r\n', () => resolve()));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = closing.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write('Host: localhost\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect([text.slice(9, 12), text]).toEqual(['404', expect.stringContaining('"Message":"There is no such call."')]);
    await stopped;
  });

  it('refuses malformed requests in the common error format', async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const answerTo = (head: string) =>
      new Promise<readonly [string, unknown]>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
        let text = '';
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
        socket.once('close', () => {
          const [top = '', body = ''] = text.split('\r\n\r\n');
          resolve([top.slice(9, 12), JSON.parse(body)]);
        });
        socket.once('error', reject);
      });
    const host = `Host: localhost:${String(port)}\r\nConnection: close`;
    const body = (Code: string, Message: string) => ({
      Message,
      ExceptionMessage: Message,
      Errors: [{ Path: '', Code, Message }],
    });
    expect(await answerTo(`GET /api/x HTTP/1.1\r\n${host}\r\nX-Long: ${'a'.repeat(20_000)}`)).toEqual([
      '431',
      body('TOO_LARGE', 'The request is too large. Its headers and address can have at most 16384 bytes together.'),
    ]);
    expect(await answerTo(`GET /api/x y HTTP/1.1\r\n${host}`)).toEqual([
      '400',
      body('MALFORMED', 'The request isn’t valid HTTP.'),
    ]);
    for (const path of ['//', '//[', '/\\', '//a@:80/x'])
      expect((await answerTo(`GET ${path} HTTP/1.1\r\n${host}`))[0], path).toBe('404');
  });

  it('refuses a body that isn’t UTF-8, which would be stored as another text', async () => {
    const post = (name: Buffer) =>
      server.app.inject({
        method: 'POST',
        url: '/api/signin/local',
        headers: { 'content-type': 'application/json' },
        payload: Buffer.concat([Buffer.from('{"Username":"'), name, Buffer.from('","Password":"x"}')]),
      });
    for (const bytes of [[0x4d, 0xfc, 0x6c], [0xc3], [0xed, 0xa0, 0x80]]) {
      const answer = await post(Buffer.from(bytes));
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { Errors: [{ Code: 'INVALID_TEXT' }] }]);
      expect(answer.json<{ Message: string }>().Message).toMatch(/isn’t valid UTF-8\.$/);
    }
    expect((await post(Buffer.from('Müller \u{1f600}'))).body).not.toContain('INVALID_TEXT');
  });

  it('lets nothing of the API be stored', async () => {
    const { headers } = await server.app.inject({ method: 'GET', url: '/api/signin/getloginurls' });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('has no inline script in the docs', async () => {
    const { body } = await server.app.inject({ method: 'GET', url: '/api/docs/' });
    expect(body).toContain('swagger-ui');
    expect([...body.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)]).toEqual([]);
    const documentAt = async (url: string) =>
      (await server.app.inject({ method: 'GET', url })).json<{ paths: object }>();
    const { paths } = await documentAt('/api/docs/json');
    expect(Object.keys(paths).length).toBeGreaterThan(300);
    expect(paths).toEqual((await documentAt('/api/openapi.json')).paths);
  });

  it('answers an address that is too long as one that does not exist', async () => {
    const { statusCode, body } = await server.app.inject({ method: 'GET', url: `/api/carry/fund/${'a'.repeat(5000)}` });
    expect(statusCode).toBe(404);
    expect(body).toContain('There is no such call.');
    expect(body).not.toContain('aaa');
  });

  it('refuses an Idempotency-Key on calls that ignore it', async () => {
    const tenantId = await server.tenant();
    const { token } = await server.person(tenantId, { carry: 'editor' });
    const headers = { 'idempotency-key': 'key-of-a-trust' };
    const answer = await server.call(token, tenantId, {
      method: 'POST',
      url: '/api/carry/trust',
      headers,
      payload: { LegalName: 'Family trust' },
    });
    expect(answer.json()).toMatchObject({ Errors: [{ Path: 'Idempotency-Key', Code: 'UNKNOWN_FIELD' }] });
  });

  it('redirects the modules that were an application of their own [U-C-035 U-T-014 U-T-046]', async () => {
    const redirectOf = async (url: string) => (await server.app.inject({ method: 'GET', url })).headers['location'];
    expect(await redirectOf('/next/carry')).toBe('/#/carry/participant');
    // A page’s address without the number sign opens the page in a browser.
    const typed = await server.app.inject({ method: 'GET', url: '/login', headers: { accept: 'text/html,*/*' } });
    expect([typed.statusCode, typed.headers['location']]).toEqual([302, '/#/login']);
    expect(await redirectOf('/next/performance-lp')).toBe('/#/performance/dashboard');
    expect(await redirectOf('/next/participant-portal')).toBe('/#/participant-portal');
    expect(await redirectOf('/next/carry/fund/all')).toBe('/#/carry/fund/all');
    expect(await redirectOf('/next//evil.example')).toBe('/');
  });
});

describe('T23: tenants side by side', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } });
  });
  afterAll(() => server.stop());

  it('leave nothing of themselves on a connection, also when a transaction fails', async () => {
    const tenants = await Promise.all(
      ['A', 'B'].map(async (name) => {
        const tenantId = await server.tenant();
        const { token } = await server.person(tenantId, { carry: 'administrator' });
        const Currency = { Id: await server.referenceEntry(tenantId, 'currency', 'USD') };
        const save = (Code: string, currency: object) =>
          server.call(token, tenantId, {
            method: 'POST',
            url: '/api/carry/fund',
            payload: { Code, LegalName: `${name} ${Code}`, Currency: currency },
          });
        return { name, tenantId, token, save, Currency };
      }),
    );
    await Promise.all(tenants.map(({ save, Currency }) => save('SEED', Currency)));
    const rounds = Array.from({ length: 120 }, (_, at) => at);
    await Promise.all(
      rounds.map(async (at) => {
        const own = tenants[at % 2];
        const other = tenants[(at + 1) % 2];
        if (!own || !other) return;
        if (at % 3 === 0) {
          // The other tenant's currency doesn't exist for this one, so the transaction fails inside the database.
          expect([404, 409, 422]).toContain((await own.save(`BAD-${at}`, other.Currency)).statusCode);
          return;
        }
        if (at % 3 === 1) expect([409, 422]).toContain((await own.save('SEED', own.Currency)).statusCode);
        const list = await server.call(own.token, own.tenantId, { method: 'GET', url: '/api/carry/fund' });
        const names = list.json<{ PageData: { LegalName: string }[] }>().PageData.map(({ LegalName }) => LegalName);
        expect(names).toEqual([`${own.name} SEED`]);
      }),
    );
    const { app } = server.database;
    const clients = await Promise.all(Array.from({ length: app.totalCount }, () => app.connect()));
    for (const client of clients) {
      const { rows } = await client.query<{ tenant: string; person: string; funds: number; same: boolean }>(
        `SELECT coalesce(current_setting('app.tenant_id', true), '') AS tenant, coalesce(current_setting('app.person_id', true), '') AS person,
                (SELECT count(*) FROM fund) AS funds, current_user = session_user AS same`,
      );
      expect(rows[0]).toEqual({ tenant: '', person: '', funds: 0, same: true });
      client.release();
    }
  });
});

describe('C09: a repeated request', () => {
  let server: TestServer;
  let tenantId: string;
  let personId: string;
  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    personId = (await server.person(tenantId, { carry: 'editor' })).personId;
  });
  afterAll(() => server.stop());

  let effects = 0;
  const request = (key: string, input: unknown, fails = false) =>
    server.withTenant({ tenantId, personId, now: server.now.toISOString() }, (tx) =>
      runOnce({ tx, tenantId, personId, key, operation: 'disburse', input, now: server.now }, async () => {
        effects += 1;
        if (fails) throw new Error('it broke');
        return ok(JSON.stringify({ Effect: effects }));
      }),
    );

  it('gets the first answer, fifty at once included, and has one effect', async () => {
    effects = 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => request('key-1', { body: { amount: '1.00' } })));
    expect(answers.every((answer) => answer.isOk() && answer.value === '{"Effect":1}')).toBe(true);
    expect((await request('key-1', { body: { amount: '1.00' } }))._unsafeUnwrap()).toBe('{"Effect":1}');
    expect(effects).toBe(1);
  });

  it('is refused with another body', async () => {
    await request('key-2', { body: { amount: '1.00' } });
    const other = await request('key-2', { body: { amount: '2.00' } });
    expect(other._unsafeUnwrapErr()).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
  });

  it('is tried again after a failure', async () => {
    await expect(request('key-3', {}, true)).rejects.toThrow('it broke');
    effects = 0;
    expect((await request('key-3', {}))._unsafeUnwrap()).toBe('{"Effect":1}');
  });
});
