import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Figures {
  readonly NetBefore: string;
  readonly NetNow: string;
  readonly Change: string;
  readonly Parts: Readonly<Record<string, string>>;
}
interface Changes {
  readonly Sources: readonly {
    readonly Source: { readonly Id: string };
    readonly Previous: { readonly Id: string; readonly NetCarryDistributed: string } | null;
    readonly Totals: Figures | null;
    readonly Participants: readonly (Figures & { readonly Participant: { readonly ParticipantId: string } })[];
  }[];
  readonly Comment: { readonly Text: string } | null;
}
interface Run {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Reconciliation: { readonly NetCarryDistributed: string };
  readonly Problems: readonly { readonly Code: string }[];
}
type Source = { Source: { Id: string }; NetDistrbutableAmount: string; [name: string]: unknown };

let server: TestServer;
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

const call = async <T>(person: TestPerson, method: 'GET' | 'POST', path: string, payload?: object): Promise<T> => {
  const url = `/api/carry/distribution${path}`;
  const answer = await server.call(person.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
  expect(answer.statusCode, answer.body.slice(0, 1000)).toBe(200);
  return answer.json<T>();
};
/** Builds a request with the plan's coinvestment only. */
const body = (change: (source: Source) => object, more: object = {}) => {
  const whole: Record<string, unknown> = planDistributionBody(plan);
  const source = (whole['DistributionSources'] as Source[]).find(({ Source }) => Source.Id === plan.idOf('CO-HEL'))!;
  return { ...whole, DistributionSources: [change(source)], Approvers: [{ Id: approver.personId }], ...more };
};
const save = (payload: object) => call<Run>(maker, 'POST', '/save-distribution', payload);
const cents = (text: string) => BigInt(text.replace('.', ''));

async function disbursed(payload: object): Promise<Run> {
  const draft = await save(payload);
  const sent = await call<Run>(maker, 'POST', `/${draft.Id}/submit-for-approval`, {
    RowVersion: draft.RowVersion,
    Acknowledged: keysIn(draft),
  });
  const answer = {
    DistributionId: draft.Id,
    RowVersion: sent.RowVersion,
    ApprovalDecision: 'APP',
    Acknowledged: keysIn(sent),
  };
  const approved = await call<Run>(approver, 'POST', '/save-approval', answer);
  return call<Run>(maker, 'POST', `/${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
}

describe('what changed since the last run of the same source', () => {
  it('says so when there is none', async () => {
    const draft = await save(body((source) => source));
    const { Sources } = await call<Changes>(maker, 'GET', `/${draft.Id}/changes`);
    expect(Sources[0]).toMatchObject({ Previous: null, Totals: null, Participants: [] });
  });

  it('gives each cause its part, and the parts add up to what the two runs paid', async () => {
    const first = await disbursed(body((source) => source));
    const [detail] = (
      await call<{ DistributionSources: { Details: { Participant: { ParticipantId: string } }[] }[] }>(
        maker,
        'GET',
        `/${first.Id}`,
      )
    ).DistributionSources[0]!.Details;
    const who = detail!.Participant.ParticipantId;
    const later = await save(
      body(
        (source) => ({
          ...source,
          NetDistrbutableAmount: '6500000.00',
          Details: [{ ParticipantId: who, Via: [], LoanRepayment: '100.00' }],
        }),
        { DistributionDate: '2026-12-31', DefaultEscrow: '5' },
      ),
    );
    const sent = {
      RowVersion: later.RowVersion,
      Comment: 'Second closing, escrow halved by the committee.',
      Acknowledged: keysIn(later),
    };
    await call(maker, 'POST', `/${later.Id}/submit-for-approval`, sent);
    const changes = await call<Changes>(approver, 'GET', `/${later.Id}/changes`);
    const [source] = changes.Sources;
    expect(changes.Comment?.Text).toBe(sent.Comment);
    expect(source?.Previous?.Id).toBe(first.Id);
    const totals = source!.Totals!;
    expect(totals.NetBefore).toBe(first.Reconciliation.NetCarryDistributed);
    expect(totals.NetNow).toBe(later.Reconciliation.NetCarryDistributed);
    for (const row of [totals, ...source!.Participants]) {
      const sum = Object.values(row.Parts).reduce((total, part) => total + cents(part), cents(row.NetBefore));
      expect(sum).toBe(cents(row.NetNow));
    }
    expect(totals.Parts['Adjustment']).toBe('-100.00');
    expect(cents(totals.Parts['Amount']!)).toBeGreaterThan(0n);
    expect(cents(totals.Parts['Escrow']!)).toBeGreaterThan(0n);
    expect(totals.Parts['Profile']).toBe('0.00');
    const own = source!.Participants.find(({ Participant }) => Participant.ParticipantId === who);
    expect(own?.Parts['Adjustment']).toBe('-100.00');
  });

  it('compares the total with that of the run before only where both are of the same sources', async () => {
    const previousOf = async (payload: object) => {
      const { Id } = await save(payload);
      const { Previous } = await call<{ Previous: { ChangePercent: string | null } | null }>(maker, 'GET', `/${Id}`);
      return Previous;
    };
    const day = { DistributionDate: '2026-12-31' };
    const doubled = body((source) => ({ ...source, NetDistrbutableAmount: '6500000.00' }), day);
    expect(await previousOf(doubled)).toMatchObject({ ChangePercent: expect.any(String) });
    const [other] = (planDistributionBody(plan)['DistributionSources'] as Source[]).filter(
      ({ Source }) => Source.Id !== plan.idOf('CO-HEL'),
    );
    expect(await previousOf(body(() => other!, day))).toMatchObject({ ChangePercent: null });
  });

  it('knows what was paid then, also where it cannot be computed now', async () => {
    const Unread = [{ ParticipantId: null, Field: 'netDistributableAmount', Text: 'tbd' }];
    const open = await save(
      body((source) => ({ ...source, NetDistrbutableAmount: '0', Unread }), { DistributionDate: '2027-03-31' }),
    );
    const { Sources } = await call<Changes>(maker, 'GET', `/${open.Id}/changes`);
    const { Previous, Totals } = Sources[0]!;
    const before = await call<Run>(maker, 'GET', `/${Previous!.Id}`);
    expect(Totals).toBeNull();
    expect(Previous!.NetCarryDistributed).toBe(before.Reconciliation.NetCarryDistributed);
  });

  it('offers a source as in the run that paid it last, told apart by its holder', async () => {
    interface Option {
      readonly Source: { readonly Id: string; readonly Holder: string | null };
      readonly Type: string;
      readonly Last: { readonly DistributionDate: string; readonly Characterizations: readonly object[] } | null;
    }
    const options = await call<readonly Option[]>(maker, 'GET', '/source-options?distributionDate=2026-12-31');
    const paid = options.find(({ Source }) => Source.Id === plan.idOf('CO-HEL'));
    expect(paid?.Last?.DistributionDate).toBe('2026-09-30');
    expect(paid?.Last?.Characterizations.length).toBeGreaterThan(0);
    expect(options.filter(({ Last }) => Last !== null)).toHaveLength(1);
    expect(options.filter(({ Type, Source }) => Type === 'Fund' && Source.Holder !== null)).toEqual([]);
    expect(options.filter(({ Type, Source }) => Type === 'Tranche' && Source.Holder === null)).toEqual([]);
  });
});

describe('[A-C-225] computing without storing', () => {
  it('takes InvestorBalanceBased as the save does: a firm that does not share so is told, not answered by profile alone', async () => {
    const request = body((source) => source, { InvestorBalanceBased: true });
    const computed = await call<Run>(maker, 'POST', '/generate-details', {
      DistributionDate: '2026-09-30',
      DefaultEscrow: '10',
      DefaultTerminatedEscrow: '25',
      DistributionSources: request.DistributionSources,
      InvestorBalanceBased: true,
    });
    expect(computed.Problems.map(({ Code }) => Code)).toContain('INVESTOR_BALANCE_OFF');
  });
});
