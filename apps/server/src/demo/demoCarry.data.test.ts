import { readFile } from 'node:fs/promises';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { decimal } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type QueryOf } from '../testing/testClient.ts';
import { alderRidge } from './people.ts';
import { type Demo, openDemo } from '../testing/openDemo.ts';

describe('carry in the demo', () => {
  let demo: Demo;
  let server: Demo['server'];
  let tenants: Demo['tenants'];
  let adminOf: Demo['adminOf'];
  let signIn: Demo['signIn'];
  let runs: Demo['runs'];
  let read: Demo['read'];

  beforeAll(async () => {
    demo = await openDemo();
    ({ server, tenants, adminOf, signIn, runs, read } = demo);
  });
  afterAll(() => demo?.server.stop());

  it('has ten years of distributions, some of them not disbursed yet', async () => {
    const all = await runs('Alder Ridge Partners (demo)');
    const count = (code: string) => all.filter(({ status }) => status.code === code).length;
    expect({
      DISB: count('DISB'),
      APP: count('APP'),
      SUB: count('SUB'),
      REJ: count('REJ'),
      DRAFT: count('DRAFT'),
    }).toEqual({ DISB: 16, APP: 1, SUB: 1, REJ: 1, DRAFT: 1 });
    expect(all.find(({ name }) => name === 'Q3 2026 carry distribution')).toMatchObject({
      totalCarryDistributed: '49590981.21',
    });
  });

  it('has drafts without problems, and none is older than its records', async () => {
    const drafts: [string, unknown][] = [];
    for (const tenant of tenants.keys())
      for (const { id, name, status } of await runs(tenant))
        if (status.code === 'DRAFT' || status.code === 'REJ')
          drafts.push([name, (await adminOf(tenant).getDistribution({ params: { id } })).problems]);
    expect(drafts).toEqual(
      expect.arrayContaining([
        ['Q3 2026 carry distribution', []],
        ['Fund III dividend', []],
      ]),
    );
    expect(drafts.flatMap(([, problems]) => problems)).toEqual([]);
  });

  it('ties out: the ledger equals the disbursed amounts, the funds equal their sources, every distribution reconciles', async () => {
    for (const tenant of tenants.keys()) {
      const { rows } = await server.database.worker.query<{
        ledger: string;
        details: string;
        sources: string;
        escrow: string;
        escrowBalance: string;
      }>(
        `SELECT (SELECT sum(-amount) FROM account_entry WHERE tenant_id = $1 AND kind = 'DISTRIBUTION')::text AS ledger,
           (SELECT sum(x.gross_carry_distributed) FROM distribution_detail x JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id
             WHERE x.tenant_id = $1 AND x.is_leaf AND d.status = 'DISB')::text AS details,
           (SELECT sum(s.gross_carry_distributed) FROM distribution_source s JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id
             WHERE s.tenant_id = $1 AND d.status = 'DISB')::text AS sources,
           (SELECT sum(x.escrow) FROM distribution_detail x JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id
             WHERE x.tenant_id = $1 AND x.is_leaf AND d.status = 'DISB')::text AS escrow,
           (SELECT sum(amount) FROM escrow_entry WHERE tenant_id = $1 AND kind = 'WITHHELD')::text AS "escrowBalance"`,
        [tenants.get(tenant)],
      );
      const [figures] = rows;
      expect(figures?.ledger).toBe(figures?.sources);
      expect(figures?.details).toBe(figures?.sources);
      expect(figures?.escrowBalance).toBe(figures?.escrow);
      for (const run of await runs(tenant)) {
        expect(await adminOf(tenant).getDistribution({ params: { id: run.id } })).toMatchObject({
          reconciliation: { difference: '0.00' },
        });
      }
    }
  });

  it('adds up only disbursed amounts in each history and its file [U-C-045]', async () => {
    const firm = 'Alder Ridge Partners (demo)';
    const paid = { amelia: '57894499.39', fund: '58592113.44' };
    const grossOf = ({ totals }: Pick<AnswerOf<'listFundDistributions'>, 'totals'>) =>
      totals!.find(({ field, currency }) => field === 'grossCarryDistributed' && currency === 'USD')?.total;
    const admin = adminOf(firm);
    const named = (name: string) => ({ searchQuery: `"${name}"` });
    const employees = await admin.listEmployees({ query: { isCarryEligible: 'false', ...named('Amelia Hartmann') } });
    const history = await admin.listEmployeeDistributions({
      params: { id: employees.pageData[0]!.id },
      query: { pageSize: 1000 },
    });
    expect(grossOf(history)).toBe(paid.amelia);
    const kinds = ['Fund', 'Coinvestment', 'Tranche', 'Fund Investment', 'Coinvestment Investment'];
    const types = new Set(history.pageData.map(({ type }) => type));
    expect(kinds, [...types].join()).toEqual(expect.arrayContaining([...types]));
    expect(types.size).toBeGreaterThan(1);
    const fund = (await admin.listFunds({ query: named('ARP-II') })).pageData[0]!.id;
    expect(grossOf(await admin.listFundDistributions({ params: { id: fund } }))).toBe(paid.fund);
    let unpaid = 0;
    const vintages = await admin.listVintages({ query: { pageSize: 100 } });
    for (const { id } of vintages.pageData) {
      const { pageData, totals } = await admin.listVintageTransactions({
        params: { id },
        query: { pageSize: 1000 },
      });
      const moved = pageData.filter(({ status }) => status === 'Disbursed');
      unpaid += pageData.length - moved.length;
      const sum = moved.reduce((total, { amount }) => total.plus(amount ?? '0'), decimal('0'));
      expect(decimal(totals![0]?.total ?? '0').eq(sum), id).toBe(true);
    }
    expect(unpaid).toBeGreaterThan(0);
    const file = await read(firm, `/api/carry/fund/${fund}/distribution-history?format=csv`);
    expect(file.statusCode).toBe(200);
    expect(file.body.split('\n').filter((line) => line.includes('Disbursed')).length).toBeGreaterThan(1);
  });

  it('reports how much was vested for a leaver who is paid through an entity, as the warning of the distribution does', async () => {
    const { rows } = await server.database.worker.query<{ gross: string; vested: string }>(
      `SELECT l.gross_carry_distributed::text AS gross, round(l.gross_carry_distributed * v.vested_percentage / 100, 2)::text AS vested
       FROM distribution_member_vesting v
       JOIN distribution_source s ON s.tenant_id = v.tenant_id AND s.id = v.distribution_source_id
       JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.name = '2024 year end'
       JOIN participant m ON m.tenant_id = v.tenant_id AND m.id = v.member_id AND m.name = 'Elena Kovacs'
       JOIN container c ON c.tenant_id = s.tenant_id AND c.id = s.container_id AND c.name LIKE '%Ferrum Fasteners%'
       JOIN distribution_detail l ON l.tenant_id = v.tenant_id AND l.distribution_source_id = s.id AND l.participant_id = m.id AND l.path[1] = v.participant_id`,
    );
    expect(rows).toEqual([{ gross: '78178.13', vested: '75629.71' }]);
  });

  it('accrued at least the distributed amount to each participant, with some carry left to distribute', async () => {
    for (const tenantId of tenants.values()) {
      const { rows } = await server.database.worker.query<{ short: number; above: number; drafts: number }>(
        `SELECT count(*) FILTER (WHERE b.amount < 0)::int AS short, count(*) FILTER (WHERE b.amount > 0)::int AS above,
           (SELECT count(*)::int FROM realization r WHERE r.tenant_id = $1 AND r.status = 'DRAFT') AS drafts
         FROM (SELECT sum(amount) AS amount FROM account_entry WHERE tenant_id = $1 GROUP BY participant_id, container_id) b`,
        [tenantId],
      );
      expect(rows[0]?.short).toBe(0);
      expect(rows[0]?.above).toBeGreaterThan(0);
    }
  });

  it('has opening balances, releases, clawbacks and pending runs in the ledger reports', async () => {
    const alder = 'Alder Ridge Partners (demo)';
    const cedar = 'Cedar Mill Capital (demo)';
    const total = async (
      call: Promise<AnswerOf<'reportEscrowLedger' | 'reportClawbackByFund'>>,
      currency: string,
      ...fields: string[]
    ) => {
      const whole = (await call).subtotals.find(
        ({ keys, splitKeys }) => keys.length === 0 && splitKeys.includes(currency),
      );
      return fields.map((field) => whole?.totals.find((sum) => sum.field === field)?.total);
    };
    const escrow = async (firm: string, query: QueryOf<'reportEscrowLedger'>, currency: string) =>
      total(
        adminOf(firm).reportEscrowLedger({ query }),
        currency,
        'opening',
        'withheld',
        'released',
        'applied',
        'closing',
      );
    // All escrow of Fund I by its release date: 72,000.00 from the opening, 3,668,569.51 from its own runs and those of
    // its investments.
    expect(await escrow(alder, { from: '2015-01-01', to: '2022-12-31' }, 'USD')).toEqual([
      '72000.00',
      '6943553.47',
      '3740569.51',
      '0.00',
      '3274983.96',
    ]);
    // The rest belongs to the coinvestment, whose escrow is separate from the fund's.
    expect(await escrow(cedar, { from: '2019-01-01', to: '2025-01-15' }, 'GBP')).toEqual([
      '35000.00',
      '970043.41',
      '943909.33',
      '0.00',
      '61134.08',
    ]);
    const clawback = adminOf(alder).reportClawbackByFund({ query: { selectedDate: '2025-03-31' } });
    const figures = await total(clawback, 'USD', 'fromEscrow', 'clawedBack');
    expect(figures).toEqual(['12907.69', '7092.31']);

    const { pageData } = await adminOf(alder).listLedgerRuns({
      query: { pageSize: 100 },
    });
    expect(pageData.map(({ name, status }) => [name, status.code])).toEqual([
      ['Escrow of Northgate Rail, first part', 'DRAFT'],
      ['Escrow of Vantage Diagnostics', 'SUB'],
      ['Pacific Harbor, purchase price adjusted', 'POSTED'],
      ['Escrow of Fund I', 'POSTED'],
      ['Fund I before 2016', 'POSTED'],
    ]);
  });

  it('has one entity with a member mismatch, and dates each profile in force after the profile that it replaced', async () => {
    for (const [tenant, open] of [
      ['Alder Ridge Partners (demo)', ['N004']],
      ['Cedar Mill Capital (demo)', []],
    ] as const) {
      const { pageData } = await adminOf(tenant).listEntities({
        query: { pageSize: 100 },
      });
      const changed: string[] = [];
      for (const { id, code } of pageData) {
        const entity = await adminOf(tenant).getEntity({ params: { id } });
        if (entity.memberMismatch) changed.push(code!);
      }
      expect(changed).toEqual(open);
      const { rows } = await server.database.worker.query(
        `SELECT p.name FROM allocation_profile p WHERE p.tenant_id = $1 AND p.is_current AND EXISTS (
           SELECT FROM allocation_profile q WHERE q.tenant_id = p.tenant_id AND q.container_id = p.container_id
             AND NOT q.is_current AND q.effective_date > p.effective_date)`,
        [tenants.get(tenant)],
      );
      expect(rows).toEqual([]);
    }
  });

  it('exports the allocation reports of a fund', async () => {
    const tenant = 'Alder Ridge Partners (demo)';
    const funds = await adminOf(tenant).listFunds({ query: { pageSize: 100 } });
    const containerId = funds.pageData.find(({ code }) => code === 'ARP-I')!.id;
    for (const reportType of ['entries', 'weighted-average', 'history'] as const) {
      const { bytes } = await adminOf(tenant).exportAllocationReport({ params: { containerId, reportType } });
      const [sheet] = (await readWorkbook(bytes))._unsafeUnwrap();
      expect(sheet?.rows.length).toBeGreaterThan(10);
    }
  });

  // Last, because it pays the draft that the other tests read.
  it('has the distribution of the README, which its accountant submits and its approvers approve, as it is', async () => {
    const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8');
    const [tour] = /1\. \*\*Pay carry\.\*\*[\s\S]*?(?=\n2\. )/.exec(readme) ?? [''];
    const [, name = ''] = /\*\*Distributions\*\*, \*(.*?)\*/.exec(tour) ?? [];
    const [login = '', priya = '', noah = ''] = [...tour.matchAll(/`(\S+@alder\.example)`/g)].map(
      ([, found]) => found!,
    );
    const accountant = await signIn(login);
    const params = { id: (await runs(alderRidge)).find((run) => run.name === name)!.id };
    const keysOf = ({ warnings }: AnswerOf<'getDistribution'>) =>
      warnings.flatMap(({ acknowledgment }) => acknowledgment ?? []);

    const draft = await accountant.getDistribution({ params });
    expect(draft.distributionSources).toHaveLength(6);
    const figure = (text: string | null) => Number(text).toLocaleString('en-US', { minimumFractionDigits: 2 });
    const { grossCarryDistributed, netCarryDistributed } = draft.reconciliation;
    for (const displayed of [figure(grossCarryDistributed), figure(netCarryDistributed)])
      expect(tour).toContain(displayed);
    expect([draft.problems, draft.warnings.length, keysOf(draft).length]).toEqual([[], 19, 19]);

    const candidates = await accountant.listApproverCandidates({
      query: { distributionId: params.id, submits: 'true' },
    });
    const approvers = [...tour.matchAll(/\*(\w+ \w+)\*(?= and | *, and acknowledge)/g)].flatMap(
      ([, found]) => candidates.find((candidate) => candidate.name === found && candidate.refusal === null) ?? [],
    );
    expect(approvers).toHaveLength(2);
    let run = await accountant.submitDistribution({
      params,
      body: {
        rowVersion: draft.rowVersion,
        approvers: approvers.map(({ id }) => ({ id })),
        acknowledged: keysOf(draft),
      },
    });
    expect(run.warnings).toEqual(draft.warnings);
    for (const approver of [priya, noah]) {
      const own = await signIn(approver);
      const read = await own.getDistribution({ params });
      expect(read.warnings).toEqual(draft.warnings);
      const { rowVersion } = read;
      const body = {
        distributionId: params.id,
        rowVersion,
        approvalDecision: 'APP',
        acknowledged: keysOf(read),
      } as const;
      run = await own.saveApproval({ body });
    }
    const paid = await accountant.disburseDistribution({ params, body: { rowVersion: run.rowVersion } });
    expect([paid.status.code, paid.reconciliation]).toEqual(['DISB', draft.reconciliation]);
    for (const exported of [accountant.exportDistribution, accountant.downloadPdfLetterPackage])
      expect((await exported({ params })).bytes.length).toBeGreaterThan(0);
  });
});
