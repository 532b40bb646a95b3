import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Answered {
  readonly Id: string;
  readonly RowVersion: number;
  readonly FirstPassword: string | null;
}

describe('people of two firms', () => {
  let server: TestServer;
  let [alder, birch]: [string, string] = ['', ''];
  let ofAlder: TestPerson;
  let ofBirch: TestPerson;
  const editor = { Application: 'carry', Role: 'editor' };

  beforeAll(async () => {
    server = await TestServer.start();
    [alder, birch] = [await server.tenant('Alder'), await server.tenant('Birch')];
    ofAlder = await server.person(alder, { carry: 'administrator' });
    ofBirch = await server.person(birch, { carry: 'administrator' });
  });
  afterAll(() => server.stop());

  const post = (token: string, tenant: string | undefined, url: string, payload: object = {}) =>
    server.call(token, tenant, { method: 'POST', url, payload });
  const get = async <T>(token: string, tenant: string | undefined, url: string) =>
    (await server.call(token, tenant, { method: 'GET', url })).json<T>();
  const invite = (who: TestPerson, tenant: string, login: string, more: object = {}) =>
    post(who.token, tenant, '/api/user', {
      FirstName: 'Bob',
      LastName: 'Birch',
      Username: login,
      Roles: [editor],
      ...more,
    });
  const funds = async (token: string, tenant: string) =>
    (await server.call(token, tenant, { method: 'GET', url: '/api/carry/fund' })).statusCode;
  const invitations = (token: string) =>
    get<{ Id: string; TenantName: string }[]>(token, undefined, '/api/user/invitation');

  it('answers alike whether a login is new or somebody’s of another firm', async () => {
    await invite(ofAlder, alder, 'known@example.test');
    const answers = [
      (await invite(ofBirch, birch, 'known@example.test')).json<Answered>(),
      (await invite(ofBirch, birch, 'new@example.test')).json<Answered>(),
    ];
    const [existing, fresh] = answers.map(({ Id: _id, FirstPassword: _password, ...rest }) => ({
      ...rest,
      Username: '',
    }));
    expect(existing).toEqual(fresh);
    expect(answers[0]?.FirstPassword).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    const list = await get<{ PageData: object[] }>(ofBirch.token, birch, '/api/user?searchQuery=bob');
    expect(list.PageData).toMatchObject([
      { FirstName: 'Bob', Status: 'Invited' },
      { FirstName: 'Bob', Status: 'Invited' },
    ]);
    for (const { Id } of answers) {
      expect((await server.call(ofBirch.token, birch, { method: 'GET', url: `/api/user/${Id}` })).json()).toMatchObject(
        {
          FirstName: 'Bob',
          Status: 'Invited',
          CanManage: true,
          CanEditPerson: true,
        },
      );
    }
  });

  it('takes nobody in with roles that no entry of the firm gave', async () => {
    await invite(ofAlder, alder, 'raised@example.test');
    const mine = (await invite(ofBirch, birch, 'raised@example.test')).json<Answered>();
    const own = (await invite(ofAlder, alder, 'raised.too@example.test')).json<Answered>();
    for (const [tenantId, { Id }] of [[birch, mine] as const, [alder, own] as const]) {
      await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query(`UPDATE invitation SET roles = '[{"application":"carry","role":"administrator"}]' WHERE id = $1`, [
          Id,
        ]),
      );
    }
    const person = await server.firstSignIn('raised.too@example.test', own.FirstPassword ?? '');
    expect(await funds(person, alder)).toBe(403);
  });

  it('gives no role to a firm that made the login before: only who has this firm’s password joins', async () => {
    const own = (await invite(ofAlder, alder, 'bob@birch.test')).json<Answered>();
    const squatter = await server.firstSignIn('bob@birch.test', own.FirstPassword ?? '');
    const wanted = (await invite(ofBirch, birch, 'bob@birch.test')).json<Answered>();
    expect(await funds(squatter, birch)).toBe(403);
    const [invitation] = await invitations(squatter);
    expect(invitation).toMatchObject({ TenantName: 'Birch', NeedsCode: true });
    const accept = (token: string, code: string) =>
      post(token, undefined, `/api/user/invitation/${invitation?.Id ?? ''}/accept`, { Code: code });
    for (const code of ['', own.FirstPassword ?? '', 'umbrella-kettle-orbit-57']) {
      expect((await accept(squatter, code)).json()).toMatchObject({
        Errors: [{ Code: 'WRONG_CODE', Path: 'Code', Message: 'This is not the password that Birch gave you.' }],
      });
    }
    expect(await funds(squatter, birch)).toBe(403);
    const stranger = await server.person(await server.tenant(), { carry: 'viewer' });
    expect((await accept(stranger.token, wanted.FirstPassword ?? '')).statusCode).toBe(404);
    expect((await accept(squatter, wanted.FirstPassword ?? '')).statusCode).toBe(200);
    expect(await funds(squatter, birch)).toBe(200);
    expect((await accept(squatter, wanted.FirstPassword ?? '')).statusCode).toBe(404);
  });

  it('leaves name, login and password to the home firm, and roles and archive to each for itself', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const { FirstPassword } = (await invite(ofBirch, birch, bob.login)).json<Answered>();
    const [invitation] = await invitations(bob.token);
    await post(bob.token, undefined, `/api/user/invitation/${invitation?.Id ?? ''}/accept`, { Code: FirstPassword });
    const seen = await get<Answered & { FirstName: string; LastName: string; Email: string }>(
      ofBirch.token,
      birch,
      `/api/user/${bob.personId}`,
    );
    expect(seen).toMatchObject({ FirstName: 'Ada', Status: 'Active', CanManage: true, CanEditPerson: false });
    // The invitation's address leads to the resulting member, in this firm only.
    const old = `/api/user/${invitation?.Id ?? ''}`;
    expect(await get(ofBirch.token, birch, old)).toEqual(seen);
    expect((await server.call(ofAlder.token, alder, { method: 'GET', url: old })).statusCode).toBe(404);
    const { FirstName, LastName, RowVersion } = seen;
    const as = { Id: bob.personId, RowVersion, FirstName, LastName };
    for (const more of [{ Password: 'kettle-of-bright-orbits' }, { Email: 'x@example.test' }, { FirstName: 'Eve' }]) {
      expect((await invite(ofBirch, birch, bob.login, { ...as, ...more })).json()).toMatchObject({
        Errors: [{ Code: 'PERSON_OF_OTHER_TENANTS' }],
      });
    }
    expect((await invite(ofBirch, birch, bob.login, { ...as, IsInactive: true })).statusCode).toBe(200);
    expect([await funds(bob.token, birch), await funds(bob.token, alder)]).toEqual([403, 200]);
    const back = { ...as, RowVersion: RowVersion + 1 };
    expect((await invite(ofBirch, birch, bob.login, back)).statusCode).toBe(200);
    const home = { ...as, RowVersion: 1, Roles: [{ Application: 'carry', Role: 'viewer' }] };
    const response = await invite(ofAlder, alder, bob.login, { ...home, Password: 'kettle-of-bright-orbits' });
    expect(response.statusCode, response.body).toBe(200);
    expect(await server.firstSignIn(bob.login, 'kettle-of-bright-orbits')).toBeTruthy();
  });

  it('lets the firm take an invitation back and the person decline it, both in the trail', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const created = (await invite(ofBirch, birch, bob.login)).json<Answered>();
    expect(await invitations(bob.token)).toHaveLength(1);
    const remove = await server.call(ofBirch.token, birch, { method: 'DELETE', url: `/api/user/${created.Id}` });
    expect(remove.statusCode, remove.body).toBe(200);
    expect(await invitations(bob.token)).toEqual([]);
    const again = (await invite(ofBirch, birch, bob.login)).json<Answered>();
    const [invitation] = await invitations(bob.token);
    const decline = await post(bob.token, undefined, `/api/user/invitation/${invitation?.Id ?? ''}/decline`);
    expect(decline.statusCode, decline.body).toBe(200);
    expect(
      (await get<{ PageData: object[] }>(ofBirch.token, birch, `/api/user?searchQuery=${bob.login}`)).PageData,
    ).toEqual([]);
    const { rows } = await server.database.worker.query<{ operation: string; person_id: string }>(
      'SELECT operation, person_id FROM activity WHERE tenant_id = $1 AND object_id = ANY ($2) ORDER BY seq',
      [birch, [created.Id, again.Id]],
    );
    expect(rows.map(({ operation, person_id: by }) => [operation, by])).toEqual([
      ['inviteUser', ofBirch.personId],
      ['takeBackInvitation', ofBirch.personId],
      ['inviteUser', ofBirch.personId],
      ['declineInvitation', bob.personId],
    ]);
  });

  it('ends after fourteen days: it is shown and accepted no more, until the firm invites again', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const created = (await invite(ofBirch, birch, bob.login)).json<Answered>();
    const [open] = await invitations(bob.token);
    expect(open).toMatchObject({ TenantName: 'Birch', ExpiresDate: expect.any(String) as string });
    server.passMinutes(14 * 24 * 60 + 1);
    ofBirch = { ...ofBirch, token: await server.signIn(ofBirch.login) };
    ofAlder = { ...ofAlder, token: await server.signIn(ofAlder.login) };
    const token = await server.signIn(bob.login);
    expect(await invitations(token)).toEqual([]);
    const late = { Code: created.FirstPassword };
    expect((await post(token, undefined, `/api/user/invitation/${open?.Id ?? ''}/accept`, late)).statusCode).toBe(404);
    await server.call(ofBirch.token, birch, { method: 'DELETE', url: `/api/user/${created.Id}` });
    await invite(ofBirch, birch, bob.login);
    expect(await invitations(token)).toHaveLength(1);
  });

  it('lets an administrator change what an invitation gives, but in their own modules only', async () => {
    const created = (await invite(ofBirch, birch, 'late@example.test')).json<Answered>();
    const ofComp = await server.person(birch, { comp: 'administrator' });
    const as = { Id: created.Id, RowVersion: created.RowVersion };
    expect((await invite(ofComp, birch, 'late@example.test', as)).json()).toMatchObject({
      Errors: [{ Code: 'PERSON_NOT_YOURS' }],
    });
    expect((await invite(ofBirch, birch, 'other@example.test', as)).json()).toMatchObject({
      Errors: [{ Code: 'LOGIN_OF_INVITATION', Path: 'Username' }],
    });
    const viewer = { ...as, Roles: [{ Application: 'carry', Role: 'viewer' }] };
    expect((await invite(ofBirch, birch, 'late@example.test', viewer)).statusCode).toBe(200);
    const token = await server.firstSignIn('late@example.test', created.FirstPassword ?? '');
    expect(await funds(token, birch)).toBe(200);
    expect((await post(token, birch, '/api/carry/fund')).statusCode).toBe(403);
  });

  it('is held by the database too: a firm’s transaction changes neither the person nor the password of another firm', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const run = (text: string) =>
      server.withTenant({ tenantId: birch, personId: ofBirch.personId, now: server.now.toISOString() }, (tx) =>
        tx.query(text, [bob.personId]),
      );
    await expect(run(`UPDATE person SET login = 'mine' WHERE id = $1`)).rejects.toThrow('a person of another firm');
    await expect(run(`UPDATE credential SET password_hash = 'x' WHERE person_id = $1`)).rejects.toThrow(
      'a password of a person of another firm',
    );
    await expect(run(`UPDATE person SET home_tenant_id = current_tenant() WHERE id = $1`)).rejects.toThrow(
      'a person of another firm',
    );
  });

  it('makes the oldest membership the home of people who were there before', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    await server.join(birch, bob.personId, { carry: 'viewer' });
    const { rows } = await server.database.worker.query('SELECT home_tenant_id FROM person WHERE id = $1', [
      bob.personId,
    ]);
    expect(rows).toEqual([{ home_tenant_id: alder }]);
  });
});
