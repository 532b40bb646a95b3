import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../core/configuration.ts';
import { openPeople } from '../../../testing/openPeople.ts';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('S45: sessions', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
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

  const hours = (count: number) => server.passMinutes(60 * count);

  it('returns the signed-in person and their firms', async () => {
    expect(await as({ token: person.token }).getSignedInUser()).toMatchObject({
      id: person.personId,
      firstName: 'Ada',
      applications: [
        { id: 'carry', name: 'Carry', applicationSettings: { moduleName: 'carry', indexUrl: '#/carry/participant' } },
      ],
    });
    const tenants = await as({ token: person.token }).listTenants();
    expect(tenants).toMatchObject([{ id: tenantId, applications: ['carry'] }]);
  });

  it('keeps a browser signed in by a cookie that scripts cannot read [U-T-041, U-T-102]', async () => {
    const payload = { Login: person.login, Password: person.password };
    const answer = await server.app.inject({ method: 'POST', url: '/api/signin/local', payload });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^AuthToken=[\w-]{43};.*HttpOnly;.*SameSite=Lax/i);
    expect(answer.json()).toMatchObject({ AuthToken: null });
    const headers = { cookie: cookie.split(';')[0] ?? '', tenantid: tenantId };
    expect((await server.app.inject({ method: 'GET', url: '/api/carry/fund', headers })).statusCode).toBe(200);
  });

  it('issues a new token at each sign-in and ends the previous one', async () => {
    const payload = { Login: person.login, Password: person.password, AnswerToken: true };
    const again = await server.app.inject({
      method: 'POST',
      url: '/api/signin/local',
      payload,
      headers: { authtoken: person.token },
    });
    const { AuthToken } = again.json<{ AuthToken: string }>();
    expect(AuthToken).not.toBe(person.token);
    expect((await refusal(as(person).listFunds())).status).toBe(401);
    await as({ token: AuthToken, tenantId }).listFunds();
  });

  it('stores no token in the database', async () => {
    const { rows } = await server.database.worker.query<{ text: string }>('SELECT session::text AS text FROM session');
    expect(rows.some(({ text }) => text.includes(person.token))).toBe(false);
  });

  it('ends after twelve idle hours, and after seven days however busy', async () => {
    hours(11.9);
    await as(person).listFunds();
    hours(12.1);
    expect((await refusal(as(person).listFunds())).status).toBe(401);
    const other = await server.signIn(person.login);
    for (let day = 0; day < 13; day += 1) {
      hours(11.9);
      await as({ token: other, tenantId }).listFunds();
    }
    hours(13);
    expect((await refusal(as({ token: other, tenantId }).listFunds())).status).toBe(401);
  });

  it('ends if it was created while the clock was ahead', async () => {
    const { worker } = server.database;
    await worker.query(
      `UPDATE session SET created_at = created_at + interval '30 days', last_used_at = last_used_at + interval '30 days',
         idle_until = idle_until + interval '30 days', expires_at = expires_at + interval '30 days' WHERE person_id = $1`,
      [person.personId],
    );
    expect((await refusal(as(person).listFunds())).status).toBe(401);
  });

  it('has a cookie that only this host can set if people use https', async () => {
    const https = await TestServer.start({ environment: { PUBLIC_URL: 'https://carry.example' } });
    try {
      const tenant = await https.tenant();
      const { login, password } = await https.person(tenant, { carry: 'viewer' });
      const payload = { Login: login, Password: password };
      const answer = await https.app.inject({ method: 'POST', url: '/api/signin/local', payload });
      const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
      expect(String(answer.headers['set-cookie'])).toMatch(
        /^__Host-AuthToken=[\w-]{43};.*Path=\/;.*HttpOnly;.*Secure/i,
      );
      const send = (sent: string) =>
        https.app.inject({ method: 'GET', url: '/api/carry/fund', headers: { cookie: sent, tenantid: tenant } });
      expect((await send(cookie)).statusCode).toBe(200);
      expect((await send(cookie.replace('__Host-', ''))).statusCode).toBe(401);
    } finally {
      await https.stop();
    }
  });

  it('issues another token when the firm is switched, and lets running requests finish', async () => {
    const payload = { Login: person.login, Password: person.password };
    const entered = await server.app.inject({ method: 'POST', url: '/api/signin/local', payload });
    const cookieOf = (answer: typeof entered) => String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const send = (cookie: string, method: 'GET' | 'POST', url: string) =>
      server.app.inject({ method, url, headers: { cookie, tenantid: tenantId } });
    const before = cookieOf(entered);
    const switched = await send(before, 'POST', '/api/signin/switch-tenant');
    const after = cookieOf(switched);
    expect(switched.statusCode).toBe(200);
    expect(after).not.toBe(before);
    expect((await send(after, 'GET', '/api/carry/fund')).statusCode).toBe(200);
    expect((await send(before, 'GET', '/api/carry/fund')).statusCode).toBe(200);
    server.passMinutes(1);
    expect((await send(before, 'GET', '/api/carry/fund')).statusCode).toBe(401);
    expect((await send(after, 'GET', '/api/carry/fund')).statusCode).toBe(200);
  });

  it('ends at sign-out', async () => {
    await as({ token: person.token }).signOut();
    expect((await refusal(as(person).listFunds())).status).toBe(401);
  });

  it('applies a disabled person, a removed role and a removed membership at the next request', async () => {
    const { worker } = server.database;
    await worker.query('DELETE FROM membership_role WHERE person_id = $1', [person.personId]);
    expect((await refusal(as(person).listFunds())).status).toBe(403);
    await worker.query(`INSERT INTO membership_role VALUES ($1, $2, 'carry', 'viewer')`, [tenantId, person.personId]);
    await as(person).listFunds();
    await worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [person.personId]);
    expect((await refusal(as(person).listFunds())).status).toBe(403);
    await worker.query('UPDATE membership SET is_inactive = false WHERE person_id = $1', [person.personId]);
    await worker.query('UPDATE person SET is_inactive = true WHERE id = $1', [person.personId]);
    expect((await refusal(as(person).listFunds())).status).toBe(401);
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
  /** The wait of a refused attempt, as the header and the message have it. */
  const waitAt = async (login: string, address: string) => {
    const refused = await attempt(login, 'wrong', address);
    return [refused.headers['retry-after'], refused.json<{ Message: string }>().Message];
  };

  it('responds to an unknown account like to a wrong password', async () => {
    const { login } = await server.person(await server.tenant(), { carry: 'viewer' });
    const existing = await attempt(login, 'wrong');
    const unknown = await attempt('nobody@example.test', 'wrong');
    expect(existing.statusCode).toBe(401);
    expect([unknown.statusCode, unknown.body]).toEqual([existing.statusCode, existing.body]);
  });

  it('spends the same work on both', async () => {
    const { login } = await server.person(await server.tenant(), { carry: 'viewer' });
    // Measures processor time, which doesn't depend on the load of the machine.
    const worked = async (name: string, address: string) => {
      const before = process.cpuUsage();
      await attempt(name, 'wrong', address);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const existing: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      existing.push(await worked(login, `10.1.0.${round}`));
      unknown.push(await worked(`nobody-${round}@example.test`, `10.2.0.${round}`));
    }
    // A hash takes about 10 ms. Without one, an unknown account would be refused in a tenth of the time.
    expect(median(unknown)).toBeGreaterThan(median(existing) / 2);
    expect(median(existing)).toBeGreaterThan(median(unknown) / 2);
  });

  it('locks an account for a while after five of them, whether it exists or not', async () => {
    const { login, password } = await server.person(await server.tenant(), { carry: 'viewer' });
    for (const name of [login, 'also-nobody@example.test']) {
      for (let at = 0; at < 5; at += 1) expect((await attempt(name, 'wrong', '10.3.0.1')).statusCode).toBe(401);
      expect((await attempt(name, name === login ? password : 'wrong', '10.3.0.1')).statusCode).toBe(429);
    }
    expect(await waitAt(login, '10.3.0.1')).toEqual(['60', 'Too many attempts. Wait a minute and try again.']);
    // However slowly somebody types, or the server compares, there is no sixth attempt.
    server.passMinutes(0.9);
    expect((await attempt(login, password, '10.3.0.1')).statusCode).toBe(429);
    server.passMinutes(0.1);
    expect((await attempt(login, password, '10.3.0.1')).statusCode).toBe(200);
  });

  it('says how long to wait, in the header and in the sentence: twice as long after each wait', async () => {
    for (let at = 0; at < 5; at += 1) await attempt('waits@example.test', 'wrong', '10.3.0.2');
    server.passMinutes(1);
    await attempt('waits@example.test', 'wrong', '10.3.0.2');
    server.passMinutes(2);
    await attempt('waits@example.test', 'wrong', '10.3.0.2');
    const wait = (minutes: number) => [
      String(minutes * 60),
      `Too many attempts. Wait ${String(minutes)} minutes and try again.`,
    ];
    expect(await waitAt('waits@example.test', '10.3.0.2')).toEqual(wait(4));
    server.passMinutes(1.5);
    expect(await waitAt('waits@example.test', '10.3.0.2')).toEqual(wait(3));
  });

  it('locks an address that tries many accounts', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 70; at += 1)
      statuses.push((await attempt(`guess-${at}@example.test`, 'wrong', '10.4.0.1')).statusCode);
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await attempt('someone@example.test', 'wrong', '10.4.0.2')).statusCode).toBe(401);
  });

  it('compares at most five of 55 concurrent guesses, and locks nobody else out at that address', async () => {
    const { login } = await server.person(await server.tenant(), { carry: 'viewer' });
    const guesses = Array.from({ length: 55 }, (_item, at) => attempt(login, `guess ${at}`, '10.5.0.1'));
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    const colleague = await server.person(await server.tenant(), { carry: 'viewer' });
    expect((await attempt(colleague.login, colleague.password, '10.5.0.1')).statusCode).toBe(200);
  });

  it('locks a login however many addresses guess, but not its sessions or the person’s own address', async () => {
    const tenant = await server.tenant();
    const { login, password, token } = await server.person(tenant, { carry: 'viewer' });
    expect((await attempt(login, password, '10.6.9.9')).statusCode).toBe(200);
    const guesses = Array.from({ length: 40 }, (_item, at) => attempt(login, 'wrong', `10.6.0.${at}`));
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect((await attempt(login, password, '10.6.1.1')).statusCode).toBe(429);
    await server.as({ token, tenantId: tenant }).listFunds();
    expect((await attempt(login, password, '10.6.9.9')).statusCode).toBe(200);
  });

  it('also locks guesses of the current password in an open session', async () => {
    const { token, password } = await server.person(await server.tenant(), { carry: 'viewer' });
    const change = (currentPassword: string) =>
      server.as({ token }).changePassword({ body: { currentPassword, newPassword: 'kettle-of-bright-orbits' } });
    const statuses = await Promise.all(Array.from({ length: 12 }, () => responseStatus(change('wrong'))));
    expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    expect((await refusal(change(password))).status).toBe(429);
    server.passMinutes(1);
    await change(password);
  });
});

describe('behind a proxy', () => {
  const behind = (TRUST_PROXY: string) => TestServer.start({ environment: { TRUST_PROXY } });
  const guess = (server: TestServer, login: string, forwarded: string, remoteAddress = '10.0.0.7') =>
    server.app.inject({
      method: 'POST',
      url: '/api/signin/local',
      payload: { Login: login, Password: 'wrong' },
      headers: { 'x-forwarded-for': forwarded },
      remoteAddress,
    });

  it.each(['1', '10.0.0.7', '10.0.0.0/24 192.0.2.1'])(
    'believes the proxy of TRUST_PROXY=%s and not what the sender wrote before it',
    async (setting) => {
      const server = await behind(setting);
      try {
        for (let at = 0; at < 5; at += 1) await guess(server, 'nobody@example.test', `1.2.3.${at}, 198.51.100.4`);
        expect((await guess(server, 'nobody@example.test', '9.9.9.9, 198.51.100.4')).statusCode).toBe(429);
        expect((await guess(server, 'nobody@example.test', '9.9.9.9, 198.51.100.5')).statusCode).toBe(401);
      } finally {
        await server.stop();
      }
    },
  );

  it('hides the metrics from requests with a forged local address', async () => {
    const server = await behind('1');
    try {
      const send = (headers: Record<string, string>, remoteAddress: string) =>
        server.app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress });
      expect((await send({ 'x-forwarded-for': '127.0.0.1' }, '10.0.0.7')).statusCode).toBe(403);
      expect((await send({ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).statusCode).toBe(403);
      expect((await send({}, '127.0.0.1')).statusCode).toBe(200);
    } finally {
      await server.stop();
    }
  });

  it('doesn’t start with a TRUST_PROXY that trusts everybody', () => {
    for (const TRUST_PROXY of ['true', 'yes', '0.0.0.0.0', 'proxy.example']) {
      const read = readConfiguration({ environment: { TRUST_PROXY }, args: [] });
      expect(read.isErr() && read.error[0], TRUST_PROXY).toContain('TRUST_PROXY: must be the number of proxies');
    }
    expect(readConfiguration({ environment: { TRUST_PROXY: '2' }, args: [] })._unsafeUnwrap().TRUST_PROXY).toBe(2);
    expect(readConfiguration({ environment: {}, args: [] })._unsafeUnwrap().TRUST_PROXY).toBe(false);
  });
});

describe('T25: download tokens', () => {
  const firm = openPeople({ person: { carry: 'viewer' } });
  const { person } = firm.people;

  const tokenFor = async (path: string) => {
    const answer = await firm.server.as(person).createDownloadToken({ body: { path } });
    return answer.authToken;
  };
  const list = '/api/carry/fund?format=csv&SearchQuery=a';
  const download = (path: string, token: string, tenant = firm.tenantId) =>
    firm.server.app.inject({
      method: 'GET',
      url: `${path}${path.includes('?') ? '&' : '?'}AuthToken=${token}&tenant_id=${tenant}`,
    });

  it('opens its path once, regardless of the order of parameters [U-T-083]', async () => {
    const token = await tokenFor(list);
    expect((await download('/api/carry/fund?SearchQuery=a&format=csv', token)).statusCode).toBe(200);
    expect((await download(list, token)).statusCode).toBe(401);
  });

  it('doesn’t open another query of its path', async () => {
    const token = await tokenFor(list);
    for (const other of ['/api/carry/fund', '/api/carry/fund?format=csv', `${list}&IncludeInactive=true`])
      expect((await download(other, token)).statusCode, other).toBe(401);
    expect((await download(list, token)).statusCode).toBe(200);
  });

  it('doesn’t open another path or tenant, and expires after a minute', async () => {
    const other = await firm.server.tenant();
    await firm.server.join(other, person.personId, { carry: 'viewer' });
    const token = await tokenFor(list);
    expect((await download('/api/tenant/settings', token)).statusCode).toBe(401);
    expect((await download(list, token, other)).statusCode).toBe(401);
    firm.server.passMinutes(1.02);
    expect((await download(list, token)).statusCode).toBe(401);
  });

  it('ends with its session', async () => {
    const token = await tokenFor(list);
    const fresh = await firm.server.signIn(person.login);
    await firm.server.as({ token: person.token }).signOut();
    expect((await download(list, token)).statusCode).toBe(401);
    Object.assign(person, { token: fresh });
  });

  it('cannot be replaced by the session token', async () => {
    expect((await download(list, person.token)).statusCode).toBe(401);
  });
});
