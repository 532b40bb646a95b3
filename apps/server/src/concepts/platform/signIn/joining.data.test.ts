import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('people of two firms', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let [alder, birch]: [string, string] = ['', ''];
  let ofAlder: TestPerson;
  let ofBirch: TestPerson;
  const editor = { application: 'carry', role: 'editor' } as const;

  beforeAll(async () => {
    server = await TestServer.start();
    [alder, birch] = [await server.tenant('Alder'), await server.tenant('Birch')];
    ofAlder = await server.person(alder, { carry: 'administrator' });
    ofBirch = await server.person(birch, { carry: 'administrator' });
  });
  afterAll(() => server.stop());

  const invite = (inviter: TestPerson, tenant: string, login: string, more: object = {}) =>
    as(inviter, tenant).saveUser({
      body: {
        firstName: 'Bob',
        lastName: 'Birch',
        username: login,
        roles: [editor],
        ...more,
      },
    });
  const funds = async (token: string, tenant: string) =>
    await responseStatus(as({ token, tenantId: tenant }).listFunds());
  const invitations = (token: string) => as({ token }).listInvitations();

  it('responds the same for a new login and one of another firm', async () => {
    await invite(ofAlder, alder, 'known@example.test');
    const answers = [
      await invite(ofBirch, birch, 'known@example.test'),
      await invite(ofBirch, birch, 'new@example.test'),
    ];
    const [existing, fresh] = answers.map(({ id: _id, firstPassword: _password, ...rest }) => ({
      ...rest,
      username: '',
    }));
    expect(existing).toEqual(fresh);
    expect(answers[0]?.firstPassword).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    const list = await as(ofBirch).listUsers({ query: { searchQuery: 'bob' } });
    expect(list.pageData).toMatchObject([
      { firstName: 'Bob', status: 'Invited' },
      { firstName: 'Bob', status: 'Invited' },
    ]);
    for (const { id } of answers) {
      expect(await as(ofBirch).getUser({ params: { id } })).toMatchObject({
        firstName: 'Bob',
        status: 'Invited',
        canManage: true,
        canEditPerson: true,
      });
    }
  });

  it('admits nobody with roles that the firm didn’t grant', async () => {
    await invite(ofAlder, alder, 'raised@example.test');
    const mine = await invite(ofBirch, birch, 'raised@example.test');
    const own = await invite(ofAlder, alder, 'raised.too@example.test');
    for (const [tenantId, { id }] of [[birch, mine] as const, [alder, own] as const]) {
      await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query(`UPDATE invitation SET roles = '[{"application":"carry","role":"administrator"}]' WHERE id = $1`, [
          id,
        ]),
      );
    }
    const person = await server.firstSignIn('raised.too@example.test', own.firstPassword ?? '');
    expect(await funds(person, alder)).toBe(403);
  });

  it('grants nothing to a firm that created the login earlier: joining needs this firm’s password', async () => {
    const own = await invite(ofAlder, alder, 'bob@birch.test');
    const squatter = await server.firstSignIn('bob@birch.test', own.firstPassword ?? '');
    const invited = await invite(ofBirch, birch, 'bob@birch.test');
    expect(await funds(squatter, birch)).toBe(403);
    const [invitation] = await invitations(squatter);
    expect(invitation).toMatchObject({ tenantName: 'Birch', needsCode: true });
    const accept = (token: string, code: string) =>
      as({ token }).acceptInvitation({ params: { id: invitation?.id ?? '' }, body: { code } });
    for (const code of ['', own.firstPassword ?? '', 'umbrella-kettle-orbit-57']) {
      expect(await refusal(accept(squatter, code))).toMatchObject({
        errors: [{ code: 'WRONG_CODE', path: 'Code', message: 'This is not the password that Birch gave you.' }],
      });
    }
    expect(await funds(squatter, birch)).toBe(403);
    const stranger = await server.person(await server.tenant(), { carry: 'viewer' });
    expect((await refusal(accept(stranger.token, invited.firstPassword ?? ''))).status).toBe(404);
    await accept(squatter, invited.firstPassword ?? '');
    expect(await funds(squatter, birch)).toBe(200);
    expect((await refusal(accept(squatter, invited.firstPassword ?? ''))).status).toBe(404);
  });

  it('leaves name, login and password to the home firm, and roles and archiving to each firm', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const { firstPassword } = await invite(ofBirch, birch, bob.login);
    const [invitation] = await invitations(bob.token);
    await as(bob).acceptInvitation({ params: { id: invitation?.id ?? '' }, body: { code: firstPassword! } });
    const visible = await as(ofBirch).getUser({ params: { id: bob.personId } });
    expect(visible).toMatchObject({ firstName: 'Ada', status: 'Active', canManage: true, canEditPerson: false });
    // The invitation's address leads to the resulting member, in this firm only.
    expect(await as(ofBirch).getUser({ params: { id: invitation?.id ?? '' } })).toEqual(visible);
    expect((await refusal(as(ofAlder).getUser({ params: { id: invitation?.id ?? '' } }))).status).toBe(404);
    const { firstName, lastName, rowVersion } = visible;
    const member = { id: bob.personId, rowVersion, firstName, lastName };
    for (const more of [{ password: 'kettle-of-bright-orbits' }, { email: 'x@example.test' }, { firstName: 'Eve' }]) {
      expect(await refusal(invite(ofBirch, birch, bob.login, { ...member, ...more }))).toMatchObject({
        errors: [{ code: 'PERSON_OF_OTHER_TENANTS' }],
      });
    }
    await invite(ofBirch, birch, bob.login, { ...member, isInactive: true });
    expect([await funds(bob.token, birch), await funds(bob.token, alder)]).toEqual([403, 200]);
    const back = { ...member, rowVersion: rowVersion + 1 };
    await invite(ofBirch, birch, bob.login, back);
    const home = { ...member, rowVersion: 1, roles: [{ application: 'carry', role: 'viewer' }] };
    await invite(ofAlder, alder, bob.login, { ...home, password: 'kettle-of-bright-orbits' });
    expect(await server.firstSignIn(bob.login, 'kettle-of-bright-orbits')).toBeTruthy();
  });

  it('lets the firm withdraw an invitation and the person decline it, both in the audit log', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const created = await invite(ofBirch, birch, bob.login);
    expect(await invitations(bob.token)).toHaveLength(1);
    await as(ofBirch).deleteUser({ params: { id: created.id } });
    expect(await invitations(bob.token)).toEqual([]);
    const again = await invite(ofBirch, birch, bob.login);
    const [invitation] = await invitations(bob.token);
    await as(bob).declineInvitation({ params: { id: invitation?.id ?? '' } });
    expect((await as(ofBirch).listUsers({ query: { searchQuery: bob.login } })).pageData).toEqual([]);
    const { rows } = await server.database.worker.query<{ operation: string; person_id: string }>(
      'SELECT operation, person_id FROM activity WHERE tenant_id = $1 AND object_id = ANY ($2) ORDER BY seq',
      [birch, [created.id, again.id]],
    );
    expect(rows.map(({ operation, person_id: by }) => [operation, by])).toEqual([
      ['inviteUser', ofBirch.personId],
      ['withdrawInvitation', ofBirch.personId],
      ['inviteUser', ofBirch.personId],
      ['declineInvitation', bob.personId],
    ]);
  });

  it('expires after fourteen days, until the firm invites again', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const created = await invite(ofBirch, birch, bob.login);
    const [open] = await invitations(bob.token);
    expect(open).toMatchObject({ tenantName: 'Birch', expiresDate: expect.any(String) as string });
    server.passMinutes(14 * 24 * 60 + 1);
    ofBirch = { ...ofBirch, token: await server.signIn(ofBirch.login) };
    ofAlder = { ...ofAlder, token: await server.signIn(ofAlder.login) };
    const token = await server.signIn(bob.login);
    expect(await invitations(token)).toEqual([]);
    const late = { code: created.firstPassword! };
    expect((await refusal(as({ token }).acceptInvitation({ params: { id: open?.id ?? '' }, body: late }))).status).toBe(
      404,
    );
    await as(ofBirch).deleteUser({ params: { id: created.id } });
    await invite(ofBirch, birch, bob.login);
    expect(await invitations(token)).toHaveLength(1);
  });

  it('lets an administrator change the roles of an invitation in their own modules only', async () => {
    const created = await invite(ofBirch, birch, 'late@example.test');
    const ofComp = await server.person(birch, { comp: 'administrator' });
    const member = { id: created.id, rowVersion: created.rowVersion };
    expect(await refusal(invite(ofComp, birch, 'late@example.test', member))).toMatchObject({
      errors: [{ code: 'PERSON_NOT_YOURS' }],
    });
    expect(await refusal(invite(ofBirch, birch, 'other@example.test', member))).toMatchObject({
      errors: [{ code: 'LOGIN_OF_INVITATION', path: 'Username' }],
    });
    const viewer = { ...member, roles: [{ application: 'carry', role: 'viewer' }] };
    await invite(ofBirch, birch, 'late@example.test', viewer);
    const token = await server.firstSignIn('late@example.test', created.firstPassword ?? '');
    expect(await funds(token, birch)).toBe(200);
    expect(
      (
        await refusal(
          as({ token, tenantId: birch }).saveFund({ body: { code: 'F', legalName: 'Fund', currency: { id: birch } } }),
        )
      ).status,
    ).toBe(403);
  });

  it('is enforced by the database: a firm can’t change the person or password of another firm', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    const run = (text: string) =>
      server.withTenant({ tenantId: birch, personId: ofBirch.personId, now: server.now.toISOString() }, (tx) =>
        tx.query(text, [bob.personId]),
      );
    await expect(run(`UPDATE person SET login = 'mine' WHERE id = $1`)).rejects.toThrow(
      "you can't change a person of another firm",
    );
    await expect(run(`UPDATE credential SET password_hash = 'x' WHERE person_id = $1`)).rejects.toThrow(
      "you can't change the password of a person of another firm",
    );
    await expect(run(`UPDATE person SET home_tenant_id = current_tenant() WHERE id = $1`)).rejects.toThrow(
      "you can't change a person of another firm",
    );
  });

  it('makes the oldest membership the home firm of existing people', async () => {
    const bob = await server.person(alder, { carry: 'viewer' });
    await server.join(birch, bob.personId, { carry: 'viewer' });
    const { rows } = await server.database.worker.query('SELECT home_tenant_id FROM person WHERE id = $1', [
      bob.personId,
    ]);
    expect(rows).toEqual([{ home_tenant_id: alder }]);
  });
});
