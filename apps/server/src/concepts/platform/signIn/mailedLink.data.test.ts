import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MailReceiver, startMailReceiver } from '../../../testing/mailReceiver.ts';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

let receiver: MailReceiver;
let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
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

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errors[0]?.code;
const mailsTo = (address: string) => receiver.mails.filter(({ to }) => to === address);
/** Returns the token of the link in the newest mail to an address, once there are this many. */
async function tokenTo(address: string, count: number, kind: 'reset' | 'invitation'): Promise<string> {
  await vi.waitFor(() => expect(mailsTo(address)).toHaveLength(count), { timeout: 240_000, interval: 50 });
  const [link = ''] = mailsTo(address).at(-1)?.links ?? [];
  expect(link).toMatch(new RegExp(`^http://carry\\.test/#/${kind}/[\\w-]{43}$`));
  return link.slice(link.lastIndexOf('/') + 1);
}

const roles = [{ application: 'carry', role: 'viewer' }] as const;
async function invite(name: string, username = `${name}@firm.test`): Promise<string> {
  const body = { firstName: name, lastName: 'New', email: `${name}@firm.test`, username, roles } as const;
  const answer = await as(admin).saveUser({ body });
  expect(answer).toMatchObject({ firstPassword: null, isMailed: true, status: 'Invited' });
  return answer.id;
}

describe('a reset by mail', () => {
  const requestReset = (login: string) => as({}).requestPasswordReset({ body: { login } });
  const open = (token: string) => as({}).openReset({ body: { token } });
  const reset = (token: string, password = other) => as({}).resetPassword({ body: { token, newPassword: password } });
  const withAddress = async (name: string): Promise<TestPerson> => {
    const person = await server.person(tenantId, { carry: 'viewer' }, `${name}-login`);
    await server.database.worker.query('UPDATE person SET email = $2 WHERE id = $1', [
      person.personId,
      `${name}@firm.test`,
    ]);
    return person;
  };

  it('sets the password once, ends all sessions, keeps the second factor, mails the person and is in the audit log', async () => {
    const ben = await withAddress('ben');
    await server.database.worker.query(
      `INSERT INTO second_factor (person_id, secret, created_at) VALUES ($1, decode(repeat('00', 40), 'hex'), now())`,
      [ben.personId],
    );
    expect(await requestReset('BEN@firm.test')).toEqual({ requested: true });
    const token = await tokenTo('ben@firm.test', 1, 'reset');
    for (let i = 0; i < 2; i += 1) expect(await open(token)).toEqual({ opens: true });
    expect(await codeOf(reset(token, 'short'))).toBe('PASSWORD_TOO_SHORT');
    expect(await codeOf(reset(token, 'passwordpassword'))).toBe('PASSWORD_EASY');
    const both = await Promise.all([reset(token), reset(token)].map(responseStatus));
    expect(both.toSorted((first, next) => first - next)).toEqual([200, 422]);
    expect(await codeOf(reset(token))).toBe('LINK_ENDED');
    // A used link and one that never existed get the same response.
    const [used, never] = [await refusal(open(token)), await refusal(open('a'.repeat(43)))];
    expect([used.status, used.errors[0]?.code]).toEqual([422, 'LINK_ENDED']);
    expect([never.status, never.message]).toEqual([used.status, used.message]);
    const signedIn = await server.call(ben.token, tenantId, { method: 'GET', url: '/api/Signin/' });
    expect(signedIn.statusCode).toBe(401);
    const again = await as({}).signInLocal({ body: { login: ben.login, password: other, answerToken: true } });
    expect(again).toMatchObject({ factorDue: true, passwordDue: false });
    await vi.waitFor(() => expect(mailsTo('ben@firm.test').at(-1)?.subject).toBe('Your password was reset'), {
      timeout: 240_000,
    });
    const { rows } = await server.database.worker.query<{ operation: string }>(
      `SELECT operation FROM activity WHERE object_id = $1 AND operation LIKE '%eset%' ORDER BY seq`,
      [ben.personId],
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['requestPasswordReset', 'resetPassword']);
  });

  it('ends after half an hour, and with a password that was set meanwhile', async () => {
    const cleo = await withAddress('cleo');
    await requestReset(cleo.login);
    const late = await tokenTo('cleo@firm.test', 1, 'reset');
    server.passMinutes(31);
    expect(await codeOf(open(late))).toBe('LINK_ENDED');
    expect(await codeOf(reset(late))).toBe('LINK_ENDED');
    await requestReset(cleo.login);
    const overtaken = await tokenTo('cleo@firm.test', 2, 'reset');
    const change = { currentPassword: cleo.password, newPassword: other };
    await as({ token: cleo.token }).changePassword({ body: change });
    expect(await codeOf(reset(overtaken, own))).toBe('LINK_ENDED');
    expect(await codeOf(reset('a'.repeat(43)))).toBe('LINK_ENDED');
  });

  it('gets the same response for an unknown person, without a mail; repeated requests have to wait', async () => {
    const dora = await withAddress('dora');
    const before = receiver.mails.length;
    const [existing, unknown] = [await requestReset(dora.login), await requestReset('nobody@firm.test')];
    expect(unknown).toEqual(existing);
    await tokenTo('dora@firm.test', 1, 'reset');
    expect(receiver.mails.length).toBe(before + 1);
    for (const login of [dora.login, 'nobody@firm.test']) {
      for (let i = 0; i < 3; i += 1) await responseStatus(requestReset(login));
      expect(await codeOf(requestReset(login))).toBe('TOO_MANY_ATTEMPTS');
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
  const open = (token: string) => as({}).openInvitation({ body: { token } });
  const join = (token: string) => as({}).joinByInvitation({ body: { token, newPassword: own } });

  it('makes a member of who chooses a password by its link, once', async () => {
    await invite('eve');
    const token = await tokenTo('eve@firm.test', 1, 'invitation');
    expect(await open(token)).toMatchObject({
      tenantName: 'Alder Partners',
      login: 'eve@firm.test',
      choosesPassword: true,
    });
    const both = await Promise.all([join(token), join(token)].map(responseStatus));
    expect(both.toSorted((first, next) => first - next)).toEqual([200, 422]);
    expect(await codeOf(open(token))).toBe('LINK_ENDED');
    const entered = await as({}).signInLocal({ body: { login: 'eve@firm.test', password: own } });
    expect(entered).toMatchObject({ passwordDue: false, tenants: [{ name: 'Alder Partners' }] });
  });

  it('doesn’t open after seven days, a newer mail or a cancellation', async () => {
    const id = await invite('finn');
    const first = await tokenTo('finn@firm.test', 1, 'invitation');
    server.passMinutes(7 * 24 * 60 + 1);
    admin = { ...admin, token: await server.signIn(admin.login) };
    expect(await codeOf(open(first))).toBe('LINK_ENDED');
    expect(await as(admin).sendInvitation({ params: { id } })).toEqual({ address: 'finn@firm.test' });
    const second = await tokenTo('finn@firm.test', 2, 'invitation');
    await open(second);
    await as(admin).sendInvitation({ params: { id } });
    const third = await tokenTo('finn@firm.test', 3, 'invitation');
    expect(await codeOf(join(second))).toBe('LINK_ENDED');
    // The link's seven days outlast the fourteen days of the handed-over password.
    server.passMinutes(6.9 * 24 * 60);
    admin = { ...admin, token: await server.signIn(admin.login) };
    await open(third);
    await as(admin).deleteUser({ params: { id } });
    expect(await codeOf(join(third))).toBe('LINK_ENDED');
    expect((await refusal(as(admin).sendInvitation({ params: { id: admin.personId } }))).status).toBe(409);
  });

  it('asks people with an account in another firm to sign in, and accepts the token instead of an initial password', async () => {
    const birch = await server.tenant('Birch Partners');
    const gus = await server.person(birch, { carry: 'viewer' }, 'gus@birch.test');
    await invite('gus', gus.login);
    const token = await tokenTo('gus@firm.test', 1, 'invitation');
    expect(await open(token)).toMatchObject({ choosesPassword: false });
    expect(await codeOf(join(token))).toBe('OWN_ACCOUNT');
    const [invitation] = await as(gus).listInvitations();
    expect(invitation).toMatchObject({ needsCode: true });
    const accept = (code: string) => as(gus).acceptInvitation({ params: { id: invitation!.id }, body: { code } });
    expect(await codeOf(accept(''))).toBe('WRONG_CODE');
    expect(await codeOf(accept('b'.repeat(43)))).toBe('WRONG_CODE');
    expect(await accept(token)).toEqual({ tenantId });
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
      links: [`http://carry.test/#/account?firm=${tenantId}`],
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
      expect(await silent.as({}).listLoginUrls()).toMatchObject({ localAccounts: true, passwordReset: false });
      const body = { firstName: 'Hal', lastName: 'New', email: 'hal@firm.test', username: 'hal', roles };
      expect(await silent.as(ada).saveUser({ body })).toMatchObject({
        isMailed: false,
        firstPassword: expect.stringMatching(/^\w{5}-/),
      });
      expect(await codeOf(silent.as({}).requestPasswordReset({ body: { login: ada.login } }))).toBe('NO_MAIL_SERVER');
    } finally {
      await silent.stop();
    }
  });
});
