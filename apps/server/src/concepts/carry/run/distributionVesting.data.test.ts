import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { decimal, type Decimal, numberText } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listAcknowledgments,
  disburse,
  type PlantedPlan,
  plantCarryPlan,
  planDistribution,
  planSource,
} from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Request = BodyOf<'saveDistribution'>;
type Source = Request['distributionSources'][number];
type Vesting = NonNullable<Source['vestingApplied']>;
type Details = Source['details'];

const sum = (texts: readonly (string | null)[]): string =>
  numberText(texts.reduce((total: Decimal, text) => total.plus(text!), decimal('0')));

describe('applying vesting to a source of a run', { sequential: true }, () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let plan: PlantedPlan;
  let maker: TestPerson;
  let approver: TestPerson;
  let leaverId: string;
  let others: readonly string[];
  let stored: AnswerOf<'saveDistribution'>;
  const asSystem = <T>(work: (tx: Transaction) => Promise<T>) =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);
  /** Builds a request with the plan's first source only and the given vesting. */
  const body = (more: Partial<Request> = {}, vestingApplied: Vesting = [], details: Details = []): Request => ({
    ...planDistribution(plan),
    distributionSources: [{ ...planSource(plan, 'ARP-I'), vestingApplied, details }],
    ...more,
  });
  const computed = (vesting: Vesting, details?: Details) => {
    const { distributionDate, defaultEscrow, defaultTerminatedEscrow, distributionSources } = body(
      {},
      vesting,
      details,
    );
    return { distributionDate, defaultEscrow, defaultTerminatedEscrow, distributionSources };
  };
  const preview = async (vesting: Vesting = [], details?: Details) => {
    const [found] = await as(maker).previewVesting({ body: computed(vesting, details) });
    return found!;
  };
  const generate = (vesting: Vesting = [], details?: Details) =>
    as(maker).generateDistributionDetails({ body: computed(vesting, details) });
  const profileOf = () =>
    asSystem((tx) =>
      tx.query<{ id: string; effective: string }>(
        `SELECT e.participant_id AS id, trim_scale(e.effective)::text AS effective FROM allocation_entry e
         JOIN allocation_profile p ON p.tenant_id = e.tenant_id AND p.id = e.allocation_profile_id
         JOIN distribution_source s ON s.tenant_id = p.tenant_id AND s.allocation_profile_id = p.id
         WHERE e.tenant_id = $1 AND s.distribution_id = $2 ORDER BY e.position`,
        [tenantId, stored.id],
      ),
    );

  const codeOf = (id: string) => [...plan.ids].find(([, each]) => each === id)?.[0] ?? '';
  const findings = () =>
    asSystem(async (tx) => {
      for await (const report of verifyDistributions(tx)) if (report.id === stored.id) return report.findings;
      return undefined;
    });

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    approver = await server.person(tenantId, { carry: 'viewer' });
    plan = await asSystem(plantCarryPlan);
    const schedule = await as(maker).saveVestingSchedule({
      body: {
        name: 'Ten years',
        details: [
          { periodStart: 0, periodEnd: 120, vestedPercentage: '40' },
          { periodStart: 120, vestedPercentage: '100' },
        ],
      },
    });
    await asSystem(async (tx) => {
      await tx.query('UPDATE allocation_entry SET vesting_schedule_id = $2 WHERE tenant_id = $1', [
        tenantId,
        schedule.id,
      ]);
      await tx.query(`UPDATE fund SET initial_close_date = '2020-01-01' WHERE tenant_id = $1`, [tenantId]);
    });
    const { distributionSources } = await generate();
    const people = distributionSources[0]!.details.filter(({ participant }) => participant.type === 'Employee');
    [leaverId = '', ...others] = people.map(({ participant }) => participant.participantId);
    await asSystem((tx) =>
      tx.query(
        `UPDATE participant SET termination_date = '2024-06-30', status = 'TERMINATED' WHERE tenant_id = $1 AND id = $2`,
        [tenantId, leaverId],
      ),
    );
  });
  afterAll(() => server.stop());

  it('lists the shares that aren’t fully vested, as of a termination or the day of the run, and changes nothing by itself', async () => {
    const { holders, moves, shares, unallocatedBefore, unallocatedAfter } = await preview();
    expect(holders.length).toBeGreaterThan(10);
    const holder = holders.find(({ participantId }) => participantId === leaverId)!;
    expect(shares.map(({ participantId }) => participantId)).toContain(leaverId);
    expect(holder).toMatchObject({
      participantId: leaverId,
      isTerminated: true,
      vestedPercentage: '40',
      vestedOn: '2024-06-30',
      refusal: null,
    });
    expect(holders.filter(({ isTerminated }) => !isTerminated)[0]).toMatchObject({ vestedOn: '2026-09-30' });
    const { effectiveAllocation, forfeitedAllocation: would } = holder;
    expect(would).toBe(numberText(decimal(effectiveAllocation).times('0.6').toDecimalPlaces(10)));
    expect([moves, unallocatedBefore]).toEqual([[], unallocatedAfter]);
    expect(holders[0], 'those who have left come first').toBe(holder);
    const warned = (await generate()).warnings.filter(({ code }) => code === 'TERMINATED_NOT_FULLY_VESTED');
    expect(warned.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^Participant ${codeOf(leaverId)} left on 06/30/2024 with 40% vested at .*. This distribution pays [\\d,.]+, of which [\\d,.]+ is not vested\\.$`,
        ),
      ),
    );
  });

  it('previews forfeited amounts and their recipients to the cent', async () => {
    const { moves, problems } = await preview([{ participantId: leaverId, recipients: others.slice(0, 3) }]);
    expect(problems).toEqual([]);
    expect(moves.map(({ participantId }) => participantId)).toEqual([leaverId, ...others.slice(0, 3)]);
    expect(sum(moves.map(({ effectiveChange }) => effectiveChange))).toBe('0');
    expect(sum(moves.map(({ grossChange }) => grossChange))).toBe('0');
    const run = await generate([{ participantId: leaverId, recipients: others.slice(0, 3) }]);
    const grossOf = new Map(
      run.distributionSources[0]!.details.map((row) => [row.participant.participantId, row.grossCarryDistributed]),
    );
    for (const { participantId, grossAfter } of moves) expect(grossOf.get(participantId)).toBe(grossAfter);
    const whole = `Participant ${codeOf(leaverId)} left on`;
    expect(run.warnings.filter(({ message }) => message.startsWith(whole) && !message.includes('through'))).toEqual([]);
  });

  it('lists the same warnings in the editor, on the page and to acknowledge, and says at submission that they have changed', async () => {
    const details = [{ participantId: others[0]!, loanRepayment: '-0.01' }];
    const draft = await as(maker).saveDistribution({
      body: body({ approvers: [{ id: approver.personId }] }, [], details),
    });
    const { id } = draft;
    const read = () => as(maker).getDistribution({ params: { id } });
    const page = await read();
    const submit = (acknowledged: string[]) =>
      as(maker).submitDistribution({ params: { id }, body: { rowVersion: page.rowVersion, acknowledged } });
    expect(page.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['NEGATIVE_LOAN_REPAYMENT', 'TERMINATED_NOT_FULLY_VESTED', 'PAID_ABOVE_ACCRUED']),
    );
    expect(draft.warnings).toEqual(page.warnings);
    expect((await generate([], details)).warnings).toEqual(page.warnings);
    expect((await refusal(submit([]))).errors).toHaveLength(listAcknowledgments(page).length);

    const setVested = (before: number, after: number) =>
      asSystem((tx) =>
        tx.query(
          'UPDATE vesting_schedule_row SET vested_percentage = $3 WHERE tenant_id = $1 AND vested_percentage = $2',
          [tenantId, before, after],
        ),
      );
    await setVested(40, 50);
    expect((await read()).warnings, 'the saved version keeps its warnings').toEqual(page.warnings);
    expect((await generate([], details)).warnings, 'the editor has those of today').not.toEqual(page.warnings);
    expect(await refusal(submit(listAcknowledgments(page)))).toMatchObject({
      message: expect.stringContaining(
        'The warnings have changed since this draft was saved. Save it again and review them.',
      ),
      errors: expect.arrayContaining([expect.objectContaining({ code: 'INPUTS_CHANGED' })]),
    });
    await setVested(50, 40);
    const submitted = await submit(listAcknowledgments(page));
    expect(submitted.warnings).toEqual(page.warnings);
  });

  it('leaves a part without recipient unallocated, to be acknowledged', async () => {
    const run = await generate([{ participantId: leaverId, recipients: [] }]);
    const { unallocatedAfter, moves } = await preview([{ participantId: leaverId, recipients: [] }]);
    expect(run.distributionSources[0]!.unallocated).toBe(unallocatedAfter);
    expect(sum([...moves.map(({ grossChange }) => grossChange), unallocatedAfter])).toBe('0');
    expect(run.problems.map(({ code }) => code)).toContain('UNALLOCATED_NOT_ACKNOWLEDGED');
  });

  it('blocks submission at its row if it can’t be applied, and leaves the shares unchanged', async () => {
    const [first = '', two = ''] = others;
    const typed = [{ participantId: first, via: [], effectiveAllocation: '1' }];
    const cases: readonly [vesting: Vesting, details: Vesting, note: RegExp][] = [
      [[{ participantId: first, recipients: [] }], typed, /was typed for this run\. Clear it to apply vesting\.$/],
      [[{ participantId: leaverId, recipients: [first] }], typed, /Clear it to let .+ receive forfeited amounts/],
      [[{ participantId: leaverId, recipients: [two, two] }], [], /is named twice\.$/],
      [
        [{ participantId: leaverId, recipients: [leaverId] }],
        [],
        /forfeits an amount and can’t receive forfeited amounts\.$/,
      ],
      [[{ participantId: tenantId, recipients: [] }], [], /has no share in this source\.$/],
    ];
    for (const [vesting, details, pattern] of cases) {
      const { problems, distributionSources } = await generate(vesting, details);
      const found = problems.filter(({ code }) => code === 'VESTING_NOT_APPLICABLE');
      expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(pattern)]);
      expect(found[0]?.location?.field).toBe('effectiveAllocation');
      expect(distributionSources[0]!.vestingApplied.map(({ forfeitedAllocation }) => forfeitedAllocation)).toEqual([
        null,
      ]);
    }
  });

  it('is stored with the run: the forfeited parts, the schedule and the recipients; the profile doesn’t change', async () => {
    const vesting = [{ participantId: leaverId, recipients: others.slice(0, 2) }];
    const draft = body({ approvers: [{ id: approver.personId }], unallocatedAcknowledged: true }, vesting);
    stored = await as(maker).saveDistribution({ body: draft });
    const before = await profileOf();
    const [source] = stored.distributionSources;
    const [applied] = source!.vestingApplied;
    expect(applied).toMatchObject({
      participant: { id: leaverId },
      effectiveAllocation: before.find(({ id }) => id === leaverId)?.effective,
      vestedPercentage: '40',
      vestedOn: '2024-06-30',
    });
    expect(applied?.recipients.map(({ participant }) => participant.id)).toEqual(others.slice(0, 2));
    expect(sum(applied!.recipients.map(({ adjustment }) => adjustment!))).toBe(applied!.forfeitedAllocation);
    const changed = source!.details.filter(({ originalAllocation }) => originalAllocation !== null);
    expect(changed.map(({ participant }) => participant.participantId)).toEqual([leaverId, ...others.slice(0, 2)]);
    for (const { participant, originalAllocation, effectiveAllocation } of changed) {
      expect(originalAllocation).toBe(before.find(({ id }) => id === participant.participantId)?.effective);
      expect(originalAllocation).not.toBe(effectiveAllocation);
    }
    const why = await as(maker).explainDistribution({
      params: { id: stored.id },
      query: { figure: 'gross', participantId: leaverId, via: 'direct' },
    });
    expect(JSON.stringify(why)).toContain('distribution.effective.vested');
  });

  it('is to be acknowledged by the approver, and before the payment, if the records give another percentage since', async () => {
    const setVested = (before: number, after: number) =>
      asSystem((tx) =>
        tx.query(
          'UPDATE vesting_schedule_row SET vested_percentage = $3 WHERE tenant_id = $1 AND vested_percentage = $2',
          [tenantId, before, after],
        ),
      );
    const vesting = [{ participantId: leaverId, recipients: others.slice(0, 2) }];
    const approvers = [{ id: approver.personId }];
    const name = 'Schedule changed since';
    const draft = await as(maker).saveDistribution({
      body: body({ name, approvers, unallocatedAcknowledged: true }, vesting),
    });
    const params = { id: draft.id };
    const acknowledged = listAcknowledgments(draft);
    const submitted = await as(maker).submitDistribution({
      params,
      body: { rowVersion: draft.rowVersion, acknowledged },
    });
    const read = () => as(approver).getDistribution({ params });
    const approve = (acknowledged: string[]) =>
      as(approver).saveApproval({
        body: { distributionId: draft.id, rowVersion: submitted.rowVersion, approvalDecision: 'APP', acknowledged },
      });
    const text =
      /was submitted with 40% of the share of .+ vested on 06\/30\/2024\. By the current records, 50% is vested/;
    await setVested(40, 50);
    expect((await refusal(approve(acknowledged))).errors).toMatchObject([
      { code: 'NOT_ACKNOWLEDGED', message: expect.stringMatching(text) },
    ]);
    const changed = (await read()).warnings.filter(({ code }) => code === 'VESTING_CHANGED');
    expect(changed).toMatchObject([{ message: expect.stringMatching(text), acknowledgment: expect.any(String) }]);
    const { rowVersion } = await approve(listAcknowledgments(await read()));
    await setVested(50, 60);
    const pay = as(maker).disburseDistribution({ params, body: { rowVersion } });
    expect((await refusal(pay)).errors).toMatchObject([
      { code: 'NOT_ACKNOWLEDGED', message: expect.stringContaining('60% is vested') },
    ]);
    await setVested(60, 40);
    await as(maker).withdrawDistribution({ params, body: { rowVersion, comment: 'Again' } });
  });

  it('is submitted, approved and paid as it was shown, and a later change of the records changes none of it', async () => {
    await disburse(stored, { maker: as(maker), approver: as(approver) });
    await asSystem((tx) =>
      tx.query('UPDATE vesting_schedule_row SET vested_percentage = 100 WHERE tenant_id = $1', [tenantId]),
    );
    const paid = await as(maker).getDistribution({ params: { id: stored.id } });
    expect(paid.distributionSources).toEqual(stored.distributionSources);
    const vested = await asSystem((tx) =>
      tx.query<{ vested: string }>(
        `SELECT DISTINCT trim_scale(vested_percentage)::text AS vested FROM distribution_vesting
         WHERE tenant_id = $1 AND participant_id = $2`,
        [tenantId, leaverId],
      ),
    );
    // The paid part is fully vested, and the letter says so.
    expect(vested).toEqual([{ vested: '100' }]);
    expect(await findings()).toEqual([]);
  });

  it('is verified by the audit, which finds tampered forfeitures', async () => {
    await asSystem((tx) =>
      tx.query(
        `UPDATE distribution_source SET vesting_applied = jsonb_set(vesting_applied, '{0,forfeited}', '"0.01"') WHERE tenant_id = $1 AND distribution_id = $2`,
        [tenantId, stored.id],
      ),
    );
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        location: expect.arrayContaining([leaverId]),
        description: 'Vesting applied',
        stored: expect.stringContaining('forfeited 0.01'),
      }),
    );
  });
});
