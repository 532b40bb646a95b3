import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { responseStatus } from '../testing/testClient.ts';
import { alderRidge, demoPeople } from './people.ts';
import { demoAccounts } from './seedDemo.ts';
import { type Demo, openDemo } from '../testing/openDemo.ts';

describe('the people of the demo', () => {
  let demo: Demo;
  let server: Demo['server'];
  let tenants: Demo['tenants'];
  let empty: Demo['empty'];
  let signIn: Demo['signIn'];

  beforeAll(async () => {
    demo = await openDemo();
    ({ server, tenants, empty, signIn } = demo);
  });
  afterAll(() => demo?.server.stop());

  it('has a third firm without data, whose administrator is listed at start', async () => {
    expect(demoAccounts()).toContain('admin@rowan.example');
    const rowan = await signIn('admin@rowan.example', empty);
    for (const list of [
      rowan.listFunds,
      rowan.listInvestments,
      rowan.listVintages,
      rowan.listDistributions,
      rowan.listVestingSchedules,
    ])
      expect((await list()).totalItemCount).toBe(0);
  });

  it('has participants with letters to acknowledge in the portal', async () => {
    for (const { login, firstName, lastName } of [demoPeople.portalTrust, demoPeople.portalEntity]) {
      const { pageData } = await (await signIn(login)).listPortalDocuments();
      expect(pageData, login).toContainEqual(
        expect.objectContaining({
          name: 'Q2 2026 carry distribution',
          holderName: `${firstName} ${lastName}`,
          state: 'New',
        }),
      );
    }
  });

  it('shows the figures of their profiles to participants in the portal, with trusts and entities', async () => {
    const carry = await signIn(demoPeople.administrator.login);
    const summaryOf = async (kind: string, name: string) => {
      const choices = await (kind === 'Trust' ? carry.listTrustChoices() : carry.listEmployeeChoices());
      const params = { id: choices.find((choice) => choice.name === name)!.id };
      return kind === 'Trust' ? carry.getTrustSummary({ params }) : carry.getEmployeeSummary({ params });
    };
    const paid = ({
      byCurrency,
    }: {
      byCurrency: readonly { readonly currency: string | null; readonly totalCarryDistributed: string | null }[];
    }) => byCurrency.map(({ currency, totalCarryDistributed }) => [currency, totalCarryDistributed]);
    for (const { login } of [demoPeople.portalPartner, demoPeople.portalEntity]) {
      const own = await signIn(login);
      const { holders } = await own.getPortalHome();
      for (const { kind, name, summary } of holders) {
        expect([name, paid(summary)]).toEqual([name, paid(await summaryOf(kind, name))]);
        expect([name, paid(summary).some(([, amount]) => Number(amount) > 0)]).toEqual([name, true]);
      }
      const { pageData } = await own.listPortalDistributions({ query: { pageSize: 1000 } });
      const through = [];
      for (const id of new Set(pageData.map(({ distributionId }) => distributionId))) {
        const run = await own.getPortalDistribution({ params: { id } });
        through.push(...run.lines.flatMap(({ through }) => through));
      }
      expect([login, through.includes('ARP Operating Executives LLC')]).toEqual([
        login,
        login === demoPeople.portalEntity.login,
      ]);
    }
  });

  it('has people who enter performance but can’t reopen it, and people who only read it', async () => {
    const rights = async ({ login }: { readonly login: string }) => {
      const own = await signIn(login);
      const [fund] = await own.listCasFunds();
      const params = { vehicleId: fund!.id, endDate: '2026-06-30' };
      const lock = own.lockPeriod({ params, body: { rowVersion: 0, acknowledged: [] } });
      const mayLock = (await responseStatus(lock)) !== 403;
      const reopen = own.reopenPeriod({ params, body: { rowVersion: 0, reason: 'Because' } });
      return [mayLock, (await responseStatus(reopen)) !== 403];
    };
    expect(await rights(demoPeople.fundAccountant)).toEqual([true, false]);
    expect(await rights(demoPeople.fundViewer)).toEqual([false, false]);
  });

  it('has employees whose home and office are in the state whose tax they pay', async () => {
    const { rows } = await server.database.worker.query<Record<'name' | 'tax' | 'home' | 'office', string | null>>(
      `SELECT p.name, (SELECT string_agg(t.name, ', ') FROM tax_profile_assignment a JOIN tax_profile t ON t.tenant_id = a.tenant_id AND t.id = a.tax_profile_id
           WHERE a.tenant_id = p.tenant_id AND a.participant_id = p.id AND t.name IN ('New York State', 'California', 'Foreign partner withholding')) AS tax,
         e.home_address_state_region AS home, (SELECT r.description FROM reference_entry r WHERE r.tenant_id = p.tenant_id AND r.id = e.office_id) AS office
       FROM participant p JOIN employee e ON e.tenant_id = p.tenant_id AND e.id = p.id WHERE p.tenant_id = $1 ORDER BY p.code`,
      [tenants.get(alderRidge)],
    );
    const homes: Readonly<Record<string, string | null>> = {
      'New York State': 'NY',
      California: 'CA',
      'Foreign partner withholding': null,
    };
    const offices: Readonly<Record<string, string>> = { NY: 'New York', CA: 'San Francisco' };
    const abroad = ['London', 'Luxembourg'];
    expect(rows).toHaveLength(48);
    expect(rows.filter(({ tax, home }) => homes[tax ?? ''] !== home)).toEqual([]);
    expect(rows.filter(({ home, office }) => !abroad.includes(office ?? '') && office !== offices[home ?? ''])).toEqual(
      [],
    );
  });
});
