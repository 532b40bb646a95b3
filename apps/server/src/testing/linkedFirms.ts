import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, expect } from 'vitest';
import { type TestPerson, TestServer } from './testServer.ts';

export interface Side {
  readonly id: string;
  readonly person: TestPerson;
}

/**
 * Creates a manager's firm and an investor's firm before the tests of a file, and stops their server after them. Its
 * functions can be destructured. Its values exist only while tests run.
 */
export function openLinkedFirms() {
  let server: TestServer;
  let firm: Side;
  let endowment: Side;
  const as: TestServer['as'] = (...session) => server.as(...session);
  beforeAll(async () => {
    server = await TestServer.start();
    const side = async (name: string): Promise<Side> => {
      const id = await server.tenant(name);
      return { id, person: await server.person(id, { performance: 'administrator' }) };
    };
    [firm, endowment] = [await side('Ridge Partners'), await side('Lakeside Endowment')];
    await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [endowment.id]);
  });
  afterAll(() => server.stop());
  return {
    get server() {
      return server;
    },
    get firm() {
      return firm;
    },
    get endowment() {
      return endowment;
    },
    as,
    /** Creates a reference entry in both firms and returns the manager's. */
    reference: async (type: string, code: string) => {
      await server.referenceEntry(endowment.id, type, code);
      return { id: await server.referenceEntry(firm.id, type, code) };
    },
    /** Links an investor of the manager's firm to the investor's firm. */
    link: async (investorId: string) => {
      const { id } = await as(firm.person).requestTenantLink({
        body: {
          targetTenantId: endowment.id,
          targetTenantName: 'Lakeside Endowment',
          investors: [{ id: investorId }],
        },
      });
      const manager = await as(endowment.person).saveFirm({ body: { code: 'RP', name: 'Ridge' } });
      await as(endowment.person).acceptTenantLinkRequest({ body: { id, firm: { id: manager.id } } });
    },
    /** Expects the audit logs of both firms to match their records. */
    verify: async () => {
      for (const { id } of [firm, endowment]) {
        const { findings } = await server.withTenant(
          { tenantId: id, personId: null, now: server.now.toISOString() },
          (tx) => verifyTenant(tx, server.auditKey),
        );
        expect(
          findings
            .filter(({ location }) => location[0] !== 'reference')
            .map(({ location, description }) => [location, description]),
        ).toEqual([]);
      }
    },
  };
}
