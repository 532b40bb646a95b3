import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedPlan, plantCarryPlan, planDistributionBody } from '../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

interface Shown {
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
const done = async (person: TestPerson, path: string, payload: object): Promise<Shown> => {
  const answer = await call(person, 'POST', path, payload);
  expect(answer.statusCode, answer.body.slice(0, 2000)).toBe(200);
  return answer.json<Shown>();
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
    expect(stored.Problems.map(({ Code }) => Code)).toEqual(['NO_APPROVERS']);
    const read = await call(accountant, 'GET', `/${stored.Id}`);
    expect(read.json()).toEqual(stored);
  });

  it('goes from draft over two approvers to disbursement, and posts each row once', async () => {
    const draft = await saved({ Approvers: approvers(first, second) });
    expect(draft.Problems).toEqual([]);
    const submitted = await done(accountant, `/${draft.Id}/submit-for-approval`, { RowVersion: draft.RowVersion });
    expect(submitted.Status.Code).toBe('SUB');
    const decide = (person: TestPerson, RowVersion: number) =>
      done(person, '/save-approval', { DistributionId: draft.Id, RowVersion, ApprovalDecision: 'APP' });
    const once = await decide(first, submitted.RowVersion);
    expect(once.Status.Code).toBe('SUB');
    const approved = await decide(second, once.RowVersion);
    expect(approved.Status.Code).toBe('APP');
    const paid = await done(accountant, `/${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
    expect(paid.Status.Code).toBe('DISB');
    const { rows } = await server.database.worker.query<{ gross: string; held: string }>(
      `SELECT (SELECT -sum(amount) FROM account_entry WHERE distribution_id = $1) AS gross,
              (SELECT sum(amount) FROM escrow_entry WHERE distribution_id = $1) AS held`,
      [draft.Id],
    );
    expect(rows[0]).toEqual({ gross: '49590981.21', held: paid.Reconciliation['Escrow'] });
  });
});
