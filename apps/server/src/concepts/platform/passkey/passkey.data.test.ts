import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SoftPasskey } from '../../../testing/softPasskey.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const origin = 'http://localhost';
const elsewhere = 'http://app.localhost';
const at = (page: string) => ({ origin: page, host: new URL(page).host });

describe('passkeys', () => {
  let server: TestServer;
  let tenantId: string;
  let ada: TestPerson;
  let laptop: SoftPasskey;
  let codes: string[];
  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    ada = await server.person(tenantId, { carry: 'administrator' });
    laptop = new SoftPasskey(origin);
  });
  afterAll(() => server.stop());

  const post = (token: string | undefined, path: string, payload: object = {}, page = origin) =>
    server.call(token, undefined, { method: 'POST', url: `/api/${path}`, payload, headers: at(page) });
  const challengeOf = async (token: string | undefined, path: string, payload: object = {}, page = origin) => {
    const response = await post(token, path, payload, page);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<{ Challenge: string }>().Challenge;
  };
  const toCreate = (token: string, page = origin) =>
    challengeOf(token, 'account/passkey/begin', { CurrentPassword: TestServer.password }, page);
  const add = async (token: string, device: SoftPasskey, name = 'Laptop', page = origin) =>
    post(token, 'account/passkey', { Name: name, ...device.create(await toCreate(token, page)) }, page);
  const show = async (token: string, device: SoftPasskey) =>
    post(token, 'account/passkey/confirm', device.sign(await challengeOf(token, 'account/passkey/challenge')));
  const toEnter = (page = origin) => challengeOf(undefined, 'signin/passkey/begin', {}, page);
  const enter = (proof: object, page = origin) => post(undefined, 'signin/passkey', proof, page);
  const funds = (token: string) => server.call(token, tenantId, { method: 'GET', url: '/api/carry/fund' });
  const tokenIn = ({ cookies }: { readonly cookies: readonly { name: string; value: string }[] }) =>
    cookies.find(({ name }) => name === 'AuthToken')?.value ?? '';
  const refused = (code: string) => ({ Errors: [{ Code: code }] });

  it('are created with the password, on a device that verifies its user, for this host and session, and the first one returns recovery codes', async () => {
    const other = await server.signIn(ada.login);
    const wrong = await post(ada.token, 'account/passkey/begin', { CurrentPassword: 'not it' });
    expect(wrong.json()).toMatchObject(refused('WRONG_PASSWORD'));
    const createPasskey = async (token: string, options: Parameters<SoftPasskey['create']>[1]) =>
      (
        await post(token, 'account/passkey', { Name: 'Laptop', ...laptop.create(await toCreate(ada.token), options) })
      ).json<object>();
    expect(await createPasskey(other, {})).toMatchObject(refused('PASSKEY_REFUSED'));
    expect(await createPasskey(ada.token, { origin: elsewhere })).toMatchObject(refused('PASSKEY_REFUSED'));
    expect(await createPasskey(ada.token, { host: 'app.localhost' })).toMatchObject(refused('PASSKEY_REFUSED'));
    expect(await createPasskey(ada.token, { verifies: false })).toMatchObject(refused('PASSKEY_REFUSED'));
    const added = await add(ada.token, laptop);
    expect(added.statusCode, added.body).toBe(200);
    codes = added.json<{ RecoveryCodes: string[] }>().RecoveryCodes;
    expect(codes).toHaveLength(10);
    expect((await funds(other)).statusCode).toBe(401);
    expect((await add(ada.token, laptop)).json()).toMatchObject(refused('PASSKEY_THERE'));
    const second = await add(ada.token, new SoftPasskey(origin), 'Key on the ring');
    expect(second.json()).toEqual({ RecoveryCodes: [] });
    const list = await server.call(ada.token, undefined, { method: 'GET', url: '/api/account/passkey' });
    expect(list.json()).toMatchObject([
      { Name: 'Laptop', Host: 'localhost', LastUsedDate: null },
      { Name: 'Key on the ring' },
    ]);
  });

  it('are required after the password, and can be replaced by a recovery code if they are lost', async () => {
    const token = await server.signIn(ada.login);
    expect((await funds(token)).json()).toMatchObject(refused('SECOND_FACTOR_DUE'));
    const methods = await server.call(token, undefined, { url: '/api/account/factor', headers: { host: 'localhost' } });
    expect(methods.json()).toEqual({ Authenticator: false, Passkey: true, RecoveryCodes: true, HasPassword: true });
    const there = await server.call(token, undefined, { url: '/api/account/factor', headers: { host: '127.0.0.1' } });
    expect(there.json()).toMatchObject({ Passkey: false });
    expect((await show(token, laptop)).statusCode).toBe(200);
    expect((await funds(token)).statusCode).toBe(200);
    const later = await server.signIn(ada.login);
    const opened = await post(later, 'account/confirm', { Code: codes.pop() });
    expect(opened.json()).toMatchObject({ RemainingRecoveryCodes: 9 });
    // Only a factor itself can create new codes.
    expect((await post(later, 'account/recovery-codes')).json()).toMatchObject(refused('STEP_UP_REQUIRED'));
    expect((await show(later, laptop)).statusCode).toBe(200);
    codes = (await post(later, 'account/recovery-codes')).json<{ RecoveryCodes: string[] }>().RecoveryCodes;
    expect(codes).toHaveLength(10);
  });

  it('are a complete sign-in, as strong as two factors, where passwords are allowed', async () => {
    const methods = await server.call(undefined, undefined, {
      url: '/api/signin/getloginurls',
      headers: { host: 'localhost' },
    });
    expect(methods.json()).toMatchObject({ Passkeys: true });
    const entered = await enter(laptop.sign(await toEnter()));
    expect(entered.json()).toMatchObject({ Tenants: [{ Id: tenantId }] });
    const token = tokenIn(entered);
    expect((await funds(token)).statusCode).toBe(200);
    const sessions = await server.call(token, undefined, { url: '/api/account/session' });
    expect(sessions.json<{ Methods: string[]; IsThis: boolean }[]>().find(({ IsThis }) => IsThis)?.Methods).toEqual([
      'passkey',
    ]);
    const events = await server.database.worker.query(
      `SELECT 1 FROM access_event WHERE person_id = $1 AND kind = 'SIGN_IN' AND created_at = $2`,
      [ada.personId, server.now],
    );
    expect(events.rowCount).toBeGreaterThan(0);
  });

  it('are refused if the challenge was already used, has expired, or belongs to another session or action', async () => {
    const proof = laptop.sign(await toEnter());
    expect((await enter(proof)).statusCode).toBe(200);
    expect((await enter(proof)).json()).toMatchObject(refused('WRONG_CREDENTIALS'));
    const late = await toEnter();
    server.passMinutes(5);
    expect((await enter(laptop.sign(late))).statusCode).toBe(401);
    const [mine, other] = [await server.signIn(ada.login), await server.signIn(ada.login)];
    const challenge = await challengeOf(mine, 'account/passkey/challenge');
    expect((await enter(laptop.sign(challenge))).statusCode).toBe(401);
    expect((await post(other, 'account/passkey/confirm', laptop.sign(challenge))).json()).toMatchObject(
      refused('PASSKEY_REFUSED'),
    );
    expect((await enter(laptop.sign(Buffer.alloc(62).toString('base64url')))).statusCode).toBe(401);
    const twice = laptop.sign(await challengeOf(mine, 'account/passkey/challenge'));
    const both = await Promise.all([1, 2].map(() => post(mine, 'account/passkey/confirm', twice)));
    expect(both.map(({ statusCode }) => statusCode).toSorted((first, two) => first - two)).toEqual([200, 422]);
  });

  it('are refused for another host, an unknown device, another person, an unverified user, an invalid signature or a repeated counter', async () => {
    expect((await enter(laptop.sign(await toEnter(elsewhere), { origin: elsewhere }), elsewhere)).statusCode).toBe(401);
    const both = { origin: elsewhere, host: 'app.localhost' };
    expect((await enter(laptop.sign(await toEnter(elsewhere), both), elsewhere)).statusCode).toBe(401);
    expect((await enter(laptop.sign(await toEnter(), { origin: elsewhere }))).statusCode).toBe(401);
    expect((await enter(new SoftPasskey(origin).sign(await toEnter()))).statusCode).toBe(401);
    expect((await enter(laptop.sign(await toEnter(), { verifies: false }))).json()).toMatchObject({
      Errors: [{ Code: 'WRONG_CREDENTIALS', Message: expect.stringContaining('didn’t ask for a PIN') }],
    });
    const stolen = { ...laptop.sign(await toEnter()), Signature: laptop.sign(await toEnter()).Signature };
    expect((await enter(stolen)).statusCode).toBe(401);

    const ben = await server.person(tenantId, { carry: 'viewer' });
    const own = new SoftPasskey(origin);
    expect((await add(ben.token, own)).statusCode).toBe(200);
    const due = await server.signIn(ada.login);
    const challenge = await challengeOf(due, 'account/passkey/challenge');
    expect((await post(due, 'account/passkey/confirm', own.sign(challenge))).json()).toMatchObject(
      refused('PASSKEY_REFUSED'),
    );
    expect((await show(due, laptop)).statusCode).toBe(200);
    laptop.counter -= 5;
    expect((await enter(laptop.sign(await toEnter()))).statusCode).toBe(401);
    laptop.counter += 5;
    expect((await enter(laptop.sign(await toEnter()))).statusCode).toBe(200);
    await server.database.worker.query('UPDATE person SET is_inactive = true WHERE id = $1', [ben.personId]);
    expect((await enter(own.sign(await toEnter()))).statusCode).toBe(401);
  });

  it('can be removed only by their owner after presenting a factor, and the last one removes the recovery codes', async () => {
    const cleo = await server.person(tenantId, { carry: 'viewer' });
    const own = new SoftPasskey(origin);
    await add(cleo.token, own);
    const [passkey] = (await server.call(cleo.token, undefined, { url: '/api/account/passkey' })).json<
      { Id: string }[]
    >();
    const remove = (token: string) => post(token, `account/passkey/${passkey?.Id ?? ''}/remove`);
    const entered = tokenIn(await enter(laptop.sign(await toEnter())));
    expect((await remove(entered)).statusCode).toBe(404);
    server.passMinutes(11);
    expect((await remove(cleo.token)).json()).toMatchObject(refused('STEP_UP_REQUIRED'));
    expect((await show(cleo.token, own)).statusCode).toBe(200);
    expect((await remove(cleo.token)).json()).toEqual({ Removed: true });
    const account = await server.call(cleo.token, undefined, { url: '/api/account' });
    expect(account.json()).toMatchObject({ RemainingRecoveryCodes: 0 });
    expect((await funds(await server.signIn(cleo.login))).statusCode).toBe(200);
    // If the devices are lost, an administrator removes them.
    const response = await server.call(tokenIn(await enter(laptop.sign(await toEnter()))), tenantId, {
      method: 'POST',
      url: `/api/user/${cleo.personId}/second-factor/remove`,
      payload: {},
    });
    expect(response.json()).toMatchObject(refused('NO_SECOND_FACTOR'));
  });

  it('require a host name', async () => {
    expect((await post(undefined, 'signin/passkey/begin', {}, 'http://127.0.0.1')).json()).toMatchObject(
      refused('PASSKEY_HOST'),
    );
  });
});
