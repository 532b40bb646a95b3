import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  disburse,
  type PlantedPlan,
  plantCarryPlan,
  planDistribution,
  planSource,
} from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, responseStatus } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';

describe('carry of a vehicle that a distribution pays', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let plan: PlantedPlan;
  let maker: TestPerson;
  let approver: TestPerson;
  let owner: TestPerson;
  let vehicleId: string;

  const paid = (draft: AnswerOf<'saveDistribution'>) => disburse(draft, { maker: as(maker), approver: as(approver) });
  const saved = (more: Partial<BodyOf<'saveDistribution'>> = {}) =>
    as(maker).saveDistribution({
      body: {
        ...planDistribution(plan),
        ...more,
        distributionSources: [planSource(plan, 'CO-HEL')],
        approvers: [{ id: approver.personId }],
      },
    });
  const entries = async () =>
    (await as(owner).listLedgerEntries({ query: { vehicleId, sortColumn: 'EffectiveDate', sortAsc: 'true' } }))
      .pageData;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
    owner = await server.person(tenantId, { performance: 'administrator' });
    plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx: Transaction) =>
      plantCarryPlan(tx),
    );
    vehicleId = plan.idOf('CO-HEL');
  });
  afterAll(() => server.stop());

  const commit = async (code: string, type: string) => {
    const entry = { id: await server.referenceEntry(tenantId, 'investor-type', type) };
    const { id } = await as(owner).saveInvestor({ body: { code, name: code, type: entry } });
    const close = { vehicleId, investorId: id, kind: 'CLOSE', date: '2015-01-01', amount: '1000.00' } as const;
    await as(owner).saveCommitment({ body: close });
  };

  it('is posted to the ledger once there is one, and its reversal is posted on its own date', async () => {
    const first = await paid(await saved());
    const amount = first.distributionSources[0]!.grossCarryDistributed;
    expect(await entries()).toEqual([]);
    // Without a general partner, nobody receives it.
    await commit('LP', 'INVESTOR');
    const post = () => as(owner).postCarryPaid({ body: { vehicleId } });
    expect(await post()).toEqual([]);
    await commit('GP', 'GP');
    expect(await post()).toHaveLength(1);
    expect(await post()).toEqual([]);
    const own = { type: 'CARRY-PAID', amount, effectiveDate: first.distributionDate };
    const source = { kind: 'DISTRIBUTION', id: first.id, row: 0 };
    expect(await entries()).toMatchObject([{ ...own, source }]);
    // It needs no terms, unlike the entitlement.
    const [last] = await as(owner).listPeriods({ params: { vehicleId } });
    const params = { id: vehicleId, date: last!.periodEnd };
    const liquidation = await as(owner).getHypotheticalLiquidation({ params, query: {} });
    expect(liquidation).toMatchObject({ terms: null, carryPaid: amount, earned: null });
    expect(liquidation.notDetermined).toMatchObject([{ code: 'NOT_DETERMINED', field: 'terms' }]);
    const explain = (figure: string) => as(owner).explainHypotheticalLiquidation({ params, query: { figure } });
    expect(await explain('carryPaid')).toMatchObject({ result: amount });
    expect(await responseStatus(explain('earned'))).toBe(404);
    // Until then, the quarter doesn't tie out and can't be locked.
    const tieOuts = await as(owner).listTieOuts({ params: { vehicleId, endDate: '2015-03-31' } });
    expect(tieOuts.map(({ code }) => code)).toEqual(Array.from({ length: 18 }, (_, i) => `T${String(i + 1)}`));
    // The next payment is posted automatically.
    const second = await paid(await saved({ distributionDate: '2026-10-01' }));
    expect(await entries()).toHaveLength(2);
    const mirror = await as(maker).reverseDistribution({
      params: { id: second.id },
      body: { distributionDate: '2026-10-01' },
    });
    const listed = { rowVersion: mirror.rowVersion, approvers: [{ id: approver.personId }] };
    await as(maker).addApprovers({ params: { id: mirror.id }, body: listed });
    await paid(await as(maker).getDistribution({ params: { id: mirror.id } }));
    const all = await entries();
    expect(all.map((entry) => [entry.amount, entry.effectiveDate])).toEqual(
      expect.arrayContaining([
        [amount, first.distributionDate],
        [second.distributionSources[0]!.grossCarryDistributed, '2026-10-01'],
        [`-${second.distributionSources[0]!.grossCarryDistributed}`, '2026-10-01'],
      ]),
    );
    const { figures } = await as(owner).getPeriod({ params: { vehicleId, endDate: '2026-12-31' } });
    expect(figures.find(({ subject }) => subject === 'VEHICLE')!.carryPaid).toBe('0.00');
    expect(figures.filter(({ subject }) => subject === 'COMMITMENT').map(({ carryPaid }) => carryPaid)).toEqual(
      expect.arrayContaining([amount, `-${amount}`]),
    );
  });

  it('is returned in full by a clawback, and the reversal of a clawback is posted on its own date', async () => {
    const checker = await server.person(tenantId, { carry: 'editor' });
    const posted = async (draft: AnswerOf<'saveLedgerRun'>) => {
      const sent = await as(maker).submitLedgerRun({
        params: { id: draft.id },
        body: { rowVersion: draft.rowVersion },
      });
      const approved = await as(checker).approveLedgerRun({
        params: { id: draft.id },
        body: { rowVersion: sent.rowVersion },
      });
      return as(maker).postLedgerRun({ params: { id: draft.id }, body: { rowVersion: approved.rowVersion } });
    };
    const [payee] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ id: string; escrowBalance: string }>(
        `SELECT e.participant_id AS id, coalesce((SELECT sum(x.amount) FROM escrow_entry x WHERE x.tenant_id = $1 AND x.participant_id = e.participant_id), 0)::text AS "escrowBalance"
         FROM account_entry e WHERE e.tenant_id = $1 AND e.kind = 'DISTRIBUTION' GROUP BY 1, 2 HAVING sum(e.amount) < -50
         ORDER BY 2 DESC, 1 LIMIT 1`,
        [tenantId],
      ),
    );
    // Part of it comes from escrow, but the fund is owed the whole amount.
    expect(Number(payee!.escrowBalance)).toBeGreaterThan(0);
    const clawback = await posted(
      await as(maker).saveLedgerRun({
        body: {
          name: 'A guarantee that was drawn',
          type: { code: 'CLAWBACK' },
          runDate: '2026-09-30',
          lines: [{ source: { id: vehicleId }, participant: { id: payee!.id }, requestedAmount: '40.00' }],
        },
      }),
    );
    const returned = async () => (await entries()).filter(({ type }) => type === 'CLAWBACK');
    const source = { kind: 'LEDGER_RUN', id: clawback.id, row: 0 };
    expect(await returned()).toMatchObject([{ amount: '40.00', effectiveDate: '2026-09-30', source }]);
    const differing = async (end: string) => {
      const all = await as(owner).listTieOuts({ params: { vehicleId, endDate: end } });
      return all.find(({ code }) => code === 'T9')!.differences.map(({ message }) => message);
    };
    expect(await differing('2026-09-30')).toEqual([]);
    // Of all partners, carry paid counts as distributed and carry returned as paid in: by year as in the figures.
    const at = '2026-09-30';
    const years = await as(owner).chartFundCash({ query: { endDate: at, basis: 'all' } });
    const { figures: ofQuarter } = await as(owner).getPeriod({ params: { vehicleId, endDate: at } });
    const whole = ofQuarter.find(({ subject }) => subject === 'VEHICLE')!;
    const total = (name: 'contributions' | 'distributions') =>
      moneyText(years.reduce((sum, year) => sum.plus(decimal(year[name]!)), decimal('0')));
    expect([total('contributions'), total('distributions')]).toEqual([whole.contributions, whole.distributions]);
    expect(decimal(whole.contributions!).gte('40')).toBe(true);
    const body = { rowVersion: clawback.rowVersion, runDate: '2026-10-01' };
    await posted(await as(maker).reverseLedgerRun({ params: { id: clawback.id }, body }));
    expect((await returned()).map(({ amount, effectiveDate }) => [amount, effectiveDate])).toEqual(
      expect.arrayContaining([
        ['40.00', '2026-09-30'],
        ['-40.00', '2026-10-01'],
      ]),
    );
    expect(await differing('2026-12-31')).toEqual([]);
  });

  it('above the earned carry is an exposure of its recipients, visible to people who may see their accounts', async () => {
    const both = await server.person(tenantId, { carry: 'viewer', performance: 'administrator' });
    await as(both).saveCarryTerms({
      body: wholeFundTerms(vehicleId, { carry: '20', hurdle: '0', catchUp: '100' }),
    });
    const income = { type: 'INC-OTHER', amount: '10000000.00', effectiveDate: '2026-10-01' } as const;
    await as(owner).saveLedgerEntries({ body: { vehicleId, entries: [income], warningsConfirmed: true } });

    const params = { id: vehicleId, date: '2026-12-31' };
    const { exposure, holders } = await as(both).getFundCarryPosition({ params });
    const sum = holders!.reduce((total, { share }) => total.plus(decimal(share)), decimal('0'));
    expect([holders!.length > 1, decimal(exposure!).gt(0), moneyText(sum)]).toEqual([true, true, exposure]);
    for (const holder of holders!)
      expect(moneyText(decimal(holder.coveredByEscrow).plus(decimal(holder.exposure)))).toBe(holder.share);
    expect((await as(owner).getFundCarryPosition({ params })).holders).toBeNull();
  });
});
