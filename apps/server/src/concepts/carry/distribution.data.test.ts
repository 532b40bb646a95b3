import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedPlan, plantCarryPlan, keysIn, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface RunRecord {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Status: { readonly Code: string };
  readonly Reconciliation: Readonly<Record<string, string>>;
  readonly DistributionSources: readonly {
    readonly Id: string;
    readonly Source: { readonly Id: string; readonly Code: string | null; readonly Name: string };
    readonly GrossCarryDistributed: string;
    readonly NetCarryDistributed: string;
    readonly Unallocated: string;
    readonly Details: readonly Record<string, unknown>[];
  }[];
  readonly Actions: readonly string[];
  readonly Problems: readonly { readonly Code: string; readonly Message: string }[];
  readonly Warnings: readonly { readonly Code: string; readonly Message: string }[];
  readonly Approvals: readonly { readonly Id: string; readonly ApprovalDecision: string | null }[];
}

let server: TestServer;
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

const call = async (person: TestPerson, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const url = `/api/carry/distribution${path}`;
  return server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
};
const done = async (person: TestPerson, path: string, payload: object): Promise<RunRecord> => {
  const answer = await call(person, 'POST', path, payload);
  expect(answer.statusCode, answer.body.slice(0, 2000)).toBe(200);
  return answer.json<RunRecord>();
};
const saved = (changes: object = {}) =>
  done(accountant, '/save-distribution', { ...planDistributionBody(plan), ...changes });
const approvers = (...people: readonly TestPerson[]) => people.map(({ personId }) => ({ Id: personId }));

describe("a firm's distribution of six sources", () => {
  it('is saved to the cent of the plan, and read as it was answered', async () => {
    const stored = await saved();
    expect(stored.Reconciliation).toMatchObject({
      GrossCarryDistributed: '49590981.21',
      NetCarryDistributed: '27237369.92',
      Unallocated: '0.00',
      Difference: '0.00',
    });
    const [arp] = stored.DistributionSources;
    expect(arp).toMatchObject({ GrossCarryDistributed: '18450333.37', NetCarryDistributed: '10201913.55' });
    expect(stored.Problems.map(({ Code }) => Code)).toEqual([]);
    const read = await call(accountant, 'GET', `/${stored.Id}`);
    expect(read.json()).toEqual(stored);
  });

  it("keeps a source's own escrow percentage, explains by it and computes it again", async () => {
    const body = planDistributionBody(plan);
    const [first, ...others] = body['DistributionSources'] as readonly object[];
    type Row = { Participant: { ParticipantId: string }; EscrowPercent: string | null; MemberDetails: Row[] };
    type Run = Omit<RunRecord, 'DistributionSources'> & {
      readonly DistributionSources: readonly { DefaultEscrow: string | null; Source: { Id: string }; Details: Row[] }[];
    };
    const sources = [{ ...first, DefaultEscrow: '17' }, ...others];
    const stored = (await saved({ Name: 'Own escrow', DistributionSources: sources })) as unknown as Run;
    const [own, other] = stored.DistributionSources;
    expect([own?.DefaultEscrow, other?.DefaultEscrow]).toEqual(['17', null]);
    expect((await call(accountant, 'GET', `/${stored.Id}`)).json()).toEqual(stored);
    const withEscrow = own?.Details.find(({ EscrowPercent }) => EscrowPercent === '17');
    expect(withEscrow, 'somebody is held by it').toBeDefined();
    expect(other?.Details.some(({ EscrowPercent }) => EscrowPercent === '17')).toBe(false);
    const question = `sourceId=${own?.Source.Id}&participantId=${withEscrow?.Participant.ParticipantId}&figure=escrow`;
    const why = await call(accountant, 'GET', `/${stored.Id}/explanation?${question}`);
    expect(why.body).toContain('"17"');
    const reports = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      const found = [];
      for await (const report of verifyDistributions(tx)) found.push(...report.findings);
      return found;
    });
    expect(reports).toEqual([]);
    expect((await call(accountant, 'DELETE', `/${stored.Id}`)).statusCode).toBe(200);
  });

  it('goes from draft over two approvers to disbursement, and posts each row once [U-C-006 U-C-078 U-C-079 U-C-080 U-C-081 U-C-111 U-T-078]', async () => {
    const draft = await saved({ Approvers: approvers(first, second) });
    expect(draft.Problems).toEqual([]);
    const submitted = await done(accountant, `/${draft.Id}/submit-for-approval`, {
      RowVersion: draft.RowVersion,
      Acknowledged: keysIn(draft),
    });
    expect(submitted.Status.Code).toBe('SUB');
    const decide = (person: TestPerson, RowVersion: number, comment: object = {}) =>
      done(person, '/save-approval', {
        DistributionId: draft.Id,
        RowVersion,
        ApprovalDecision: 'APP',
        Acknowledged: keysIn(submitted),
        ...comment,
      });
    const once = await decide(first, submitted.RowVersion, { ApprovalComments: 'Agrees with the administrator.' });
    expect(once.Status.Code).toBe('SUB');
    const approved = await decide(second, once.RowVersion);
    expect(approved.Status.Code).toBe('APP');
    const answers = await call(accountant, 'GET', `/${draft.Id}/approvals`);
    expect(
      answers.json<readonly { ApprovalComments: string | null }[]>().map(({ ApprovalComments }) => ApprovalComments),
    ).toEqual(['Agrees with the administrator.', null]);
    const paid = await done(accountant, `/${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
    expect(paid.Status.Code).toBe('DISB');
    const { rows } = await server.database.worker.query<{ gross: string; held: string }>(
      `SELECT (SELECT -sum(amount) FROM account_entry WHERE distribution_id = $1) AS gross,
              (SELECT sum(amount) FROM escrow_entry WHERE distribution_id = $1) AS held`,
      [draft.Id],
    );
    expect(rows[0]).toEqual({ gross: '49590981.21', held: paid.Reconciliation['Escrow'] });
    const ofStatus = async (status: string) => {
      const answer = await call(accountant, 'GET', `?PageSize=1${status}`);
      return answer.json<{ TotalItemCount: number }>().TotalItemCount;
    };
    const counts = await call(second, 'GET', '/counts');
    expect(counts.json()).toEqual({ All: 2, Draft: 1, Rejected: 0, Submitted: 0, Approved: 0, Disbursed: 1 });
    expect([await ofStatus(''), await ofStatus('&status=DRAFT'), await ofStatus('&status=DISB')]).toEqual([2, 1, 1]);
  });

  it('waits in the inbox of nobody who is not waited for any more', async () => {
    const unread = async (person: TestPerson) => {
      const url = '/api/inbox';
      const answer = await server.call(person.token, tenantId, { method: 'GET', url });
      return answer
        .json<readonly { Subject: string; ReadDate: string | null }[]>()
        .filter(({ Subject, ReadDate }) => Subject === 'Asked twice is waiting for your approval.' && ReadDate === null)
        .length;
    };
    const waiting = async () => [await unread(first), await unread(second)];
    const submit = (run: RunRecord, { Id, RowVersion } = run) =>
      done(accountant, `/${Id}/submit-for-approval`, { RowVersion, Acknowledged: keysIn(run) });
    const decide = (person: TestPerson, run: RunRecord, ApprovalDecision: string, { Id, RowVersion } = run) =>
      done(person, '/save-approval', {
        DistributionId: Id,
        RowVersion,
        ApprovalDecision,
        ApprovalComments: 'Checked.',
        Acknowledged: keysIn(run),
      });
    const draft = await saved({ Name: 'Asked twice', Approvers: approvers(first, second) });
    const submitted = await submit(draft);
    expect(await waiting()).toEqual([1, 1]);
    const withdrawn = await done(accountant, `/${draft.Id}/withdraw`, {
      RowVersion: submitted.RowVersion,
      Comment: 'One figure is to be looked at again.',
    });
    expect(await waiting()).toEqual([0, 0]);
    const again = await decide(first, await submit(withdrawn), 'APP');
    expect(await waiting()).toEqual([0, 1]);
    const withdrawnRun = await done(accountant, `/${draft.Id}/withdraw`, {
      RowVersion: again.RowVersion,
      Comment: 'Another figure, too.',
    });
    const rejected = await decide(second, await submit(withdrawnRun), 'REJ');
    expect(rejected.Status.Code).toBe('REJ');
    expect(await waiting()).toEqual([0, 0]);
  });
});
