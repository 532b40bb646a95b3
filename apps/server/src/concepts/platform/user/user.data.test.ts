import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BodyOf, refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('users and groups', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
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

  type User = BodyOf<'saveUser'>;
  const user = (username: string, roles: User['roles'], more: Partial<User> = {}): User => ({
    firstName: 'Bea',
    lastName: 'Example',
    username,
    roles,
    ...more,
  });
  const editor = { application: 'carry', role: 'editor' } as const;
  const password = 'a long enough password';

  it('creates a user who signs in, first changes the initial password, and can do what the role allows', async () => {
    const created = await as(administrator).saveUser({ body: user('bea@example.test', [editor], { password }) });
    expect(created).toMatchObject({ username: 'bea@example.test', status: 'Invited', canEditPerson: true });
    expect(JSON.stringify(created)).not.toContain('argon2');
    const entered = await as({}).signInLocal({ body: { login: 'bea@example.test', password } });
    expect(entered).toMatchObject({ passwordDue: true, tenants: [] });
    const token = await server.signIn('bea@example.test', password);
    const funds = () => as({ token, tenantId }).listFunds();
    expect(await refusal(funds())).toMatchObject({ errors: [{ code: 'PASSWORD_DUE' }] });
    const change = (newPassword: string) =>
      as({ token }).changePassword({ body: { currentPassword: password, newPassword } });
    expect(await refusal(change(password))).toMatchObject({ errors: [{ code: 'SAME_PASSWORD' }] });
    expect(await refusal(change('password1234'))).toMatchObject({
      errors: [{ code: 'PASSWORD_EASY', path: 'NewPassword' }],
    });
    await change('kettle-of-bright-orbits');
    expect(await funds()).toMatchObject({ totalItemCount: 0 });
    expect((await refusal(as({ token, tenantId }).saveUser({ body: user('x', []) }))).status).toBe(403);
    const list = await as(administrator).listUsers({ query: { searchQuery: 'bea example' } });
    expect(list).toMatchObject({
      totalItemCount: 1,
      pageData: [{ username: 'bea@example.test', isInactive: false, status: 'Active' }],
    });
  });

  it('refuses to grant or remove roles in modules of other administrators', async () => {
    const { rowVersion, username, firstName, lastName, roles } = await as(ofComp).getUser({
      params: { id: ofComp.personId },
    });
    const more = { id: ofComp.personId, rowVersion, firstName, lastName };
    const grab = await refusal(
      as(ofComp).saveUser({ body: user(username, [...roles, { application: 'carry', role: 'administrator' }], more) }),
    );
    expect(grab).toMatchObject({ errors: [{ code: 'ROLE_NOT_ADMINISTERED' }] });
    const group = {
      name: 'Helpers',
      roles: [{ application: 'carry', role: 'administrator' }],
      groupMembers: [{ user: { id: ofComp.personId } }],
    } as const;
    expect(await refusal(as(ofComp).saveGroup({ body: group }))).toMatchObject({
      errors: [{ code: 'ROLE_NOT_ADMINISTERED' }],
    });
    const removal = await refusal(as(ofComp).deleteUser({ params: { id: administrator.personId } }));
    expect(removal).toMatchObject({ errors: [{ code: 'PERSON_NOT_YOURS' }] });
  });

  it('refuses to change or archive people with a module that the administrator doesn’t administer', async () => {
    const holder = await server.person(tenantId, { carry: 'viewer', comp: 'viewer' });
    const read = (person: TestPerson) => as(person, tenantId).getUser({ params: { id: holder.personId } });
    expect(await read(ofComp)).toMatchObject({ canManage: false, canEditPerson: false });
    const visible = await read(administrator);
    const existing = { id: holder.personId, rowVersion: visible.rowVersion, firstName: 'Ada' };
    for (const person of [ofComp, administrator]) {
      for (const [login, more] of [
        [holder.login, { password }],
        [holder.login, { email: 'mine@example.test' }],
        [holder.login, { firstName: 'Eve' }],
        [holder.login, { isInactive: true }],
        ['mine@example.test', {}],
      ] as const) {
        const tried = await refusal(
          as(person).saveUser({ body: user(login, visible.roles, { ...existing, ...more }) }),
        );
        expect(tried).toMatchObject({ errors: [{ code: 'PERSON_NOT_YOURS' }] });
      }
    }
    expect(await server.signIn(holder.login)).toBeTruthy();
    const both = await server.person(tenantId, { carry: 'administrator', comp: 'administrator' });
    expect(await read(both)).toMatchObject({ canManage: true, canEditPerson: true });
    await as(both).saveUser({ body: user(holder.login, visible.roles, { ...existing, password }) });
    expect((await server.call(holder.token, undefined, { method: 'GET', url: '/api/Signin' })).statusCode).toBe(401);
    const { rows } = await server.database.worker.query<{ person_id: string; after: object }>(
      'SELECT person_id, after FROM activity WHERE tenant_id = $1 AND object_id = $2',
      [tenantId, holder.personId],
    );
    expect(rows).toMatchObject([{ person_id: both.personId, after: { passwordSet: true } }]);
    expect(JSON.stringify(rows)).not.toContain('argon2');
  });

  it('counts a module that a group gives, too', async () => {
    const holder = await server.person(tenantId, { comp: 'viewer' });
    const group = { name: 'Carriers', roles: [editor], groupMembers: [{ user: { id: holder.personId } }] } as const;
    await as(administrator).saveGroup({ body: group });
    const roles = [{ application: 'comp', role: 'viewer' }] as const;
    const more = { id: holder.personId, rowVersion: 1, firstName: 'Ada', password };
    const tried = await refusal(as(ofComp).saveUser({ body: user(holder.login, roles, more) }));
    expect(tried).toMatchObject({ errors: [{ code: 'PERSON_NOT_YOURS' }] });
  });

  it('refuses a password that is easy to guess and a login that looks like another', async () => {
    for (const easy of ['password1234', 'qwertyuiop12', 'bea@example.test', 'aaaaaaaaaaaaaaaa']) {
      const tried = await refusal(
        as(administrator).saveUser({ body: user('bea@example.test', [], { password: easy }) }),
      );
      expect(tried, easy).toMatchObject({ errors: [{ code: 'PASSWORD_EASY', path: 'Password' }] });
    }
    for (const login of ['b\u0435a@example.test', 'bea @example.test', 'beá@example.test']) {
      const tried = await refusal(as(administrator).saveUser({ body: user(login, []) }));
      expect(tried, login).toMatchObject({ errors: [{ code: 'LOGIN_UNCLEAR', path: 'Username' }] });
    }
    const invisible = await refusal(as(administrator).saveUser({ body: user('bea\u200b@example.test', []) }));
    expect(invisible).toMatchObject({ errors: [{ code: 'INVALID_VALUE', path: 'Username' }] });
    for (const same of [' BEA@example.test ', '\uff22ea@example.test']) {
      const tried = await refusal(as(administrator).saveUser({ body: user(same, []) }));
      expect(tried, same).toMatchObject({ errors: [{ code: 'DUPLICATE', path: 'Username' }] });
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
      const remove = (person: TestPerson, target: TestPerson) =>
        as(person, firm).deleteUser({ params: { id: target.personId } });
      const statuses = await Promise.all([remove(first, other), remove(other, first)].map(responseStatus));
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403]);
    }
  });

  it('gives the roles of a group to its members, until it is archived', async () => {
    const member = await server.person(tenantId, {});
    const funds = () => responseStatus(as(member, tenantId).listFunds());
    expect(await funds()).toBe(403);
    const group = { name: 'Accountants', roles: [editor], groupMembers: [{ user: { id: member.personId } }] } as const;
    const created = await as(administrator).saveGroup({ body: group });
    expect(await funds()).toBe(200);
    const access = async () => (await as(administrator).getUser({ params: { id: member.personId } })).access;
    expect(await access()).toEqual({
      roles: [{ application: 'carry', role: 'editor', groups: ['Accountants'] }],
      employee: null,
      payAccess: null,
    });
    await as(administrator).saveGroup({
      body: { ...group, id: created.id, rowVersion: created.rowVersion, isInactive: true },
    });
    expect(await funds()).toBe(403);
    expect(await access()).toMatchObject({ roles: [] });
    expect(
      (
        await refusal(
          as(administrator).saveGroup({ body: { ...group, id: created.id, rowVersion: created.rowVersion } }),
        )
      ).status,
    ).toBe(409);
  });

  it('refuses people of other firms in a group', async () => {
    const stranger = await server.person(await server.tenant(), { carry: 'viewer' });
    const group = { name: 'Strangers', roles: [], groupMembers: [{ user: { id: stranger.personId } }] };
    expect(await refusal(as(administrator).saveGroup({ body: group }))).toMatchObject({
      errors: [{ code: 'NOT_A_MEMBER' }],
    });
  });

  it('archives a user at once and writes down who did it', async () => {
    const created = await as(administrator).saveUser({ body: user('cy@example.test', [editor], { password }) });
    const token = await server.firstSignIn('cy@example.test', password);
    const funds = (by: string) => responseStatus(as({ token: by, tenantId }).listFunds());
    const { token: program } = await as({ token, tenantId }).createApiToken({
      body: { name: 'Nightly', access: 'READ', endsOn: server.now.toISOString().slice(0, 10) },
    });
    expect([await funds(token), await funds(program)]).toEqual([200, 200]);
    const more = { id: created.id, rowVersion: created.rowVersion, isInactive: true };
    const archived = await as(administrator).saveUser({ body: user('cy@example.test', [editor], more) });
    expect([await funds(token), await funds(program)]).toEqual([401, 401]);
    // Sessions from before the removal, which may be the reason for it, stay ended.
    const back = { id: created.id, rowVersion: archived.rowVersion };
    await as(administrator).saveUser({ body: user('cy@example.test', [editor], back) });
    expect([await funds(token), await funds(program)]).toEqual([401, 401]);
    const { rows } = await server.database.worker.query(
      'SELECT operation, person_id FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq',
      [tenantId, created.id],
    );
    expect(rows).toEqual([
      { operation: 'inviteUser', person_id: administrator.personId },
      { operation: 'changePassword', person_id: created.id },
      { operation: 'acceptInvitation', person_id: created.id },
      { operation: 'saveUser', person_id: administrator.personId },
      { operation: 'saveUser', person_id: administrator.personId },
    ]);
  });

  it('sets no own password without the current one', async () => {
    const person = await server.person(tenantId, { carry: 'administrator' });
    const { rowVersion, roles } = await as(person).getUser({ params: { id: person.personId } });
    const existing = { id: person.personId, rowVersion, firstName: 'Ada' };
    const tried = await refusal(as(person).saveUser({ body: user(person.login, roles, { ...existing, password }) }));
    expect(tried).toMatchObject({
      errors: [
        {
          code: 'OWN_PASSWORD',
          path: 'Password',
          message: 'Change your own password in your account, with the current one.',
        },
      ],
    });
    expect(await server.signIn(person.login)).toBeTruthy();
    await as(person).saveUser({ body: user(person.login, roles, existing) });
  });

  it('changes the own password, which ends the other sessions', async () => {
    const person = await server.person(tenantId, { carry: 'viewer' });
    const second = await server.signIn(person.login);
    const wrong = await refusal(as(person).changePassword({ body: { currentPassword: 'no', newPassword: password } }));
    expect(wrong).toMatchObject({ errors: [{ code: 'WRONG_PASSWORD' }] });
    await as(person).changePassword({ body: { currentPassword: person.password, newPassword: password } });
    const signedIn = async (token: string) =>
      (await server.call(token, undefined, { method: 'GET', url: '/api/Signin' })).statusCode;
    expect([await signedIn(person.token), await signedIn(second)]).toEqual([200, 401]);
    expect(await server.signIn(person.login, password)).toBeTruthy();
    const { rows } = await server.database.worker.query(
      'SELECT operation, before, after FROM activity WHERE tenant_id = $1 AND person_id = $2',
      [tenantId, person.personId],
    );
    expect(rows).toEqual([{ operation: 'changePassword', before: null, after: null }]);
  });
});
