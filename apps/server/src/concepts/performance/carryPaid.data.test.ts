import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Run {
  readonly Id: string;
  readonly RowVersion: number;
  readonly DistributionDate: string;
  readonly DistributionSources: readonly { readonly GrossCarryDistributed: string }[];
}
interface Entry {
  readonly Type: string;
  readonly Amount: string;
  readonly EffectiveDate: string;
  readonly Source: object | null;
}
interface Figures {
  readonly Subject: string;
  readonly CarryPaid: string;
}

describe('carry that a distribution pays of a vehicle', () => {
  let server: TestServer;
  let tenantId: string;
  let plan: PlantedPlan;
  let maker: TestPerson;
  let approver: TestPerson;
  let owner: TestPerson;
  let VehicleId: string;

  const call = async <T>(as: TestPerson, url: string, payload?: object): Promise<T> => {
    const method = payload ? 'POST' : 'GET';
    const answer = await server.call(as.token, tenantId, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 1000)}`).toBe(200);
    return answer.json<T>();
  };
  const distribution = <T>(as: TestPerson, path: string, payload?: object) =>
    call<T>(as, `/api/carry/distribution${path}`, payload);
  const paid = async (draft: Run): Promise<Run> => {
    const sent = await distribution<Run>(maker, `/${draft.Id}/submit-for-approval`, {
      RowVersion: draft.RowVersion,
      Acknowledged: keysIn(draft),
    });
    const answer = {
      DistributionId: draft.Id,
      RowVersion: sent.RowVersion,
      ApprovalDecision: 'APP',
      Acknowledged: keysIn(sent),
    };
    const { RowVersion } = await distribution<Run>(approver, '/save-approval', answer);
    return distribution<Run>(maker, `/${draft.Id}/disburse`, { RowVersion });
  };
  const saved = (DistributionDate?: string) => {
    const whole: Record<string, unknown> = planDistributionBody(plan);
    const sources = whole['DistributionSources'] as { Source: { Id: string } }[];
    return distribution<Run>(maker, '/save-distribution', {
      ...whole,
      ...(DistributionDate ? { DistributionDate } : {}),
      DistributionSources: sources.filter(({ Source }) => Source.Id === VehicleId),
      Approvers: [{ Id: approver.personId }],
    });
  };
  const entries = async () =>
    (
      await call<{ PageData: Entry[] }>(
        owner,
        `/api/performance/ledger?vehicleId=${VehicleId}&sortColumn=EffectiveDate&sortAsc=true`,
      )
    ).PageData;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
    owner = await server.person(tenantId, { performance: 'administrator' });
    plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx: Transaction) =>
      plantCarryPlan(tx),
    );
    VehicleId = plan.idOf('CO-HEL');
  });
  afterAll(() => server.stop());

  const commit = async (code: string, type: string) => {
    const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', type) };
    const body = { Code: code, Name: code, Type };
    const { Id } = await call<{ Id: string }>(owner, '/api/performance/investor', body);
    const close = { VehicleId, InvestorId: Id, Kind: 'CLOSE', Date: '2015-01-01', Amount: '1000.00' };
    await call(owner, '/api/performance/commitment', close);
  };

  it('is paid also where no ledger is kept, is in the ledger once it is, and what undoes it stands there on its own day', async () => {
    const first = await paid(await saved());
    const amount = first.DistributionSources[0]!.GrossCarryDistributed;
    expect(await entries()).toEqual([]);
    // Without a general partner, nobody receives it.
    await commit('LP', 'INVESTOR');
    const post = () => call<object[]>(owner, '/api/performance/ledger/carry-paid', { VehicleId });
    expect(await post()).toEqual([]);
    await commit('GP', 'GP');
    expect(await post()).toHaveLength(1);
    expect(await post()).toEqual([]);
    const own = { Type: 'CARRY-PAID', Amount: amount, EffectiveDate: first.DistributionDate };
    const source = { Kind: 'DISTRIBUTION', Id: first.Id, Row: 0 };
    expect(await entries()).toMatchObject([{ ...own, Source: source }]);
    // Until then, the quarter doesn't tie out and can't be locked.
    const period = `/api/performance/period/${VehicleId}/2015-03-31`;
    const tieOuts = await call<{ Code: string; Differences: object[] }[]>(owner, `${period}/tie-outs`);
    expect(tieOuts.map(({ Code }) => Code)).toEqual(Array.from({ length: 17 }, (_, i) => `T${String(i + 1)}`));
    // The next payment is posted automatically.
    const second = await paid(await saved('2026-10-01'));
    expect(await entries()).toHaveLength(2);
    const mirror = await distribution<Run>(maker, `/${second.Id}/reverse`, { DistributionDate: '2026-10-01' });
    const listed = { RowVersion: mirror.RowVersion, Approvers: [{ Id: approver.personId }] };
    await distribution(maker, `/${mirror.Id}/approvers`, listed);
    await paid(await distribution<Run>(maker, `/${mirror.Id}`));
    const all = await entries();
    expect(all.map((entry) => [entry.Amount, entry.EffectiveDate])).toEqual(
      expect.arrayContaining([
        [amount, first.DistributionDate],
        [second.DistributionSources[0]!.GrossCarryDistributed, '2026-10-01'],
        [`-${second.DistributionSources[0]!.GrossCarryDistributed}`, '2026-10-01'],
      ]),
    );
    const { Figures } = await call<{ Figures: Figures[] }>(owner, `/api/performance/period/${VehicleId}/2026-12-31`);
    expect(Figures.find(({ Subject }) => Subject === 'VEHICLE')!.CarryPaid).toBe('0.00');
    expect(Figures.filter(({ Subject }) => Subject === 'COMMITMENT').map(({ CarryPaid }) => CarryPaid)).toEqual(
      expect.arrayContaining([amount, `-${amount}`]),
    );
  });

  it('is returned by a clawback of carry, in whole, and what undoes one stands there on its own day', async () => {
    const ledger = <T = Run>(as: TestPerson, path: string, payload: object) =>
      call<T>(as, `/api/carry/ledger/${path}`, payload);
    const checker = await server.person(tenantId, { carry: 'editor' });
    const entered = async (draft: Run) => {
      const sent = await ledger(maker, `${draft.Id}/submit`, { RowVersion: draft.RowVersion });
      const approved = await ledger(checker, `${draft.Id}/approve`, { RowVersion: sent.RowVersion });
      return ledger(maker, `${draft.Id}/post`, { RowVersion: approved.RowVersion });
    };
    const [payee] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
      tx.query<{ id: string; held: string }>(
        `SELECT e.participant_id AS id, coalesce((SELECT sum(x.amount) FROM escrow_entry x WHERE x.tenant_id = $1 AND x.participant_id = e.participant_id), 0)::text AS held
         FROM account_entry e WHERE e.tenant_id = $1 AND e.kind = 'DISTRIBUTION' GROUP BY 1, 2 HAVING sum(e.amount) < -50
         ORDER BY 2 DESC, 1 LIMIT 1`,
        [tenantId],
      ),
    );
    // Part of it comes from escrow, but the fund is owed the whole amount.
    expect(Number(payee!.held)).toBeGreaterThan(0);
    const clawback = await entered(
      await ledger(maker, 'save', {
        Name: 'A guarantee that was drawn',
        Type: { Code: 'CLAWBACK' },
        RunDate: '2026-09-30',
        Lines: [{ Source: { Id: VehicleId }, Participant: { Id: payee!.id }, Asked: '40.00' }],
      }),
    );
    const returned = async () => (await entries()).filter(({ Type }) => Type === 'CLAWBACK');
    const source = { Kind: 'LEDGER_RUN', Id: clawback.Id, Row: 0 };
    expect(await returned()).toMatchObject([{ Amount: '40.00', EffectiveDate: '2026-09-30', Source: source }]);
    const differing = async (end: string) => {
      const url = `/api/performance/period/${VehicleId}/${end}/tie-outs`;
      const all = await call<{ Code: string; Differences: { Message: string }[] }[]>(owner, url);
      return all.find(({ Code }) => Code === 'T9')!.Differences.map(({ Message }) => Message);
    };
    expect(await differing('2026-09-30')).toEqual([]);
    // Of all partners, carry paid counts as distributed and carry returned as paid in: by year as in the figures.
    interface Sums {
      readonly Contributions: string;
      readonly Distributions: string;
    }
    const at = '2026-09-30';
    const years = await call<Sums[]>(owner, `/api/performance/fund/distributions-by-period?endDate=${at}&basis=all`);
    const { Figures: ofQuarter } = await call<{ Figures: (Sums & Figures)[] }>(
      owner,
      `/api/performance/period/${VehicleId}/${at}`,
    );
    const whole = ofQuarter.find(({ Subject }) => Subject === 'VEHICLE')!;
    const total = (name: keyof Sums) =>
      moneyText(years.reduce((sum, year) => sum.plus(decimal(year[name])), decimal('0')));
    expect([total('Contributions'), total('Distributions')]).toEqual([whole.Contributions, whole.Distributions]);
    expect(decimal(whole.Contributions).gte('40')).toBe(true);
    const body = { RowVersion: clawback.RowVersion, RunDate: '2026-10-01' };
    await entered(await ledger(maker, `${clawback.Id}/reverse`, body));
    expect((await returned()).map(({ Amount, EffectiveDate }) => [Amount, EffectiveDate])).toEqual(
      expect.arrayContaining([
        ['40.00', '2026-09-30'],
        ['-40.00', '2026-10-01'],
      ]),
    );
    expect(await differing('2026-12-31')).toEqual([]);
  });

  it('beyond what was earned is an exposure of those who received it, for who may see their accounts', async () => {
    const both = await server.person(tenantId, { carry: 'viewer', performance: 'administrator' });
    const terms = { Carry: '20', Hurdle: '0', CatchUp: '100', Waterfall: { Code: 'WHOLE_FUND' } };
    await call(both, `/api/performance/ilpa/${VehicleId}/terms`, terms);
    interface Position {
      readonly Exposure: string;
      readonly Holders:
        | readonly Readonly<Record<'Share' | 'CoveredByEscrow' | 'Exposure' | 'Received', string>>[]
        | null;
    }
    const url = `/api/performance/fund/${VehicleId}/2026-12-31/carry-position`;
    const { Exposure, Holders } = await call<Position>(both, url);
    const sum = Holders!.reduce((total, { Share }) => total.plus(decimal(Share)), decimal('0'));
    expect([Holders!.length > 1, decimal(Exposure).gt(0), moneyText(sum)]).toEqual([true, true, Exposure]);
    for (const holder of Holders!)
      expect(moneyText(decimal(holder.CoveredByEscrow).plus(decimal(holder.Exposure)))).toBe(holder.Share);
    expect((await call<Position>(owner, url)).Holders).toBeNull();
  });
});
