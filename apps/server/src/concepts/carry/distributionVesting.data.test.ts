import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { decimal, type Decimal, numberText } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Detail {
  readonly Participant: { readonly ParticipantId: string; readonly Type: string };
  readonly EffectiveAllocation: string;
  readonly OriginalAllocation: string | null;
  readonly GrossCarryDistributed: string;
}
interface Source {
  readonly Unallocated: string;
  readonly Details: readonly Detail[];
  readonly VestingApplied: readonly {
    readonly Participant: { readonly Id: string; readonly Name: string };
    readonly EffectiveAllocation: string | null;
    readonly VestedPercentage: string | null;
    readonly VestedOn: string | null;
    readonly ForfeitedAllocation: string | null;
    readonly Recipients: readonly {
      readonly Participant: { readonly Id: string };
      readonly Adjustment: string | null;
    }[];
  }[];
}
interface Run {
  readonly Id: string;
  readonly RowVersion: number;
  readonly DistributionSources: readonly Source[];
  readonly Problems: readonly {
    readonly Code: string;
    readonly Message: string;
    readonly Place: { readonly ParticipantId: string | null; readonly Field: string | null } | null;
  }[];
  readonly Warnings: readonly { readonly Code: string; readonly Message: string }[];
}
interface Preview {
  readonly Holders: readonly {
    readonly ParticipantId: string;
    readonly IsTerminated: boolean;
    readonly EffectiveAllocation: string;
    readonly VestedPercentage: string | null;
    readonly VestedOn: string;
    readonly ForfeitedAllocation: string | null;
    readonly Refusal: string | null;
  }[];
  readonly Shares: readonly { readonly ParticipantId: string; readonly EffectiveAllocation: string }[];
  readonly Moves: readonly {
    readonly ParticipantId: string;
    readonly EffectiveChange: string;
    readonly GrossChange: string;
    readonly GrossAfter: string;
  }[];
  readonly UnallocatedBefore: string;
  readonly UnallocatedAfter: string;
  readonly Problems: readonly string[];
}
type SourceBody = { Source: { Id: string }; Details: Record<string, unknown>[]; [name: string]: unknown };

const sum = (texts: readonly string[]): string =>
  numberText(texts.reduce((total: Decimal, text) => total.plus(text), decimal('0')));

describe('applying vesting to a source of a run', { sequential: true }, () => {
  let server: TestServer;
  let tenantId: string;
  let plan: PlantedPlan;
  let maker: TestPerson;
  let approver: TestPerson;
  let gone: string;
  let others: readonly string[];
  let stored: Run;
  const asSystem = <T>(work: (tx: Transaction) => Promise<T>) =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);
  const post = (person: TestPerson, path: string, payload: object) =>
    server.call(person.token, tenantId, { method: 'POST', url: `/api/carry/${path}`, payload });
  const ok = async <T>(answer: ReturnType<typeof post>): Promise<T> => {
    const { statusCode, body, json } = await answer;
    expect(statusCode, body.slice(0, 1000)).toBe(200);
    return json<T>();
  };
  /** Builds a request with the plan's first source only and the given vesting. */
  const body = (more: object = {}, vesting: readonly object[] = [], details?: readonly object[]) => {
    const whole: Record<string, unknown> = planDistributionBody(plan);
    const first = (whole['DistributionSources'] as SourceBody[]).find(
      ({ Source }) => Source.Id === plan.idOf('ARP-I'),
    )!;
    const source = { ...first, VestingApplied: vesting, Details: details ?? [] };
    return { ...whole, DistributionSources: [source], ...more };
  };
  const computed = (run: Record<string, unknown>) =>
    Object.fromEntries(
      ['DistributionDate', 'DefaultEscrow', 'DefaultTerminatedEscrow', 'DistributionSources'].map((name) => [
        name,
        run[name],
      ]),
    );
  const preview = async (vesting: readonly object[] = [], details?: readonly object[]) => {
    const [found] = await ok<readonly Preview[]>(
      post(maker, 'distribution/preview-vesting', computed(body({}, vesting, details))),
    );
    return found!;
  };
  const generate = (vesting: readonly object[] = [], details?: readonly object[]) =>
    ok<Run>(post(maker, 'distribution/generate-details', computed(body({}, vesting, details))));
  const profileOf = () =>
    asSystem((tx) =>
      tx.query<{ id: string; effective: string }>(
        `SELECT e.participant_id AS id, trim_scale(e.effective)::text AS effective FROM allocation_entry e
         JOIN allocation_profile p ON p.tenant_id = e.tenant_id AND p.id = e.allocation_profile_id
         JOIN distribution_source s ON s.tenant_id = p.tenant_id AND s.allocation_profile_id = p.id
         WHERE e.tenant_id = $1 AND s.distribution_id = $2 ORDER BY e.position`,
        [tenantId, stored.Id],
      ),
    );

  const codeOf = (id: string) => [...plan.ids].find(([, each]) => each === id)?.[0] ?? '';
  const findings = () =>
    asSystem(async (tx) => {
      for await (const report of verifyDistributions(tx)) if (report.id === stored.Id) return report.findings;
      return undefined;
    });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
    plan = await asSystem(plantCarryPlan);
    const schedule = await ok<{ Id: string }>(
      post(maker, 'vestingschedule', {
        Name: 'Ten years',
        Details: [
          { PeriodStart: 0, PeriodEnd: 120, VestedPercentage: '40' },
          { PeriodStart: 120, VestedPercentage: '100' },
        ],
      }),
    );
    await asSystem(async (tx) => {
      await tx.query('UPDATE allocation_entry SET vesting_schedule_id = $2 WHERE tenant_id = $1', [
        tenantId,
        schedule.Id,
      ]);
      await tx.query(`UPDATE fund SET initial_close_date = '2020-01-01' WHERE tenant_id = $1`, [tenantId]);
    });
    const { DistributionSources } = await generate();
    const people = DistributionSources[0]!.Details.filter(({ Participant }) => Participant.Type === 'Employee');
    [gone = '', ...others] = people.map(({ Participant }) => Participant.ParticipantId);
    await asSystem((tx) =>
      tx.query(
        `UPDATE participant SET termination_date = '2024-06-30', status = 'TERMINATED' WHERE tenant_id = $1 AND id = $2`,
        [tenantId, gone],
      ),
    );
  });
  afterAll(() => server.stop());

  it('shows whose share is not fully vested, as of a termination or the day of the run, and changes nothing by itself', async () => {
    const { Holders, Moves, Shares, UnallocatedBefore, UnallocatedAfter } = await preview();
    expect(Holders.length).toBeGreaterThan(10);
    const holder = Holders.find(({ ParticipantId }) => ParticipantId === gone)!;
    expect(Shares.map(({ ParticipantId }) => ParticipantId)).toContain(gone);
    expect(holder).toMatchObject({
      ParticipantId: gone,
      IsTerminated: true,
      VestedPercentage: '40',
      VestedOn: '2024-06-30',
      Refusal: null,
    });
    expect(Holders.filter(({ IsTerminated }) => !IsTerminated)[0]).toMatchObject({ VestedOn: '2026-09-30' });
    const { EffectiveAllocation, ForfeitedAllocation: would } = holder;
    expect(would).toBe(numberText(decimal(EffectiveAllocation).times('0.6').toDecimalPlaces(10)));
    expect([Moves, UnallocatedBefore]).toEqual([[], UnallocatedAfter]);
    expect(Holders[0], 'those who have left come first').toBe(holder);
    const warned = (await generate()).Warnings.filter(({ Code }) => Code === 'TERMINATED_NOT_FULLY_VESTED');
    expect(warned.map(({ Message }) => Message)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^Participant ${codeOf(gone)} left on 06/30/2024 with 40% vested at .*. This distribution pays [\\d,.]+, of which [\\d,.]+ is not vested\\.$`,
        ),
      ),
    );
  });

  it('shows what is forfeited and to whom it goes before it is done, to the cent', async () => {
    const { Moves, Problems } = await preview([{ ParticipantId: gone, Recipients: others.slice(0, 3) }]);
    expect(Problems).toEqual([]);
    expect(Moves.map(({ ParticipantId }) => ParticipantId)).toEqual([gone, ...others.slice(0, 3)]);
    expect(sum(Moves.map(({ EffectiveChange }) => EffectiveChange))).toBe('0');
    expect(sum(Moves.map(({ GrossChange }) => GrossChange))).toBe('0');
    const run = await generate([{ ParticipantId: gone, Recipients: others.slice(0, 3) }]);
    const grossOf = new Map(
      run.DistributionSources[0]!.Details.map((row) => [row.Participant.ParticipantId, row.GrossCarryDistributed]),
    );
    for (const { ParticipantId, GrossAfter } of Moves) expect(grossOf.get(ParticipantId)).toBe(GrossAfter);
    const whole = `Participant ${codeOf(gone)} left on`;
    expect(run.Warnings.filter(({ Message }) => Message.startsWith(whole) && !Message.includes('through'))).toEqual([]);
  });

  it('lists the same warnings in the editor, on the page and to acknowledge, and says at submission that they have changed', async () => {
    const details = [{ ParticipantId: others[0], LoanRepayment: '-0.01' }];
    const draft = await ok<Run>(
      post(maker, 'distribution/save-distribution', body({ Approvers: [{ Id: approver.personId }] }, [], details)),
    );
    const read = () =>
      ok<Run>(server.call(maker.token, tenantId, { method: 'GET', url: `/api/carry/distribution/${draft.Id}` }));
    const page = await read();
    const submit = (Acknowledged: readonly string[]) =>
      post(maker, `distribution/${draft.Id}/submit-for-approval`, { RowVersion: page.RowVersion, Acknowledged });
    expect(page.Warnings.map(({ Code }) => Code)).toEqual(
      expect.arrayContaining(['NEGATIVE_LOAN_REPAYMENT', 'TERMINATED_NOT_FULLY_VESTED', 'PAID_ABOVE_ACCRUED']),
    );
    expect(draft.Warnings).toEqual(page.Warnings);
    expect((await generate([], details)).Warnings).toEqual(page.Warnings);
    const unacknowledged = (await submit([])).json<{ Errors: readonly { Message: string }[] }>().Errors;
    expect(unacknowledged).toHaveLength(keysIn(page).length);

    const setVested = (before: number, after: number) =>
      asSystem((tx) =>
        tx.query(
          'UPDATE vesting_schedule_row SET vested_percentage = $3 WHERE tenant_id = $1 AND vested_percentage = $2',
          [tenantId, before, after],
        ),
      );
    await setVested(40, 50);
    expect((await read()).Warnings, 'the saved version keeps its warnings').toEqual(page.Warnings);
    expect((await generate([], details)).Warnings, 'the editor has those of today').not.toEqual(page.Warnings);
    expect((await submit(keysIn(page))).json()).toMatchObject({
      Message: expect.stringContaining(
        'The warnings have changed since this draft was saved. Save it again and review them.',
      ),
      Errors: expect.arrayContaining([expect.objectContaining({ Code: 'INPUTS_CHANGED' })]),
    });
    await setVested(50, 40);
    const submitted = await ok<Run>(submit(keysIn(page)));
    expect(submitted.Warnings).toEqual(page.Warnings);
  });

  it('leaves what nobody receives unallocated, to be acknowledged', async () => {
    const run = await generate([{ ParticipantId: gone, Recipients: [] }]);
    const { UnallocatedAfter, Moves } = await preview([{ ParticipantId: gone, Recipients: [] }]);
    expect(run.DistributionSources[0]!.Unallocated).toBe(UnallocatedAfter);
    expect(sum([...Moves.map(({ GrossChange }) => GrossChange), UnallocatedAfter])).toBe('0');
    expect(run.Problems.map(({ Code }) => Code)).toContain('UNALLOCATED_NOT_ACKNOWLEDGED');
  });

  it('stands against submitting, at its row, where it cannot be applied; the shares stay as they are', async () => {
    const [first = '', two = ''] = others;
    const typed = [{ ParticipantId: first, Via: [], EffectiveAllocation: '1' }];
    const cases: readonly [vesting: readonly object[], details: readonly object[], said: RegExp][] = [
      [[{ ParticipantId: first, Recipients: [] }], typed, /was typed for this run\. Clear it to apply vesting\.$/],
      [[{ ParticipantId: gone, Recipients: [first] }], typed, /Clear it to let .+ receive forfeited amounts/],
      [[{ ParticipantId: gone, Recipients: [two, two] }], [], /is named twice\.$/],
      [[{ ParticipantId: gone, Recipients: [gone] }], [], /forfeits an amount and can’t receive forfeited amounts\.$/],
      [[{ ParticipantId: tenantId, Recipients: [] }], [], /has no share in this source\.$/],
    ];
    for (const [vesting, details, pattern] of cases) {
      const { Problems, DistributionSources } = await generate(vesting, details);
      const found = Problems.filter(({ Code }) => Code === 'VESTING_NOT_APPLICABLE');
      expect(found.map(({ Message }) => Message)).toEqual([expect.stringMatching(pattern)]);
      expect(found[0]?.Place?.Field).toBe('effectiveAllocation');
      expect(DistributionSources[0]!.VestingApplied.map(({ ForfeitedAllocation }) => ForfeitedAllocation)).toEqual([
        null,
      ]);
    }
  });

  it('is kept with the run, what was forfeited, by what and to whom; the profile stays as it is', async () => {
    const vesting = [{ ParticipantId: gone, Recipients: others.slice(0, 2) }];
    const request = body({ Approvers: [{ Id: approver.personId }], UnallocatedAcknowledged: true }, vesting);
    stored = await ok<Run>(post(maker, 'distribution/save-distribution', request));
    const before = await profileOf();
    const [source] = stored.DistributionSources;
    const [applied] = source!.VestingApplied;
    expect(applied).toMatchObject({
      Participant: { Id: gone },
      EffectiveAllocation: before.find(({ id }) => id === gone)?.effective,
      VestedPercentage: '40',
      VestedOn: '2024-06-30',
    });
    expect(applied?.Recipients.map(({ Participant }) => Participant.Id)).toEqual(others.slice(0, 2));
    expect(sum(applied!.Recipients.map(({ Adjustment }) => Adjustment!))).toBe(applied!.ForfeitedAllocation);
    const changed = source!.Details.filter(({ OriginalAllocation }) => OriginalAllocation !== null);
    expect(changed.map(({ Participant }) => Participant.ParticipantId)).toEqual([gone, ...others.slice(0, 2)]);
    for (const { Participant, OriginalAllocation, EffectiveAllocation } of changed) {
      expect(OriginalAllocation).toBe(before.find(({ id }) => id === Participant.ParticipantId)?.effective);
      expect(OriginalAllocation).not.toBe(EffectiveAllocation);
    }
    const why = await server.call(maker.token, tenantId, {
      method: 'GET',
      url: `/api/carry/distribution/${stored.Id}/explanation?figure=gross&participantId=${gone}&via=direct`,
    });
    expect(why.statusCode, why.body.slice(0, 500)).toBe(200);
    expect(why.body).toContain('distribution.effective.vested');
  });

  it('is submitted, approved and paid as it was shown, and a later change of the records changes none of it', async () => {
    const submitted = await ok<Run>(
      post(maker, `distribution/${stored.Id}/submit-for-approval`, {
        RowVersion: stored.RowVersion,
        Acknowledged: keysIn(stored),
      }),
    );
    const approved = await ok<Run>(
      post(approver, 'distribution/save-approval', {
        DistributionId: stored.Id,
        RowVersion: submitted.RowVersion,
        ApprovalDecision: 'APP',
        Acknowledged: keysIn(submitted),
      }),
    );
    await ok<Run>(post(maker, `distribution/${stored.Id}/disburse`, { RowVersion: approved.RowVersion }));
    await asSystem((tx) =>
      tx.query('UPDATE vesting_schedule_row SET vested_percentage = 100 WHERE tenant_id = $1', [tenantId]),
    );
    const paid = await server.call(maker.token, tenantId, {
      method: 'GET',
      url: `/api/carry/distribution/${stored.Id}`,
    });
    expect(paid.json<Run>().DistributionSources).toEqual(stored.DistributionSources);
    const vested = await asSystem((tx) =>
      tx.query<{ vested: string }>(
        `SELECT DISTINCT trim_scale(vested_percentage)::text AS vested FROM distribution_vesting
         WHERE tenant_id = $1 AND participant_id = $2`,
        [tenantId, gone],
      ),
    );
    // The paid part is fully vested, and the letter says so.
    expect(vested).toEqual([{ vested: '100' }]);
    expect(await findings()).toEqual([]);
  });

  it('is found by the audit where what was forfeited is changed behind its back', async () => {
    await asSystem((tx) =>
      tx.query(
        `UPDATE distribution_source SET vesting_applied = jsonb_set(vesting_applied, '{0,forfeited}', '"0.01"') WHERE tenant_id = $1 AND distribution_id = $2`,
        [tenantId, stored.Id],
      ),
    );
    expect(JSON.stringify(await findings())).toContain('vesting applied');
  });
});
