import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PlantedPlan,
  plantCarryPlan,
  listAcknowledgments,
  planDistribution,
} from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, type QueryOf } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type RunRecord = AnswerOf<'getDistribution'>;

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let plan: PlantedPlan;
let accountant: TestPerson;
let first: TestPerson;
let second: TestPerson;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  accountant = await server.person(tenantId, { carry: 'editor' });
  first = await server.person(tenantId, { carry: 'editor' });
  second = await server.person(tenantId, { carry: 'viewer' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
});
afterAll(() => server.stop());

const saved = (changes: Partial<BodyOf<'saveDistribution'>> = {}) =>
  as(accountant).saveDistribution({ body: { ...planDistribution(plan), ...changes } });
const approvers = (...people: readonly TestPerson[]) => people.map(({ personId }) => ({ id: personId }));

describe("a firm's distribution of six sources", () => {
  it('is saved to the cent of the plan, and read as it was returned', async () => {
    const stored = await saved();
    expect(stored.reconciliation).toMatchObject({
      grossCarryDistributed: '49590981.21',
      netCarryDistributed: '27237369.92',
      unallocated: '0.00',
      difference: '0.00',
    });
    const [arp] = stored.distributionSources;
    expect(arp).toMatchObject({ grossCarryDistributed: '18450333.37', netCarryDistributed: '10201913.55' });
    expect(stored.problems.map(({ code }) => code)).toEqual([]);
    const read = await as(accountant).getDistribution({ params: { id: stored.id } });
    expect(read).toEqual(stored);
  });

  it('stores the escrow percentage of a source, and uses it to explain and recompute', async () => {
    const body = planDistribution(plan);
    const [first, ...others] = body.distributionSources;
    const sources = [{ ...first!, defaultEscrow: '17' }, ...others];
    const stored = await saved({ name: 'Own escrow', distributionSources: sources });
    const [own, other] = stored.distributionSources;
    expect([own?.defaultEscrow, other?.defaultEscrow]).toEqual(['17', null]);
    expect(await as(accountant).getDistribution({ params: { id: stored.id } })).toEqual(stored);
    const withEscrow = own?.details.find(({ escrowPercent }) => escrowPercent === '17');
    expect(withEscrow, 'somebody is held by it').toBeDefined();
    expect(other?.details.some(({ escrowPercent }) => escrowPercent === '17')).toBe(false);
    const why = await as(accountant).explainDistribution({
      params: { id: stored.id },
      query: { sourceId: own?.source.id, participantId: withEscrow?.participant.participantId, figure: 'escrow' },
    });
    expect(JSON.stringify(why)).toContain('"17"');
    const reports = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      const found = [];
      for await (const report of verifyDistributions(tx)) found.push(...report.findings);
      return found;
    });
    expect(reports).toEqual([]);
    await as(accountant).deleteDistribution({ params: { id: stored.id } });
  });

  it('goes from draft through two approvals to disbursement, and posts each row once [U-C-006 U-C-078 U-C-079 U-C-080 U-C-081 U-C-111 U-T-078]', async () => {
    const draft = await saved({ approvers: approvers(first, second) });
    expect(draft.problems).toEqual([]);
    const submitted = await as(accountant).submitDistribution({
      params: { id: draft.id },
      body: {
        rowVersion: draft.rowVersion,
        acknowledged: listAcknowledgments(draft),
      },
    });
    expect(submitted.status.code).toBe('SUB');
    const decide = (person: TestPerson, rowVersion: number, comment: object = {}) =>
      as(person).saveApproval({
        body: {
          distributionId: draft.id,
          rowVersion,
          approvalDecision: 'APP',
          acknowledged: listAcknowledgments(submitted),
          ...comment,
        },
      });
    const once = await decide(first, submitted.rowVersion, { approvalComments: 'Agrees with the administrator.' });
    expect(once.status.code).toBe('SUB');
    const approved = await decide(second, once.rowVersion);
    expect(approved.status.code).toBe('APP');
    const answers = await as(accountant).listApprovals({ params: { id: draft.id } });
    expect(answers.map(({ approvalComments }) => approvalComments)).toEqual(['Agrees with the administrator.', null]);
    const paid = await as(accountant).disburseDistribution({
      params: { id: draft.id },
      body: { rowVersion: approved.rowVersion },
    });
    expect(paid.status.code).toBe('DISB');
    const { rows } = await server.database.worker.query<{ gross: string; escrow: string }>(
      `SELECT (SELECT -sum(amount) FROM account_entry WHERE distribution_id = $1) AS gross,
              (SELECT sum(amount) FROM escrow_entry WHERE distribution_id = $1) AS escrow`,
      [draft.id],
    );
    expect(rows[0]).toEqual({ gross: '49590981.21', escrow: paid.reconciliation.escrow });
    const countOf = async (query: QueryOf<'listDistributions'> = {}) =>
      (await as(accountant).listDistributions({ query: { pageSize: 1, ...query } })).totalItemCount;
    const counts = await as(second).countDistributions();
    expect(counts).toEqual({ all: 2, draft: 1, rejected: 0, submitted: 0, approved: 0, disbursed: 1 });
    expect([await countOf(), await countOf({ status: 'DRAFT' }), await countOf({ status: 'DISB' })]).toEqual([2, 1, 1]);
  });

  it('leaves the inbox of people who no longer have to decide', async () => {
    const unread = async (person: TestPerson) => {
      const answer = await as(person).listInbox();
      return answer.filter(
        ({ subject, readDate }) => subject === 'Asked twice is waiting for your approval.' && readDate === null,
      ).length;
    };
    const waiting = async () => [await unread(first), await unread(second)];
    const submit = (run: RunRecord, { id, rowVersion } = run) =>
      as(accountant).submitDistribution({
        params: { id },
        body: { rowVersion, acknowledged: listAcknowledgments(run) },
      });
    const decide = (
      person: TestPerson,
      run: RunRecord,
      approvalDecision: BodyOf<'saveApproval'>['approvalDecision'],
      { id, rowVersion } = run,
    ) =>
      as(person).saveApproval({
        body: {
          distributionId: id,
          rowVersion,
          approvalDecision,
          approvalComments: 'Checked.',
          acknowledged: listAcknowledgments(run),
        },
      });
    const draft = await saved({ name: 'Asked twice', approvers: approvers(first, second) });
    const submitted = await submit(draft);
    expect(await waiting()).toEqual([1, 1]);
    const withdrawn = await as(accountant).withdrawDistribution({
      params: { id: draft.id },
      body: {
        rowVersion: submitted.rowVersion,
        comment: 'One figure is to be looked at again.',
      },
    });
    expect(await waiting()).toEqual([0, 0]);
    const again = await decide(first, await submit(withdrawn), 'APP');
    expect(await waiting()).toEqual([0, 1]);
    const withdrawnRun = await as(accountant).withdrawDistribution({
      params: { id: draft.id },
      body: {
        rowVersion: again.rowVersion,
        comment: 'Another figure, too.',
      },
    });
    const rejected = await decide(second, await submit(withdrawnRun), 'REJ');
    expect(rejected.status.code).toBe('REJ');
    expect(await waiting()).toEqual([0, 0]);
  });
});
