import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Link {
  readonly Id: string;
  readonly RowVersion: number;
  readonly SourceTenantName: string;
  readonly TargetTenantName: string;
  readonly IsOurs: boolean;
  readonly Firm: { readonly Name: string } | null;
  readonly Investors: readonly { readonly InvestorName: string }[];
  readonly RequestStatus: { readonly Code: string };
  readonly Answer: string | null;
}
interface Refusal {
  readonly Errors: readonly { readonly Code: string; readonly Path: string; readonly Message: string }[];
}
const base = '/api/performance/tenant-link-request';

describe('links between tenants', () => {
  let server: TestServer;
  /** A manager, an LP tenant, and an unrelated third tenant. */
  const firm = { id: '', person: {} as TestPerson };
  const endowment = { id: '', person: {} as TestPerson };
  const stranger = { id: '', person: {} as TestPerson };
  const investors: Record<string, string> = {};
  let manager: string;
  let link: Link;

  type Side = typeof firm;
  const call = (
    side: Side,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    token = side.person.token,
  ) => server.call(token, side.id, { method, url: path, ...(payload ? { payload } : {}) });
  const get = async <T>(side: Side, path: string): Promise<T> => (await call(side, 'GET', path)).json<T>();
  const post = async <T>(side: Side, path: string, payload: object): Promise<T> => {
    const answer = await call(side, 'POST', path, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const refused = async (side: Side, path: string, payload: object) => {
    const answer = await call(side, 'POST', `${base}/${path}`, payload);
    const [first] = answer.json<Refusal>().Errors;
    return [answer.statusCode, first?.Code, first?.Message];
  };
  const investor = (id: string) =>
    get<{ LinkPending: boolean; isLinked: boolean; LinkedTenantName: string | null }>(
      firm,
      `/api/performance/investor/${id}`,
    );
  const setting = (tenant: string, sql: string) =>
    server.database.worker.query(`UPDATE tenant SET ${sql} WHERE id = $1`, [tenant]);
  const request = (names: readonly string[], Comments?: string) =>
    post<Link>(firm, `${base}/create`, {
      TargetTenantId: endowment.id,
      TargetTenantName: 'Lakeside Endowment',
      Investors: names.map((name) => ({ Id: investors[name] })),
      Comments,
    });

  beforeAll(async () => {
    server = await TestServer.start();
    for (const [side, name] of [
      [firm, 'Ridge Partners'],
      [endowment, 'Lakeside Endowment'],
      [stranger, 'Elsewhere Trust'],
    ] as const) {
      side.id = await server.tenant(name);
      side.person = await server.person(side.id, { performance: 'administrator' });
    }
    await setting(endowment.id, 'is_lp_tenant = true');
    await setting(stranger.id, 'is_lp_tenant = true');
    const type = { Id: await server.referenceEntry(firm.id, 'investor-type', 'INVESTOR') };
    for (const name of ['Lakeside', 'Lakeside II', 'Other']) {
      const saved = await post<{ Id: string }>(firm, '/api/performance/investor', {
        Code: name,
        Name: name,
        Type: type,
      });
      investors[name] = saved.Id;
    }
    manager = (await post<{ Id: string }>(endowment, '/api/performance/firm', { Code: 'RP', Name: 'Ridge' })).Id;
  });
  afterAll(() => server.stop());

  it('are asked for by whoever names a tenant of the other kind, found by consent or by its whole name [A-T-076] [A-P-165]', async () => {
    const found = async (side: Side, name = '') =>
      (await get<{ Name: string }[]>(side, `${base}/targetTenants?name=${encodeURIComponent(name)}`)).map(
        ({ Name }) => Name,
      );
    expect(await found(firm)).toEqual([]);
    expect(await found(firm, 'lakeside endowment')).toEqual(['Lakeside Endowment']);
    expect(await found(firm, 'Lakeside')).toEqual([]);
    await setting(stranger.id, `settings = '{"letsItselfBeFound": "True"}'`);
    expect(await found(firm)).toEqual(['Elsewhere Trust']);
    // An LP tenant can't find other LP tenants, and nobody can find themselves.
    expect(await found(endowment, 'Elsewhere Trust')).toEqual([]);
    expect(await found(endowment, 'Lakeside Endowment')).toEqual([]);
    expect(await found(endowment, 'Ridge Partners')).toEqual(['Ridge Partners']);
  });

  it('are refused in words where something is missing [M-T-025..027] [U-T-066] [U-P-083]', async () => {
    expect(await refused(firm, 'create', {})).toEqual([422, 'REQUIRED', 'Please select a tenant to link to.']);
    // The exact name alone is enough.
    expect(await refused(firm, 'create', { TargetTenantName: 'Lakeside Endowment' })).toEqual([
      422,
      'REQUIRED',
      'Please select at least one investor to create a link for.',
    ]);
    expect(await refused(firm, 'create', { TargetTenantName: 'Lakeside' })).toEqual([
      404,
      'NOT_FOUND',
      'There is no such tenant to link to.',
    ]);
    const toLp = { TargetTenantId: endowment.id, TargetTenantName: 'Lakeside Endowment' };
    expect(await refused(firm, 'create', toLp)).toEqual([
      422,
      'REQUIRED',
      'Please select at least one investor to create a link for.',
    ]);
    const toFirm = { TargetTenantId: firm.id, TargetTenantName: 'Ridge Partners' };
    expect(await refused(endowment, 'create', toFirm)).toEqual([
      422,
      'REQUIRED',
      'Please select the firm you would like to create a link for.',
    ]);
    // The id without the name isn't enough to find a tenant.
    expect(
      (await refused(firm, 'create', { TargetTenantId: endowment.id, Investors: [{ Id: investors['Lakeside'] }] }))[0],
    ).toBe(404);
    expect((await refused(firm, 'create', { ...toLp, Investors: [{ Id: manager }] }))[1]).toBe('NOT_FOUND');
  });

  it('wait for an answer, and the investor says so [A-T-082] [A-P-166] [A-T-072..075] [U-P-033] [U-P-037]', async () => {
    link = await request(['Lakeside', 'Lakeside II'], 'Quarterly figures');
    expect(link).toMatchObject({
      SourceTenantName: 'Ridge Partners',
      TargetTenantName: 'Lakeside Endowment',
      RequestStatus: { Code: 'PEND' },
      IsOurs: true,
      Investors: [{ InvestorName: 'Lakeside' }, { InvestorName: 'Lakeside II' }],
    });
    expect(await investor(investors['Lakeside']!)).toMatchObject({
      LinkPending: true,
      isLinked: false,
      LinkedTenantName: null,
    });
    expect(await investor(investors['Other']!)).toMatchObject({ LinkPending: false, isLinked: false });
    expect((await get<Link>(firm, `${base}/${investors['Lakeside']}/byInvestor`)).Id).toBe(link.Id);
    expect(await get(firm, `${base}/${investors['Other']}/byInvestor`)).toBeNull();
    const ids = async (side: Side, path: string) => (await get<Link[]>(side, `${base}/${path}`)).map(({ Id }) => Id);
    expect([await ids(firm, 'bySource'), await ids(firm, 'byTarget')]).toEqual([[link.Id], []]);
    expect([await ids(endowment, 'bySource'), await ids(endowment, 'byTarget')]).toEqual([[], [link.Id]]);
    expect((await get<{ Code: string }[]>(firm, `${base}/statuses`)).map(({ Code }) => Code)).toEqual([
      'PEND',
      'ACCEPT',
      'REJ',
      'REM',
    ]);
    expect(await get(endowment, `${base}/tabData`)).toEqual({ Pending: 1, Resolved: 0 });
  });

  it('are about an investor once, and offer those that are free [A-T-078] [A-T-079]', async () => {
    const names = async (side: Side, path: string) =>
      (await get<{ Name: string }[]>(side, `${base}/${path}`)).map(({ Name }) => Name);
    expect(await names(firm, 'availableInvestors')).toEqual(['Other']);
    expect(await names(endowment, 'availableFirms')).toEqual(['Ridge']);
    const again = {
      TargetTenantId: endowment.id,
      TargetTenantName: 'Lakeside Endowment',
      Investors: [{ Id: investors['Lakeside'] }],
    };
    expect(await refused(firm, 'create', again)).toEqual([
      422,
      'ALREADY_LINKED',
      'There is already a link to Lakeside Endowment, or a request for one.',
    ]);
  });

  it('are answered by the other side alone, which says what they are about to it [A-T-083] [U-T-067] [U-T-051]', async () => {
    const inbox = await get<readonly { Kind: string; Subject: string }[]>(endowment, '/api/inbox');
    expect(inbox[0]).toMatchObject({
      Kind: 'transfer',
      Subject: 'Ridge Partners requests a link with Lakeside Endowment.',
    });
    expect((await refused(firm, 'accept', { Id: link.Id }))[1]).toBe('OWN_REQUEST');
    expect((await refused(stranger, 'accept', { Id: link.Id, Firm: { Id: manager } }))[0]).toBe(404);
    expect((await refused(endowment, 'accept', { Id: link.Id }))[1]).toBe('REQUIRED');
    expect((await refused(endowment, 'accept', { Id: link.Id, RowVersion: 7, Firm: { Id: manager } }))[1]).toBe(
      'STALE_VERSION',
    );
    const accepted = await post<Link>(endowment, `${base}/accept`, {
      Id: link.Id,
      RowVersion: link.RowVersion,
      Response: 'ACCEPT',
      Firm: { Id: manager },
    });
    expect(accepted).toMatchObject({ RequestStatus: { Code: 'ACCEPT' }, IsOurs: false, Firm: { Name: 'Ridge' } });
    expect((await refused(endowment, 'reject', { Id: link.Id, Comments: 'Too late' }))[1]).toBe('WRONG_STATE');
    expect(await investor(investors['Lakeside']!)).toMatchObject({
      LinkPending: false,
      isLinked: true,
      LinkedTenantName: 'Lakeside Endowment',
    });
    expect(await get(endowment, `/api/performance/firm/${manager}`)).toMatchObject({
      isLinked: true,
      LinkedTenantName: 'Ridge Partners',
    });
    const { Accepted, Rejected } = await get<{ Accepted: Link[]; Rejected: Link[] }>(firm, `${base}/resolved`);
    expect([Accepted.map(({ Id }) => Id), Rejected]).toEqual([[link.Id], []]);
    expect(await get(firm, `${base}/tabData`)).toEqual({ Pending: 0, Resolved: 1 });
  });

  it('are rejected with a comment, which both read [A-T-084] [A-T-077]', async () => {
    const second = await request(['Other']);
    expect((await refused(endowment, 'reject', { Id: second.Id }))[1]).toBe('COMMENT_REQUIRED');
    await post(endowment, `${base}/reject`, { Id: second.Id, Response: 'REJ', Comments: 'Not one of ours' });
    expect(await get(firm, `${base}/${investors['Other']}/byInvestor`)).toMatchObject({
      RequestStatus: { Code: 'REJ' },
      Answer: 'Not one of ours',
    });
    expect(await investor(investors['Other']!)).toMatchObject({ LinkPending: false, isLinked: false });
  });

  it('are seen by the two tenants of them and by no third, whatever it asks and in whichever role [U-P-081]', async () => {
    const view = await server.person(stranger.id, { performance: 'viewer' });
    const lp = await server.person(stranger.id, { 'performance-lp': 'administrator' });
    for (const token of [stranger.person.token, view.token, lp.token]) {
      for (const path of ['bySource', 'byTarget', '']) {
        const answer = await call(stranger, 'GET', `${base}${path && '/'}${path}`, undefined, token);
        expect(answer.body).not.toContain(link.Id);
      }
      expect(
        (await call(stranger, 'DELETE', `${base}/${link.Id}`, undefined, token)).statusCode,
      ).toBeGreaterThanOrEqual(403);
    }
    // The database itself enforces it: no rows, no names, no changes. Each side's own data is hidden from the other.
    const rows = async (tenantId: string) => {
      const counts: number[] = [];
      // Everything is rolled back, because the last statement fails.
      const tried = server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
        for (const sql of [
          'SELECT FROM tenant_link',
          'SELECT FROM linked_tenants()',
          'SELECT FROM investor_link',
          'SELECT FROM firm_link',
          `UPDATE tenant_link SET status = 'ACCEPT' RETURNING 1`,
        ])
          counts.push((await tx.query(sql)).length);
        await tx.query('SELECT 1 / 0');
      });
      await expect(tried).rejects.toThrow(/division by zero/);
      return counts;
    };
    expect(await rows(stranger.id)).toEqual([0, 1, 0, 0, 0]);
    expect(await rows(firm.id)).toEqual([2, 2, 3, 0, 2]);
    expect(await rows(endowment.id)).toEqual([2, 2, 0, 1, 2]);
    const attempt = (tenantId: string, sql: string) =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) => tx.query(sql));
    await expect(attempt(firm.id, `UPDATE tenant_link SET target_id = '${stranger.id}'`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(attempt(firm.id, 'DELETE FROM tenant_link')).rejects.toThrow(/permission denied/);
    await expect(
      attempt(
        stranger.id,
        `INSERT INTO tenant_link (tenant_id, id, target_id) VALUES ('${firm.id}', gen_random_uuid(), '${stranger.id}')`,
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('need the right of who asks: a viewer reads them, an editor asks and answers, an administrator takes them away', async () => {
    const viewer = await server.person(firm.id, { performance: 'viewer' });
    const editor = await server.person(firm.id, { performance: 'editor' });
    const status = async (token: string, method: 'GET' | 'POST' | 'DELETE', path: string) =>
      (await call(firm, method, `${base}/${path}`, method === 'POST' ? {} : undefined, token)).statusCode;
    expect(await status(viewer.token, 'GET', 'bySource')).toBe(200);
    expect(await status(viewer.token, 'POST', 'create')).toBe(403);
    expect(await status(editor.token, 'POST', 'create')).toBe(422);
    expect(await status(editor.token, 'DELETE', link.Id)).toBe(403);
    const carry = await server.person(firm.id, { carry: 'administrator' });
    expect(await status(carry.token, 'GET', 'bySource')).toBe(403);
  });

  it('are taken away investor by investor, the last with the link [A-T-081] [U-P-037]', async () => {
    expect((await call(firm, 'DELETE', `${base}/${investors['Lakeside II']}`)).statusCode).toBe(200);
    expect(await investor(investors['Lakeside II']!)).toMatchObject({ isLinked: false, LinkedTenantName: null });
    expect(await get(endowment, `${base}/${manager}/byInvestor`)).toMatchObject({
      RequestStatus: { Code: 'ACCEPT' },
      Investors: [{ InvestorName: 'Lakeside' }],
    });
    expect((await call(endowment, 'DELETE', `${base}/${manager}`)).statusCode).toBe(200);
    expect(await get(firm, `${base}/${investors['Lakeside']}/byInvestor`)).toMatchObject({
      RequestStatus: { Code: 'REM' },
    });
    expect(await investor(investors['Lakeside']!)).toMatchObject({ isLinked: false, LinkedTenantName: null });
    expect((await call(firm, 'DELETE', `${base}/${investors['Lakeside']}`)).statusCode).toBe(404);
  });

  it('are asked for by an LP tenant of its firm, which says so [U-P-039] [U-P-083 U-T-080]', async () => {
    const linkRequest = await post<Link>(endowment, `${base}/create`, {
      TargetTenantId: firm.id,
      TargetTenantName: 'Ridge Partners',
      Firm: { Id: manager },
    });
    const state = () => get(endowment, `/api/performance/firm/${manager}`);
    expect(await state()).toMatchObject({ LinkPending: true, isLinked: false, LinkedTenantName: null });
    expect((await call(endowment, 'DELETE', `${base}/${linkRequest.Id}`)).statusCode).toBe(200);
    expect(await state()).toMatchObject({ LinkPending: false, isLinked: false });
  });

  it('stand in the trails of both, the other side told as a tenant and not as a person, and both trails are whole [A-T-127] [A-P-174]', async () => {
    const operations = async (side: Side) =>
      (
        await get<{ PageData: { Operation: string; CreatedBy: string }[] }>(side, `/api/activity/${link.Id}`)
      ).PageData.map(({ Operation, CreatedBy }) => [Operation, CreatedBy]);
    expect(await operations(firm)).toEqual([
      ['removeTenantLinkRequest', 'Lakeside Endowment'],
      ['removeTenantLinkRequest', 'Ada Example'],
      ['acceptTenantLinkRequest', 'Lakeside Endowment'],
      ['askTenantLink', 'Ada Example'],
    ]);
    expect((await operations(endowment)).map(([, by]) => by)).toEqual([
      'Ada Example',
      'Ridge Partners',
      'Ada Example',
      'Ridge Partners',
    ]);
    const { rows } = await server.database.worker.query<{ tenant: string; type: string }>(
      `SELECT DISTINCT tenant_id AS tenant, link_type AS type FROM outbox WHERE object_id = $1`,
      [link.Id],
    );
    expect(new Set(rows.map(({ tenant, type }) => `${tenant} ${type}`))).toEqual(
      new Set([firm, endowment].map(({ id }) => `${id} TenantLinkRequest`)),
    );
    const found = (tenantId: string) =>
      server.withTenant(
        { tenantId, personId: null, now: server.now.toISOString() },
        (tx) => verifyTenant(tx, server.auditKey),
        {
          readOnly: true,
        },
      );
    const wrong = async (tenantId: string) => {
      const { chain, findings } = await found(tenantId);
      return [
        chain.broken,
        findings
          .filter(({ of: location }) => location[0] === 'tenant link request')
          .map(({ what: subject }) => subject),
      ];
    };
    for (const { id } of [firm, endowment]) expect(await wrong(id)).toEqual([undefined, []]);
    const superuser = new pg.Client({ connectionString: server.database.adminUrl });
    await superuser.connect();
    await superuser.query(`UPDATE tenant_link SET status = 'ACCEPT' WHERE id = $1`, [link.Id]);
    await superuser.end();
    for (const { id } of [firm, endowment]) expect(await wrong(id)).toEqual([undefined, ['status']]);
  });
});
