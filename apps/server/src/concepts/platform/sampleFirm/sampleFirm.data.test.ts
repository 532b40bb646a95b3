import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyInstallation } from '@carrara/adapters/postgres/verify/verifyInstallation';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('a sample firm', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;
  let colleague: TestPerson;
  let editor: TestPerson;
  let firm: { readonly id: string; readonly name: string };
  const as: TestServer['as'] = (...session) => server.as(...session);
  /** Adds a sample firm and waits for the job. */
  const added = async () => {
    const { id } = await as(administrator).addSampleFirm();
    await vi.waitFor(
      async () =>
        expect(await as(administrator).getTask({ params: { id } })).toMatchObject({ status: 'DONE', remarks: [] }),
      { timeout: 240_000, interval: 100 },
    );
    const state = await as(administrator).getSampleFirm();
    if (!state.firm) throw new Error('there is no sample firm');
    return state.firm;
  };
  const findingsOf = async (id: string) => {
    const withTenant = unitOfWork({ pool: server.database.worker, auditKey: server.auditKey });
    const context = { tenantId: id, personId: null, now: server.now.toISOString() };
    return (await withTenant(context, (tx) => verifyTenant(tx, server.auditKey))).findings;
  };
  const operationsOf = async (id: string) =>
    (
      await server.database.worker.query<{ operation: string; person_id: string | null }>(
        'SELECT operation, person_id FROM activity WHERE tenant_id = $1 ORDER BY seq',
        [id],
      )
    ).rows;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    administrator = await server.person(tenantId, { carry: 'administrator' });
    colleague = await server.person(tenantId, { carry: 'administrator' });
    editor = await server.person(tenantId, { carry: 'editor' });
  });
  afterAll(() => server.stop());

  it('is for administrators', async () => {
    expect(await as(administrator).getSampleFirm()).toEqual({ firm: null, isComing: false, obstacle: null });
    expect(await responseStatus(as(editor).getSampleFirm())).toBe(403);
    expect(await responseStatus(as(editor).addSampleFirm())).toBe(403);
    expect(await responseStatus(as(administrator).archiveSampleFirm())).toBe(409);
  });

  it('is created from a carry plan by a background job, with its creator as its only member', async () => {
    firm = await added();
    expect(firm.name).toMatch(/^Sample: /);
    const own = (await as(administrator).listTenants()).find(({ id }) => id === firm.id);
    expect(own?.name).toBe(firm.name);
    const inside = as(administrator, firm.id);
    expect(await inside.getTenantSettings()).toMatchObject({ isSample: true, allowSelfApproval: 'True' });
    expect((await inside.listFunds({ query: { pageSize: 100 } })).totalItemCount).toBeGreaterThan(3);
    expect((await inside.listDistributions({ query: { pageSize: 100 } })).totalItemCount).toBe(1);
    expect((await inside.listUsers({ query: { pageSize: 100 } })).pageData.map(({ id }) => id)).toEqual([
      administrator.personId,
    ]);
    // The firm itself has none of it.
    expect((await as(administrator).listFunds({ query: { pageSize: 100 } })).totalItemCount).toBe(0);
  });

  it('is visible to the other administrators, who can’t open it', async () => {
    const { firm: seen, obstacle } = await as(colleague).getSampleFirm();
    expect(seen).toMatchObject({ id: firm.id, isMember: false, createdBy: 'Ada Example' });
    expect(obstacle).toMatch(/already has a sample firm/);
    expect(await responseStatus(as(colleague, firm.id).getTenantSettings())).toBe(403);
    expect(await responseStatus(as(colleague).addSampleFirm())).toBe(409);
  });

  it('gives its creator no other right: nobody joins it, and it has no links and no sample firm', async () => {
    const inside = as(administrator, firm.id);
    const roles = [{ application: 'carry', role: 'viewer' }] as const;
    const person = { firstName: 'Ben', lastName: 'Example', username: 'ben@sample.example', roles: [...roles] };
    expect(await responseStatus(inside.saveUser({ body: person }))).toBe(403);
    expect(await inside.listLinkTargets({ query: { name: 'Anybody' } })).toEqual([]);
    expect((await inside.getSampleFirm()).obstacle).toMatch(/of its own/);
    expect(await responseStatus(inside.addSampleFirm())).toBe(409);
    expect((await inside.listSetupSteps()).steps.map(({ id }) => id)).not.toContain('people');
  });

  it('isn’t found by firms that look for one to link to', async () => {
    const investor = await server.tenant();
    await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [investor]);
    const ruth = await server.person(investor, { 'performance-lp': 'administrator' });
    expect(await as(ruth).listLinkTargets({ query: { name: firm.name } })).toEqual([]);
  });

  it('is in the audit logs of both firms', async () => {
    expect(await operationsOf(tenantId)).toContainEqual({
      operation: 'addSampleFirm',
      person_id: administrator.personId,
    });
    const inside = await operationsOf(firm.id);
    expect(inside[0]).toEqual({ operation: 'createSampleFirm', person_id: administrator.personId });
    expect(inside.map(({ operation }) => operation)).toContain('confirmUpload');
    expect(await findingsOf(firm.id)).toEqual([]);
  });

  it('counts as created by the product, unlike a firm that was inserted as a sample firm', async () => {
    const inserted = await server.tenant();
    const { worker } = server.database;
    const member = await server.person(inserted, { carry: 'administrator' });
    await worker.query('UPDATE tenant SET sample_of = $2 WHERE id = $1', [inserted, await server.tenant()]);
    await as(member).dismissSetup({ body: { isDismissed: true } });
    const findings = (await verifyInstallation(worker)).map(({ location }) => location.at(-1));
    expect(findings).toContain(inserted);
    expect(findings).not.toContain(firm.id);
  });

  it('can be archived by any administrator, and then be opened by nobody', async () => {
    await as(colleague).archiveSampleFirm();
    expect(await responseStatus(as(administrator, firm.id).getTenantSettings())).toBe(403);
    expect(await as(administrator).getSampleFirm()).toEqual({ firm: null, isComing: false, obstacle: null });
    expect((await operationsOf(firm.id)).at(-1)).toEqual({
      operation: 'archiveSampleFirm',
      person_id: colleague.personId,
    });
    expect((await operationsOf(tenantId)).at(-1)?.operation).toBe('archiveSampleFirm');
    expect(await findingsOf(firm.id)).toEqual([]);
  });

  it('can be added three times within 30 days', async () => {
    const second = await added();
    expect(second.name).toBe(`${firm.name} 2`);
    await as(administrator).archiveSampleFirm();
    await added();
    await as(administrator).archiveSampleFirm();
    expect((await as(administrator).getSampleFirm()).obstacle).toMatch(/3 sample firms within 30 days/);
    expect(await responseStatus(as(administrator).addSampleFirm())).toBe(409);
  });
});
