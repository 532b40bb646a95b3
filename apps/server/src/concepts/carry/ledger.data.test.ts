import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEverything } from '../../testing/noteEverything.ts';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Row {
  readonly Participant: { readonly ParticipantId: string };
  readonly GrossCarryDistributed: string;
  readonly Escrow: string;
  readonly MemberDetails: readonly Row[];
}
interface Run {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Status: { readonly Code: string };
  readonly ReversalOf: { readonly Id: string } | null;
  readonly DistributionSources: readonly {
    readonly Source: { readonly Id: string };
    readonly Details: readonly Row[];
  }[];
}

/** `npm run prove -- ledger` runs ten thousand. */
const operations = Number(process.env['PROVE_RUNS'] ?? 120);

/** Repeatable pseudo-random choices. A proof can use another seed. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describe('M17: balances and the entries that they are made of', () => {
  let server: TestServer;
  let tenantId: string;
  let plan: PlantedPlan;
  let maker: TestPerson;
  let approver: TestPerson;
  const sources = ['CO-HEL', 'ARP-I', 'MP04/ARP-I/1'];
  /** Amounts paid and escrow per participant and source in cents, collected from the responses only. */
  const paid = new Map<string, bigint>();
  const balances = new Map<string, bigint>();

  const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
    plan = await inTenant(plantCarryPlan);
    await inTenant(noteEverything);
  });
  afterAll(() => server.stop());

  async function call(person: TestPerson, method: 'POST' | 'DELETE', path: string, payload?: object): Promise<Run> {
    const url = `/api/carry/distribution${path}`;
    const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<Run>();
  }

  const cents = (text: string) => BigInt(text.replace('.', ''));
  const add = (to: Map<string, bigint>, key: string, amount: bigint) => to.set(key, (to.get(key) ?? 0n) + amount);

  function count({ DistributionSources }: Run): void {
    const visit = (source: string, { Participant, GrossCarryDistributed, Escrow, MemberDetails }: Row): void => {
      for (const member of MemberDetails) visit(source, member);
      if (MemberDetails.length > 0) return;
      add(paid, `${Participant.ParticipantId} ${source}`, cents(GrossCarryDistributed));
      add(balances, `${Participant.ParticipantId} ${source}`, cents(Escrow));
    };
    for (const { Source, Details } of DistributionSources) for (const row of Details) visit(Source.Id, row);
  }

  /** Performs a random permitted step on a run, or creates a new one. */
  async function step(pick: (below: number) => number, runs: Run[], reversed: Set<string>): Promise<void> {
    const at = pick(runs.length + 2);
    const run = runs[at];
    const Approvers = [{ Id: approver.personId }];
    if (!run) {
      const whole = planDistributionBody(plan);
      const chosen = sources[pick(sources.length)] ?? 'CO-HEL';
      const taxed = (whole['DistributionSources'] as { Source: { Id: string } }[]).filter(
        ({ Source }) => Source.Id === plan.idOf(chosen),
      );
      const amount = `${pick(5_000_000)}.${String(pick(100)).padStart(2, '0')}`;
      const own = taxed.map((source) => ({ ...source, NetDistrbutableAmount: amount, Details: [] }));
      const body = {
        ...whole,
        Name: `Run ${pick(1_000_000)}`,
        DistributionSources: own,
        Approvers,
        UnallocatedAcknowledged: true,
      };
      runs.push(await call(maker, 'POST', '/save-distribution', body));
      return;
    }
    const { Id, RowVersion, Status } = run;
    const decide = (ApprovalDecision: string) =>
      call(approver, 'POST', '/save-approval', {
        DistributionId: Id,
        RowVersion,
        ApprovalDecision,
        ApprovalComments: 'Checked.',
        Acknowledged: keysIn(run),
      });
    const moves: Readonly<Record<string, readonly (() => Promise<Run | undefined>)[]>> = {
      DRAFT: [
        () => call(maker, 'POST', `/${Id}/submit-for-approval`, { RowVersion, Acknowledged: keysIn(run) }),
        () => call(maker, 'POST', `/${Id}/submit-for-approval`, { RowVersion, Acknowledged: keysIn(run) }),
        async () => void (await call(maker, 'DELETE', `/${Id}?RowVersion=${RowVersion}`)),
      ],
      SUB: [
        () => decide('APP'),
        () => decide('APP'),
        () => decide('REJ'),
        () => call(maker, 'POST', `/${Id}/withdraw`, { RowVersion, Comment: 'wait' }),
      ],
      APP: [
        () => call(maker, 'POST', `/${Id}/withdraw`, { RowVersion, Comment: 'wait' }),
        async () => {
          const done = await call(maker, 'POST', `/${Id}/disburse`, { RowVersion });
          count(done);
          return done;
        },
      ],
      REJ: [() => call(maker, 'POST', `/${Id}/submit-for-approval`, { RowVersion, Acknowledged: keysIn(run) })],
      DISB: [
        async () => {
          if (run.ReversalOf || reversed.has(Id)) return undefined;
          reversed.add(Id);
          const mirror = await call(maker, 'POST', `/${Id}/reverse`, { DistributionDate: '2026-10-01' });
          return call(maker, 'POST', `/${mirror.Id}/approvers`, { RowVersion: mirror.RowVersion, Approvers });
        },
      ],
    };
    const possible = moves[Status.Code] ?? [];
    const after = await possible[pick(possible.length)]?.();
    if (Status.Code === 'DISB' && after) runs[at] = after;
    else if (!after || (after.Status.Code === 'DISB' && (after.ReversalOf ?? pick(2) === 0))) runs.splice(at, 1);
    else runs[at] = after;
    // Deleting a draft reversal allows another one.
    if (!after && run.ReversalOf) reversed.delete(run.ReversalOf.Id);
  }

  it(
    `are the same after ${operations} random operations`,
    async () => {
      const seed = process.env['PROVE_SEED'] === 'random' ? Date.now() % 1_000_000 : 17;
      const pick = chance(seed);
      const runs: Run[] = [];
      const reversed = new Set<string>();
      for (let done = 0; done < operations; done += 1) await step(pick, runs, reversed);
      const rebuilt = (table: string, sign: string) =>
        inTenant((tx) =>
          tx.query<{ key: string; amount: string }>(
            `SELECT participant_id || ' ' || container_id AS key, (${sign} sum(amount))::text AS amount FROM ${table} WHERE tenant_id = $1 GROUP BY 1`,
            [tenantId],
          ),
        );
      const nonZero = (amounts: ReadonlyMap<string, bigint>) =>
        new Map([...amounts].filter(([, amount]) => amount !== 0n));
      const ofEntries = async (table: string, sign: string) =>
        nonZero(new Map((await rebuilt(table, sign)).map(({ key, amount }) => [key, cents(amount)])));
      expect(paid.size, `seed ${seed}`).toBeGreaterThan(0);
      expect(await ofEntries('account_entry', '-'), `seed ${seed}`).toEqual(nonZero(paid));
      expect(await ofEntries('escrow_entry', ''), `seed ${seed}`).toEqual(nonZero(balances));
      // The audit log agrees too, and so do the totals stored with participants and investments.
      const report = await inTenant((tx) => verifyTenant(tx, server.auditKey));
      expect([report.chain.broken, report.findings]).toEqual([undefined, []]);
    },
    process.env['PROVE_RUNS'] ? 7_200_000 : 600_000,
  );
});
