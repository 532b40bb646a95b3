import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { decimal, moneyText, sumOfMoney } from '@carrara/domain/kernel';
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
  let checker: TestPerson;
  let gpId: string;
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
    checker = await server.person(tenantId, { carry: 'editor' });
    owner = await server.person(tenantId, { performance: 'administrator' });
    plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx: Transaction) =>
      plantCarryPlan(tx),
    );
    vehicleId = plan.idOf('CO-HEL');
    // One of the recipients is exempt from escrow.
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `UPDATE participant SET is_escrow_exempt = true WHERE tenant_id = $1 AND id = (
           SELECT e.participant_id FROM allocation_entry e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.participant_id
           WHERE e.tenant_id = $1 AND e.allocation_profile_id = $2 AND p.kind = 'employee' AND e.effective > 0 ORDER BY e.position LIMIT 1)`,
        [tenantId, plan.idOf('profile of CO-HEL')],
      ),
    );
  });
  afterAll(() => server.stop());

  const commit = async (code: string, type: string) => {
    const entry = { id: await server.referenceEntry(tenantId, 'investor-type', type) };
    const { id } = await as(owner).saveInvestor({ body: { code, name: code, type: entry } });
    const close = { vehicleId, investorId: id, kind: 'CLOSE', date: '2015-01-01', amount: '1000.00' } as const;
    await as(owner).saveCommitment({ body: close });
    return id;
  };

  it('is posted to the ledger once there is one, and its reversal is posted on its own date', async () => {
    const first = await paid(await saved());
    const amount = first.distributionSources[0]!.grossCarryDistributed;
    expect(await entries()).toEqual([]);
    // Without a general partner, nobody receives it.
    await commit('LP', 'INVESTOR');
    const post = () => as(owner).postCarryPaid({ body: { vehicleId } });
    expect(await post()).toEqual([]);
    gpId = await commit('GP', 'GP');
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

  it('is returned in full by a clawback, and the reversal of a clawback is posted on its own date', async () => {
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

  it('is covered by the escrow that its recipients hold, each one for their own part', async () => {
    const both = await server.person(tenantId, { carry: 'viewer', performance: 'administrator' });
    const params = { id: vehicleId, date: '2026-12-31' };
    const covers = async () => {
      const found = await as(both).getHypotheticalLiquidation({ params, query: {} });
      const explain = (figure: string) => as(both).explainHypotheticalLiquidation({ params, query: { figure } });
      const { inputs, result } = await explain('coveredByEscrow');
      expect([result, inputs[0]?.value]).toEqual([found.coveredByEscrow, found.clawbackGross]);
      expect(inputs[1]).toMatchObject({ name: 'escrow held by participants', value: found.escrowBalance });
      const query = { asOf: params.date, fundId: vehicleId, pageSize: 500 };
      const rows: readonly Readonly<Record<string, unknown>>[] = (await as(both).reportCarryAtNav({ query })).pageData;
      const sum = (field: string) => sumOfMoney(rows.flatMap((row) => (row[field] as string | null) ?? []));
      // The sums over people are the fund's.
      expect([sum('escrow'), sum('coveredByEscrow')]).toEqual([found.escrowBalance, found.coveredByEscrow]);
      const { sides } = await as(both).compareCarryScenarios({ params, query: {} });
      expect(sides[0]?.coveredByEscrow.amount).toBe(found.coveredByEscrow);
      return found;
    };
    const { holders } = await as(both).getFundCarryPosition({ params });
    const exempt = holders!.filter(({ escrowBalance, share }) => escrowBalance === '0.00' && share !== '0.00');
    expect(exempt.length).toBeGreaterThan(0);
    const before = await covers();
    const least = holders!.map(({ share, escrowBalance }) =>
      decimal(share).lt(escrowBalance) ? share : escrowBalance,
    );
    expect(before.coveredByEscrow).toBe(sumOfMoney(least));
    // A participant's row explains its own part.
    const [holder] = holders!.filter(({ coveredByEscrow }) => coveredByEscrow !== '0.00');
    const { rows } = await as(both).getParticipantCarryAtNav({
      params: { id: holder!.id },
      query: { asOf: params.date },
    });
    const own = rows.find(({ fundId, coveredByEscrow }) => fundId === vehicleId && coveredByEscrow !== null)!;
    const node = await as(both).explainParticipantCarryAtNav({
      params: { id: holder!.id },
      query: { asOf: params.date, figure: 'coveredByEscrow', rowId: own.id },
    });
    expect([own.coveredByEscrow, node.result]).toEqual([holder!.coveredByEscrow, holder!.coveredByEscrow]);
    expect(node.inputs.map(({ value }) => value)).toEqual([holder!.share, holder!.escrowBalance]);
    // Escrow that is released covers nothing any more.
    await posted(
      await as(maker).saveLedgerRun({
        body: {
          name: 'A release',
          type: { code: 'RELEASE' },
          runDate: '2026-10-01',
          lines: [
            { source: { id: vehicleId }, participant: { id: holder!.id }, requestedAmount: holder!.escrowBalance },
          ],
        },
      }),
    );
    const after = await covers();
    const less = (name: 'escrowBalance' | 'coveredByEscrow') =>
      moneyText(decimal(before[name]!).minus(decimal(after[name]!)));
    expect([less('escrowBalance'), less('coveredByEscrow')]).toEqual([holder!.escrowBalance, holder!.coveredByEscrow]);
  });

  it('counts against the tax distributions of its year', async () => {
    const { inForce } = await as(owner).listCarryTerms({ params: { id: vehicleId } });
    const terms = await as(owner).getCarryTerms({ params: { id: inForce! } });
    const income = { investor: { id: gpId }, incomeYear: 2026, amount: '90000000.00', source: 'K-1' };
    await as(owner).saveCarryTerms({
      body: {
        ...wholeFundTerms(vehicleId, { carry: '20', hurdle: '0', catchUp: '100' }),
        id: terms.id,
        rowVersion: terms.rowVersion,
        taxDistributionRate: '40',
        clawbackTax: { code: 'CAP' },
        clawbackTaxRate: '37',
        escrowPercentage: '30',
        taxIncomes: [income, { ...income, incomeYear: 2025 }],
      },
    });
    const params = { id: vehicleId, date: '2026-12-31' };
    const { taxDistributions, policies } = await as(owner).getHypotheticalLiquidation({ params, query: {} });
    expect(taxDistributions).toMatchObject([
      { id: gpId, name: 'GP', year: 2026, income: '90000000.00', rate: '40', assumedTax: '36000000.00' },
      { year: 2025, carryReceived: '0.00', due: '36000000.00' },
    ]);
    const [now] = taxDistributions;
    const carry = (await entries()).filter(
      ({ type, effectiveDate }) => type !== 'INC-OTHER' && effectiveDate! > '2026',
    );
    expect(carry.length).toBeGreaterThan(0);
    const signed = carry.map(({ type, amount }) => decimal(amount!).times(type === 'CLAWBACK' ? -1 : 1));
    const received = signed.reduce((sum, amount) => sum.plus(amount), decimal('0'));
    expect([received.gt(0), now!.carryReceived]).toEqual([true, moneyText(received)]);
    expect(now!.due).toBe(moneyText(decimal('36000000').minus(received)));
    const explain = (figure: string) => as(owner).explainHypotheticalLiquidation({ params, query: { figure } });
    const node = await explain('tax.0.due');
    const values = node.inputs.map(({ value }) => value);
    expect([node.result, values]).toEqual([now!.due, ['90000000.00', '40', now!.carryReceived]]);
    expect(node.children[0]?.result).toBe(now!.carryReceived);
    expect(node.children[0]?.entries?.length).toBeGreaterThan(0);
    expect(await responseStatus(explain('tax.2.due'))).toBe(404);
    expect(policies).toEqual(
      expect.arrayContaining([
        { title: 'Clawback tax rate', value: '37%' },
        { title: 'Carry in escrow', value: '30%' },
        { title: 'Tax distribution rate', value: '40%' },
      ]),
    );
  });
});
