import { wholeFundTerms } from '@carrara/server/testing/carryTerms';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Terminal } from './terminal.ts';

describe('carry terms on the command line', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let editor: TestPerson;
  let fund: string;
  let terminal: Terminal;
  const run = (...args: readonly string[]) =>
    terminal.call(args, { environment: { CARRARA_TOKEN: editor.token, CARRARA_TENANT: tenantId } });
  const stored = async () => {
    const by = server.as(editor, tenantId);
    const { versions } = await by.listCarryTerms({ params: { id: fund } });
    return Promise.all(
      versions.map(async ({ id }) => {
        const { effectiveDate, basis, tiers } = await by.getCarryTerms({ params: { id } });
        return { effectiveDate, basis, tiers: tiers.map(({ id: _id, ...tier }) => tier) };
      }),
    );
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { performance: 'administrator', carry: 'administrator' });
    const currency = { id: await server.referenceEntry(tenantId, 'currency', 'EUR') };
    const by = server.as(editor, tenantId);
    ({ id: fund } = await by.saveFund({ body: { code: 'FUND-I', legalName: 'Fund One', currency } }));
    for (const [effectiveDate, carry] of [
      ['2020-01-01', '20'],
      ['2024-01-01', '15'],
    ] as const)
      await by.saveCarryTerms({
        body: wholeFundTerms(fund, { carry, hurdle: '8', catchUp: '100', effectiveDate }),
      });
    terminal = await Terminal.open(await server.app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    await terminal.close();
    await server.stop();
  });

  it('are exported as a file that imports them again: unchanged, or as they were after their deletion', async () => {
    const before = await stored();
    expect(before).toHaveLength(2);
    const exported = await run('export', 'carry-terms', 'FUND-I', '--out', 'terms.xlsx');
    expect([exported.code, exported.err]).toEqual([0, '']);
    expect(exported.out.trim().endsWith('terms.xlsx')).toBe(true);
    expect((await run('export', 'carry-terms', 'fund-i', '--out', 'terms.xlsx')).code).toBe(6);
    const unchanged = await run('import', 'carry-terms', 'terms.xlsx', '--dry-run');
    expect([unchanged.code, unchanged.out]).toEqual([0, expect.stringMatching(/Versions of carry terms +0 +0 +2 /)]);
    // It can be undone.
    expect(unchanged.out).not.toContain('undo');

    const by = server.as(editor, tenantId);
    const { versions } = await by.listCarryTerms({ params: { id: fund } });
    for (const { id } of versions) await by.deleteCarryTerms({ params: { id }, query: {} });
    const created = await run('import', 'carry-terms', 'terms.xlsx', '--confirm-warnings');
    expect([created.code, created.out]).toEqual([0, expect.stringMatching(/Versions of carry terms +2 +0 +0 /)]);
    expect(await stored()).toEqual(before);
  });

  it('of an unknown fund stop with the reason', async () => {
    const refused = await run('export', 'carry-terms', 'FUND-9');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('there is no fund FUND-9')]);
  });
});
