import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import {
  type DistributionInputJson,
  distributionInputFromJson,
  type Explainer,
  explainFigures,
} from '@carrara/domain/carry/run';
import { decimal, zero } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf } from '../testing/testClient.ts';
import { type FirmIds, displayedFigures } from '../testing/displayedFigures.ts';
import { listedFigures } from '../testing/ledgerFirm.ts';
import { type Demo, openDemo } from '../testing/openDemo.ts';

/** Over HTTP, every explained figure recomputes its whole run. */
const patience = process.env['PROVE_RUNS'] ? 7_200_000 : 600_000;

describe('the explanations of the demo', () => {
  let demo: Demo;
  let server: Demo['server'];
  let tenants: Demo['tenants'];
  let empty: Demo['empty'];
  let endowment: Demo['endowment'];
  let adminOf: Demo['adminOf'];
  let runs: Demo['runs'];
  let read: Demo['read'];

  beforeAll(async () => {
    demo = await openDemo();
    ({ server, tenants, empty, endowment, adminOf, runs, read } = demo);
  });
  afterAll(() => demo?.server.stop());

  it(
    'M18, A14: matches its audit log when it is recomputed to the cent',
    async () => {
      for (const tenantId of [...tenants.values(), empty, endowment]) {
        const context = { tenantId, personId: null, now: server.now.toISOString() };
        // Like `carrara audit verify`: pay access hides no part of the audit log from it.
        const whole = unitOfWork({ pool: server.database.worker, auditKey: server.auditKey });
        const report = await whole(context, (tx) => verifyTenant(tx, server.auditKey), { readOnly: true });
        expect(report.chain.broken).toBeUndefined();
        expect(report.findings).toEqual([]);
      }
    },
    patience,
  );

  it('explains amounts of each fund by ledger entries that add up to them, with their signs', async () => {
    const firm = 'Alder Ridge Partners (demo)';
    const { rows: funds } = await server.database.worker.query<{ id: string }>(
      `SELECT subject_id AS id FROM period_figure WHERE tenant_id = $1 AND subject = 'VEHICLE' AND period_end = '2026-06-30'`,
      [tenants.get(firm)],
    );
    type Step = AnswerOf<'explainPerformance'>;
    const sum = (amounts: readonly string[]) => amounts.reduce((all, amount) => all.plus(decimal(amount)), zero);
    const wrong: unknown[] = [];
    const check = ({ formula, result, inputs, entries, children, unit }: Step, fund: string): void => {
      const counts = inputs.length === 1 && inputs[0]?.name === 'counted';
      if (
        counts &&
        unit === 'money' &&
        result !== null &&
        !sum((entries ?? []).map(({ counted }) => counted)).eq(result)
      )
        wrong.push([fund, formula, result]);
      for (const child of children) check(child, fund);
    };
    let excess = 0;
    for (const { id } of funds)
      for (const figure of ['commitment', 'contributions', 'distributions', 'unfunded', 'nav']) {
        const step = await adminOf(firm).explainPerformance({
          query: { subject: id, figure, date: '2026-06-30', basis: 'all' },
        });
        check(step, `${id} ${figure}`);
        if (figure !== 'contributions') continue;
        // Returned excess is counted positive in a step of its own, which the formula subtracts.
        const input = (name: string) => decimal(step.inputs.find((item) => item.name === name)?.value ?? '0');
        const difference = input('called').minus(input('excess'));
        if (!difference.eq(step.result ?? '0')) wrong.push([id, step.formula, step.result]);
        if (!input('excess').isZero()) excess += 1;
      }
    expect([wrong, funds.length, excess > 0]).toEqual([[], 10, true]);
  });

  it(
    'explains the figures of every investor with ledgers and a reported fund as the list displays them',
    async () => {
      const firm = 'Alder Ridge Partners (demo)';
      const client = adminOf(firm);
      const endDate = '2026-06-30';
      const { rows: currencies } = await server.database.worker.query<{ id: string }>(
        `SELECT id FROM reference_entry WHERE tenant_id = $1 AND type = 'currency' AND code = 'USD'`,
        [tenants.get(firm)],
      );
      const { id: vehicleId } = await client.saveFund({
        body: {
          code: 'LT-R',
          legalName: 'Late Tide Reported',
          currency: { id: currencies[0]!.id },
          navBasis: { code: 'REPORTED', description: 'Reported' },
        },
      });
      const query = { type: 'ALL', endDate, pageSize: 200 } as const;
      const investors = (await client.listInvestorFigures({ query })).pageData.map(({ investorId }) => investorId);
      const commitments = [...new Set(investors)].map((investorId) => ({
        investorId,
        kind: 'CLOSE' as const,
        date: '2026-01-01',
        amount: '1000000.00',
      }));
      await client.saveCommitments({ body: { vehicleId, commitments } });
      const values = {
        contributions: '400000.00',
        distributions: '100000.00',
        unfunded: '600000.00',
        nav: '350000.00',
      };
      const figures = (await client.listCommitments({ query: { vehicleId } })).flatMap(({ id: commitmentId }) =>
        (Object.keys(values) as (keyof typeof values)[]).map((figure) => ({
          commitmentId,
          figure,
          date: endDate,
          value: values[figure],
        })),
      );
      await client.saveReported({ body: { vehicleId, figures } });
      const rounded = (value: string | null) => (value === null ? null : Number(Number(value).toFixed(6)));
      const wrong: unknown[] = [];
      const { pageData } = await client.listInvestorFigures({ query });
      for (const [at, row] of pageData.entries())
        for (const figure of listedFigures.filter((_, i) => i % 3 === at % 3)) {
          const subject = { subject: row.investorId, figure, date: endDate, currency: row.currency?.code ?? '' };
          const { result } = await client.explainPerformance({ query: subject });
          if (rounded(result) !== rounded(row[figure])) wrong.push([row.investorName, figure, row[figure], result]);
        }
      expect([wrong, pageData.length > 20]).toEqual([[], true]);
    },
    patience,
  );

  it('explains a total by its sources, a source by its participants and a tax by its profiles', async () => {
    const tenant = 'Alder Ridge Partners (demo)';
    const run = (await runs(tenant)).find(({ name }) => name === 'Q3 2026 carry distribution');
    const net = await adminOf(tenant).explainDistribution({
      params: { id: run!.id },
      query: { figure: 'net' },
    });
    expect(net.inputs[0]).toMatchObject({ name: 'Alder Ridge Partners Fund I, L.P.', value: '10201913.55' });
    const fund = net.children[0];
    expect(fund?.name).toBe('Net · Alder Ridge Partners Fund I, L.P.');
    expect(fund?.records).toMatchObject([{ name: 'Alder Ridge Partners Fund I, L.P.', type: 'fund' }]);
    expect(fund?.inputs.map(({ name }) => name)).toContain('Noah Okafor');
    const tax = fund?.children[0]?.children.find(({ text }) => text.includes('tax rows'));
    expect(tax?.inputs.map(({ name }) => name)).toContain('US federal, Long-term capital gain');
    // Two steps with the same name are the same figure.
    const named = new Map<string, string>();
    const load = (node: AnswerOf<'explainDistribution'>) => {
      const path = node.path.join();
      expect(named.get(node.name!) ?? path).toBe(path);
      named.set(node.name!, path);
      node.children.forEach(load);
    };
    load(net);
  });

  it(
    'explains each displayed figure of every distribution, profile and vesting with the same figure',
    async () => {
      // `npm run prove -- why` checks all. Here, the rule explains one in eleven, and HTTP one in three hundred,
      // because it recomputes a whole run for each.
      const [ofRule, ofWire] = process.env['PROVE_RUNS'] ? [1, 1] : [11, 307];
      const readJson = async <T>(firm: string, url: string): Promise<T> => {
        const answer = await read(firm, url);
        expect(answer.statusCode, answer.body).toBe(200);
        return answer.json<T>();
      };
      let count = 0;
      for (const tenant of tenants.keys()) {
        const { rows } = await server.database.worker.query<FirmIds>(
          `SELECT (SELECT jsonb_agg(id) FROM distribution WHERE tenant_id = $1) AS distributions,
           (SELECT jsonb_agg(id) FROM allocation_profile WHERE tenant_id = $1) AS profiles,
           (SELECT jsonb_agg(id) FROM participant WHERE tenant_id = $1) AS participants`,
          [tenants.get(tenant)],
        );
        const explainers = await explainersOf(tenants.get(tenant) ?? '');
        for await (const { why, displayed, question } of displayedFigures((url) => readJson(tenant, url), rows[0]!)) {
          count += 1;
          if (question && count % ofRule === 0) {
            const explained = explainers.get(question.distributionId)?.(question);
            expect([why, explained?.tree.result]).toEqual([why, displayed]);
          }
          if (count % ofWire !== 0) continue;
          const { Result: explained } = await readJson<{ Result: string }>(tenant, why);
          expect([why, explained]).toEqual([why, displayed]);
        }
      }
      expect(count).toBeGreaterThan(5000);
    },
    patience,
  );

  /** Returns, for each distribution of a firm, the function that explains its figures from its stored inputs. */
  async function explainersOf(tenantId: string): Promise<ReadonlyMap<string, Explainer>> {
    const { rows } = await server.database.worker.query<{ id: string; version: string; input: DistributionInputJson }>(
      `SELECT id, engine_version AS version, inputs -> 'input' AS input FROM distribution WHERE tenant_id = $1`,
      [tenantId],
    );
    return new Map(
      rows.map(({ id, version, input }) => {
        return [id, explainFigures(distributionInputFromJson(input), version)._unsafeUnwrap()];
      }),
    );
  }
});
