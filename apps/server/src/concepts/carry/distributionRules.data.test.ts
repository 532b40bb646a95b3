import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { distributionEndpoints } from '@carrara/contract/carry/distribution';
import { holds, type Permission, type Role, roles } from '@carrara/contract/core/permissions';
import { distributionLifecycle } from '@carrara/domain/carry/distribution';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  acknowledgmentsOf,
  type PlantedPlan,
  plantCarryPlan,
  planDistribution,
  planSource,
} from '../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, refusal, statusOf } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Run = AnswerOf<'getDistribution'>;
type Request = BodyOf<'saveDistribution'>;
type Source = Request['distributionSources'][number];
type Draft = BodyOf<'generateDistributionDetails'>;

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let plan: PlantedPlan;
const people = {} as Record<Role | 'maker' | 'second', TestPerson>;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  for (const role of roles) people[role] = await server.person(tenantId, { carry: role });
  people.maker = await server.person(tenantId, { carry: 'editor' });
  people.second = await server.person(tenantId, { carry: 'viewer' });
  plan = await inTenant(plantCarryPlan);
});
afterAll(() => server.stop());

const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

const codes = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code, path }) => [code, path]);
const codeNames = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code }) => code);
const body = (changes: Partial<Request> = {}): Request => ({ ...planDistribution(plan), ...changes });
/** A small request with the plan's coinvestment only. */
const small = (change: (source: Source) => Source = (source) => source, more: Partial<Request> = {}): Request =>
  body({ distributionSources: [change(planSource(plan, 'CO-HEL'))], ...more });
const withDetail = (more: Partial<NonNullable<Source['details']>[number]>) => (source: Source) => ({
  ...source,
  details: [{ participantId: plan.idOf('E001'), ...more }],
});
const save = (body: Request, person = people.maker) => as(person).saveDistribution({ body });
const generate = ({ name: _name, description: _description, ...run }: Request, more: Partial<Draft> = {}) =>
  as(people.maker).generateDistributionDetails({ body: { ...run, ...more } });
const read = (id: string, person = people.maker) => as(person).getDistribution({ params: { id } });
const approvers = (...listed: readonly TestPerson[]) => listed.map(({ personId }) => ({ id: personId }));
const addApprovers = (id: string, approver: TestPerson, person = people.maker) =>
  as(person).addApprovers({ params: { id }, body: { approvers: approvers(approver) } });
const submit = (
  run: Run,
  {
    person = people.maker,
    acknowledged = acknowledgmentsOf(run),
  }: { person?: TestPerson; acknowledged?: string[] } = {},
) => as(person).submitDistribution({ params: { id: run.id }, body: { rowVersion: run.rowVersion, acknowledged } });
const withdraw = ({ id, rowVersion }: Run, comment?: string, person = people.maker) =>
  as(person).withdrawDistribution({ params: { id }, body: { rowVersion, comment } });
const decide = (
  run: Run,
  person: TestPerson,
  approvalDecision: 'APP' | 'REJ' = 'APP',
  acknowledged = acknowledgmentsOf(run),
) =>
  as(person).saveApproval({
    body: {
      distributionId: run.id,
      rowVersion: run.rowVersion,
      approvalDecision,
      approvalComments: approvalDecision === 'REJ' ? 'The amount is of another quarter.' : null,
      acknowledged,
    },
  });
const disburse = ({ id, rowVersion }: Run, person = people.maker) =>
  as(person).disburseDistribution({ params: { id }, body: { rowVersion } });
const reverse = (id: string, distributionDate = '2026-10-01', person = people.maker) =>
  as(person).reverseDistribution({ params: { id }, body: { distributionDate } });
const count = async (sql: string, ...values: unknown[]) =>
  (await server.database.worker.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]!.n;
const activities = () => count('activity WHERE tenant_id = $1', tenantId);
const distributions = () => count('distribution WHERE tenant_id = $1', tenantId);

/** Creates a distribution in a status, with two approvers who weren't involved in preparing it. */
async function inState(state: string): Promise<Run> {
  const draft = await save(small(undefined, { approvers: approvers(people.viewer, people.second) }));
  if (state === 'DRAFT') return draft;
  const submitted = await submit(draft);
  if (state === 'SUB') return submitted;
  if (state === 'REJ') return await decide(submitted, people.viewer, 'REJ');
  const once = await decide(submitted, people.viewer);
  const approved = await decide(once, people.second);
  return state === 'APP' ? approved : await disburse(approved);
}

describe('M11: figures reconcile', () => {
  it('in each row, member, source, participant and total', async () => {
    const displayed = await save(body());
    const cents = (text: unknown) => BigInt(String(text).replace('.', ''));
    let rows = 0;
    const check = (figures: Readonly<Record<string, unknown>>) => {
      rows += 1;
      const deductions = ['tax', 'escrow', 'loanRepayment', 'otherAdjustment'].reduce(
        (sum, name) => sum + cents(figures[name]),
        0n,
      );
      expect(cents(figures['grossCarryDistributed']) - deductions).toBe(cents(figures['netCarryDistributed']));
    };
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      if ('grossCarryDistributed' in node && 'loanRepayment' in node) check(node as Record<string, unknown>);
      for (const below of Object.values(node)) visit(below);
    };
    visit(displayed);
    expect(rows).toBeGreaterThan(150);
  });

  it('in a body too: figures that don’t reconcile or differ from the computed ones are refused with 422 and not stored', async () => {
    const before = [await distributions(), await activities()];
    const broken = { grossCarryDistributed: '1137500.00', netCarryDistributed: '1137500.00' };
    const { status, errors } = await refusal(save(small(withDetail(broken))));
    expect(status).toBe(422);
    expect(errors.map(({ code }) => code)).toEqual(['NOT_RECONCILED', 'FIGURES_DIFFER']);
    expect(await codes(save(small(withDetail({ grossCarryDistributed: '1.00' }))))).toEqual([
      ['FIGURES_DIFFER', 'DistributionSources[0].Details[0].GrossCarryDistributed'],
    ]);
    const deducted = (grossCarryDistributed: string | number) =>
      small(undefined, {
        distributionParticipants: [{ participant: { id: plan.idOf('E001') }, grossCarryDistributed }],
      });
    expect(await codes(save(deducted(1)))).toEqual([
      ['FIGURES_DIFFER', 'DistributionParticipants[0].GrossCarryDistributed'],
    ]);
    expect([await distributions(), await activities()]).toEqual(before);
    await save(deducted('1137500.00'));
    await save(small(withDetail({ grossCarryDistributed: '1137500.00' })));
  });
});

describe('the figures of participants in a body', () => {
  type Participant = Run['distributionParticipants'][number];
  type Entered = NonNullable<Request['distributionParticipants']>[number];
  const enteredOf = ({
    participant,
    memberParticipants,
    grossCarryDistributed,
    netCarryDistributed,
    tax,
    escrow,
    loanRepayment,
    otherAdjustment,
  }: Participant): Entered => ({
    grossCarryDistributed,
    netCarryDistributed,
    tax,
    escrow,
    loanRepayment,
    otherAdjustment,
    participant: { id: participant.id },
    memberParticipants: memberParticipants.map(enteredOf),
  });

  it('are accepted as they were returned, with members below their entity, and refused if they differ [U-C-147]', async () => {
    const displayed = await save(body());
    const all = displayed.distributionParticipants;
    const at = all.findIndex(({ memberParticipants }) => memberParticipants.length > 0);
    const again = { ...body(), id: displayed.id, rowVersion: displayed.rowVersion };
    const [entity, member] = [all[at]!, all[at]!.memberParticipants[0]!];
    const wrong = {
      ...entity,
      memberParticipants: [{ ...member, escrow: '0.01' }, ...entity.memberParticipants.slice(1)],
    };
    const refused = save({ ...again, distributionParticipants: all.with(at, wrong).map(enteredOf) });
    expect(await codes(refused)).toContainEqual([
      'FIGURES_DIFFER',
      `DistributionParticipants[${at}].MemberParticipants[0].Escrow`,
    ]);
    expect((await save({ ...again, distributionParticipants: all.map(enteredOf) })).id).toBe(displayed.id);
  });
});

describe('M12: the order of the sources', () => {
  it("doesn't change anybody's cents", async () => {
    const figuresOf = async (reversed: boolean) => {
      const { distributionSources, ...run } = body();
      const displayed = await generate({
        ...run,
        distributionSources: reversed ? distributionSources.toReversed() : distributionSources,
      });
      return new Map(displayed.distributionSources.map(({ source, details }) => [source.id, details]));
    };
    expect(await figuresOf(true)).toEqual(await figuresOf(false));
  });
});
describe('a distribution that can’t be saved', () => {
  it.each<[string, () => Request, readonly string[]]>([
    ['no source', () => body({ distributionSources: [] }), ['NO_SOURCE', 'NO_PARTICIPANT']],
    [
      'characterizations that are not 100',
      () =>
        small((s) => ({
          ...s,
          taxCharacterizations: [
            { taxCharacterization: { id: plan.idOf('longTerm') }, characterizationPercentage: '99.9999999999' },
          ],
        })),
      ['CHARACTERIZATION_NOT_100'],
    ],
    [
      'an unknown source',
      () => small((s) => ({ ...s, source: { id: tenantId } })),
      ['SOURCE_UNKNOWN', 'NO_PARTICIPANT'],
    ],
    ['a source by another type', () => small((s) => ({ ...s, type: 'Fund' })), ['SOURCE_TYPE_DIFFERS']],
    [
      "another source's profile",
      () => small((s) => ({ ...s, allocationProfile: { id: plan.idOf('profile of ARP-I') } })),
      ['PROFILE_OF_OTHER_SOURCE'],
    ],
    [
      'a source twice',
      () => {
        const { distributionSources } = small();
        return body({ distributionSources: [...distributionSources, ...distributionSources] });
      },
      ['SOURCE_DUPLICATE', 'SOURCE_DUPLICATE'],
    ],
    ['an unlisted approver', () => small(undefined, { approvers: [{ id: tenantId }] }), ['NOT_AN_APPROVER_CANDIDATE']],
    [
      'balances where the firm has none',
      () => small(undefined, { investorBalanceBased: true }),
      ['INVESTOR_BALANCE_OFF'],
    ],
  ])('%s', async (_name, payload, expected) => {
    const before = await distributions();
    const { status, errors } = await refusal(save(payload()));
    expect(status).toBe(422);
    expect([...new Set(errors.map(({ code }) => code))]).toEqual([...new Set(expected)]);
    expect(await distributions()).toBe(before);
  });

  it('sources in two currencies', async () => {
    const euro = await server.referenceEntry(tenantId, 'currency', 'EUR');
    const move = (currency: string) =>
      inTenant((tx) => tx.query('UPDATE coinvestment SET currency_id = $2 WHERE tenant_id = $1', [tenantId, currency]));
    await move(euro);
    expect(await codeNames(save(body()))).toEqual(['MIXED_CURRENCIES']);
    await move(plan.idOf('USD'));
  });
});

describe('a distribution that can’t be submitted', () => {
  it('is refused with every reason and the names of its records', async () => {
    const displayed = await save(
      small((s) => ({
        ...s,
        taxCharacterizations: [],
        details: [
          { participantId: plan.idOf('E001'), effectiveAllocation: '34' },
          { participantId: plan.idOf('E002'), loanRepayment: '9000000' },
        ],
      })),
    );
    expect(displayed.problems.map(({ code }) => code)).toEqual([
      'UNALLOCATED_NOT_ACKNOWLEDGED',
      'CHARACTERIZATION_MISSING',
      'NET_BELOW_ZERO',
    ]);
    expect(displayed.problems.map(({ message }) => message).join()).toContain('CO-HEL');
    // Stored, read and computed alike, the tax is not determined, and neither is anything that depends on it.
    for (const run of [displayed, await read(displayed.id)]) {
      const [source] = run.distributionSources;
      for (const figures of [run.reconciliation, source])
        expect(figures).toMatchObject({
          grossCarryDistributed: expect.stringMatching(/[1-9]/),
          tax: null,
          netCarryDistributed: null,
          totalCarryAdjustment: null,
        });
      expect(run).toMatchObject({ isDetermined: false, reconciliation: { difference: null } });
    }
    const { rows } = await server.database.worker.query<{ after: Record<string, unknown> }>(
      'SELECT after FROM activity WHERE object_id = $1 ORDER BY seq DESC LIMIT 1',
      [displayed.id],
    );
    expect(rows[0]!.after).toMatchObject({
      tax: null,
      netCarryDistributed: null,
      sources: [{ grossCarryDistributed: expect.stringMatching(/[1-9]/), netCarryDistributed: null }],
    });
    const params = { id: displayed.id };
    for (const [call, message] of [
      [
        () => as(people.maker).explainDistribution({ params, query: { figure: 'tax' } }),
        'has no characterizations, so its tax is not determined',
      ],
      [() => as(people.maker).downloadPdfLetterPackage({ params }), 'The amounts are not determined.'],
    ] as const) {
      const refused = await refusal(call());
      expect([refused.status, JSON.stringify(refused)]).toEqual([422, expect.stringContaining(message)]);
    }
    const refused = await refusal(submit(displayed));
    expect(refused.status).toBe(422);
    // Approvers are chosen when it is submitted, so the draft doesn't lack them.
    expect(refused.errors.map(({ code }) => code)).toEqual([
      ...displayed.problems.map(({ code }) => code),
      'NO_APPROVERS',
    ]);
  });

  it('has records that changed since it was saved, until it is saved again', async () => {
    const payload = small(undefined, { approvers: approvers(people.viewer) });
    const displayed = await save(payload);
    const exempt = (is: boolean) =>
      inTenant((tx) => tx.query('UPDATE participant SET is_escrow_exempt = $2 WHERE id = $1', [plan.idOf('E001'), is]));
    await exempt(true);
    expect(await codeNames(submit(displayed))).toEqual(['INPUTS_CHANGED']);
    // Reading it says so before.
    expect((await read(displayed.id)).problems).toEqual([
      expect.objectContaining({
        code: 'INPUTS_CHANGED',
        path: ['distributionSources'],
        message: expect.stringContaining('Save it again and review its figures.'),
      }),
    ]);
    const again = await save({ ...payload, id: displayed.id, rowVersion: displayed.rowVersion });
    const submitted = await submit(again);
    expect(submitted.status.code).toBe('SUB');
    const inputs = ({ warnings }: typeof submitted) =>
      warnings.flatMap(({ code, message }) => (code === 'INPUTS_CHANGED' ? [message] : []));
    expect(inputs(submitted)).toEqual([]);

    // The approver learns of later changes and of the figures of a new draft. The submitted figures stay.
    await exempt(false);
    const changed = await read(displayed.id);
    expect(inputs(changed)).toEqual([
      'Records have changed since this was submitted: Participant E001 (escrow terms). The submitted figures stay as they are.',
      expect.stringMatching(
        /^A new draft would pay [\d,.]+ net instead of [\d,.]+: Participant E001 [\d,.]+ instead of [\d,.]+\.$/,
      ),
    ]);
    expect(changed.reconciliation).toEqual(submitted.reconciliation);
  });

  it('has a default profile with a new version since it was saved, even with the same shares', async () => {
    const payload = small(undefined, { approvers: approvers(people.viewer) });
    const displayed = await save(payload);
    const [used] = displayed.distributionSources;
    const profile = used!.allocationProfile!;
    const renewed = randomUUID();
    const makeDefault = async (id: string) =>
      inTenant(async (tx) => {
        const of = `container_id = (SELECT container_id FROM allocation_profile WHERE id = $1)`;
        await tx.query(`UPDATE allocation_profile SET is_current = false WHERE ${of}`, [id]);
        await tx.query('UPDATE allocation_profile SET is_current = true WHERE id = $1', [id]);
      });
    await inTenant(async (tx) => {
      await tx.query(
        `INSERT INTO allocation_profile (tenant_id, id, container_id, name, effective_date, version, total_effective)
         SELECT tenant_id, $2, container_id, name, effective_date, version + 1, total_effective
         FROM allocation_profile WHERE id = $1`,
        [profile.id, renewed],
      );
      await tx.query(
        `INSERT INTO allocation_entry (tenant_id, id, allocation_profile_id, position, participant_id, fixed, effective)
         SELECT tenant_id, gen_random_uuid(), $2, position, participant_id, fixed, effective
         FROM allocation_entry WHERE allocation_profile_id = $1`,
        [profile.id, renewed],
      );
    });
    await makeDefault(renewed);
    const refused = await refusal(submit(displayed));
    expect(refused.errors.map(({ code }) => code)).toEqual(['INPUTS_CHANGED']);
    expect(JSON.stringify(refused)).toContain(
      'The default allocation profiles have changed since this draft was saved.',
    );

    expect((await read(displayed.id)).problems.map(({ code }) => code)).toEqual(['INPUTS_CHANGED']);

    // Saved again without an edit, it uses the new default.
    const recompute = (person: TestPerson) =>
      as(person).recomputeDistribution({
        params: { id: displayed.id },
        body: { rowVersion: displayed.rowVersion },
      });
    expect(await statusOf(recompute(people.viewer))).toBe(403);
    const recomputed = await recompute(people.maker);
    expect(recomputed.distributionSources[0]!.allocationProfile?.id).toBe(renewed);
    expect([recomputed.problems, recomputed.warnings, recomputed.approvals.length]).toEqual([
      [],
      displayed.warnings,
      1,
    ]);
    expect(await codes(recompute(people.maker))).toEqual([['STALE_VERSION', 'RowVersion']]);

    // The editor sends the version that the draft used.
    const earlier = small((source) => ({ ...source, allocationProfile: { id: profile.id } }));
    const again = await save({
      ...payload,
      ...earlier,
      approvers: approvers(people.viewer),
      id: displayed.id,
      rowVersion: recomputed.rowVersion,
    });
    expect(again.warnings.map(({ code }) => code)).toContain('PROFILE_NOT_DEFAULT');
    const submitted = await submit(again);
    expect(submitted.warnings.map(({ code }) => code)).toContain('PROFILE_NOT_DEFAULT');
    await makeDefault(profile.id);
  });
});

it('the name of another distribution is a warning, in the editor and after saving', async () => {
  const name = 'Third quarter';
  const shared = expect.objectContaining({ code: 'NAME_SHARED', acknowledgment: null });
  const warningsOf = async (more: Partial<Draft>) => (await generate(small(), { name, ...more })).warnings;
  expect(await warningsOf({})).not.toContainEqual(shared);
  const first = await save(small(undefined, { name }));
  expect(first.warnings).not.toContainEqual(shared);
  expect(await warningsOf({ id: first.id })).not.toContainEqual(shared);
  expect(await warningsOf({ name: 'third quarter ' })).toContainEqual(shared);
  const second = await save(small(undefined, { name }));
  expect(second.warnings).toContainEqual(shared);
  expect((await read(first.id)).warnings).toContainEqual(shared);
});

describe('signs', () => {
  const withFigures = (figures: Parameters<typeof withDetail>[0]) =>
    small(withDetail(figures), { approvers: approvers(people.viewer) });

  it('a tax or escrow below zero is refused in its cell', async () => {
    const at = 'DistributionSources[0].Details[0]';
    expect(await codes(save(withFigures({ tax: '-1.00', escrow: '-50.00' })))).toEqual([
      ['NEGATIVE_TAX', `${at}.Tax`],
      ['NEGATIVE_ESCROW', `${at}.Escrow`],
    ]);
  });

  it('a loan repayment below zero has to be acknowledged to submit, and the name is recorded', async () => {
    const draft = await save(withFigures({ loanRepayment: '-5.00' }));
    const [warning] = draft.warnings.filter(({ code }) => code === 'NEGATIVE_LOAN_REPAYMENT');
    expect(warning?.message).toContain('is -5.00, which raises the net');
    const others = acknowledgmentsOf(draft).filter((key) => key !== warning?.acknowledgment);
    const without = submit(draft, { acknowledged: others });
    expect(await codeNames(without)).toEqual(['NOT_ACKNOWLEDGED']);
    const submitted = await submit(draft);
    expect(submitted.acknowledgments).toContainEqual(
      expect.objectContaining({ text: warning?.message, acknowledgedDate: server.now.toISOString() }),
    );
    expect(submitted.acknowledgments[0]?.acknowledgedBy).not.toBe('');
  });

  it.each([
    ['tax', 'Tax', 'TAX_BELOW_COMPUTED'],
    ['escrow', 'Escrow', 'ESCROW_BELOW_COMPUTED'],
  ])(
    'a typed %s below the computed one is acknowledged by the maker and by the approver',
    async (name, field, code) => {
      const computed = await save(withFigures({}));
      expect(computed.warnings.map(({ code }) => code)).not.toContain(code);
      const draft = await save({ ...withFigures({ [field]: '0.00' }), defaultEscrow: '10' });
      const [warning] = draft.warnings.filter((candidate) => candidate.code === code);
      expect(warning?.message).toMatch(
        new RegExp(`^The typed ${name} of .* is 0\\.00 instead of the computed [\\d,.]+, which raises the net by `),
      );
      const others = acknowledgmentsOf(draft).filter((key) => key !== warning?.acknowledgment);
      const without = submit(draft, { acknowledged: others });
      expect(await codeNames(without)).toEqual(['NOT_ACKNOWLEDGED']);
      const submitted = await submit(draft);
      const unseen = decide(submitted, people.viewer, 'APP', others);
      expect(await codeNames(unseen)).toEqual(['NOT_ACKNOWLEDGED']);
      const approved = await decide(submitted, people.viewer);
      const named = approved.acknowledgments.filter(({ text }) => text === warning?.message);
      expect(named, 'by the maker and by the approver').toHaveLength(2);
    },
  );

  it('the explanation of an entered tax names the person who entered it and the tax that would be computed', async () => {
    const draft = await save(withFigures({ tax: '7.00' }));
    const computed = await save(withFigures({}));

    const why = (id: string) =>
      as(people.maker).explainDistribution({
        params: { id },
        query: { figure: 'tax', participantId: plan.idOf('E001'), via: 'direct' },
      });
    const explained = await why(draft.id);
    expect(explained).toMatchObject({
      formula: 'distribution.tax.entered',
      result: '7.00',
      note: expect.stringMatching(/^Entered by .+ \(\d{2}\/\d{2}\/\d{4}\)\.$/),
    });
    const valueOf = (name: string) => explained.inputs.find((input) => input.name === name)?.value;
    expect(valueOf('computedTax')).toBe((await why(computed.id)).result);
    expect((await why(computed.id)).note).toBeUndefined();
    await save({ ...withFigures({ tax: '7.00' }), id: draft.id, rowVersion: draft.rowVersion }, people.editor);
    expect((await why(draft.id)).note).toMatch(/^Entered by one of the people who saved this distribution/);
  });

  it('a refused submission stores no approvers, so that the same version can be submitted after acknowledging the warnings', async () => {
    const draft = await save({ ...withFigures({ loanRepayment: '-5.00' }), approvers: undefined });
    const send = (acknowledged: string[]) =>
      as(people.maker).submitDistribution({
        params: { id: draft.id },
        body: {
          rowVersion: draft.rowVersion,
          approvers: approvers(people.viewer),
          acknowledged,
        },
      });
    expect(await codeNames(send([]))).toContain('NOT_ACKNOWLEDGED');
    const unchanged = await read(draft.id);
    expect([unchanged.rowVersion, unchanged.approvals]).toEqual([draft.rowVersion, []]);
    const submitted = await send(acknowledgmentsOf(draft));
    expect(submitted.approvals.map(({ approvalDecision }) => approvalDecision)).toEqual([null]);
    expect(submitted.status.code).toBe('SUB');
  });

  it('nothing can be acknowledged in advance: if nothing is unallocated, the acknowledgment is dropped', async () => {
    const whole = small(undefined, { unallocatedAcknowledged: true, approvers: approvers(people.viewer) });
    const displayed = await save(whole);
    expect(displayed.reconciliation.unallocated).toBe('0.00');
    expect(displayed.unallocatedAcknowledged).toBe(false);
    expect((await submit(displayed)).status.code).toBe('SUB');
  });
});

describe('A06: four eyes', () => {
  it('a person who changed it can’t approve it, even after others have saved it', async () => {
    const draft = await save(small(undefined, { approvers: approvers(people.viewer, people.second) }));
    const again = (displayed: Run, person: TestPerson, more: Partial<Request> = {}) =>
      save({ ...small(undefined, more), id: displayed.id, rowVersion: displayed.rowVersion }, person);
    const amount = (source: Source) => ({ ...source, netDistributableAmount: '2000000.00' });
    const set = await save(
      { ...small(amount), id: draft.id, rowVersion: draft.rowVersion, approvers: undefined },
      people.editor,
    );
    const last = await again(set, people.maker);
    const listed = again(last, people.maker, { approvers: approvers(people.editor) });
    expect(await codes(listed)).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    expect(await codes(addApprovers(draft.id, people.editor))).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    const offered = await as(people.administrator).listApproverCandidates({
      query: { distributionId: draft.id, submits: 'true' },
    });
    const reasonFor = (person: TestPerson) => offered.find(({ id }) => id === person.personId)?.refusal;
    expect(reasonFor(people.maker)).toContain('prepared this distribution');
    expect(reasonFor(people.editor)).toContain('changed this distribution');
    expect(reasonFor(people.administrator)).toContain('submitted this distribution');
    expect(reasonFor(people.viewer)).toBeNull();
    // An approver who edits it blocks its submission and can't decide on it.
    const own = await save(small(undefined, { approvers: approvers(people.editor) }));
    const changed = await again(own, people.editor);
    const back = await again(changed, people.maker);
    expect(await codes(submit(back))).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    expect((await read(own.id)).approvals[0]?.refusal).toContain('changed this distribution');
  });

  it('an inactive person can’t be an approver, and nothing waits for them', async () => {
    const leaver = await server.person(tenantId, { carry: 'viewer' });
    const draft = await save(small(undefined, { approvers: approvers(leaver, people.viewer) }));
    await server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
      leaver.personId,
    ]);
    expect(await codes(submit(draft))).toEqual([['NOT_AN_APPROVER_CANDIDATE', 'Approvers[0]']]);
    const displayed = await read(draft.id);
    expect(displayed.approvals.map(({ refusal }) => refusal === null)).toEqual([false, true]);
  });

  it('a person who leaves during the change of approvers isn’t added', async () => {
    const leaver = await server.person(tenantId, { carry: 'viewer' });
    const draft = await save(small());
    let added: Promise<unknown> | undefined;
    await inTenant(async (tx) => {
      await tx.query('SELECT FROM distribution WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, draft.id]);
      added = addApprovers(draft.id, leaver);
      await expect.poll(() => count('pg_locks WHERE NOT granted')).toBeGreaterThan(0);
      await server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
        leaver.personId,
      ]);
    });
    expect(await codes(added!)).toEqual([['NOT_AN_APPROVER_CANDIDATE', 'Approvers[0]']]);
  });

  it('an approved distribution can be withdrawn before it is paid; past decisions remain, and everybody decides again', async () => {
    const approved = await inState('APP');
    expect(await codes(withdraw(approved))).toEqual([['COMMENT_REQUIRED', 'Comment']]);
    const draft = await withdraw(approved, 'The amount is of another quarter.');
    expect(draft.status.code).toBe('DRAFT');
    expect(draft.approvals.map(({ approvalDecision }) => approvalDecision)).toEqual([null, null]);
    expect(draft.earlierApprovals.map(({ approvalDecision }) => approvalDecision)).toEqual(['APP', 'APP']);
    const submitted = await submit(draft);
    expect(await codes(disburse(submitted))).toEqual([['WRONG_STATE', 'Status']]);
    const withdrawn = await withdraw(submitted, 'again');
    const fewer = await as(people.maker).removeApprover({
      params: { id: draft.id, approvalId: withdrawn.approvals[0]!.id },
    });
    expect(fewer.approvals).toHaveLength(1);
    expect(fewer.earlierApprovals).toHaveLength(2);
  });

  it('only listed approvers decide, once each', async () => {
    const submitted = await inState('SUB');
    expect(await codes(decide(submitted, people.maker))).toEqual([['NOT_AN_APPROVER', '']]);
    expect(await codes(decide(submitted, people.administrator))).toEqual([['NOT_AN_APPROVER', '']]);
    const once = await decide(submitted, people.viewer);
    expect(await codes(decide(once, people.viewer))).toEqual([['ALREADY_DECIDED', '']]);
    const { approvals, status } = await read(submitted.id);
    expect(approvals.map(({ approvalDecision }) => approvalDecision)).toEqual(['APP', null]);
    expect(status.code).toBe('SUB');
  });

  it('one rejection rejects it; after resubmission, everybody decides again [U-C-006 U-C-080]', async () => {
    const submitted = await submit(
      await save(small(undefined, { approvers: approvers(people.viewer, people.second) })),
    );
    const once = await decide(submitted, people.viewer);
    const rejected = await decide(once, people.second, 'REJ');
    expect(rejected).toMatchObject({
      status: { code: 'REJ' },
      approvals: [{ approvalDecision: 'APP' }, { approvalDecision: 'REJ' }],
    });
    const again = await submit(rejected);
    expect(again.approvals.map(({ approvalDecision }) => approvalDecision)).toEqual([null, null]);
  });

  it('its only approver can’t disburse it', async () => {
    const submitted = await submit(await save(small(undefined, { approvers: approvers(people.administrator) })));
    const approved = await decide(submitted, people.administrator);
    expect(await codes(disburse(approved, people.administrator))).toEqual([['ONLY_APPROVER_DISBURSES', '']]);
    expect((await disburse(approved)).status.code).toBe('DISB');
  });
});

it('a distribution can’t be disbursed before its date, which it displays', async () => {
  const early = { distributionDate: '2026-10-02', approvers: approvers(people.viewer) };
  const approved = await decide(await submit(await save(small(undefined, early))), people.viewer);
  const { actions, warnings } = await read(approved.id);
  expect(actions).not.toContain('disburseDistribution');
  const text =
    'This distribution is dated 10/02/2026. Disburse it on that day or later, or withdraw it and change the date.';
  expect(warnings.filter(({ code }) => code === 'DATE_TOO_LATE').map(({ message }) => message)).toEqual([text]);
  const refused = await refusal(disburse(approved));
  expect([refused.status, refused]).toMatchObject([422, { message: text, errors: [{ code: 'DATE_TOO_LATE' }] }]);
  const withdrawn = await withdraw(approved, 'Date');
  const today = { ...small(undefined, { ...early, distributionDate: '2026-10-01' }), id: withdrawn.id };
  const changed = await save({ ...today, rowVersion: withdrawn.rowVersion });
  const again = await decide(await submit(changed), people.viewer);
  expect(again.warnings.map(({ code }) => code)).not.toContain('DATE_TOO_LATE');
  expect((await disburse(again)).status.code).toBe('DISB');
});

describe('A07: all states, all actions, all roles', () => {
  type Event = keyof typeof distributionLifecycle.events;
  const acts: Readonly<Record<Event, (displayed: Run, person: TestPerson) => Promise<unknown>>> = {
    saveDistribution: (displayed, person) =>
      save({ ...small(undefined), name: 'Changed', id: displayed.id, rowVersion: displayed.rowVersion }, person),
    addApprovers: (displayed, person) => addApprovers(displayed.id, people.administrator, person),
    removeApprover: (displayed, person) =>
      as(person).removeApprover({ params: { id: displayed.id, approvalId: displayed.approvals[0]!.id } }),
    submitDistribution: (displayed, person) => submit(displayed, { person }),
    withdrawDistribution: (displayed, person) => withdraw(displayed, 'not yet', person),
    approveDistribution: (displayed, person) => decide(displayed, person),
    rejectDistribution: (displayed, person) => decide(displayed, person, 'REJ'),
    disburseDistribution: (displayed, person) => disburse(displayed, person),
    reverseDistribution: (displayed, person) => reverse(displayed.id, '2026-10-31', person),
    deleteDistribution: (displayed, person) => as(person).deleteDistribution({ params: { id: displayed.id } }),
  };
  const isListed = (role: Role) => role === 'viewer';

  it.each(Object.keys(distributionLifecycle.states))('%s', async (state) => {
    let displayed: Run | undefined;
    for (const event of Object.keys(acts) as Event[]) {
      for (const role of roles) {
        displayed ??= await inState(state);
        const { from, permission } = distributionLifecycle.events[event];
        const isAllowed = holds({ carry: role }, permission as Permission);
        const isDecision = event === 'approveDistribution' || event === 'rejectDistribution';
        const isOpen = (from as readonly string[]).includes(state) && isAllowed && (!isDecision || isListed(role));
        const isOffered = (await read(displayed.id, people[role])).actions.includes(event);
        expect([state, event, role, isOffered]).toEqual([state, event, role, isOpen]);
        const before = await activities();
        const status = await statusOf(acts[event](displayed, people[role]));
        expect([state, event, role, status === 200]).toEqual([state, event, role, isOpen]);
        if (isOpen) {
          expect(await activities()).toBe(before + (event === 'disburseDistribution' ? 2 : 1));
          displayed = undefined;
        } else {
          expect(status).toBe(isAllowed ? (isDecision && state === 'SUB' ? 422 : 409) : 403);
          expect(await activities()).toBe(before);
          expect((await read(displayed.id)).rowVersion).toBe(displayed.rowVersion);
        }
      }
    }
  });

  it('has a call for each event', () => {
    const calls = Object.keys(distributionEndpoints);
    const events = Object.keys(acts).filter(
      (event) => event !== 'approveDistribution' && event !== 'rejectDistribution',
    );
    expect(events.filter((event) => !calls.includes(event))).toEqual([]);
  });
});

describe.each(['unknown', "another tenant's"])('T03: %s records in a distribution', (owner) => {
  let ids: Record<'source' | 'profile' | 'participant' | 'characterization', string>;
  beforeAll(async () => {
    const unknown = '01890000-0000-7000-8000-000000000001';
    ids = { source: unknown, profile: unknown, participant: unknown, characterization: unknown };
    if (owner === 'unknown') return;
    const otherId = await server.tenant();
    const scope = { tenantId: otherId, personId: null, now: server.now.toISOString() };
    const other = await server.withTenant(scope, plantCarryPlan);
    const [source] = planDistribution(other).distributionSources;
    const { rows } = await server.database.worker.query<{ id: string }>(
      'SELECT id FROM allocation_profile WHERE tenant_id = $1 LIMIT 1',
      [otherId],
    );
    ids = {
      source: source!.source.id,
      profile: rows[0]!.id,
      participant: other.idOf('E001'),
      characterization: source!.taxCharacterizations![0]!.taxCharacterization.id,
    };
  });
  const changes: Readonly<Record<string, [() => Partial<Source>, string, string]>> = {
    source: [() => ({ source: { id: ids.source } }), 'SOURCE_UNKNOWN', 'DistributionSources[0].Source'],
    participant: [
      () => ({ details: [{ participantId: ids.participant, via: [], effectiveAllocation: '1' }] }),
      'PARTICIPANT_UNKNOWN',
      'DistributionSources[0].Details[0].ParticipantId',
    ],
    characterization: [
      () => ({
        taxCharacterizations: [
          { taxCharacterization: { id: ids.characterization }, characterizationPercentage: '100' },
        ],
      }),
      'CHARACTERIZATION_UNKNOWN',
      'DistributionSources[0].TaxCharacterizations[0].TaxCharacterization',
    ],
  };
  it.each(Object.keys(changes))('are refused at the path of the %s, when computed or saved', async (label) => {
    const [change, code, location] = changes[label]!;
    const payload = small((source) => ({ ...source, ...change() }));
    for (const send of [save, generate]) {
      const { status, errors } = await refusal(send(payload));
      expect(status).toBe(422);
      expect(errors).toContainEqual(expect.objectContaining({ code, path: location }));
    }
  });
  it('are refused as a profile of another source', async () => {
    const refused = await refusal(save(small((source) => ({ ...source, allocationProfile: { id: ids.profile } }))));
    expect(refused).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([
        expect.objectContaining({
          code: 'PROFILE_OF_OTHER_SOURCE',
          path: 'DistributionSources[0].AllocationProfile',
        }),
      ]),
    });
  });
  it('are refused when only allocations are requested', async () => {
    const { status, errors } = await refusal(
      as(people.maker).generateAllocationsByDistributionSource({
        query: {
          sourceId: ids.source,
          type: 'Fund',
          netDistributableAmount: '1',
          distributionDate: '2026-09-30',
        },
      }),
    );
    expect(status).toBe(422);
    expect(errors).toContainEqual(
      expect.objectContaining({ code: 'SOURCE_UNKNOWN', path: 'DistributionSources[0].Source' }),
    );
  });
});

describe('C08: fifty disbursements at once', () => {
  it('succeed once, and post the entries once', async () => {
    const approved = await inState('APP');
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf(disburse(approved))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    const leaves = await count('distribution_detail WHERE distribution_id = $1 AND is_leaf', approved.id);
    expect(await count('account_entry WHERE distribution_id = $1', approved.id)).toBe(leaves);
  });
});

describe('C09: an Idempotency-Key', () => {
  it('has one effect and one response, and refuses another body', async () => {
    const before = await distributions();
    const send = (payload: Request) =>
      server.call(people.maker.token, tenantId, {
        method: 'POST',
        url: '/api/carry/distribution/save-distribution',
        headers: { 'idempotency-key': 'once' },
        payload,
      });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(small())));
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(200);
    expect(await distributions()).toBe(before + 1);
    expect((await send(small(undefined, { name: 'Other' }))).statusCode).toBe(422);
  });
});

describe('C10: racing saves', () => {
  it('succeed once; the others are refused with the name and time of the change', async () => {
    const displayed = await inState('DRAFT');
    const saves = Array.from({ length: 8 }, (_, i) =>
      save({ ...small(undefined, { name: `Race ${i}` }), id: displayed.id, rowVersion: displayed.rowVersion }),
    );
    const statuses = await Promise.all(saves.map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await refusal(saves[statuses.indexOf(409)]!)).message).toMatch(
      /Changed by Ada Example on 10\/01\/2026 \d\d:\d\d UTC/,
    );
  });
});

describe('a reversal', () => {
  it('mirrors every row, needs its own approval, and reverses the postings once', async () => {
    const paid = await inState('DISB');
    expect(await codes(reverse(paid.id, '2020-01-01'))).toEqual([['REVERSED_BEFORE', 'DistributionDate']]);
    const draft = await reverse(paid.id);
    expect(draft).toMatchObject({ status: { code: 'DRAFT' }, reversalOf: { id: paid.id } });
    expect(draft.reconciliation.grossCarryDistributed).toBe(`-${paid.reconciliation.grossCarryDistributed}`);
    expect(await codes(reverse(paid.id))).toEqual([['ALREADY_REVERSED', '']]);
    const reversedBy = async () => (await read(paid.id)).reversedBy;
    expect(await reversedBy(), 'a draft has no effect yet').toMatchObject({ id: draft.id, isDisbursed: false });
    const isReversedInList = async () => {
      const { pageData } = await as(people.maker).listDistributions({ query: { pageSize: 100, status: 'DISB' } });
      return pageData.find(({ id }) => id === paid.id)?.isReversed;
    };
    expect(await isReversedInList()).toBe(false);
    const listed = await addApprovers(draft.id, people.viewer);
    const submitted = await submit(listed);
    await disburse(await decide(submitted, people.viewer));
    expect(await reversedBy()).toMatchObject({
      id: draft.id,
      isDisbursed: true,
      distributionDate: draft.distributionDate,
    });
    expect(await isReversedInList()).toBe(true);
    // Files show the reversal and the currency as the screen does.
    const url = '/api/carry/distribution?format=csv&Status=DISB';
    const csv = await server.call(people.maker.token, tenantId, { method: 'GET', url });
    expect(csv.body.split('\r\n').find((row) => row.includes('Disbursed · reversed'))).toContain(',USD,');
    const { rows } = await server.database.worker.query<{ sum: string }>(
      'SELECT sum(amount) AS sum FROM account_entry WHERE distribution_id = ANY ($1)',
      [[paid.id, draft.id]],
    );
    expect(rows[0]?.sum).toBe('0.00');
    const released = await refusal(as(people.administrator).releaseLetters({ params: { id: paid.id }, body: {} }));
    expect(released).toMatchObject({
      message: `This distribution was reversed by ${draft.name}. Release the letters of the reversal instead.`,
      errors: [{ code: 'ALREADY_REVERSED' }],
    });
  });

  it('paid while letters are created prevents their release', async () => {
    const paid = await inState('DISB');
    const draft = await reverse(paid.id);
    const listed = await addApprovers(draft.id, people.viewer);
    const approved = await decide(await submit(listed), people.viewer);
    const waiting = () =>
      count('pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()');
    const client = new pg.Client({ connectionString: server.database.adminUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM distribution WHERE id = $1 FOR UPDATE', [draft.id]);
      const disbursing = disburse(approved);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 30_000);
      const releasing = as(people.administrator).releaseLetters({ params: { id: paid.id }, body: {} });
      await vi.waitFor(async () => expect(await waiting()).toBe(2), 30_000);
      await client.query('COMMIT');
      await disbursing;
      expect(await codes(releasing)).toEqual([['ALREADY_REVERSED', '']]);
    } finally {
      await client.end();
    }
  });
});

describe('M18: old distributions', () => {
  it('are reported by row and figure if they were tampered with by a cent', async () => {
    const paid = await inState('DISB');
    const found = await inTenant(async (tx) => {
      await tx.query(
        `UPDATE distribution_detail SET tax = tax + 0.01, net_carry_distributed = net_carry_distributed - 0.01
         WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.id, plan.idOf('E001')],
      );
      for await (const report of verifyDistributions(tx)) if (report.id === paid.id) return report;
      return undefined;
    });
    expect(found?.findings.map(({ of: location, what: subject }) => [location.at(-1), subject])).toEqual([
      [plan.idOf('E001'), 'tax, computed again'],
      [plan.idOf('E001'), 'net, computed again'],
      [plan.idOf('E001'), 'tax of the account entry'],
    ]);
    await inTenant((tx) =>
      tx.query(
        `UPDATE distribution_detail SET tax = tax - 0.01, net_carry_distributed = net_carry_distributed + 0.01
         WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.id, plan.idOf('E001')],
      ),
    );
  });

  it('keep every cent when rates, escrow and profiles change, without findings', async () => {
    const paid = await inState('DISB');
    const before = await read(paid.id);
    await inTenant(async (tx) => {
      await tx.query('UPDATE tax_profile_rate SET tax_rate = 99');
      await tx.query('UPDATE participant SET default_escrow = 77');
      await tx.query('UPDATE allocation_entry SET effective = effective / 2');
    });
    const after = await read(paid.id);
    const withoutTerms = (displayed: Run) =>
      JSON.stringify(displayed, (name, value: unknown) => (name === 'defaultEscrow' ? undefined : value));
    expect(withoutTerms(after)).toBe(withoutTerms(before));
    let checked = 0;
    await inTenant(async (tx) => {
      for await (const report of verifyDistributions(tx)) {
        checked += 1;
        expect([report.name, report.findings]).toEqual([report.name, []]);
      }
    });
    expect(checked).toBeGreaterThan(10);
  });
});
