import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listAcknowledgments,
  disburse,
  type PlantedPlan,
  plantCarryPlan,
  planDistribution,
  planSource,
} from '../../../testing/plantCarryPlan.ts';
import type { BodyOf } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Request = BodyOf<'saveDistribution'>;
type Source = Request['distributionSources'][number];

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let approver: TestPerson;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  approver = await server.person(tenantId, { carry: 'viewer' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx: Transaction) =>
    plantCarryPlan(tx),
  );
});
afterAll(() => server.stop());

/** Builds a request with the plan's coinvestment only. */
const body = (change: (source: Source) => Source, more: Partial<Request> = {}): Request => ({
  ...planDistribution(plan),
  distributionSources: [change(planSource(plan, 'CO-HEL'))],
  approvers: [{ id: approver.personId }],
  ...more,
});
const save = (request: Request) => as(maker).saveDistribution({ body: request });
const cents = (text: string) => BigInt(text.replace('.', ''));

describe('changes since the last run of the same source', () => {
  it('has no previous run for the first one', async () => {
    const draft = await save(body((source) => source));
    const { sources } = await as(maker).getDistributionChanges({ params: { id: draft.id } });
    expect(sources[0]).toMatchObject({ previous: null, totals: null, participants: [] });
  });

  it('attributes the difference to causes that add up to it', async () => {
    const first = await disburse(await save(body((source) => source)), { maker: as(maker), approver: as(approver) });
    const [detail] = (await as(maker).getDistribution({ params: { id: first.id } })).distributionSources[0]!.details;
    const participantId = detail!.participant.participantId;
    const later = await save(
      body(
        (source) => ({
          ...source,
          netDistributableAmount: '6500000.00',
          details: [{ participantId, via: [], loanRepayment: '100.00' }],
        }),
        { distributionDate: '2026-12-31', defaultEscrow: '5' },
      ),
    );
    const sent = {
      rowVersion: later.rowVersion,
      comment: 'Second closing, escrow halved by the committee.',
      acknowledged: listAcknowledgments(later),
    };
    await as(maker).submitDistribution({ params: { id: later.id }, body: sent });
    const changes = await as(approver).getDistributionChanges({ params: { id: later.id } });
    const [source] = changes.sources;
    expect(changes.comment?.text).toBe(sent.comment);
    expect(source?.previous?.id).toBe(first.id);
    const totals = source!.totals!;
    expect(totals.netBefore).toBe(first.reconciliation.netCarryDistributed);
    expect(totals.netNow).toBe(later.reconciliation.netCarryDistributed);
    for (const row of [totals, ...source!.participants]) {
      const sum = Object.values(row.parts).reduce((total, part) => total + cents(part), cents(row.netBefore));
      expect(sum).toBe(cents(row.netNow));
    }
    expect(totals.parts.adjustment).toBe('-100.00');
    expect(cents(totals.parts.amount)).toBeGreaterThan(0n);
    expect(cents(totals.parts.escrow)).toBeGreaterThan(0n);
    expect(totals.parts.profile).toBe('0.00');
    const own = source!.participants.find(({ participant }) => participant.participantId === participantId);
    expect(own?.parts.adjustment).toBe('-100.00');
  });

  it('compares the total with the previous run only if both have the same sources', async () => {
    const previousOf = async (request: Request) => {
      const { id } = await save(request);
      const { previous } = await as(maker).getDistribution({ params: { id } });
      return previous;
    };
    const day = { distributionDate: '2026-12-31' };
    const doubled = body((source) => ({ ...source, netDistributableAmount: '6500000.00' }), day);
    expect(await previousOf(doubled)).toMatchObject({ changePercent: expect.any(String) });
    const [other] = planDistribution(plan).distributionSources.filter(
      ({ source }) => source.id !== plan.idOf('CO-HEL'),
    );
    expect(await previousOf(body(() => other!, day))).toMatchObject({ changePercent: null });
  });

  it('doesn’t compare a reversal with the run that it reverses', async () => {
    const { id } = await save(body((source) => source, { distributionDate: '2026-12-31' }));
    const { previous } = await as(maker).getDistribution({ params: { id } });
    const reversal = await as(maker).reverseDistribution({
      params: { id: previous!.id },
      body: { distributionDate: '2026-12-31' },
    });
    expect(reversal.previous).toMatchObject({ id: previous!.id, changePercent: null });
    await as(maker).deleteDistribution({ params: { id: reversal.id } });
  });

  it('shows the previously paid amount even if the new one is not determined', async () => {
    const unread = [{ participantId: null, field: 'netDistributableAmount', text: 'tbd' }] as const;
    const open = await save(
      body((source) => ({ ...source, netDistributableAmount: '0', unread }), { distributionDate: '2027-03-31' }),
    );
    const { sources } = await as(maker).getDistributionChanges({ params: { id: open.id } });
    const { previous, totals } = sources[0]!;
    const before = await as(maker).getDistribution({ params: { id: previous!.id } });
    expect(totals).toBeNull();
    expect(previous!.netCarryDistributed).toBe(before.reconciliation.netCarryDistributed);
  });

  it('offers a source with the settings of the run that last paid it, and with its holder', async () => {
    const options = await as(maker).listDistributionSourceOptions({ query: { distributionDate: '2026-12-31' } });
    const paid = options.find(({ source }) => source.id === plan.idOf('CO-HEL'));
    expect(paid?.last?.distributionDate).toBe('2026-09-30');
    expect(paid?.last?.characterizations.length).toBeGreaterThan(0);
    expect(options.filter(({ last }) => last !== null)).toHaveLength(1);
    expect(options.filter(({ type, source }) => type === 'Fund' && source.holder !== null)).toEqual([]);
    expect(options.filter(({ type, source }) => type === 'Tranche' && source.holder === null)).toEqual([]);
  });
});

describe('[A-C-225] computing without storing', () => {
  it('checks InvestorBalanceBased like the save: it is refused if the firm has balances turned off', async () => {
    const request = body((source) => source, { investorBalanceBased: true });
    const computed = await as(maker).generateDistributionDetails({
      body: {
        distributionDate: '2026-09-30',
        defaultEscrow: '10',
        defaultTerminatedEscrow: '25',
        distributionSources: request.distributionSources,
        investorBalanceBased: true,
      },
    });
    expect(computed.problems.map(({ code }) => code)).toContain('INVESTOR_BALANCE_OFF');
  });
});
