import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

describe('users and groups', () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;
  let ofComp: TestPerson;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
    ofComp = await server.person(tenantId, { comp: 'administrator' });
  });
  afterAll(() => server.stop());

  const post = (person: TestPerson, url: string, payload: object, tenant = tenantId) =>
    server.call(person.token, tenant, { method: 'POST', url, payload });
  const user = (Username: string, roles: object[], more: object = {}) => ({
    FirstName: 'Bea',
    LastName: 'Example',
    Username,
    Roles: roles,
    ...more,
  });
  const editor = { Application: 'carry', Role: 'editor' };
  const password = 'a long enough password';

  it('makes a user who can sign in and do what the role allows', async () => {
    const made = await post(administrator, '/api/user', user('bea@example.test', [editor], { Password: password }));
    expect(made.statusCode, made.body).toBe(200);
    expect(made.json()).toMatchObject({ Username: 'bea@example.test', Roles: [editor], CanEditPerson: true });
    expect(made.body).not.toContain('argon2');
    const token = await server.signIn('bea@example.test', password);
    expect((await server.call(token, tenantId, { method: 'GET', url: '/api/carry/fund' })).statusCode).toBe(200);
    expect(
      (await server.call(token, tenantId, { method: 'POST', url: '/api/user', payload: user('x', []) })).statusCode,
    ).toBe(403);
    const list = await server.call(administrator.token, tenantId, { method: 'GET', url: '/api/user?searchQuery=bea' });
    expect(list.json()).toMatchObject({
      TotalItemCount: 1,
      PageData: [{ Username: 'bea@example.test', IsInactive: false }],
    });
  });

  it('lets nobody give or take roles in a module of others', async () => {
    const own = await server.call(ofComp.token, tenantId, { method: 'GET', url: `/api/user/${ofComp.personId}` });
    const { RowVersion, Username, FirstName, LastName, Roles } = own.json<{
      RowVersion: number;
      Username: string;
      FirstName: string;
      LastName: string;
      Roles: object[];
    }>();
    const more = { Id: ofComp.personId, RowVersion, FirstName, LastName };
    const grab = await post(
      ofComp,
      '/api/user',
      user(Username, [...Roles, { Application: 'carry', Role: 'administrator' }], more),
    );
    expect(grab.json()).toMatchObject({ Errors: [{ Code: 'ROLE_NOT_YOURS_TO_GIVE' }] });
    const group = {
      Name: 'Helpers',
      Roles: [{ Application: 'carry', Role: 'administrator' }],
      GroupMembers: [{ User: { Id: ofComp.personId } }],
    };
    expect((await post(ofComp, '/api/group', group)).json()).toMatchObject({
      Errors: [{ Code: 'ROLE_NOT_YOURS_TO_GIVE' }],
    });
    const removal = await server.call(ofComp.token, tenantId, {
      method: 'DELETE',
      url: `/api/user/${administrator.personId}`,
    });
    expect(removal.json()).toMatchObject({ Errors: [{ Code: 'ROLE_NOT_YOURS_TO_GIVE' }] });
  });

  it('joins a login of another firm as it is, without a say in its name and password', async () => {
    const elsewhere = await server.tenant();
    const other = await server.person(elsewhere, { carry: 'viewer' });
    const joined = await post(administrator, '/api/user', user(other.login, [editor], { Password: password }));
    expect(joined.json()).toMatchObject({ Id: other.personId, FirstName: 'Ada', CanEditPerson: false });
    expect(await server.signIn(other.login)).toBeTruthy();
    const { RowVersion } = joined.json<{ RowVersion: number }>();
    const taken = await post(
      administrator,
      '/api/user',
      user(other.login, [editor], { Id: other.personId, RowVersion, FirstName: 'Ada', Password: password }),
    );
    expect(taken.json()).toMatchObject({ Errors: [{ Code: 'PERSON_OF_OTHER_TENANTS' }] });
  });

  it('gives the roles of a group to its members, until it is archived', async () => {
    const member = await server.person(tenantId, {});
    const funds = async () =>
      (await server.call(member.token, tenantId, { method: 'GET', url: '/api/carry/fund' })).statusCode;
    expect(await funds()).toBe(403);
    const group = { Name: 'Accountants', Roles: [editor], GroupMembers: [{ User: { Id: member.personId } }] };
    const made = (await post(administrator, '/api/group', group)).json<{ Id: string; RowVersion: number }>();
    expect(await funds()).toBe(200);
    const archived = await post(administrator, '/api/group', {
      ...group,
      Id: made.Id,
      RowVersion: made.RowVersion,
      IsInactive: true,
    });
    expect(archived.statusCode, archived.body).toBe(200);
    expect(await funds()).toBe(403);
    expect(
      (await post(administrator, '/api/group', { ...group, Id: made.Id, RowVersion: made.RowVersion })).statusCode,
    ).toBe(409);
  });

  it('takes no stranger into a group', async () => {
    const stranger = await server.person(await server.tenant(), { carry: 'viewer' });
    const group = { Name: 'Strangers', Roles: [], GroupMembers: [{ User: { Id: stranger.personId } }] };
    expect((await post(administrator, '/api/group', group)).json()).toMatchObject({
      Errors: [{ Code: 'NOT_A_MEMBER' }],
    });
  });

  it('archives a user at once and writes down who did it', async () => {
    const made = (
      await post(administrator, '/api/user', user('cy@example.test', [editor], { Password: password }))
    ).json<{ Id: string; RowVersion: number }>();
    const token = await server.signIn('cy@example.test', password);
    const more = { Id: made.Id, RowVersion: made.RowVersion, IsInactive: true };
    expect((await post(administrator, '/api/user', user('cy@example.test', [editor], more))).statusCode).toBe(200);
    expect((await server.call(token, tenantId, { method: 'GET', url: '/api/carry/fund' })).statusCode).toBe(403);
    const { rows } = await server.database.worker.query(
      'SELECT operation, person_id FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq',
      [tenantId, made.Id],
    );
    expect(rows).toEqual([
      { operation: 'saveUser', person_id: administrator.personId },
      { operation: 'saveUser', person_id: administrator.personId },
    ]);
  });

  it('changes the own password, which ends the other sessions', async () => {
    const person = await server.person(tenantId, { carry: 'viewer' });
    const second = await server.signIn(person.login);
    const wrong = await post(person, '/api/user/password', { CurrentPassword: 'no', NewPassword: password });
    expect(wrong.json()).toMatchObject({ Errors: [{ Code: 'WRONG_PASSWORD' }] });
    expect(
      (await post(person, '/api/user/password', { CurrentPassword: person.password, NewPassword: password }))
        .statusCode,
    ).toBe(200);
    const ask = async (token: string) =>
      (await server.call(token, undefined, { method: 'GET', url: '/api/Signin' })).statusCode;
    expect([await ask(person.token), await ask(second)]).toEqual([200, 401]);
    expect(await server.signIn(person.login, password)).toBeTruthy();
  });
});
