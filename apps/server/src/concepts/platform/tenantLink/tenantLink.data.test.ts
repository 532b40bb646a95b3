import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLinkedFirms, type Side } from '../../../testing/linkedFirms.ts';
import { type AnswerOf, refusal, responseStatus } from '../../../testing/testClient.ts';

interface Link {
  readonly id: string;
  readonly rowVersion: number;
  readonly sourceTenantName: string;
  readonly targetTenantName: string;
  readonly isOurs: boolean;
  readonly firm: { readonly name: string } | null;
  readonly investors: readonly { readonly investorName: string }[];
  readonly requestStatus: { readonly code: string };
  readonly answer: string | null;
}
const base = '/api/performance/tenant-link-request';

describe('links between tenants', () => {
  const firms = openLinkedFirms();
  /** A manager, an LP tenant, and an unrelated third tenant. */
  const { as, firm, endowment, stranger, tamper } = firms;
  const investors: Record<string, string> = {};
  let manager: string;
  let link: Link;

  const call = (
    side: Side,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    token = side.person.token,
  ) => firms.server.call(token, side.id, { method, url: path, ...(payload ? { payload } : {}) });

  const refused = async (call: Promise<unknown>) => {
    const { status, errors } = await refusal(call);
    return [status, errors[0]?.code, errors[0]?.message];
  };
  const investor = (id: string) => as(firm.person).getInvestor({ params: { id } });
  const setting = (tenant: string, sql: string) =>
    firms.server.database.worker.query(`UPDATE tenant SET ${sql} WHERE id = $1`, [tenant]);
  const request = (names: readonly string[], comments?: string) =>
    as(firm.person).requestTenantLink({
      body: {
        targetTenantId: endowment.id,
        targetTenantName: 'Lakeside Endowment',
        investors: names.map((name) => ({ id: investors[name]! })),
        comments,
      },
    });

  beforeAll(async () => {
    const type = { id: await firms.server.referenceEntry(firm.id, 'investor-type', 'INVESTOR') };
    for (const name of ['Lakeside', 'Lakeside II', 'Other']) {
      const saved = await as(firm.person).saveInvestor({
        body: {
          code: name,
          name,
          type,
        },
      });
      investors[name] = saved.id;
    }
    manager = (await as(endowment.person).saveFirm({ body: { code: 'RP', name: 'Ridge' } })).id;
  });

  it('are requested from a tenant of the other kind, found by consent or by its full name [A-T-076] [A-P-165]', async () => {
    const found = async (side: Side, name = '') =>
      (await as(side.person).listLinkTargets({ query: { name } })).map(({ name }) => name);
    expect(await found(firm)).toEqual([]);
    expect(await found(firm, 'lakeside endowment')).toEqual(['Lakeside Endowment']);
    expect(await found(firm, 'Lakeside')).toEqual([]);
    await setting(stranger.id, `settings = '{"isListedForOtherTenants": "True"}'`);
    expect(await found(firm)).toEqual(['Elsewhere Trust']);
    // An LP tenant can't find other LP tenants, and nobody can find themselves.
    expect(await found(endowment, 'Elsewhere Trust')).toEqual([]);
    expect(await found(endowment, 'Lakeside Endowment')).toEqual([]);
    expect(await found(endowment, 'Ridge Partners')).toEqual(['Ridge Partners']);
  });

  it('are refused with a message if something is missing [M-T-025..027] [U-T-066] [U-P-083]', async () => {
    expect(await refused(as(firm.person).requestTenantLink({ body: {} }))).toEqual([
      422,
      'REQUIRED',
      'Please select a tenant to link to.',
    ]);
    // The exact name alone is enough.
    expect(
      await refused(as(firm.person).requestTenantLink({ body: { targetTenantName: 'Lakeside Endowment' } })),
    ).toEqual([422, 'REQUIRED', 'Please select at least one investor to create a link for.']);
    expect(await refused(as(firm.person).requestTenantLink({ body: { targetTenantName: 'Lakeside' } }))).toEqual([
      404,
      'NOT_FOUND',
      'There is no such tenant to link to.',
    ]);
    const toLp = { targetTenantId: endowment.id, targetTenantName: 'Lakeside Endowment' };
    expect(await refused(as(firm.person).requestTenantLink({ body: toLp }))).toEqual([
      422,
      'REQUIRED',
      'Please select at least one investor to create a link for.',
    ]);
    const toFirm = { targetTenantId: firm.id, targetTenantName: 'Ridge Partners' };
    expect(await refused(as(endowment.person).requestTenantLink({ body: toFirm }))).toEqual([
      422,
      'REQUIRED',
      'Please select the firm you would like to create a link for.',
    ]);
    // The id without the name isn't enough to find a tenant.
    expect(
      (
        await refused(
          as(firm.person).requestTenantLink({
            body: { targetTenantId: endowment.id, investors: [{ id: investors['Lakeside']! }] },
          }),
        )
      )[0],
    ).toBe(404);
    expect(
      (await refused(as(firm.person).requestTenantLink({ body: { ...toLp, investors: [{ id: manager }] } })))[1],
    ).toBe('NOT_FOUND');
  });

  it('wait for a decision, and the investor is marked [A-T-082] [A-P-166] [A-T-072..075] [U-P-033] [U-P-037]', async () => {
    link = await request(['Lakeside', 'Lakeside II'], 'Quarterly figures');
    expect(link).toMatchObject({
      sourceTenantName: 'Ridge Partners',
      targetTenantName: 'Lakeside Endowment',
      requestStatus: { code: 'PEND' },
      isOurs: true,
      investors: [{ investorName: 'Lakeside' }, { investorName: 'Lakeside II' }],
    });
    expect(await investor(investors['Lakeside']!)).toMatchObject({
      linkPending: true,
      isLinked: false,
      linkedTenantName: null,
    });
    expect(await investor(investors['Other']!)).toMatchObject({ linkPending: false, isLinked: false });
    expect(
      (await as(firm.person).getTenantLinkOfInvestor({ params: { investorId: investors['Lakeside']! } }))?.id,
    ).toBe(link.id);
    expect(await as(firm.person).getTenantLinkOfInvestor({ params: { investorId: investors['Other']! } })).toBeNull();
    const ids = async (call: Promise<AnswerOf<'listTenantLinksBySource' | 'listTenantLinksByTarget'>>) =>
      (await call).map(({ id }) => id);
    expect([
      await ids(as(firm.person).listTenantLinksBySource()),
      await ids(as(firm.person).listTenantLinksByTarget()),
    ]).toEqual([[link.id], []]);
    expect([
      await ids(as(endowment.person).listTenantLinksBySource()),
      await ids(as(endowment.person).listTenantLinksByTarget()),
    ]).toEqual([[], [link.id]]);
    expect((await as(firm.person).listTenantLinkStatuses()).map(({ code }) => code)).toEqual([
      'PEND',
      'ACCEPT',
      'REJ',
      'REM',
    ]);
    expect(await as(endowment.person).getTenantLinkTabData()).toEqual({ pending: 1, resolved: 0 });
  });

  it('link an investor once, and offer the unlinked ones [A-T-078] [A-T-079]', async () => {
    const names = async (call: Promise<AnswerOf<'listLinkableFirms' | 'listLinkableInvestors'>>) =>
      (await call).map(({ name }) => name);
    expect(await names(as(firm.person).listLinkableInvestors())).toEqual(['Other']);
    expect(await names(as(endowment.person).listLinkableFirms())).toEqual(['Ridge']);
    const again = {
      targetTenantId: endowment.id,
      targetTenantName: 'Lakeside Endowment',
      investors: [{ id: investors['Lakeside']! }],
    } as const;
    expect(await refused(as(firm.person).requestTenantLink({ body: again }))).toEqual([
      422,
      'ALREADY_LINKED',
      'There is already a link to Lakeside Endowment, or a request for one.',
    ]);
  });

  it('are decided by the other side, which assigns its own firm [A-T-083] [U-T-067] [U-T-051]', async () => {
    const inbox = await as(endowment.person).listInbox();
    expect(inbox[0]).toMatchObject({
      kind: 'transfer',
      subject: 'Ridge Partners requests a link with Lakeside Endowment.',
    });
    expect((await refused(as(firm.person).acceptTenantLinkRequest({ body: { id: link.id } })))[1]).toBe('OWN_REQUEST');
    expect(
      (await refused(as(stranger.person).acceptTenantLinkRequest({ body: { id: link.id, firm: { id: manager } } })))[0],
    ).toBe(404);
    expect((await refused(as(endowment.person).acceptTenantLinkRequest({ body: { id: link.id } })))[1]).toBe(
      'REQUIRED',
    );
    expect(
      (
        await refused(
          as(endowment.person).acceptTenantLinkRequest({
            body: { id: link.id, rowVersion: 7, firm: { id: manager } },
          }),
        )
      )[1],
    ).toBe('STALE_VERSION');
    const accepted = await as(endowment.person).acceptTenantLinkRequest({
      body: {
        id: link.id,
        rowVersion: link.rowVersion,
        response: 'ACCEPT',
        firm: { id: manager },
      },
    });
    expect(accepted).toMatchObject({ requestStatus: { code: 'ACCEPT' }, isOurs: false, firm: { name: 'Ridge' } });
    expect(
      (await refused(as(endowment.person).rejectTenantLinkRequest({ body: { id: link.id, comments: 'Too late' } })))[1],
    ).toBe('WRONG_STATE');
    expect(await investor(investors['Lakeside']!)).toMatchObject({
      linkPending: false,
      isLinked: true,
      linkedTenantName: 'Lakeside Endowment',
    });
    expect(await as(endowment.person).getFirm({ params: { id: manager } })).toMatchObject({
      isLinked: true,
      linkedTenantName: 'Ridge Partners',
    });
    const { accepted: rowAccepted, rejected } = await as(firm.person).listResolvedTenantLinks();
    expect([rowAccepted.map(({ id }) => id), rejected]).toEqual([[link.id], []]);
    expect(await as(firm.person).getTenantLinkTabData()).toEqual({ pending: 0, resolved: 1 });
  });

  it('are rejected with a comment that both sides can read [A-T-084] [A-T-077]', async () => {
    const second = await request(['Other']);
    expect((await refused(as(endowment.person).rejectTenantLinkRequest({ body: { id: second.id } })))[1]).toBe(
      'COMMENT_REQUIRED',
    );
    await as(endowment.person).rejectTenantLinkRequest({
      body: { id: second.id, response: 'REJ', comments: 'Not one of ours' },
    });
    expect(
      await as(firm.person).getTenantLinkOfInvestor({ params: { investorId: investors['Other']! } }),
    ).toMatchObject({
      requestStatus: { code: 'REJ' },
      answer: 'Not one of ours',
    });
    expect(await investor(investors['Other']!)).toMatchObject({ linkPending: false, isLinked: false });
  });

  it('are visible to their two tenants only, in every call and role [U-P-081]', async () => {
    const view = await firms.server.person(stranger.id, { performance: 'viewer' });
    const lp = await firms.server.person(stranger.id, { 'performance-lp': 'administrator' });
    for (const token of [stranger.person.token, view.token, lp.token]) {
      for (const path of ['bySource', 'byTarget', '']) {
        const answer = await call(stranger, 'GET', `${base}${path && '/'}${path}`, undefined, token);
        expect(answer.body).not.toContain(link.id);
      }
      expect(
        await responseStatus(
          as({ token, tenantId: stranger.id }).removeTenantLinkRequest({ params: { investorId: link.id } }),
        ),
      ).toBeGreaterThanOrEqual(403);
    }
    // The database itself enforces it: no rows, no names, no changes. Each side's own data is hidden from the other.
    const rows = async (tenantId: string) => {
      const counts: number[] = [];
      // Everything is rolled back, because the last statement fails.
      const tried = firms.server.withTenant(
        { tenantId, personId: null, now: firms.server.now.toISOString() },
        async (tx) => {
          for (const sql of [
            'SELECT FROM tenant_link',
            'SELECT FROM linked_tenants()',
            'SELECT FROM investor_link',
            'SELECT FROM firm_link',
            `UPDATE tenant_link SET status = 'ACCEPT' RETURNING 1`,
          ])
            counts.push((await tx.query(sql)).length);
          await tx.query('SELECT 1 / 0');
        },
      );
      await expect(tried).rejects.toThrow(/division by zero/);
      return counts;
    };
    expect(await rows(stranger.id)).toEqual([0, 1, 0, 0, 0]);
    expect(await rows(firm.id)).toEqual([2, 2, 3, 0, 2]);
    expect(await rows(endowment.id)).toEqual([2, 2, 0, 1, 2]);
    const attempt = (tenantId: string, sql: string) =>
      firms.server.withTenant({ tenantId, personId: null, now: firms.server.now.toISOString() }, (tx) => tx.query(sql));
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

  it('need a role: viewers read them, editors request and decide, administrators remove them', async () => {
    const viewer = await firms.server.person(firm.id, { performance: 'viewer' });
    const editor = await firms.server.person(firm.id, { performance: 'editor' });

    await as(viewer).listTenantLinksBySource();
    expect((await refusal(as(viewer).requestTenantLink({ body: {} }))).status).toBe(403);
    expect((await refusal(as(editor).requestTenantLink({ body: {} }))).status).toBe(422);
    expect((await refusal(as(editor).removeTenantLinkRequest({ params: { investorId: link.id } }))).status).toBe(403);
    const carry = await firms.server.person(firm.id, { carry: 'administrator' });
    expect((await refusal(as(carry).listTenantLinksBySource())).status).toBe(403);
  });

  it('are removed investor by investor, the link with the last one [A-T-081] [U-P-037]', async () => {
    await as(firm.person).removeTenantLinkRequest({ params: { investorId: investors['Lakeside II']! } });
    expect(await investor(investors['Lakeside II']!)).toMatchObject({ isLinked: false, linkedTenantName: null });
    expect(await as(endowment.person).getTenantLinkOfInvestor({ params: { investorId: manager } })).toMatchObject({
      requestStatus: { code: 'ACCEPT' },
      investors: [{ investorName: 'Lakeside' }],
    });
    await as(endowment.person).removeTenantLinkRequest({ params: { investorId: manager } });
    expect(
      await as(firm.person).getTenantLinkOfInvestor({ params: { investorId: investors['Lakeside']! } }),
    ).toMatchObject({
      requestStatus: { code: 'REM' },
    });
    expect(await investor(investors['Lakeside']!)).toMatchObject({ isLinked: false, linkedTenantName: null });
    expect(
      (await refusal(as(firm.person).removeTenantLinkRequest({ params: { investorId: investors['Lakeside']! } })))
        .status,
    ).toBe(404);
  });

  it('can be requested by an LP tenant from its firm, which is marked [U-P-039] [U-P-083 U-T-080]', async () => {
    const linkRequest = await as(endowment.person).requestTenantLink({
      body: {
        targetTenantId: firm.id,
        targetTenantName: 'Ridge Partners',
        firm: { id: manager },
      },
    });
    const state = () => as(endowment.person).getFirm({ params: { id: manager } });
    expect(await state()).toMatchObject({ linkPending: true, isLinked: false, linkedTenantName: null });
    await as(endowment.person).removeTenantLinkRequest({ params: { investorId: linkRequest.id } });
    expect(await state()).toMatchObject({ linkPending: false, isLinked: false });
  });

  it('are in the audit logs of both, which name the other side as a tenant, and both logs are intact [A-T-127] [A-P-174]', async () => {
    const operations = async (side: Side) =>
      (await as(side.person).listActivity({ params: { id: link.id } })).pageData.map(({ operation, createdBy }) => [
        operation,
        createdBy,
      ]);
    expect(await operations(firm)).toEqual([
      ['removeTenantLinkRequest', 'Lakeside Endowment'],
      ['removeTenantLinkRequest', 'Ada Example'],
      ['acceptTenantLinkRequest', 'Lakeside Endowment'],
      ['requestTenantLink', 'Ada Example'],
    ]);
    expect((await operations(endowment)).map(([, by]) => by)).toEqual([
      'Ada Example',
      'Ridge Partners',
      'Ada Example',
      'Ridge Partners',
    ]);
    const { rows } = await firms.server.database.worker.query<{ tenant: string; type: string }>(
      `SELECT DISTINCT tenant_id AS tenant, link_type AS type FROM outbox WHERE object_id = $1`,
      [link.id],
    );
    expect(new Set(rows.map(({ tenant, type }) => `${tenant} ${type}`))).toEqual(
      new Set([firm, endowment].map(({ id }) => `${id} TenantLinkRequest`)),
    );
    const found = (tenantId: string) =>
      firms.server.withTenant(
        { tenantId, personId: null, now: firms.server.now.toISOString() },
        (tx) => verifyTenant(tx, firms.server.auditKey),
        {
          readOnly: true,
        },
      );
    const wrong = async (tenantId: string) => {
      const { chain, findings } = await found(tenantId);
      return [
        chain.broken,
        findings
          .filter(({ location }) => location[0] === 'tenant link request')
          .map(({ description: subject }) => subject),
      ];
    };
    for (const { id } of [firm, endowment]) expect(await wrong(id)).toEqual([undefined, []]);
    await tamper(`UPDATE tenant_link SET status = 'ACCEPT' WHERE id = $1`, [link.id]);
    for (const { id } of [firm, endowment]) expect(await wrong(id)).toEqual([undefined, ['status']]);
  });
});
