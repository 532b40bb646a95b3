import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const funds = (token: string) => server.call(token, tenantId, { method: 'GET', url: '/api/carry/fund' });

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
    expect((await post(token, 'confirm', { Code: first })).json()).toMatchObject({ Errors: [{ Code: 'WRONG_CODE' }] });
  });

  it('shows where one is signed in and ends the others, of nobody else', async () => {
    const bea = await server.person(tenantId, { carry: 'viewer' });
    const other = await server.signIn(bea.login, TestServer.password);
    const list = await server.call(bea.token, undefined, { method: 'GET', url: '/api/account/session' });
    const sessions = list.json<{ Id: string; IsThis: boolean; Methods: string[] }[]>();
    expect(sessions.map(({ IsThis }) => IsThis).sort()).toEqual([false, true]);
    const own = sessions.find(({ IsThis }) => IsThis)?.Id ?? '';
    expect((await post(person.token, `session/${own}/end`)).statusCode).toBe(404);
    expect((await post(bea.token, 'session/end-others')).json()).toEqual({ Ended: 1 });
    expect((await funds(other)).statusCode).toBe(401);
    expect((await funds(bea.token)).statusCode).toBe(200);
  });

  it('is asked for a second factor where the firm asks it of everybody', async () => {
    const strict = await server.tenant();
    const ada = await server.person(strict, { carry: 'administrator' });
    const settings = (url: string, more: object) => server.call(ada.token, strict, { url, ...more } as never);
    const read = await settings('/api/tenant/settings', { method: 'GET' });
    const { RowVersion } = read.json<{ RowVersion: number }>();
    const save = { method: 'POST', payload: { RowVersion, SecondFactor: 'required', StepUpMinutes: 10 } };
    expect((await settings('/api/tenant/settings', save)).statusCode).toBe(200);
    expect((await settings('/api/carry/fund', { method: 'GET' })).json()).toMatchObject({
      Errors: [{ Code: 'SECOND_FACTOR_REQUIRED' }],
    });
    const account = await server.call(ada.token, undefined, { method: 'GET', url: '/api/account' });
    expect(account.json()).toMatchObject({ HasPassword: true, SecondFactorSince: null, RecoveryCodesLeft: 0 });
  });
});
