import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { expect } from 'vitest';
import { openFirm } from './openFirm.ts';
import { type TestPerson, TestServer } from './testServer.ts';

export interface Side {
  readonly id: string;
  person: TestPerson;
}
const newSide = (): Side => ({ id: '', person: {} as TestPerson });

/**
 * Creates a manager's firm, an investor's firm and another investor's firm before the tests of a file, and stops their
 * server after them. Everything but the server can be destructured. The firms have their ids and persons only while
 * tests run.
 */
export function openLinkedFirms() {
  const [firm, endowment, stranger] = [newSide(), newSide(), newSide()];
  const firms = openFirm(async () => {
    const server = await TestServer.start();
    const start = async (side: Side, name: string) => {
      const id = await server.tenant(name);
      Object.assign(side, { id, person: await server.person(id, { performance: 'administrator' }) });
    };
    await start(firm, 'Ridge Partners');
    await start(endowment, 'Lakeside Endowment');
    await start(stranger, 'Elsewhere Trust');
    const lpTenants = [endowment.id, stranger.id];
    await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = ANY ($1)', [lpTenants]);
    return { server };
  });
  const { as } = firms;
  /** Returns the differences between a firm's records and its audit log. */
  const findingsOf = async (tenantId: string) => {
    const { server } = firms;
    const { findings } = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      verifyTenant(tx, server.auditKey),
    );
    return findings
      .filter(({ location }) => location[0] !== 'reference')
      .map(({ location, description }) => [location, description]);
  };
  return Object.assign(firms, {
    firm,
    endowment,
    stranger,
    /** Creates a reference entry in both firms and returns the manager's. */
    reference: async (type: string, code: string) => {
      await firms.server.referenceEntry(endowment.id, type, code);
      return { id: await firms.server.referenceEntry(firm.id, type, code) };
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
    findingsOf,
    /** Expects the audit logs of both firms to match their records. */
    verify: async () => {
      for (const { id } of [firm, endowment]) expect(await findingsOf(id)).toEqual([]);
    },
    /** Changes stored rows without the product, as an operator of the database could. */
    tamper: async (sql: string, values: readonly unknown[]) => {
      const superuser = new pg.Client({ connectionString: firms.server.database.adminUrl });
      await superuser.connect();
      await superuser.query(sql, [...values]);
      await superuser.end();
    },
  });
}
