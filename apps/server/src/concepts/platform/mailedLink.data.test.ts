import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MailReceiver, startMailReceiver } from '../../testing/mailReceiver.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

let receiver: MailReceiver;
let server: TestServer;
let tenantId: string;
let admin: TestPerson;

beforeAll(async () => {
  receiver = await startMailReceiver();
  server = await TestServer.start({
    environment: { SMTP_URL: receiver.url, MAIL_FROM: 'carrara@firm.test', PUBLIC_URL: 'http://carry.test' },
  });
  tenantId = await server.tenant('Alder Partners');
  admin = await server.person(tenantId, { carry: 'administrator' });
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});

const own = 'umbrella-kettle-orbit-57';
const other = 'marble-lantern-twelve-foxes';
const post = (url: string, payload: object) => server.call(undefined, undefined, { method: 'POST', url, payload });
const codeOf = (answer: { json: () => unknown }) =>
  (answer.json() as { Errors?: readonly { Code: string }[] }).Errors?.[0]?.Code;
const mailsTo = (address: string) => receiver.mails.filter(({ to }) => to === address);
/** Returns the token of the link in the newest mail to an address, once there are this many. */
async function tokenTo(address: string, count: number, kind: 'reset' | 'invitation'): Promise<string> {
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(count), { timeout: 240_000, interval: 50 });
  const [link = ''] = mailsTo(address).at(-1)?.links ?? [];
  expect(link).toMatch(new RegExp(`^http://carry\\.test/#/${kind}/[\\w-]{43}$`));
  return link.slice(link.lastIndexOf('/') + 1);
}
const asAdmin = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.call(admin.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
const roles = [{ Application: 'carry', Role: 'viewer' }];
async function invite(name: string, username = `${name}@firm.test`): Promise<string> {
  const body = { FirstName: name, LastName: 'New', Email: `${name}@firm.test`, Username: username, Roles: roles };
  const answer = await asAdmin('POST', '/api/user', body);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({ FirstPassword: null, IsMailed: true, Status: 'Invited' });
  return answer.json<{ Id: string }>().Id;
}

describe('a reset by mail', () => {
  const requestReset = (login: string) => post('/api/signin/reset/ask', { Login: login });
  const open = (token: string) => post('/api/signin/reset/open', { Token: token });
  const reset = (token: string, password = other) => post('/api/signin/reset', { Token: token, NewPassword: password });
  const withAddress = async (name: string): Promise<TestPerson> => {
    const person = await server.person(tenantId, { carry: 'viewer' }, `${name}-login`);
    await server.database.worker.query('UPDATE person SET email = $2 WHERE id = $1', [
      person.personId,
      `${name}@firm.test`,
    ]);
    return person;
  };

  it('sets the password once, ends all sessions, keeps the second factor, and tells the person and the trail', async () => {
    const ben = await withAddress('ben');
    await server.database.worker.query(
      `INSERT INTO second_factor (person_id, secret, created_at) VALUES ($1, decode(repeat('00', 40), 'hex'), now())`,
      [ben.personId],
    );
    expect((await requestReset('BEN@firm.test')).json()).toEqual({ Asked: true });
    const token = await tokenTo('ben@firm.test', 1, 'reset');
    for (let i = 0; i < 2; i += 1) expect((await open(token)).json()).toEqual({ Opens: true });
    expect(codeOf(await reset(token, 'short'))).toBe('PASSWORD_TOO_SHORT');
    expect(codeOf(await reset(token, 'passwordpassword'))).toBe('PASSWORD_EASY');
    const both = await Promise.all([reset(token), reset(token)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((first, next) => first - next)).toEqual([200, 422]);
    expect(codeOf(await reset(token))).toBe('LINK_ENDED');
    // A used link and one that never existed get the same response.
    const [used, never] = [await open(token), await open('a'.repeat(43))];
    expect([used.statusCode, codeOf(used)]).toEqual([422, 'LINK_ENDED']);
    expect([never.statusCode, never.json<{ Message: string }>().Message]).toEqual([
      used.statusCode,
      used.json<{ Message: string }>().Message,
    ]);
    const signedIn = await server.call(ben.token, tenantId, { method: 'GET', url: '/api/Signin/' });
    expect(signedIn.statusCode).toBe(401);
    const again = await post('/api/signin/local', { Login: ben.login, Password: other, AnswerToken: true });
    expect(again.json()).toMatchObject({ FactorDue: true, PasswordDue: false });
    await vi.waitFor(() => expect(mailsTo('ben@firm.test').at(-1)?.subject).toBe('Your password was reset'), {
      timeout: 240_000,
    });
    const { rows } = await server.database.worker.query<{ operation: string }>(
      `SELECT operation FROM activity WHERE object_id = $1 AND operation LIKE '%eset%' ORDER BY seq`,
      [ben.personId],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['askPasswordReset', 'resetPassword']);
  });

  it('ends after half an hour, and with a password that was set meanwhile', async () => {
    const cleo = await withAddress('cleo');
    await requestReset(cleo.login);
    const late = await tokenTo('cleo@firm.test', 1, 'reset');
    server.passMinutes(31);
    expect(codeOf(await open(late))).toBe('LINK_ENDED');
    expect(codeOf(await reset(late))).toBe('LINK_ENDED');
    await requestReset(cleo.login);
    const overtaken = await tokenTo('cleo@firm.test', 2, 'reset');
    const change = { CurrentPassword: cleo.password, NewPassword: other };
    const changed = await server.call(cleo.token, undefined, {
      method: 'POST',
      url: '/api/user/password',
      payload: change,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(codeOf(await reset(overtaken, own))).toBe('LINK_ENDED');
    expect(codeOf(await reset('a'.repeat(43)))).toBe('LINK_ENDED');
  });

  it('is answered alike for somebody unknown, and mails nobody then; asked again and again it waits', async () => {
    const dora = await withAddress('dora');
    const before = receiver.mails.length;
    const [existing, unknown] = [await requestReset(dora.login), await requestReset('nobody@firm.test')];
    expect([unknown.statusCode, unknown.body]).toEqual([existing.statusCode, existing.body]);
    await tokenTo('dora@firm.test', 1, 'reset');
    expect(receiver.mails.length).toBe(before + 1);
    for (const login of [dora.login, 'nobody@firm.test']) {
      const answers = [
        await requestReset(login),
        await requestReset(login),
        await requestReset(login),
        await requestReset(login),
      ];
      expect(answers.map(codeOf).at(-1)).toBe('TOO_MANY_ATTEMPTS');
    }
  });

  it('leaves no token behind: not in the database, and of a mail that was accepted not even sealed', async () => {
    const token = mailsTo('dora@firm.test')[0]?.links[0]?.slice(-43) ?? '';
    await vi.waitFor(
      async () => {
        const { rows } = await server.database.worker.query(
          `SELECT FROM mail WHERE status <> 'SENT' OR token IS NOT NULL`,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 240_000 },
    );
    for (const table of ['mail', 'password_reset', 'activity', 'notification']) {
      const { rows } = await server.database.worker.query(
        `SELECT FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`,
        [token],
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });
});

describe('an invitation by mail', () => {
  const open = (token: string) => post('/api/signin/invitation', { Token: token });
  const join = (token: string) => post('/api/signin/invitation/accept', { Token: token, NewPassword: own });

  it('makes a member of who chooses a password by its link, once', async () => {
    await invite('eve');
    const token = await tokenTo('eve@firm.test', 1, 'invitation');
    expect((await open(token)).json()).toMatchObject({
      TenantName: 'Alder Partners',
      Login: 'eve@firm.test',
      ChoosesPassword: true,
    });
    const both = await Promise.all([join(token), join(token)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((first, next) => first - next)).toEqual([200, 422]);
    expect(codeOf(await open(token))).toBe('LINK_ENDED');
    const entered = await post('/api/signin/local', { Login: 'eve@firm.test', Password: own });
    expect(entered.json()).toMatchObject({ PasswordDue: false, Tenants: [{ Name: 'Alder Partners' }] });
  });

  it('opens no more after seven days, after it was mailed again, and after it was taken back', async () => {
    const id = await invite('finn');
    const first = await tokenTo('finn@firm.test', 1, 'invitation');
    server.passMinutes(7 * 24 * 60 + 1);
    admin = { ...admin, token: await server.signIn(admin.login) };
    expect(codeOf(await open(first))).toBe('LINK_ENDED');
    expect((await asAdmin('POST', `/api/user/${id}/send-invitation`, {})).json()).toEqual({
      Address: 'finn@firm.test',
    });
    const second = await tokenTo('finn@firm.test', 2, 'invitation');
    expect((await open(second)).statusCode).toBe(200);
    await asAdmin('POST', `/api/user/${id}/send-invitation`, {});
    const third = await tokenTo('finn@firm.test', 3, 'invitation');
    expect(codeOf(await join(second))).toBe('LINK_ENDED');
    // The link's seven days outlast the fourteen days of the handed-over password.
    server.passMinutes(6.9 * 24 * 60);
    admin = { ...admin, token: await server.signIn(admin.login) };
    expect((await open(third)).statusCode).toBe(200);
    expect((await asAdmin('DELETE', `/api/user/${id}`)).statusCode).toBe(200);
    expect(codeOf(await join(third))).toBe('LINK_ENDED');
    expect((await asAdmin('POST', `/api/user/${admin.personId}/send-invitation`, {})).statusCode).toBe(409);
  });

  it('asks who has an account in another firm to sign in with it, and takes the token for the password that is handed over', async () => {
    const birch = await server.tenant('Birch Partners');
    const gus = await server.person(birch, { carry: 'viewer' }, 'gus@birch.test');
    await invite('gus', gus.login);
    const token = await tokenTo('gus@firm.test', 1, 'invitation');
    expect((await open(token)).json()).toMatchObject({ ChoosesPassword: false });
    expect(codeOf(await join(token))).toBe('OWN_ACCOUNT');
    const listed = await server.call(gus.token, undefined, { method: 'GET', url: '/api/user/invitation' });
    const [invitation] = listed.json<readonly { Id: string; NeedsCode: boolean }[]>();
    expect(invitation).toMatchObject({ NeedsCode: true });
    const accept = (code: string) =>
      server.call(gus.token, undefined, {
        method: 'POST',
        url: `/api/user/invitation/${invitation!.Id}/accept`,
        payload: { Code: code },
      });
    expect(codeOf(await accept(''))).toBe('WRONG_CODE');
    expect(codeOf(await accept('b'.repeat(43)))).toBe('WRONG_CODE');
    expect((await accept(token)).json()).toEqual({ TenantId: tenantId });
  });
});

describe('a sign-in from a new place', () => {
  it('is mailed to the person, and one from a place that is known is not, whatever the version', async () => {
    const ida = await server.person(tenantId, { carry: 'viewer' }, 'ida');
    await server.database.worker.query(`UPDATE person SET email = 'ida@firm.test' WHERE id = $1`, [ida.personId]);
    const from = (version: number, remoteAddress: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/signin/local',
        remoteAddress,
        headers: { 'user-agent': `Mozilla/5.0 (Windows NT 10.0) Chrome/${version}.0 Safari/537.36` },
        payload: { Login: 'ida', Password: ida.password },
      });
    expect((await from(130, '203.0.113.7')).statusCode).toBe(200);
    await vi.waitFor(() => expect(mailsTo('ida@firm.test')).toHaveLength(1), { timeout: 240_000, interval: 50 });
    expect(mailsTo('ida@firm.test')[0]).toMatchObject({
      subject: expect.stringContaining('Chrome on Windows, 203.0.113.7'),
      links: ['http://carry.test/#/account'],
    });
    await from(131, '203.0.113.99');
    await from(131, '198.51.100.1');
    await vi.waitFor(() => expect(mailsTo('ida@firm.test')).toHaveLength(2), { timeout: 240_000, interval: 50 });
  });
});

describe('without a mail server', () => {
  it('nothing is offered: a first password is handed over, and no reset is there', async () => {
    const silent = await TestServer.start();
    try {
      const firm = await silent.tenant();
      const ada = await silent.person(firm, { carry: 'administrator' });
      const methods = await silent.call(undefined, undefined, { method: 'GET', url: '/api/signin/getloginurls' });
      expect(methods.json()).toMatchObject({ LocalAccounts: true, PasswordReset: false });
      const payload = { FirstName: 'Hal', LastName: 'New', Email: 'hal@firm.test', Username: 'hal', Roles: roles };
      const invited = await silent.call(ada.token, firm, { method: 'POST', url: '/api/user', payload });
      expect(invited.json()).toMatchObject({ IsMailed: false, FirstPassword: expect.stringMatching(/^\w{5}-/) });
      const response = await silent.call(undefined, undefined, {
        method: 'POST',
        url: '/api/signin/reset/ask',
        payload: { Login: ada.login },
      });
      expect(codeOf(response)).toBe('NO_MAIL_SERVER');
    } finally {
      await silent.stop();
    }
  });
});
