import { notifyOfEndingTokens } from '@carrara/adapters/postgres/platform/apiToken/endingTokens';
import { firmEndpoints } from '@carrara/contract/portfolio/firm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantPayAccess } from '../../../testing/grantPayAccess.ts';
import { type BodyOf, refusal, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import { uploadClient } from '../../../testing/uploads.ts';

describe('API tokens', () => {
  let server: TestServer;
  let tenantId: string;
  let admin: TestPerson;
  let editor: TestPerson;

  /** The calls with a token, or with the session of a person. */
  const as = (session: string | TestPerson, at = tenantId) =>
    server.as(typeof session === 'string' ? { token: session } : session, at);
  const tokenBody: BodyOf<'createApiToken'> = { name: 'Nightly load', access: 'WRITE', endsOn: '2027-09-30' };
  const create = (by: TestPerson, more: Partial<BodyOf<'createApiToken'>> = {}) =>
    as(by).createApiToken({ body: { ...tokenBody, ...more } });
  const firms = (token: string | TestPerson, at = tenantId) => as(token, at).listFirmNavigation();
  const refusalText = async (call: Promise<unknown>) => {
    const { status, errors } = await refusal(call);
    return `${status} ${errors.map(({ code, path, message }) => [code, path, message].filter(Boolean).join(' ')).join('; ')}`;
  };
  const inboxOf = async (person: TestPerson) =>
    (await as(person).listInbox()).flatMap(({ kind, subject }) => (kind === 'token' ? [subject] : []));
  const firm = { code: 'MADE', name: 'Made by a program' };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    admin = await server.person(tenantId, { carry: 'administrator', comp: 'administrator' });
    editor = await server.person(tenantId, { carry: 'editor' });
  });
  afterAll(() => server.stop());

  it('act with the rights of their owner as they are now, and the trail names the program', async () => {
    const { token, apiToken } = await create(editor);
    expect(token).toMatch(/^carrara_[\w-]{43}$/);
    const created = await as(token).saveFirm({ body: firm });
    const entries = await server.database.worker.query<{ person_name: string; person_id: string }>(
      `SELECT person_name, person_id FROM activity WHERE tenant_id = $1 AND object_id = $2`,
      [tenantId, created.id],
    );
    expect(entries.rows).toEqual([
      { person_name: expect.stringMatching(/ by program Nightly load$/) as string, person_id: editor.personId },
    ]);
    // The stored hash is useless to somebody who reads the database.
    const stored = await server.database.worker.query<{ all: string }>(
      'SELECT row_to_json(t)::text AS all FROM api_token t WHERE id = $1',
      [apiToken.id],
    );
    expect(stored.rows[0]?.all).not.toContain(token.slice('carrara_'.length));
    const { pageData } = await as(editor).listApiTokens();
    expect(pageData).toMatchObject([{ name: 'Nightly load', status: { code: 'ACTIVE' }, lastAddress: '127.0.0.1' }]);
    await server.database.worker.query(
      `UPDATE membership_role SET role = 'viewer' WHERE tenant_id = $1 AND person_id = $2`,
      [tenantId, editor.personId],
    );
    expect(await refusalText(as(token).saveFirm({ body: firm }))).toMatch(/^403 FORBIDDEN/);
    await firms(token);
    await server.database.worker.query(
      `UPDATE membership_role SET role = 'editor' WHERE tenant_id = $1 AND person_id = $2`,
      [tenantId, editor.personId],
    );
  });

  it('open neither users, tokens, access nor the live channel, nor another firm', async () => {
    const { token } = await create(admin);
    const second = await server.tenant();
    await server.database.worker.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [
      second,
      admin.personId,
    ]);
    const tenants = async (session: string | TestPerson) => (await as(session).listTenants()).map(({ id }) => id);
    expect(await tenants(token)).toEqual([tenantId]);
    expect((await tenants(admin)).toSorted()).toEqual([tenantId, second].toSorted());
    for (const [method, url] of [
      ['GET', '/api/user'],
      ['POST', '/api/group'],
      ['GET', '/api/apitoken'],
      ['POST', '/api/apitoken'],
      ['GET', '/api/comp/pay-access'],
      ['GET', '/api/participant-portal/home'],
      ['POST', '/api/signin/live-token'],
      ['POST', '/api/signin/download-token'],
      ['POST', '/api/user/password'],
    ] as const) {
      const answer = await server.call(token, tenantId, { method, url, ...(method === 'POST' ? { payload: {} } : {}) });
      expect([403, 404], `${url} ${answer.body}`).toContain(answer.statusCode);
      if (answer.statusCode === 403) expect(answer.json()).toMatchObject({ Errors: [{ Code: 'TOKEN_CLOSED' }] });
    }
    const live = await server.app.inject({
      method: 'POST',
      url: '/updateHub/negotiate?negotiateVersion=1',
      headers: { authtoken: token, tenantid: tenantId },
    });
    expect(live.statusCode).toBe(401);
    const other = await server.tenant();
    expect(await responseStatus(firms(token, other))).toBe(403);
    const stranger = await server.person(other, { carry: 'administrator' });
    expect((await as(stranger, other).listApiTokens()).pageData).toEqual([]);
    const params = { id: (await as(admin).listApiTokens()).pageData[0]!.id };
    expect(await responseStatus(as(stranger, other).endApiToken({ params }))).toBe(404);
    expect(await responseStatus(as(editor).endApiToken({ params }))).toBe(404);
  });

  it('can be read-only, and limited to addresses', async () => {
    const { token: reader } = await create(editor, { access: 'READ' });
    await firms(reader);
    expect(await refusalText(as(reader).saveFirm({ body: firm }))).toBe(
      '403 TOKEN_CLOSED This token is read-only. Use a token that can write.',
    );
    const { token: here } = await create(editor, { addresses: '203.0.113.0/24, 127.0.0.1' });
    await firms(here);
    const { token: foreign } = await create(editor, { addresses: '203.0.113.0/24,2001:db8::/32' });
    expect(await refusalText(firms(foreign))).toBe(
      '401 TOKEN_ENDED This token can’t be used from this address. Create a token that allows it.',
    );
    expect(await refusalText(firms(foreign))).toBe(
      '401 TOKEN_ENDED This token can’t be used from this address. Create a token that allows it.',
    );
    // The owner is notified: of a new token at once, of refusals once a day.
    expect((await inboxOf(editor)).slice(0, 2)).toEqual([
      'The API token Nightly load came from 127.0.0.1, which is not accepted, and was refused. If this is not its program, end it.',
      'The API token Nightly load in your name was created from your account and is valid until 09/30/2027. If this wasn’t you, revoke it under your account.',
    ]);
    const wrong = { name: 'x', access: 'READ', endsOn: '2027-10-03', addresses: '10.0.0.0/33, office' } as const;
    expect(await refusalText(create(editor, wrong))).toContain('422 TOKEN_PERIOD EndsOn');
    expect((await refusal(create(editor, wrong))).errors.map(({ path }) => path)).toEqual([
      'EndsOn',
      'Addresses',
      'Addresses',
    ]);
  });

  it('have a number of requests of their own in a minute', async () => {
    const { token } = await create(editor, { requestsPerMinute: 2 });
    await firms(token);
    await firms(token);
    expect(await refusalText(firms(token))).toMatch(/^429 TOO_MANY_ATTEMPTS/);
    const url = firmEndpoints.listFirmNavigation.path;
    const { statusCode, headers } = await server.call(token, tenantId, { method: 'GET', url });
    expect(statusCode).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) });
    // The address has its own limit, and most of it is left.
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    await firms(editor);
  });

  it('end when they are ended and when their owner is archived', async () => {
    const { token, apiToken } = await create(editor);
    await firms(token);
    const params = { id: apiToken.id };
    await as(admin).endApiToken({ params });
    expect(await refusalText(firms(token))).toBe('401 TOKEN_ENDED This token has ended. Create a new one.');
    expect((await refusal(as(admin).endApiToken({ params }))).errors).toMatchObject([{ code: 'WRONG_STATE' }]);
    const leaver = await server.person(tenantId, { carry: 'viewer' });
    const { token: theirs } = await create(leaver);
    await firms(theirs);
    await server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
      leaver.personId,
    ]);
    expect(await responseStatus(firms(theirs))).toBe(403);
    await server.database.worker.query('UPDATE membership SET is_inactive = false WHERE person_id = $1', [
      leaver.personId,
    ]);
  });

  it('see pay only with the pay scope, and never more than their owner', async () => {
    const { id: pia } = await as(admin).saveCompEmployee({
      body: { firstName: 'Pia', lastName: 'Test', hireDate: '2020-01-01', isPayRestricted: false },
    });
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    await grantPayAccess(server, tenantId, admin, 'ALL');
    await as(admin).saveSalary({
      body: {
        employee: { id: pia },
        effectiveDate: '2020-01-01',
        amount: '120000.00',
        currency: { id: usd },
        frequency: { code: 'ANNUAL' },
        ftePercent: '100',
      },
    });
    const { token: blind } = await create(admin);
    expect(await refusalText(as(blind).listSalaries())).toMatch(/^403 TOKEN_CLOSED This token doesn’t include pay/);
    // Not through the audit log either: the database hides the entries.
    const params = { id: pia };
    expect((await as(admin).listContainerActivity({ params })).pageData.length).toBeGreaterThan(1);
    expect(JSON.stringify(await as(blind).listContainerActivity({ params }))).not.toContain('120000');
    // Neither are notes, documents and payroll files readable. An access is logged only if pay was returned.
    const ofPay = { objectType: 'employee', application: 'comp' } as const;
    const note = await as(admin).saveNote({ body: { noteText: 'Asked for a review', objectId: pia, ...ofPay } });
    const letter = await as(admin).uploadDocument({
      params: { relatedObject: pia },
      query: ofPay,
      file: new File(['%PDF-1.7 pay'], 'Severance.pdf', { type: 'application/pdf' }),
    });
    const columns = 'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n';
    const payroll = `${columns}Pia Test,Payday,2026-01-01,2026-01-31,2026-01-30,Salary,10000.00,USD\n`;
    const file = await uploadClient(server, tenantId, admin).checked('payroll-actuals', payroll);
    const { token: paid, apiToken: paidToken } = await create(admin, { withPay: true });
    const { token: blindToo, apiToken: blindToken } = await create(admin);
    const statuses = (token: string) => {
      const client = as(token);
      const document = { params: { id: letter.id } };
      return Promise.all(
        [
          client.getNote({ params: { id: note.id } }),
          client.listNotes({ params, query: { application: 'comp' } }),
          client.getDocument(document),
          client.downloadDocument(document),
          client.getUpload({ params: { id: file.id } }),
        ].map(responseStatus),
      );
    };
    expect(await statuses(blindToo)).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses(paid)).toEqual([200, 200, 200, 200, 200]);
    const ofComp = { params: { applicationId: 'comp' } } as const;
    expect((await as(blindToo).listUploads(ofComp)).pageData).toEqual([]);
    expect((await as(paid).listUploads(ofComp)).pageData).toHaveLength(1);
    expect((await as(paid).listSalaries()).pageData).toHaveLength(1);
    const payReads = await server.database.worker.query<{ session_id: string; operation: string }>(
      'SELECT DISTINCT session_id, operation FROM pay_read WHERE tenant_id = $1 AND session_id = ANY ($2) ORDER BY operation',
      [tenantId, [paidToken.id, blindToken.id]],
    );
    expect(payReads.rows).toEqual(
      ['downloadDocument', 'getDocument', 'getNote', 'getUpload', 'listNotes', 'listSalaries'].map((operation) => ({
        session_id: paidToken.id,
        operation,
      })),
    );
    const feed = { name: 'Feed', access: 'READ', endsOn: '2026-12-01', withPay: true } as const;
    expect(await refusalText(create(editor, feed))).toMatch(/TOKEN_WITHOUT_PAY WithPay/);
    // Somebody without access to all pay could read it through a program that has this access.
    const other = await server.person(tenantId, { comp: 'administrator' });
    const { id: programId } = await as(other).createProgram({
      body: { name: 'Payroll feed', roles: [{ application: 'comp', role: 'viewer' }] },
    });
    expect(await refusalText(create(other, { ...feed, programId }))).toBe(
      '422 TOKEN_WITHOUT_PAY WithPay With pay can be set for a program only by people with access to everyone’s pay.',
    );
    await create(admin, { ...feed, programId });
  });

  it('can belong to programs: users with their own rights who can’t sign in', async () => {
    const createProgram = (by: TestPerson, name: string) =>
      as(by).createProgram({ body: { name, roles: [{ application: 'carry', role: 'editor' }] } });
    const program = await createProgram(admin, 'Ledger bridge');
    expect((await refusal(createProgram(admin, 'ledger bridge'))).errors).toMatchObject([
      { code: 'DUPLICATE', path: 'Name' },
    ]);
    expect(await responseStatus(createProgram(editor, 'Own'))).toBe(403);
    const { token } = await create(admin, { name: 'Every night', programId: program.id });
    const created = await as(token).saveFirm({ body: { code: 'BRIDGE', name: 'Made by the bridge' } });
    const { rows } = await server.database.worker.query(
      'SELECT person_id, person_name FROM activity WHERE object_id = $1',
      [created.id],
    );
    expect(rows).toEqual([{ person_id: program.id, person_name: 'Program Ledger bridge' }]);
    const params = { id: program.id };
    const { id, rowVersion, firstName, lastName, email, username, isInactive, roles, canEditPerson } = await as(
      admin,
    ).getUser({ params });
    expect(canEditPerson).toBe(false);
    const body = { id, rowVersion, firstName, lastName, email, username, isInactive, roles };
    const withPassword = as(admin).saveUser({ body: { ...body, password: 'kettle of bright orbits' } });
    expect((await refusal(withPassword)).errors).toMatchObject([{ code: 'PROGRAM_FIXED' }]);
    expect((await refusal(as(admin).removeUserSecondFactor({ params }))).errors).toMatchObject([
      { code: 'NO_SECOND_FACTOR' },
    ]);
    await expect(
      server.database.worker.query(
        `INSERT INTO credential (person_id, password_hash, changed_at) VALUES ($1, 'x', now())`,
        [program.id],
      ),
    ).rejects.toThrow("can't have credentials");
    expect(await responseStatus(create(editor, { programId: program.id }))).toBe(403);
  });

  it('are created with the second factor that the firm requires, and need none themselves', async () => {
    const at = await server.tenant();
    const maker = await server.person(at, { carry: 'editor' });
    const createStrict = () =>
      as(maker, at).createApiToken({ body: { name: 'Strict', access: 'READ', endsOn: '2027-09-30' } });
    const { token: weak } = await createStrict();
    await firms(weak, at);
    await server.database.worker.query(
      `UPDATE tenant SET settings = settings || '{"secondFactor": "required"}' WHERE id = $1`,
      [at],
    );
    expect(await refusalText(firms(weak, at))).toMatch(
      /^403 TOKEN_CLOSED This token was created without a second factor/,
    );
    expect(await refusalText(createStrict())).toMatch(/^403 SECOND_FACTOR_REQUIRED/);
    const show = (displayedAt: Date) =>
      server.database.worker.query(
        `UPDATE session SET methods = '{password,totp}', strengthened_at = $2 WHERE person_id = $1`,
        [maker.personId, displayedAt],
      );
    await show(new Date(server.now.getTime() - 61 * 60_000));
    expect(await refusalText(createStrict())).toMatch(/^403 STEP_UP_REQUIRED/);
    await show(server.now);
    const { token: strong } = await createStrict();
    await firms(strong, at);
  });

  it('are worth something up to their last day, by the clock of the firm', async () => {
    const { token: theirs, apiToken } = await create(admin, { endsOn: '2026-10-01' });
    expect(apiToken.endsOn).toBe('2026-10-01');
    await firms(theirs);
    server.passMinutes(8 * 60);
    expect(await notifyOfEndingTokens(server.database.worker, server.now)).toBe(1);
    expect(await notifyOfEndingTokens(server.database.worker, server.now)).toBe(0);
    expect((await inboxOf(admin))[0]).toBe(
      'The API token Nightly load is worth nothing after 10/01/2026. Make its program another one in time.',
    );
    server.passMinutes(4 * 60);
    expect(await refusalText(firms(theirs))).toBe('401 TOKEN_ENDED This token has expired. Create a new one.');
  });

  it('are 50 of one person at most, however many are created at once', async () => {
    const eager = await server.person(tenantId, { carry: 'viewer' });
    const calls = Array.from({ length: 55 }, () => create(eager, { name: 'At once', access: 'READ' }));
    const statuses = await Promise.all(calls.map(responseStatus));
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    const refused = calls.filter((_, i) => statuses[i] !== 200);
    const codes = await Promise.all(refused.map(async (call) => (await refusal(call)).errors[0]?.code));
    expect(codes).toEqual(Array(5).fill('TOO_MANY_TOKENS'));
  });
});
