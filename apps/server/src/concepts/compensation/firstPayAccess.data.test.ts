import { startPayAccess } from '@carrara/adapters/postgres/compensation/access/startPayAccess';
import type { PayAccessKind } from '@carrara/domain/compensation/access';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMailReceiver } from '../../testing/mailReceiver.ts';
import { type AnswerOf, refusal, responseStatus } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

describe('the first access to pay of a firm', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let anna: TestPerson;
  let ben: TestPerson;
  let hana: TestPerson;
  let ida: TestPerson;
  const grantOptions = async (person: TestPerson) => {
    const { kinds, obstacle } = await as(person).getPayAccessOptions();
    return [kinds, obstacle];
  };
  const request = (by: TestPerson, { personId }: TestPerson, kind: PayAccessKind = 'ALL') =>
    as(by).requestPayAccess({ body: { personId, kind, reason: 'Runs payroll' } });
  const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errors[0]?.code;
  const confirm = (by: TestPerson, { id, rowVersion }: AnswerOf<'requestPayAccess'>) =>
    as(by).confirmPayAccess({ params: { id }, body: { rowVersion } });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    const person = (role: 'administrator' | 'editor') => server.person(tenantId, { comp: role });
    [anna, hana, ida] = await Promise.all([person('administrator'), person('editor'), person('editor')]);
  });
  afterAll(() => server.stop());

  it('needs a second administrator, who confirms the request of the first', async () => {
    expect(await grantOptions(anna)).toEqual([[], 'ONE_ADMINISTRATOR']);
    expect(await codeOf(request(anna, hana))).toBe('NO_CONFIRMER');
    ben = await server.person(tenantId, { comp: 'administrator' });
    expect(await grantOptions(anna)).toEqual([['ALL'], null]);
    expect(await grantOptions(hana)).toEqual([[], 'NO_HOLDER']);
    expect(await codeOf(request(hana, ida))).toBe('PAY_ACCESS_NOT_YOURS');
    expect(await codeOf(request(anna, hana, 'REPORTS'))).toBe('PAY_ACCESS_NOT_YOURS');
    expect(await codeOf(request(anna, anna))).toBe('PAY_ACCESS_NOT_YOURS');
    const first = await request(anna, hana);
    expect(first).toMatchObject({ confirmers: 1 });
    const inbox = await as(ben).listInbox();
    expect(JSON.stringify(inbox)).toContain('requested access to pay for');
    expect((await as(ben).listPayAccess()).pageData.map(({ id }) => id)).toEqual([first.id]);
    expect((await as(ida).listPayAccess()).pageData).toEqual([]);
    expect([await responseStatus(confirm(anna, first)), await responseStatus(confirm(hana, first))]).toEqual([
      403, 403,
    ]);
    expect(await responseStatus(confirm(ida, first))).toBe(404);
    expect(await responseStatus(confirm(ben, first))).toBe(200);
    const { rows: entries } = await server.database.worker.query<{ operation: string; by: string }>(
      'SELECT operation, person_id AS by FROM activity WHERE tenant_id = $1 AND object_id = $2 ORDER BY seq',
      [tenantId, first.id],
    );
    expect(entries.map(({ operation, by }) => [operation, by])).toEqual([
      ['requestPayAccess', anna.personId],
      ['confirmPayAccess', ben.personId],
    ]);
  });

  it('is followed by a second one that the first holder confirms; after that, administrators aren’t involved', async () => {
    expect(await grantOptions(hana)).toEqual([[], 'ONE_HOLDER']);
    expect(await codeOf(request(hana, ida))).toBe('NO_CONFIRMER');
    const second = await request(anna, ida);
    expect(second).toMatchObject({ confirmers: 1 });
    expect(await responseStatus(confirm(ben, second))).toBe(403);
    expect(await responseStatus(confirm(hana, second))).toBe(200);
    expect(await grantOptions(anna)).toEqual([[], 'NOT_A_HOLDER']);
    expect(await codeOf(request(anna, ben))).toBe('PAY_ACCESS_NOT_YOURS');
    expect((await grantOptions(ida))[1]).toBeNull();
    expect(await responseStatus(request(ida, ben, 'REPORTS'))).toBe(200);
  });
});

it('doesn’t count an account that the same person created, or whose password they set, as a second administrator', async () => {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  const anna = await server.person(tenantId, { comp: 'administrator' });
  const roles = { roles: [{ application: 'comp', role: 'administrator' }] } as const;
  const own = async (username: string) => {
    const person = { username, firstName: 'Made', lastName: username, email: '', password: 'kettle-orbit-umbrella-12' };
    await server.as(anna).saveUser({ body: { ...person, ...roles } });
    return server.firstSignIn(username, person.password);
  };
  const [first, other] = [await own('one@example.test'), await own('other@example.test')];
  const request = (token: string) =>
    server
      .as({ token, tenantId })
      .requestPayAccess({ body: { personId: anna.personId, kind: 'ALL', reason: 'Runs payroll' } });
  const grantOptions = (token: string) => server.as({ token, tenantId }).getPayAccessOptions();
  expect((await grantOptions(anna.token)).obstacle).toBe('ONE_ADMINISTRATOR');
  expect((await grantOptions(first)).obstacle).toBe('ONE_ADMINISTRATOR');
  expect(JSON.stringify(await refusal(request(first)))).toContain('carrara admin pay-access');
  // With an independent second holder, the request is accepted, but another account of the same person still can't
  // confirm it.
  const ben = await server.person(tenantId, { comp: 'administrator' });
  const requested = await request(first);
  expect(requested.confirmers).toBe(1);
  const confirm = (token: string) =>
    server.as({ token, tenantId }).confirmPayAccess({
      params: { id: requested.id },
      body: { rowVersion: requested.rowVersion },
    });
  const refused = await refusal(confirm(other));
  expect([refused.status, JSON.stringify(refused)]).toEqual([403, expect.stringContaining('carrara admin pay-access')]);
  // Setting somebody's password counts like creating their account.
  const user = await server.as(anna).getUser({ params: { id: ben.personId } });
  await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = $2', [tenantId, ben.personId]);
  await server.as(anna).saveUser({
    body: {
      id: ben.personId,
      rowVersion: user.rowVersion,
      username: ben.login,
      firstName: 'Ada',
      lastName: 'Example',
      email: '',
      password: 'kettle-orbit-umbrella-12',
      ...roles,
    },
  });
  const benAgain = await server.firstSignIn(ben.login, 'kettle-orbit-umbrella-12');
  expect((await refusal(confirm(benAgain))).status).toBe(403);
  await server.stop();
});

it('doesn’t count an account whose password the same person set in another firm as a second administrator', async () => {
  const server = await TestServer.start();
  const [tenantId, home] = [await server.tenant(), await server.tenant()];
  const [anna, ben] = [
    await server.person(tenantId, { comp: 'administrator' }),
    await server.person(tenantId, { comp: 'administrator' }),
  ];
  for (const { personId } of [anna, ben]) await server.join(home, personId, { comp: 'administrator' });
  await server.database.worker.query('UPDATE person SET home_tenant_id = $1 WHERE id = $2', [home, ben.personId]);
  const obstacle = async () => {
    const grantOptions = await server.as(anna).getPayAccessOptions();
    return grantOptions.obstacle;
  };
  expect(await obstacle()).toBeNull();
  const { rowVersion } = await server.as(anna, home).getUser({ params: { id: ben.personId } });
  const payload = {
    id: ben.personId,
    rowVersion,
    username: ben.login,
    firstName: 'Ada',
    lastName: 'Example',
    email: '',
    password: 'kettle-orbit-umbrella-12',
    roles: [{ application: 'comp', role: 'administrator' }],
  } as const;
  await server.as(anna, home).saveUser({ body: payload });
  expect(await obstacle()).toBe('ONE_ADMINISTRATOR');
  await server.stop();
});

it('counts a person invited by the same administrator as a second administrator only after thirty days', async () => {
  const receiver = await startMailReceiver();
  const server = await TestServer.start({ environment: { SMTP_URL: receiver.url, MAIL_FROM: 'carrara@firm.test' } });
  const tenantId = await server.tenant();
  const anna = await server.person(tenantId, { comp: 'administrator' });
  const invited = {
    firstName: 'Ben',
    lastName: 'New',
    email: 'ben@firm.test',
    username: 'ben@firm.test',
    roles: [{ application: 'comp', role: 'administrator' }],
  } as const;
  await server.as(anna).saveUser({ body: invited });
  await vi.waitFor(() => expect(receiver.mails).toHaveLength(1), { timeout: 240_000 });
  const [link = ''] = receiver.mails[0]!.links;
  const payload = { token: link.slice(link.lastIndexOf('/') + 1), newPassword: 'umbrella-kettle-orbit-57' };
  await server.as({}).joinByInvitation({ body: payload });
  const obstacle = async () => {
    const token = await server.signIn(anna.login);
    return (await server.as({ token, tenantId }).getPayAccessOptions()).obstacle;
  };
  expect(await obstacle()).toBe('ONE_ADMINISTRATOR');
  server.passMinutes(31 * 24 * 60);
  expect(await obstacle()).toBeNull();
  await server.stop();
  await receiver.stop();
});

it('reports whether a person who gets access on the command line has a role in compensation', async () => {
  const server = await TestServer.start();
  const tenantId = await server.tenant('Role Partners');
  const { worker } = server.database;
  const isAllowed = async (roles: Parameters<TestServer['person']>[1]) => {
    const { login } = await server.person(tenantId, roles);
    const administrator = { login, tenantName: 'Role Partners', reason: 'Keeps the pay', now: server.now };
    return (await startPayAccess(worker, server.withTenant, administrator))._unsafeUnwrap().hasRole;
  };
  expect(await isAllowed({ carry: 'administrator' })).toBe(false);
  expect(await isAllowed({ comp: 'viewer' })).toBe(true);
  await server.stop();
});
