import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { describe, expect, it } from 'vitest';
import { listAcknowledgments, planDistribution } from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf } from '../../../testing/testClient.ts';
import { openPlannedFirm } from '../../../testing/plannedFirm.ts';

interface Row {
  readonly participant: { readonly participantId: string };
  readonly grossCarryDistributed: string;
  readonly escrow: string;
  readonly memberDetails: readonly Row[];
}
type Run = AnswerOf<'getDistribution'>;

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

describe('M17: balances and their entries', () => {
  const firm = openPlannedFirm({ maker: 'editor', approver: 'viewer' });
  const { as, inTenant, people } = firm;
  const sources = ['CO-HEL', 'ARP-I', 'MP04/ARP-I/1'];
  /** Amounts paid and escrow per participant and source in cents, collected from the responses only. */
  const paid = new Map<string, bigint>();
  const balances = new Map<string, bigint>();

  const cents = (text: string) => BigInt(text.replace('.', ''));
  const add = (to: Map<string, bigint>, key: string, amount: bigint) => to.set(key, (to.get(key) ?? 0n) + amount);

  function count({ distributionSources }: Run): void {
    const visit = (source: string, { participant, grossCarryDistributed, escrow, memberDetails }: Row): void => {
      for (const member of memberDetails) visit(source, member);
      if (memberDetails.length > 0) return;
      add(paid, `${participant.participantId} ${source}`, cents(grossCarryDistributed));
      add(balances, `${participant.participantId} ${source}`, cents(escrow));
    };
    for (const { source, details } of distributionSources) for (const row of details) visit(source.id, row);
  }

  /** Performs a random permitted step on a run, or creates a new one. */
  async function step(pick: (below: number) => number, runs: Run[], reversed: Set<string>): Promise<void> {
    const at = pick(runs.length + 2);
    const run = runs[at];
    const approvers = [{ id: people.approver.personId }];
    if (!run) {
      const whole = planDistribution(firm.plan);
      const chosen = sources[pick(sources.length)] ?? 'CO-HEL';
      const taxed = whole.distributionSources.filter(({ source }) => source.id === firm.plan.idOf(chosen));
      const amount = `${pick(5_000_000)}.${String(pick(100)).padStart(2, '0')}`;
      const own = taxed.map((source) => ({ ...source, netDistributableAmount: amount, details: [] }));
      const body = {
        ...whole,
        name: `Run ${pick(1_000_000)}`,
        distributionSources: own,
        approvers,
        unallocatedAcknowledged: true,
      };
      runs.push(await as(people.maker).saveDistribution({ body }));
      return;
    }
    const { id, rowVersion, status } = run;
    const decide = (approvalDecision: BodyOf<'saveApproval'>['approvalDecision']) =>
      as(people.approver).saveApproval({
        body: {
          distributionId: id,
          rowVersion,
          approvalDecision,
          approvalComments: 'Checked.',
          acknowledged: listAcknowledgments(run),
        },
      });
    const moves: Readonly<Record<string, readonly (() => Promise<Run | undefined>)[]>> = {
      DRAFT: [
        () =>
          as(people.maker).submitDistribution({
            params: { id },
            body: { rowVersion, acknowledged: listAcknowledgments(run) },
          }),
        () =>
          as(people.maker).submitDistribution({
            params: { id },
            body: { rowVersion, acknowledged: listAcknowledgments(run) },
          }),
        async () => void (await as(people.maker).deleteDistribution({ params: { id }, query: { rowVersion } })),
      ],
      SUB: [
        () => decide('APP'),
        () => decide('APP'),
        () => decide('REJ'),
        () => as(people.maker).withdrawDistribution({ params: { id }, body: { rowVersion, comment: 'wait' } }),
      ],
      APP: [
        () => as(people.maker).withdrawDistribution({ params: { id }, body: { rowVersion, comment: 'wait' } }),
        async () => {
          const done = await as(people.maker).disburseDistribution({ params: { id }, body: { rowVersion } });
          count(done);
          return done;
        },
      ],
      REJ: [
        () =>
          as(people.maker).submitDistribution({
            params: { id },
            body: { rowVersion, acknowledged: listAcknowledgments(run) },
          }),
      ],
      DISB: [
        async () => {
          if (run.reversalOf || reversed.has(id)) return undefined;
          reversed.add(id);
          const mirror = await as(people.maker).reverseDistribution({
            params: { id },
            body: { distributionDate: '2026-10-01' },
          });
          return as(people.maker).addApprovers({
            params: { id: mirror.id },
            body: { rowVersion: mirror.rowVersion, approvers },
          });
        },
      ],
    };
    const possible = moves[status.code] ?? [];
    const after = await possible[pick(possible.length)]?.();
    if (status.code === 'DISB' && after) runs[at] = after;
    else if (!after || (after.status.code === 'DISB' && (after.reversalOf ?? pick(2) === 0))) runs.splice(at, 1);
    else runs[at] = after;
    // Deleting a draft reversal allows another one.
    if (!after && run.reversalOf) reversed.delete(run.reversalOf.id);
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
            [firm.tenantId],
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
      const report = await inTenant((tx) => verifyTenant(tx, firm.server.auditKey));
      expect([report.chain.broken, report.findings]).toEqual([undefined, []]);
    },
    process.env['PROVE_RUNS'] ? 7_200_000 : 600_000,
  );
});
