import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const codeOf = (uri: string, at: Date) => {
  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
};

describe('the own account', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
  });
  afterAll(() => server.stop());

  const post = (token: string, path: string, payload: object = {}) =>
    server.call(token, undefined, { method: 'POST', url: `/api/account/${path}`, payload });
  /** Sets up an authenticator and returns the recovery codes. */
  const setUp = async (token: string): Promise<string[]> => {
    const begun = await post(token, 'second-factor/begin', { CurrentPassword: TestServer.password });
    const enabled = await post(token, 'second-factor', {
      Code: codeOf(begun.json<{ Uri: string }>().Uri, server.now),
    });
    expect(enabled.statusCode, enabled.body).toBe(200);
    return enabled.json<{ RecoveryCodes: string[] }>().RecoveryCodes;
  };
  const policy = async (token: string, firm: string, more: object) => {
    const settings = (request: object) =>
      server.call(token, firm, { url: '/api/tenant/settings', ...request } as never);
    const { RowVersion } = (await settings({ method: 'GET' })).json<{ RowVersion: number }>();
    const saved = await settings({ method: 'POST', payload: { RowVersion, ...more } });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  const funds = (token: string) => server.call(token, tenantId, { method: 'GET', url: '/api/carry/fund' });
  const listening = (token: string, firm = tenantId) =>
    server.call(token, firm, { method: 'POST', url: '/updateHub/negotiate' });

  it('has a picture, which is a picture and not too large [U-T-070 U-T-071] [E-T-036]', async () => {
    const picture = async (token = person.token) =>
      (await server.call(token, undefined, { method: 'GET', url: '/api/account/picture' })).json<{
        Picture: string | null;
      }>().Picture;
    const upload = (bytes: Buffer) =>
      server.call(person.token, undefined, {
        method: 'POST',
        url: '/api/account/picture',
        ...multipart({ name: 'me.png', type: 'image/png', bytes }),
      });
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    expect(await picture()).toBeNull();
    expect((await upload(Buffer.from('<svg onload="x()"/>'))).json()).toMatchObject({
      Errors: [{ Code: 'UNSUPPORTED_TYPE' }],
    });
    expect((await upload(Buffer.alloc(4_194_305))).json()).toMatchObject({
      Errors: [{ Code: 'TOO_LARGE' }],
    });
    expect((await upload(pixel)).json()).toEqual({ Saved: true });
    expect(await picture()).toBe(`data:image/png;base64,${pixel.toString('base64')}`);
    const other = await server.person(tenantId, { carry: 'administrator' });
    expect(await picture(other.token)).toBeNull();
    const displayed = await server.call(other.token, tenantId, { method: 'GET', url: `/api/user/${person.personId}` });
    expect(displayed.json<{ Picture: string | null }>().Picture).toBe(await picture());
    const entries = await server.database.worker.query<{ operation: string }>(
      `SELECT operation FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq DESC LIMIT 1`,
      [tenantId, person.personId],
    );
    expect(entries.rows).toEqual([{ operation: 'giveOwnPicture' }]);
    const gone = await server.call(person.token, undefined, { method: 'DELETE', url: '/api/account/picture' });
    expect(gone.json()).toEqual({ Removed: true });
    expect(await picture()).toBeNull();
  });

  it('takes a second factor, which is asked from then on and lets nothing by before, each code once', async () => {
    const { login } = person;
    const elsewhere = await server.signIn(login, TestServer.password);
    const begin = (CurrentPassword: string) => post(person.token, 'second-factor/begin', { CurrentPassword });
    expect((await begin('not it')).json()).toMatchObject({ Errors: [{ Code: 'WRONG_PASSWORD' }] });
    const begun = await begin(TestServer.password);
    expect(begun.statusCode, begun.body).toBe(200);
    const { Uri } = begun.json<{ Uri: string }>();
    const code = codeOf(Uri, server.now);
    const enabled = await post(person.token, 'second-factor', { Code: code });
    expect(enabled.statusCode, enabled.body).toBe(200);
    const { RecoveryCodes } = enabled.json<{ RecoveryCodes: string[] }>();
    expect(RecoveryCodes).toHaveLength(10);
    expect((await funds(elsewhere)).statusCode).toBe(401);
    expect((await funds(person.token)).statusCode).toBe(200);

    const token = await server.signIn(login, TestServer.password);
    expect((await funds(token)).json()).toMatchObject({ Errors: [{ Code: 'SECOND_FACTOR_DUE' }] });
    expect((await listening(token)).statusCode).toBe(401);
    expect((await post(token, 'second-factor/remove', { Code: code })).statusCode).toBe(403);
    expect((await post(token, 'confirm', { Code: code })).json()).toMatchObject({ Errors: [{ Code: 'CODE_USED' }] });
    expect((await post(token, 'confirm', { Code: 'abcdef' })).json()).toMatchObject({
      Errors: [{ Code: 'WRONG_CODE', Path: 'Code' }],
    });
    const [first = ''] = RecoveryCodes;
    expect((await post(token, 'confirm', { Code: first.toUpperCase() })).json()).toMatchObject({
      RecoveryCodesLeft: 9,
    });
    expect((await funds(token)).statusCode).toBe(200);
    expect((await listening(token)).statusCode).toBe(200);
    expect((await post(token, 'confirm', { Code: first })).json()).toMatchObject({ Errors: [{ Code: 'WRONG_CODE' }] });
  });

  it('shows where one is signed in and ends the others, of nobody else', async () => {
    const bea = await server.person(tenantId, { carry: 'viewer' });
    const other = await server.signIn(bea.login, TestServer.password);
    const list = await server.call(bea.token, undefined, { method: 'GET', url: '/api/account/session' });
    expect(list.statusCode, list.body).toBe(200);
    const sessions = list.json<{ Id: string; IsThis: boolean; Methods: string[] }[]>();
    expect(sessions.filter(({ IsThis }) => IsThis)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    const own = sessions.find(({ IsThis }) => IsThis)?.Id ?? '';
    expect((await post(person.token, `session/${own}/end`)).statusCode).toBe(404);
    expect((await post(bea.token, 'session/end-others')).json()).toEqual({ Ended: 1 });
    expect((await funds(other)).statusCode).toBe(401);
    expect((await funds(bea.token)).statusCode).toBe(200);
  });

  it('has its second factor taken away by an administrator of the home firm alone, never by oneself without a code', async () => {
    const admin = await server.person(tenantId, { carry: 'administrator' });
    const dora = await server.person(tenantId, { carry: 'viewer' });
    const take = (token: string, id: string, firm = tenantId) =>
      server.call(token, firm, { method: 'POST', url: `/api/user/${id}/second-factor/remove`, payload: {} });
    expect((await take(admin.token, dora.personId)).json()).toMatchObject({ Errors: [{ Code: 'NO_SECOND_FACTOR' }] });
    const codes = await setUp(dora.token);
    expect(codes).toHaveLength(10);
    const elsewhere = await server.tenant();
    await server.join(elsewhere, dora.personId, { carry: 'viewer' });
    const other = await server.person(elsewhere, { carry: 'administrator' });
    expect((await take(other.token, dora.personId, elsewhere)).json()).toMatchObject({
      Errors: [{ Code: 'PERSON_OF_OTHER_TENANTS' }],
    });
    expect((await take(dora.token, dora.personId)).statusCode).toBe(403);
    await setUp(admin.token);
    expect((await take(admin.token, admin.personId)).json()).toMatchObject({ Errors: [{ Code: 'OWN_SECOND_FACTOR' }] });
    expect((await take(admin.token, dora.personId)).json()).toEqual({ Removed: true });
    expect((await funds(dora.token)).statusCode).toBe(401);
    expect((await funds(await server.signIn(dora.login, TestServer.password))).statusCode).toBe(200);
  });

  it('is asked for a second factor shown lately where pay is read and the firm wants it, and for none in others', async () => {
    const strict = await server.tenant();
    const hr = await server.person(strict, { comp: 'administrator' });
    const pay = () => server.call(hr.token, strict, { method: 'GET', url: '/api/comp/salary' });
    const free = await pay();
    expect(free.json()).not.toMatchObject({ Errors: [{ Code: 'STEP_UP_REQUIRED' }] });
    await policy(hr.token, strict, { SecondFactor: 'optional', StepUpMinutes: 10 });
    expect((await pay()).json()).toMatchObject({ Errors: [{ Code: 'STEP_UP_REQUIRED' }] });
    expect((await post(hr.token, 'confirm', { Code: '123456' })).json()).toMatchObject({
      Errors: [{ Code: 'NO_SECOND_FACTOR' }],
    });
    const [code = ''] = await setUp(hr.token);
    expect((await pay()).statusCode).toBe(free.statusCode);
    server.passMinutes(11);
    expect((await pay()).json()).toMatchObject({ Errors: [{ Code: 'STEP_UP_REQUIRED' }] });
    const checked = await server.call(hr.token, strict, {
      method: 'POST',
      url: '/api/upload/payroll-actuals/unconfirmed',
    });
    expect(checked.json()).toMatchObject({ Errors: [{ Code: 'STEP_UP_REQUIRED' }] });
    // Weakening a firm's sign-in policy requires it as well. Making it stricter doesn't.
    await policy(hr.token, strict, { SecondFactor: 'administrators', PasswordLength: 14 });
    const { RowVersion } = (await server.call(hr.token, strict, { url: '/api/tenant/settings' })).json<{
      RowVersion: number;
    }>();
    const weaken = await server.call(hr.token, strict, {
      method: 'POST',
      url: '/api/tenant/settings',
      payload: { RowVersion, PasswordLength: 13 },
    });
    expect(weaken.json()).toMatchObject({ Errors: [{ Code: 'STEP_UP_REQUIRED' }] });
    expect((await post(hr.token, 'confirm', { Code: code })).statusCode).toBe(200);
    expect((await pay()).statusCode).toBe(free.statusCode);
    await policy(hr.token, strict, { SecondFactor: 'off' });
  });

  it('is asked for a second factor where the firm asks it of everybody', async () => {
    const strict = await server.tenant();
    const ada = await server.person(strict, { carry: 'administrator' });
    await policy(ada.token, strict, { SecondFactor: 'required', StepUpMinutes: 10 });
    expect((await server.call(ada.token, strict, { method: 'GET', url: '/api/carry/fund' })).json()).toMatchObject({
      Errors: [{ Code: 'SECOND_FACTOR_REQUIRED' }],
    });
    expect((await listening(ada.token, strict)).statusCode).toBe(401);
    const account = await server.call(ada.token, undefined, { method: 'GET', url: '/api/account' });
    expect(account.json()).toMatchObject({ HasPassword: true, SecondFactorSince: null, RecoveryCodesLeft: 0 });
  });
});
