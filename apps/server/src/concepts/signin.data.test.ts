import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

describe('S45: sessions', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;

  beforeAll(async () => {
    server = await TestServer.start();
  });
  beforeEach(async () => {
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'editor' });
  });
  afterAll(() => server.stop());

  const ask = async (token: string, url = '/api/carry/fund') =>
    (await server.call(token, tenantId, { method: 'GET', url })).statusCode;
  const hours = (count: number) => server.passMinutes(60 * count);

  it('tells who is signed in and where', async () => {
    const user = await server.call(person.token, undefined, { method: 'GET', url: '/api/signin' });
    expect(user.json()).toMatchObject({
      Id: person.personId,
      FirstName: 'Ada',
      Applications: [
        { Id: 'carry', Name: 'Carry', ApplicationSettings: { moduleName: 'carry', indexUrl: '#/carry/participant' } },
      ],
    });
    const tenants = await server.call(person.token, undefined, { method: 'GET', url: '/api/user/tenant-list' });
    expect(tenants.json()).toMatchObject([{ Id: tenantId, Applications: ['carry'] }]);
  });

  it('keeps a browser signed in by a cookie that scripts cannot read', async () => {
    const payload = { Login: person.login, Password: person.password };
    const answer = await server.app.inject({ method: 'POST', url: '/api/signin/local', payload });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^AuthToken=[\w-]{43};.*HttpOnly;.*SameSite=Lax/i);
    expect(answer.json()).toMatchObject({ AuthToken: null });
    const headers = { cookie: cookie.split(';')[0] ?? '', tenantid: tenantId };
    expect((await server.app.inject({ method: 'GET', url: '/api/carry/fund', headers })).statusCode).toBe(200);
  });

  it('gives a new token at each sign-in and ends the one it replaces', async () => {
    const payload = { Login: person.login, Password: person.password, AnswerToken: true };
    const again = await server.app.inject({
      method: 'POST',
      url: '/api/signin/local',
      payload,
      headers: { authtoken: person.token },
    });
    const { AuthToken } = again.json<{ AuthToken: string }>();
    expect(AuthToken).not.toBe(person.token);
    expect(await ask(person.token)).toBe(401);
    expect(await ask(AuthToken)).toBe(200);
  });

  it('keeps no token in the database', async () => {
    const { rows } = await server.database.worker.query<{ text: string }>('SELECT session::text AS text FROM session');
    expect(rows.some(({ text }) => text.includes(person.token))).toBe(false);
  });

  it('ends after twelve idle hours, and after seven days however busy', async () => {
    hours(11.9);
    expect(await ask(person.token)).toBe(200);
    hours(12.1);
    expect(await ask(person.token)).toBe(401);
    const other = await server.signIn(person.login);
    for (let day = 0; day < 13; day += 1) {
      hours(11.9);
      expect(await ask(other)).toBe(200);
    }
    hours(13);
    expect(await ask(other)).toBe(401);
  });

  it('ends at sign-out', async () => {
    expect((await server.call(person.token, undefined, { method: 'GET', url: '/api/signin/signout' })).statusCode).toBe(
      200,
    );
    expect(await ask(person.token)).toBe(401);
  });

  it('sees a disabled person, a removed role and a removed membership at the next request', async () => {
    const { worker } = server.database;
    await worker.query('DELETE FROM membership_role WHERE person_id = $1', [person.personId]);
    expect(await ask(person.token)).toBe(403);
    await worker.query(`INSERT INTO membership_role VALUES ($1, $2, 'carry', 'viewer')`, [tenantId, person.personId]);
    expect(await ask(person.token)).toBe(200);
    await worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [person.personId]);
    expect(await ask(person.token)).toBe(403);
    await worker.query('UPDATE membership SET is_inactive = false WHERE person_id = $1', [person.personId]);
    await worker.query('UPDATE person SET is_inactive = true WHERE id = $1', [person.personId]);
    expect(await ask(person.token)).toBe(401);
  });
});

describe('S47: wrong passwords', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  const attempt = (login: string, password: string, address = '10.0.0.1') =>
    server.app.inject({
      method: 'POST',
      url: '/api/signin/local',
      payload: { Login: login, Password: password },
      remoteAddress: address,
    });

  it('answers an unknown account like a wrong password', async () => {
    const { login } = await server.person(await server.tenant(), { carry: 'viewer' });
    const known = await attempt(login, 'wrong');
    const unknown = await attempt('nobody@example.test', 'wrong');
    expect(known.statusCode).toBe(401);
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  });

  it('spends the same work on both', async () => {
    const { login } = await server.person(await server.tenant(), { carry: 'viewer' });
    // Time of a processor, which does not grow when the machine is busy with something else.
    const worked = async (name: string, address: string) => {
      const before = process.cpuUsage();
      await attempt(name, 'wrong', address);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await worked(login, `10.1.0.${round}`));
      unknown.push(await worked(`nobody-${round}@example.test`, `10.2.0.${round}`));
    }
    // A hash takes some 10 ms; without it an unknown account would be answered in a tenth of the time.
    expect(median(unknown)).toBeGreaterThan(median(known) / 2);
    expect(median(known)).toBeGreaterThan(median(unknown) / 2);
  });

  it('makes an account wait after five of them, whether it exists or not, and lets it in again later', async () => {
    const { login, password } = await server.person(await server.tenant(), { carry: 'viewer' });
    for (const name of [login, 'also-nobody@example.test']) {
      for (let at = 0; at < 5; at += 1) expect((await attempt(name, 'wrong', '10.3.0.1')).statusCode).toBe(401);
      expect((await attempt(name, name === login ? password : 'wrong', '10.3.0.1')).statusCode).toBe(429);
    }
    server.passMinutes(1);
    expect((await attempt(login, password, '10.3.0.1')).statusCode).toBe(200);
  });

  it('makes an address wait that tries many accounts', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 40; at += 1)
      statuses.push((await attempt(`guess-${at}@example.test`, 'wrong', '10.4.0.1')).statusCode);
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await attempt('someone@example.test', 'wrong', '10.4.0.2')).statusCode).toBe(401);
  });
});

describe('T25: download tokens', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'viewer' });
  });
  afterAll(() => server.stop());

  const tokenFor = async (path: string) => {
    const answer = await server.call(person.token, tenantId, {
      method: 'POST',
      url: '/api/signin/download-token',
      payload: { Path: path },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ AuthToken: string }>().AuthToken;
  };
  const download = (path: string, token: string, tenant = tenantId) =>
    server.app.inject({ method: 'GET', url: `${path}?format=csv&AuthToken=${token}&tenant_id=${tenant}` });

  it('opens its path once', async () => {
    const token = await tokenFor('/api/carry/fund');
    expect((await download('/api/carry/fund', token)).statusCode).toBe(200);
    expect((await download('/api/carry/fund', token)).statusCode).toBe(401);
  });

  it('opens no other path, no other tenant, and nothing after a minute', async () => {
    const other = await server.tenant();
    await server.join(other, person.personId, { carry: 'viewer' });
    const token = await tokenFor('/api/carry/fund');
    expect((await download('/api/tenant/settings', token)).statusCode).toBe(401);
    expect((await download('/api/carry/fund', token, other)).statusCode).toBe(401);
    server.passMinutes(1.02);
    expect((await download('/api/carry/fund', token)).statusCode).toBe(401);
  });

  it('ends with the session that asked for it', async () => {
    const token = await tokenFor('/api/carry/fund');
    const fresh = await server.signIn(person.login);
    await server.call(person.token, undefined, { method: 'GET', url: '/api/signin/signout' });
    expect((await download('/api/carry/fund', token)).statusCode).toBe(401);
    person = { ...person, token: fresh };
  });

  it('cannot be replaced by the session token', async () => {
    expect((await download('/api/carry/fund', person.token)).statusCode).toBe(401);
  });
});
