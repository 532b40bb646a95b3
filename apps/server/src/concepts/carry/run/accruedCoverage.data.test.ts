import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const everything = { params: {}, query: {} };

/** The planted employee was paid 150.00 of a tranche, where 1,000.00 was accrued before. */
describe('the coverage of accrued balances', { sequential: true }, () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let holder: TestPerson;
  let planted: PlantedCarry;
  let params: { id: string };

  const enter = (container: string, kind: string, amount: string, participantId = planted.employee) =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO account_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
         SELECT $1, gen_random_uuid(), $2, $3, $4, '2025-07-01', $5, e.currency_id
         FROM account_entry e WHERE e.tenant_id = $1 AND e.participant_id = $6 LIMIT 1`,
        [tenantId, participantId, container, kind, amount, planted.employee],
      ),
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    holder = await server.person(tenantId, { 'participant-portal': 'viewer' });
    planted = await plantCarry(server, tenantId, person);
    params = { id: planted.employee };
    await as(person).linkPortalUser({ params, body: { user: { id: holder.personId } } });
    const { rowVersion } = await as(person).getTenantSettings();
    await as(person).saveTenantSettings({ body: { rowVersion, portalEstimates: 'True' } });
    await enter(planted.tranches[0]!, 'OPENING', '1000.00');
  });
  afterAll(() => server.stop());

  /** Returns the balance and the sources that it excludes, once for each screen and file that has them. */
  async function covered() {
    const summary = await as(person).getEmployeeSummary({ params });
    const [home] = (await as(holder).getPortalHome()).holders;
    const { totals } = await as(person).listParticipantAccountEntries({ params });
    const [fund] = await as(person).listFundInvestorBalances({ params: { id: planted.fund } });
    const report = await as(person).reportEstimatedAccruedCarry(everything);
    const own = report.subtotals.find(({ keys }) => keys.length === 0)?.totals;
    const portal = (await as(holder).getPortalVesting()).accrued;
    const total = (
      all: readonly { readonly field: string; readonly total: string | null; readonly coverage?: unknown }[] = [],
    ) => all.find(({ field }) => field === 'balance');
    const excluded = (coverage: unknown) =>
      ((coverage as { excluded: readonly { name: string }[] } | null | undefined)?.excluded ?? []).map(
        ({ name }) => name,
      );
    return {
      summary: [summary.carryBalance, ...excluded(summary.carryBalanceCoverage)],
      portal: [home?.summary.carryBalance, ...excluded(home?.summary.carryBalanceCoverage)],
      account: [total(totals)?.total, ...excluded(total(totals)?.coverage)],
      fund: [fund?.balance, ...excluded(fund?.coverage)],
      report: [total(own)?.total, ...excluded(total(own)?.coverage)],
      'rows of the report': [
        '850.00',
        ...report.pageData
          .filter(({ balance }) => balance === null)
          .map(({ source }) => (source as { name: string }).name),
      ],
      'if you leave': [
        '850.00',
        ...(portal ?? []).flatMap(({ undetermined }) =>
          undetermined
            .filter(({ reason }) => reason.includes('nothing has been accrued'))
            .map(({ sourceName }) => sourceName),
        ),
      ],
    };
  }
  const onAll = (found: object, ...expected: readonly string[]) =>
    Object.fromEntries(Object.keys(found).map((surface) => [surface, expected]));

  it('excludes a source that was paid without accruals, on all surfaces', async () => {
    await enter(planted.fund, 'DISTRIBUTION', '-40.00');
    const found = await covered();
    expect(found).toEqual(onAll(found, '850.00', 'Fund I'));
  });

  it('has nothing to exclude on any surface once the payment is reversed', async () => {
    await enter(planted.fund, 'DISTRIBUTION', '40.00');
    const found = await covered();
    expect(found).toEqual(onAll(found, '850.00'));
    const { pageData } = await as(person).reportEstimatedAccruedCarry(everything);
    expect(pageData.map(({ source }) => (source as { name: string }).name)).toEqual(['Helios, Inc. Tranche # 1']);
  });

  it('is zero for somebody whose only payment was reversed, without a row among the investors of the fund', async () => {
    const { id } = await as(person).saveEmployee({
      body: { firstName: 'Ines', lastName: 'Duarte', carryEligibleDate: '2020-01-01' },
    });
    for (const amount of ['-40.00', '40.00']) await enter(planted.fund, 'DISTRIBUTION', amount, id);
    const { carryBalance, carryBalanceCoverage } = await as(person).getEmployeeSummary({ params: { id } });
    expect([carryBalance, carryBalanceCoverage?.total]).toEqual(['0.00', 0]);
    const { totals } = await as(person).listParticipantAccountEntries({ params: { id } });
    expect(totals).toContainEqual(expect.objectContaining({ field: 'balance', total: '0.00' }));
    const rows = async () => {
      const balances = await as(person).listFundInvestorBalances({ params: { id: planted.fund } });
      const { pageData } = await as(person).reportEstimatedAccruedCarry({ query: { participantId: id } });
      const ofFund = balances.filter(({ participantId }) => participantId === id);
      return [ofFund, pageData].map((all) => all.map(({ balance, escrowBalance }) => [balance, escrowBalance]));
    };
    expect(await rows()).toEqual([[], []]);
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO escrow_entry (tenant_id, id, participant_id, container_id, kind, entry_date, amount, currency_id)
         SELECT tenant_id, gen_random_uuid(), participant_id, container_id, 'OPENING', entry_date, '5.00', currency_id
         FROM account_entry WHERE tenant_id = $1 AND participant_id = $2 AND amount > 0`,
        [tenantId, id],
      ),
    );
    expect(await rows()).toEqual([[[null, '5.00']], [['0.00', '5.00']]]);
  });
});
