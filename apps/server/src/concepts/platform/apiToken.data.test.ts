import { notifyOfEndingTokens } from '@carrara/adapters/postgres/platform/apiToken/endingTokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePayAccess } from '../../testing/givePayAccess.ts';
import { multipart } from '../../testing/multipart.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';
import { uploadsOf } from '../../testing/uploads.ts';

interface Token {
  readonly Id: string;
  readonly Name: string;
  readonly Owner: string;
  readonly Status: { readonly Code: string };
  readonly LastAddress: string | null;
  readonly EndsOn: string;
}
interface Answer {
  readonly Id: string;
  readonly Token: string;
  readonly ApiToken: Token;
  readonly PageData: readonly Token[];
  readonly Errors: readonly { readonly Code: string; readonly Path: string; readonly Message: string }[];
}

describe('API tokens', () => {
  let server: TestServer;
  let tenantId: string;
  let admin: TestPerson;
  let editor: TestPerson;

  const call = async (
    token: string,
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    at = tenantId,
  ) => {
    const answer = await server.call(token, at, { method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, text: answer.body, body: answer.json<Answer>() };
  };
  const done = async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const path = '/api/apitoken';
  const make = (by: TestPerson, more: object = {}) =>
    done(by.token, 'POST', path, { Name: 'Nightly load', Access: 'WRITE', EndsOn: '2027-09-30', ...more });
  const refusal = async (...args: Parameters<typeof call>) => {
    const { status, body } = await call(...args);
    return `${status} ${body.Errors.map(({ Code, Path, Message }) => [Code, Path, Message].filter(Boolean).join(' ')).join('; ')}`;
  };
  const inboxOf = async (person: TestPerson) =>
    (await server.call(person.token, tenantId, { url: '/api/inbox' }))
      .json<readonly { Kind: string; Subject: string }[]>()
      .flatMap(({ Kind, Subject }) => (Kind === 'token' ? [Subject] : []));
  const firm = { Code: 'MADE', Name: 'Made by a program' };
  const firms = '/api/performance/firm/navigation-list';

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    admin = await server.person(tenantId, { carry: 'administrator', comp: 'administrator' });
    editor = await server.person(tenantId, { carry: 'editor' });
  });
  afterAll(() => server.stop());

  it('act with the rights of their owner as they are now, and the trail names the program', async () => {
    const { Token: token, ApiToken } = await make(editor);
    expect(token).toMatch(/^carrara_[\w-]{43}$/);
    const created = await done(token, 'POST', '/api/performance/firm', firm);
    const entries = await server.database.worker.query<{ person_name: string; person_id: string }>(
      `SELECT person_name, person_id FROM activity WHERE tenant_id = $1 AND object_id = $2`,
      [tenantId, created.Id],
    );
    expect(entries.rows).toEqual([
      { person_name: expect.stringMatching(/ by program Nightly load$/) as string, person_id: editor.personId },
    ]);
    // The stored hash is useless to somebody who reads the database.
    const stored = await server.database.worker.query<{ all: string }>(
      'SELECT row_to_json(t)::text AS all FROM api_token t WHERE id = $1',
      [ApiToken.Id],
    );
    expect(stored.rows[0]?.all).not.toContain(token.slice('carrara_'.length));
    const { PageData } = await done(editor.token, 'GET', path);
    expect(PageData).toMatchObject([{ Name: 'Nightly load', Status: { Code: 'ACTIVE' }, LastAddress: '127.0.0.1' }]);
    await server.database.worker.query(
      `UPDATE membership_role SET role = 'viewer' WHERE tenant_id = $1 AND person_id = $2`,
      [tenantId, editor.personId],
    );
    expect(await refusal(token, 'POST', '/api/performance/firm', firm)).toMatch(/^403 FORBIDDEN/);
    await done(token, 'GET', firms);
    await server.database.worker.query(
      `UPDATE membership_role SET role = 'editor' WHERE tenant_id = $1 AND person_id = $2`,
      [tenantId, editor.personId],
    );
  });

  it('open neither users, tokens, access nor the live channel, nor another firm', async () => {
    const { Token: token } = await make(admin);
    for (const [method, url] of [
      ['GET', '/api/user'],
      ['POST', '/api/group'],
      ['GET', path],
      ['POST', path],
      ['GET', '/api/comp/pay-access'],
      ['GET', '/api/participant-portal/home'],
      ['POST', '/api/signin/live-token'],
      ['POST', '/api/signin/download-token'],
      ['POST', '/api/user/password'],
    ] as const) {
      const answer = await call(token, method, url, method === 'POST' ? {} : undefined);
      expect([403, 404], `${url} ${answer.text}`).toContain(answer.status);
      if (answer.status === 403) expect(answer.body.Errors).toMatchObject([{ Code: 'TOKEN_CLOSED' }]);
    }
    const live = await server.app.inject({
      method: 'POST',
      url: '/updateHub/negotiate?negotiateVersion=1',
      headers: { authtoken: token, tenantid: tenantId },
    });
    expect(live.statusCode).toBe(401);
    const other = await server.tenant();
    expect((await call(token, 'GET', firms, undefined, other)).status).toBe(403);
    const stranger = await server.person(other, { carry: 'administrator' });
    const { PageData } = await done(stranger.token, 'GET', path, undefined, other);
    expect(PageData).toEqual([]);
    const [own] = (await done(admin.token, 'GET', path)).PageData;
    expect((await call(stranger.token, 'POST', `${path}/${own?.Id}/end`, {}, other)).status).toBe(404);
    expect((await call(editor.token, 'POST', `${path}/${own?.Id}/end`, {})).status).toBe(404);
  });

  it('only read where they were made to, and come from where they may', async () => {
    const { Token: reader } = await make(editor, { Access: 'READ' });
    await done(reader, 'GET', firms);
    expect(await refusal(reader, 'POST', '/api/performance/firm', firm)).toBe(
      '403 TOKEN_CLOSED This token is read-only. Use a token that can write.',
    );
    const { Token: here } = await make(editor, { Addresses: '203.0.113.0/24, 127.0.0.1' });
    await done(here, 'GET', firms);
    const { Token: foreign } = await make(editor, { Addresses: '203.0.113.0/24,2001:db8::/32' });
    expect(await refusal(foreign, 'GET', firms)).toBe(
      '401 TOKEN_ENDED This token can’t be used from this address. Create a token that allows it.',
    );
    expect(await refusal(foreign, 'GET', firms)).toBe(
      '401 TOKEN_ENDED This token can’t be used from this address. Create a token that allows it.',
    );
    // The owner is notified: of a new token at once, of refusals once a day.
    expect((await inboxOf(editor)).slice(0, 2)).toEqual([
      'The API token Nightly load came from 127.0.0.1, which is not accepted, and was refused. If this is not its program, end it.',
      'The API token Nightly load in your name was created from your account and is valid until 09/30/2027. If this wasn’t you, revoke it under your account.',
    ]);
    const wrong = { Name: 'x', Access: 'READ', EndsOn: '2027-10-03', Addresses: '10.0.0.0/33, office' };
    expect(await refusal(editor.token, 'POST', path, wrong)).toContain('422 TOKEN_PERIOD EndsOn');
    expect((await call(editor.token, 'POST', path, wrong)).body.Errors.map(({ Path }) => Path)).toEqual([
      'EndsOn',
      'Addresses',
      'Addresses',
    ]);
  });

  it('have a number of requests of their own in a minute', async () => {
    const { Token: token } = await make(editor, { RequestsPerMinute: 2 });
    await done(token, 'GET', firms);
    await done(token, 'GET', firms);
    expect(await refusal(token, 'GET', firms)).toMatch(/^429 TOO_MANY_ATTEMPTS/);
    await done(editor.token, 'GET', firms);
  });

  it('end when they are ended and when their owner is archived', async () => {
    const { Token: token, ApiToken } = await make(editor);
    await done(token, 'GET', firms);
    await done(admin.token, 'POST', `${path}/${ApiToken.Id}/end`, {});
    expect(await refusal(token, 'GET', firms)).toBe('401 TOKEN_ENDED This token has ended. Create a new one.');
    expect((await call(admin.token, 'POST', `${path}/${ApiToken.Id}/end`, {})).body.Errors).toMatchObject([
      { Code: 'WRONG_STATE' },
    ]);
    const leaver = await server.person(tenantId, { carry: 'viewer' });
    const { Token: theirs } = await make(leaver);
    await done(theirs, 'GET', firms);
    await server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
      leaver.personId,
    ]);
    expect((await call(theirs, 'GET', firms)).status).toBe(403);
    await server.database.worker.query('UPDATE membership SET is_inactive = false WHERE person_id = $1', [
      leaver.personId,
    ]);
  });

  it('see pay only where they were made to, and never more than their owner', async () => {
    const pia = await done(admin.token, 'POST', '/api/comp/employee', {
      FirstName: 'Pia',
      LastName: 'Test',
      HireDate: '2020-01-01',
      IsPayRestricted: false,
    });
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    await givePayAccess(server, tenantId, admin, 'ALL');
    await done(admin.token, 'POST', '/api/comp/salary', {
      Employee: { Id: pia.Id },
      EffectiveDate: '2020-01-01',
      Amount: '120000.00',
      Currency: { Id: usd },
      Frequency: { Code: 'ANNUAL' },
      FtePercent: '100',
    });
    const { Token: blind } = await make(admin);
    expect(await refusal(blind, 'GET', '/api/comp/salary')).toMatch(/^403 TOKEN_CLOSED This token doesn’t include pay/);
    // Not through the audit log either: the database hides the entries.
    expect((await done(admin.token, 'GET', `/api/activity/container/${pia.Id}`)).PageData.length).toBeGreaterThan(1);
    const displayed = await call(blind, 'GET', `/api/activity/container/${pia.Id}`);
    expect(displayed.text).not.toContain('120000');
    // Neither are notes, documents and payroll files readable. An access is logged only if pay was returned.
    const query = `objectType=employee&application=comp`;
    const note = await done(admin.token, 'POST', '/api/note', {
      NoteText: 'Asked for a review',
      ObjectId: pia.Id,
      ObjectType: 'employee',
      Application: 'comp',
    });
    const letter = (
      await server.call(admin.token, tenantId, {
        method: 'POST',
        url: `/api/document/upload/${pia.Id}?${query}`,
        ...multipart({ name: 'Severance.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 pay') }),
      })
    ).json<Answer>();
    const columns = 'Employee,Provider,Period start,Period end,Pay date,Pay type,Amount,Currency\n';
    const payroll = `${columns}Pia Test,Payday,2026-01-01,2026-01-31,2026-01-30,Salary,10000.00,USD\n`;
    const file = await uploadsOf(server, tenantId, admin).checked('payroll-actuals', payroll);
    const { Token: paid, ApiToken: paidToken } = await make(admin, { WithPay: true });
    const { Token: blindToo, ApiToken: blindToken } = await make(admin);
    const paths = [
      `/api/note/${note.Id}`,
      `/api/note/container/${pia.Id}?application=comp`,
      `/api/document/${letter.Id}`,
      `/api/document/download/${letter.Id}`,
      `/api/upload/${file.Id}`,
    ];
    const statuses = async (token: string) =>
      Promise.all(paths.map(async (url) => (await server.call(token, tenantId, { method: 'GET', url })).statusCode));
    expect(await statuses(blindToo)).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses(paid)).toEqual([200, 200, 200, 200, 200]);
    expect((await done(blindToo, 'GET', '/api/upload-history/comp')).PageData).toEqual([]);
    expect((await done(paid, 'GET', '/api/upload-history/comp')).PageData).toHaveLength(1);
    expect((await done(paid, 'GET', '/api/comp/salary')).PageData).toHaveLength(1);
    const looks = await server.database.worker.query<{ session_id: string; operation: string }>(
      'SELECT DISTINCT session_id, operation FROM pay_read WHERE tenant_id = $1 AND session_id = ANY ($2) ORDER BY operation',
      [tenantId, [paidToken.Id, blindToken.Id]],
    );
    expect(looks.rows).toEqual(
      ['downloadDocument', 'getDocument', 'getNote', 'getUpload', 'listNotes', 'listSalaries'].map((operation) => ({
        session_id: paidToken.Id,
        operation,
      })),
    );
    expect(
      await refusal(editor.token, 'POST', path, { Name: 'x', Access: 'READ', EndsOn: '2026-12-01', WithPay: true }),
    ).toMatch(/TOKEN_WITHOUT_PAY WithPay/);
    // Somebody who may read no pay, or not everybody's, could read it through a program that may.
    const other = await server.person(tenantId, { comp: 'administrator' });
    const roles = [{ Application: 'comp', Role: 'viewer' }];
    const { Id: ProgramId } = await done(other.token, 'POST', `${path}/program`, {
      Name: 'Payroll feed',
      Roles: roles,
    });
    const feed = { Name: 'Feed', Access: 'READ', EndsOn: '2026-12-01', WithPay: true, ProgramId };
    expect(await refusal(other.token, 'POST', path, feed)).toBe(
      '422 TOKEN_WITHOUT_PAY WithPay With pay can be set for a program only by people with access to everyone’s pay.',
    );
    await make(admin, feed);
  });

  it('are made for programs too: users with rights of their own that cannot sign in', async () => {
    const roles = [{ Application: 'carry', Role: 'editor' }];
    const program = await done(admin.token, 'POST', `${path}/program`, { Name: 'Ledger bridge', Roles: roles });
    expect(
      (await call(admin.token, 'POST', `${path}/program`, { Name: 'ledger bridge', Roles: roles })).body.Errors,
    ).toMatchObject([{ Code: 'DUPLICATE', Path: 'Name' }]);
    expect((await call(editor.token, 'POST', `${path}/program`, { Name: 'Own', Roles: roles })).status).toBe(403);
    const { Token: token } = await make(admin, { Name: 'Every night', ProgramId: program.Id });
    const created = await done(token, 'POST', '/api/performance/firm', { Code: 'BRIDGE', Name: 'Made by the bridge' });
    const { rows } = await server.database.worker.query(
      'SELECT person_id, person_name FROM activity WHERE object_id = $1',
      [created.Id],
    );
    expect(rows).toEqual([{ person_id: program.Id, person_name: 'Program Ledger bridge' }]);
    const user = await done(admin.token, 'GET', `/api/user/${program.Id}`);
    const values = { ...user, Password: 'kettle of bright orbits' };
    const {
      CanManage: _c,
      CanEditPerson,
      HasSecondFactor: _h,
      MailedUntil: _m,
      Status: _s,
      Picture: _p,
      Access: _a,
      ...body
    } = values as unknown as Record<string, unknown>;
    expect(CanEditPerson).toBe(false);
    expect((await call(admin.token, 'POST', '/api/user', body)).body.Errors).toMatchObject([{ Code: 'PROGRAM_FIXED' }]);
    const factor = await call(admin.token, 'POST', `/api/user/${program.Id}/second-factor/remove`, {});
    expect(factor.body.Errors).toMatchObject([{ Code: 'NO_SECOND_FACTOR' }]);
    await expect(
      server.database.worker.query(
        `INSERT INTO credential (person_id, password_hash, changed_at) VALUES ($1, 'x', now())`,
        [program.Id],
      ),
    ).rejects.toThrow('does not sign in');
    await expect(make(editor, { ProgramId: program.Id })).rejects.toThrow('403');
  });

  it('are made with the second factor that the firm asks for, and show none themselves', async () => {
    const at = await server.tenant();
    const maker = await server.person(at, { carry: 'editor' });
    const body = { Name: 'Strict', Access: 'READ', EndsOn: '2027-09-30' };
    const { Token: weak } = await done(maker.token, 'POST', path, body, at);
    await done(weak, 'GET', firms, undefined, at);
    await server.database.worker.query(
      `UPDATE tenant SET settings = settings || '{"secondFactor": "required"}' WHERE id = $1`,
      [at],
    );
    expect(await refusal(weak, 'GET', firms, undefined, at)).toMatch(
      /^403 TOKEN_CLOSED This token was created without a second factor/,
    );
    expect(await refusal(maker.token, 'POST', path, body, at)).toMatch(/^403 SECOND_FACTOR_REQUIRED/);
    const show = (displayedAt: Date) =>
      server.database.worker.query(
        `UPDATE session SET methods = '{password,totp}', strengthened_at = $2 WHERE person_id = $1`,
        [maker.personId, displayedAt],
      );
    await show(new Date(server.now.getTime() - 61 * 60_000));
    expect(await refusal(maker.token, 'POST', path, body, at)).toMatch(/^403 STEP_UP_REQUIRED/);
    await show(server.now);
    const { Token: strong } = await done(maker.token, 'POST', path, body, at);
    await done(strong, 'GET', firms, undefined, at);
  });

  it('are worth something up to their last day, by the clock of the firm', async () => {
    const { Token: theirs, ApiToken } = await make(admin, { EndsOn: '2026-10-01' });
    expect(ApiToken.EndsOn).toBe('2026-10-01');
    await done(theirs, 'GET', firms);
    server.passMinutes(8 * 60);
    expect(await notifyOfEndingTokens(server.database.worker, server.now)).toBe(1);
    expect(await notifyOfEndingTokens(server.database.worker, server.now)).toBe(0);
    expect((await inboxOf(admin))[0]).toBe(
      'The API token Nightly load is worth nothing after 10/01/2026. Make its program another one in time.',
    );
    server.passMinutes(4 * 60);
    expect(await refusal(theirs, 'GET', firms)).toBe('401 TOKEN_ENDED This token has expired. Create a new one.');
  });

  it('are 50 of one person at most, however many are created at once', async () => {
    const eager = await server.person(tenantId, { carry: 'viewer' });
    const body = { Name: 'At once', Access: 'READ', EndsOn: '2027-09-30' };
    const answers = await Promise.all(Array.from({ length: 55 }, () => call(eager.token, 'POST', path, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status !== 200).map(({ body: { Errors } }) => Errors[0]?.Code)).toEqual(
      Array(5).fill('TOO_MANY_TOKENS'),
    );
  });
});
