import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

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

  it('makes a user who signs in, changes the given password first, and does what the role allows', async () => {
    const created = await post(administrator, '/api/user', user('bea@example.test', [editor], { Password: password }));
    expect(created.statusCode, created.body).toBe(200);
    expect(created.json()).toMatchObject({ Username: 'bea@example.test', Status: 'Invited', CanEditPerson: true });
    expect(created.body).not.toContain('argon2');
    const payload = { Login: 'bea@example.test', Password: password };
    const entered = await server.app.inject({ method: 'POST', url: '/api/signin/local', payload });
    expect(entered.json()).toMatchObject({ PasswordDue: true, Tenants: [] });
    const token = await server.signIn('bea@example.test', password);
    const funds = async () => (await server.call(token, tenantId, { method: 'GET', url: '/api/carry/fund' })).json();
    expect(await funds()).toMatchObject({ Errors: [{ Code: 'PASSWORD_DUE' }] });
    const change = async (NewPassword: string) =>
      server.call(token, undefined, {
        method: 'POST',
        url: '/api/user/password',
        payload: { CurrentPassword: password, NewPassword },
      });
    expect((await change(password)).json()).toMatchObject({ Errors: [{ Code: 'SAME_PASSWORD' }] });
    expect((await change('password1234')).json()).toMatchObject({
      Errors: [{ Code: 'PASSWORD_EASY', Path: 'NewPassword' }],
    });
    expect((await change('kettle-of-bright-orbits')).statusCode).toBe(200);
    expect(await funds()).toMatchObject({ TotalItemCount: 0 });
    expect(
      (await server.call(token, tenantId, { method: 'POST', url: '/api/user', payload: user('x', []) })).statusCode,
    ).toBe(403);
    const list = await server.call(administrator.token, tenantId, {
      method: 'GET',
      url: '/api/user?searchQuery=bea%20example',
    });
    expect(list.json()).toMatchObject({
      TotalItemCount: 1,
      PageData: [{ Username: 'bea@example.test', IsInactive: false, Status: 'Active' }],
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
    expect(removal.json()).toMatchObject({ Errors: [{ Code: 'PERSON_NOT_YOURS' }] });
  });

  it('lets nobody set name, e-mail, login, password or archive of who holds a module that is not theirs', async () => {
    const holder = await server.person(tenantId, { carry: 'viewer', comp: 'viewer' });
    const read = async (who: TestPerson) =>
      (await server.call(who.token, tenantId, { method: 'GET', url: `/api/user/${holder.personId}` })).json<{
        RowVersion: number;
        Roles: object[];
      }>();
    expect(await read(ofComp)).toMatchObject({ CanManage: false, CanEditPerson: false });
    const seen = await read(administrator);
    const as = { Id: holder.personId, RowVersion: seen.RowVersion, FirstName: 'Ada' };
    for (const who of [ofComp, administrator]) {
      for (const [login, more] of [
        [holder.login, { Password: password }],
        [holder.login, { Email: 'mine@example.test' }],
        [holder.login, { FirstName: 'Eve' }],
        [holder.login, { IsInactive: true }],
        ['mine@example.test', {}],
      ] as const) {
        const tried = await post(who, '/api/user', user(login, seen.Roles, { ...as, ...more }));
        expect(tried.json()).toMatchObject({ Errors: [{ Code: 'PERSON_NOT_YOURS' }] });
      }
    }
    expect(await server.signIn(holder.login)).toBeTruthy();
    const both = await server.person(tenantId, { carry: 'administrator', comp: 'administrator' });
    expect(await read(both)).toMatchObject({ CanManage: true, CanEditPerson: true });
    const response = await post(both, '/api/user', user(holder.login, seen.Roles, { ...as, Password: password }));
    expect(response.statusCode, response.body).toBe(200);
    expect((await server.call(holder.token, undefined, { method: 'GET', url: '/api/Signin' })).statusCode).toBe(401);
    const { rows } = await server.database.worker.query<{ person_id: string; after: object }>(
      'SELECT person_id, after FROM activity WHERE tenant_id = $1 AND object_id = $2',
      [tenantId, holder.personId],
    );
    expect(rows).toMatchObject([{ person_id: both.personId, after: { passwordGiven: true } }]);
    expect(JSON.stringify(rows)).not.toContain('argon2');
  });

  it('counts a module that a group gives, too', async () => {
    const holder = await server.person(tenantId, { comp: 'viewer' });
    const group = { Name: 'Carriers', Roles: [editor], GroupMembers: [{ User: { Id: holder.personId } }] };
    expect((await post(administrator, '/api/group', group)).statusCode).toBe(200);
    const roles = [{ Application: 'comp', Role: 'viewer' }];
    const more = { Id: holder.personId, RowVersion: 1, FirstName: 'Ada', Password: password };
    const tried = await post(ofComp, '/api/user', user(holder.login, roles, more));
    expect(tried.json()).toMatchObject({ Errors: [{ Code: 'PERSON_NOT_YOURS' }] });
  });

  it('refuses a password that is easy to guess and a login that looks like another', async () => {
    for (const easy of ['password1234', 'qwertyuiop12', 'bea@example.test', 'aaaaaaaaaaaaaaaa']) {
      const tried = await post(administrator, '/api/user', user('bea@example.test', [], { Password: easy }));
      expect(tried.json(), easy).toMatchObject({ Errors: [{ Code: 'PASSWORD_EASY', Path: 'Password' }] });
    }
    for (const login of ['b\u0435a@example.test', 'bea @example.test', 'beá@example.test']) {
      const tried = await post(administrator, '/api/user', user(login, []));
      expect(tried.json(), login).toMatchObject({ Errors: [{ Code: 'LOGIN_UNCLEAR', Path: 'Username' }] });
    }
    const invisible = await post(administrator, '/api/user', user('bea\u200b@example.test', []));
    expect(invisible.json()).toMatchObject({ Errors: [{ Code: 'INVALID_VALUE', Path: 'Username' }] });
    for (const same of [' BEA@example.test ', '\uff22ea@example.test']) {
      const tried = await post(administrator, '/api/user', user(same, []));
      expect(tried.json(), same).toMatchObject({ Errors: [{ Code: 'DUPLICATE', Path: 'Username' }] });
    }
  });

  it('shows a person of the portal, or without a role, no user and no group', async () => {
    for (const roles of [{ 'participant-portal': 'viewer' }, {}] as const) {
      const person = await server.person(tenantId, roles);
      const get = (url: string) => server.call(person.token, tenantId, { method: 'GET', url });
      const staff = ['/api/group', '/api/group/application-user'];
      for (const url of ['/api/user', '/api/user/GetADUsers', `/api/user/${administrator.personId}`, ...staff]) {
        expect((await get(url)).statusCode, url).toBe(403);
      }
    }
  });

  it('refuses one of two administrators who remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const firm = await server.tenant();
      const pair = [
        await server.person(firm, { carry: 'administrator' }),
        await server.person(firm, { carry: 'administrator' }),
      ];
      const [first, other] = pair as [TestPerson, TestPerson];
      const remove = (who: TestPerson, target: TestPerson) =>
        server.call(who.token, firm, { method: 'DELETE', url: `/api/user/${target.personId}` });
      const answers = await Promise.all([remove(first, other), remove(other, first)]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403]);
    }
  });

  it('gives the roles of a group to its members, until it is archived', async () => {
    const member = await server.person(tenantId, {});
    const funds = async () =>
      (await server.call(member.token, tenantId, { method: 'GET', url: '/api/carry/fund' })).statusCode;
    expect(await funds()).toBe(403);
    const group = { Name: 'Accountants', Roles: [editor], GroupMembers: [{ User: { Id: member.personId } }] };
    const created = (await post(administrator, '/api/group', group)).json<{ Id: string; RowVersion: number }>();
    expect(await funds()).toBe(200);
    const access = async () =>
      (await server.call(administrator.token, tenantId, { method: 'GET', url: `/api/user/${member.personId}` })).json<{
        Access: object;
      }>().Access;
    expect(await access()).toEqual({
      Roles: [{ Application: 'carry', Role: 'editor', Groups: ['Accountants'] }],
      Employee: null,
      PayAccess: null,
    });
    const archived = await post(administrator, '/api/group', {
      ...group,
      Id: created.Id,
      RowVersion: created.RowVersion,
      IsInactive: true,
    });
    expect(archived.statusCode, archived.body).toBe(200);
    expect(await funds()).toBe(403);
    expect(await access()).toMatchObject({ Roles: [] });
    expect(
      (await post(administrator, '/api/group', { ...group, Id: created.Id, RowVersion: created.RowVersion }))
        .statusCode,
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
    const created = (
      await post(administrator, '/api/user', user('cy@example.test', [editor], { Password: password }))
    ).json<{ Id: string; RowVersion: number }>();
    const token = await server.firstSignIn('cy@example.test', password);
    const funds = async (by: string) =>
      (await server.call(by, tenantId, { method: 'GET', url: '/api/carry/fund' })).statusCode;
    const program = await server.call(token, tenantId, {
      method: 'POST',
      url: '/api/apitoken',
      payload: { Name: 'Nightly', Access: 'READ', EndsOn: server.now.toISOString().slice(0, 10) },
    });
    const { Token } = program.json<{ Token: string }>();
    expect([await funds(token), await funds(Token)]).toEqual([200, 200]);
    const more = { Id: created.Id, RowVersion: created.RowVersion, IsInactive: true };
    const archived = await post(administrator, '/api/user', user('cy@example.test', [editor], more));
    expect(archived.statusCode).toBe(200);
    expect([await funds(token), await funds(Token)]).toEqual([401, 401]);
    // Sessions from before the removal, which may be the reason for it, stay ended.
    const { RowVersion } = archived.json<{ RowVersion: number }>();
    const back = { Id: created.Id, RowVersion };
    expect((await post(administrator, '/api/user', user('cy@example.test', [editor], back))).statusCode).toBe(200);
    expect([await funds(token), await funds(Token)]).toEqual([401, 401]);
    const { rows } = await server.database.worker.query(
      'SELECT operation, person_id FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq',
      [tenantId, created.Id],
    );
    expect(rows).toEqual([
      { operation: 'inviteUser', person_id: administrator.personId },
      { operation: 'changePassword', person_id: created.Id },
      { operation: 'acceptInvitation', person_id: created.Id },
      { operation: 'saveUser', person_id: administrator.personId },
      { operation: 'saveUser', person_id: administrator.personId },
    ]);
  });

  it('sets no own password without the current one', async () => {
    const person = await server.person(tenantId, { carry: 'administrator' });
    const own = await server.call(person.token, tenantId, { method: 'GET', url: `/api/user/${person.personId}` });
    const { RowVersion, Roles } = own.json<{ RowVersion: number; Roles: object[] }>();
    const as = { Id: person.personId, RowVersion, FirstName: 'Ada' };
    const tried = await post(person, '/api/user', user(person.login, Roles, { ...as, Password: password }));
    expect(tried.json()).toMatchObject({
      Errors: [
        {
          Code: 'OWN_PASSWORD',
          Path: 'Password',
          Message: 'Change your own password in your account, with the current one.',
        },
      ],
    });
    expect(await server.signIn(person.login)).toBeTruthy();
    expect((await post(person, '/api/user', user(person.login, Roles, as))).statusCode).toBe(200);
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
    const statusOf = async (token: string) =>
      (await server.call(token, undefined, { method: 'GET', url: '/api/Signin' })).statusCode;
    expect([await statusOf(person.token), await statusOf(second)]).toEqual([200, 401]);
    expect(await server.signIn(person.login, password)).toBeTruthy();
    const { rows } = await server.database.worker.query(
      'SELECT operation, before, after FROM activity WHERE tenant_id = $1 AND person_id = $2',
      [tenantId, person.personId],
    );
    expect(rows).toEqual([{ operation: 'changePassword', before: null, after: null }]);
  });
});
