import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { distributionEndpoints } from '@carrara/contract/carry/distribution';
import { holds, type Permission, type Role, roles } from '@carrara/contract/core/permissions';
import { distributionLifecycle } from '@carrara/domain/carry/distribution';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keysIn, type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Detail {
  readonly Participant: { readonly ParticipantId: string; readonly Name: string };
  readonly GrossCarryDistributed: string;
  readonly NetCarryDistributed: string;
  readonly MemberDetails: readonly Detail[];
}
interface Displayed {
  readonly Id: string;
  readonly RowVersion: number;
  readonly Name: string;
  readonly Status: { readonly Code: string };
  readonly Actions: readonly string[];
  readonly Reconciliation: Readonly<Record<string, string>>;
  readonly Approvals: readonly {
    readonly Id: string;
    readonly ApprovalDecision: string | null;
    readonly Refusal: string | null;
  }[];
  readonly EarlierApprovals: readonly { readonly ApprovalDecision: string }[];
  readonly UnallocatedAcknowledged: boolean;
  readonly Acknowledgments: readonly { readonly Text: string; readonly AcknowledgedBy: string }[];
  readonly Warnings: readonly {
    readonly Code: string;
    readonly Message: string;
    readonly Acknowledgment: string | null;
  }[];
  readonly Problems: readonly { readonly Code: string; readonly Message: string }[];
  readonly ReversalOf: { readonly Id: string } | null;
  readonly ReversedBy: { readonly Id: string; readonly IsDisbursed: boolean } | null;
  readonly DistributionParticipants: readonly object[];
  readonly DistributionSources: readonly {
    readonly Source: { readonly Id: string };
    readonly AllocationProfile: { readonly Id: string };
    readonly Details: readonly Detail[];
  }[];
}
type Source = { Source: { Id: string }; Details: Record<string, unknown>[]; [name: string]: unknown };

let server: TestServer;
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

type Method = 'GET' | 'POST' | 'DELETE';
const call = (person: TestPerson, method: Method, path: string, payload?: object, key?: string) =>
  server.call(person.token, tenantId, {
    method,
    url: `/api/carry/distribution${path}`,
    ...(payload ? { payload } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
type Answer = Awaited<ReturnType<typeof call>>;
const ok = (answer: Answer): Displayed => {
  expect(answer.statusCode, answer.body.slice(0, 1000)).toBe(200);
  return answer.json<Displayed>();
};
const codes = (answer: Answer) =>
  answer.json<{ Errors: readonly { Code: string; Path: string }[] }>().Errors.map(({ Code, Path }) => [Code, Path]);
const body = (changes: object = {}) => ({ ...planDistributionBody(plan), ...changes });
const sourcesOf = (payload: Record<string, unknown>) => payload['DistributionSources'] as Source[];
/** A small request with the plan's coinvestment only. */
const small = (change: (source: Source) => object = (source) => source, more: object = {}) => {
  const source = sourcesOf(planDistributionBody(plan)).find(({ Source }) => Source.Id === plan.idOf('CO-HEL'))!;
  return body({ DistributionSources: [change(source)], ...more });
};
const save = async (payload: object, person = people.maker) => call(person, 'POST', '/save-distribution', payload);
const approvers = (...listed: readonly TestPerson[]) => listed.map(({ personId }) => ({ Id: personId }));
const submit = (displayed: Displayed, person = people.maker) =>
  call(person, 'POST', `/${displayed.Id}/submit-for-approval`, {
    RowVersion: displayed.RowVersion,
    Acknowledged: keysIn(displayed),
  });
const decide = (displayed: Displayed, person: TestPerson, ApprovalDecision = 'APP') =>
  call(person, 'POST', '/save-approval', {
    DistributionId: displayed.Id,
    RowVersion: displayed.RowVersion,
    ApprovalDecision,
    ApprovalComments: ApprovalDecision === 'REJ' ? 'The amount is of another quarter.' : null,
    Acknowledged: keysIn(displayed),
  });
const disburse = (displayed: Displayed, person = people.maker) =>
  call(person, 'POST', `/${displayed.Id}/disburse`, { RowVersion: displayed.RowVersion });
const count = async (sql: string, ...values: unknown[]) =>
  (await server.database.worker.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]!.n;
const activities = () => count('activity WHERE tenant_id = $1', tenantId);
const distributions = () => count('distribution WHERE tenant_id = $1', tenantId);

/** Creates a distribution in a status, with two approvers who weren't involved in preparing it. */
async function inState(state: string): Promise<Displayed> {
  const draft = ok(await save(small(undefined, { Approvers: approvers(people.viewer, people.second) })));
  if (state === 'DRAFT') return draft;
  const submitted = ok(await submit(draft));
  if (state === 'SUB') return submitted;
  if (state === 'REJ') return ok(await decide(submitted, people.viewer, 'REJ'));
  const once = ok(await decide(submitted, people.viewer));
  const approved = ok(await decide(once, people.second));
  return state === 'APP' ? approved : ok(await disburse(approved));
}

describe('M11: figures hold together', () => {
  it('in each row, member, source, participant and total', async () => {
    const displayed = ok(await save(body()));
    const cents = (text: unknown) => BigInt(String(text).replace('.', ''));
    let rows = 0;
    const check = (figures: Readonly<Record<string, unknown>>) => {
      rows += 1;
      const deductions = ['Tax', 'Escrow', 'LoanRepayment', 'OtherAdjustment'].reduce(
        (sum, name) => sum + cents(figures[name]),
        0n,
      );
      expect(cents(figures['GrossCarryDistributed']) - deductions).toBe(cents(figures['NetCarryDistributed']));
    };
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return;
      if ('GrossCarryDistributed' in node && 'LoanRepayment' in node) check(node as Record<string, unknown>);
      for (const below of Object.values(node)) visit(below);
    };
    visit(displayed);
    expect(rows).toBeGreaterThan(150);
  });

  it('and a body that breaks it, or has other figures than those computed, is 422 and not stored', async () => {
    const before = [await distributions(), await activities()];
    const withFigures = (figures: object) =>
      small((source) => ({ ...source, Details: [{ ParticipantId: plan.idOf('E001'), ...figures }] }));
    const broken = await save(withFigures({ GrossCarryDistributed: '1137500.00', NetCarryDistributed: '1137500.00' }));
    expect(broken.statusCode).toBe(422);
    expect(codes(broken).map(([code]) => code)).toEqual(['NOT_RECONCILED', 'FIGURES_DIFFER']);
    const other = await save(withFigures({ GrossCarryDistributed: '1.00' }));
    expect(codes(other)).toEqual([['FIGURES_DIFFER', 'DistributionSources[0].Details[0].GrossCarryDistributed']]);
    const deducted = (GrossCarryDistributed: string | number) =>
      small(undefined, {
        DistributionParticipants: [{ Participant: { Id: plan.idOf('E001') }, GrossCarryDistributed }],
      });
    expect(codes(await save(deducted(1)))).toEqual([
      ['FIGURES_DIFFER', 'DistributionParticipants[0].GrossCarryDistributed'],
    ]);
    expect([await distributions(), await activities()]).toEqual(before);
    expect((await save(deducted('1137500.00'))).statusCode).toBe(200);
    expect((await save(withFigures({ GrossCarryDistributed: '1137500.00' }))).statusCode).toBe(200);
  });
});

describe('the figures of participants in a body', () => {
  interface Participant {
    readonly Participant: { readonly Id: string };
    readonly Escrow: string;
    readonly MemberParticipants: readonly Participant[];
  }
  const figures = ['GrossCarryDistributed', 'NetCarryDistributed', 'Tax', 'Escrow', 'LoanRepayment', 'OtherAdjustment'];
  const enteredOf = (displayed: Participant): object => ({
    ...Object.fromEntries(Object.entries(displayed).filter(([name]) => figures.includes(name))),
    Participant: { Id: displayed.Participant.Id },
    MemberParticipants: displayed.MemberParticipants.map(enteredOf),
  });

  it('are taken as they were answered, members below their entity, and refused where they differ [U-C-147]', async () => {
    const displayed = ok(await save(body()));
    const all = displayed.DistributionParticipants as readonly Participant[];
    const at = all.findIndex(({ MemberParticipants }) => MemberParticipants.length > 0);
    const again = { ...body(), Id: displayed.Id, RowVersion: displayed.RowVersion };
    const [entity, member] = [all[at]!, all[at]!.MemberParticipants[0]!];
    const wrong = {
      ...entity,
      MemberParticipants: [{ ...member, Escrow: '0.01' }, ...entity.MemberParticipants.slice(1)],
    };
    const refused = await save({ ...again, DistributionParticipants: all.with(at, wrong).map(enteredOf) });
    expect(codes(refused)).toContainEqual([
      'FIGURES_DIFFER',
      `DistributionParticipants[${at}].MemberParticipants[0].Escrow`,
    ]);
    expect(ok(await save({ ...again, DistributionParticipants: all.map(enteredOf) })).Id).toBe(displayed.Id);
  });
});

describe('M12: the order of the sources', () => {
  it("changes nobody's cents", async () => {
    const figuresOf = async (reversed: boolean) => {
      const payload = body();
      const sources = sourcesOf(payload);
      const displayed = ok(
        await call(
          people.maker,
          'POST',
          '/generate-details',
          runOf(payload, reversed ? [...sources].reverse() : sources),
        ),
      );
      return new Map(displayed.DistributionSources.map(({ Source, Details }) => [Source.Id, Details]));
    };
    expect(await figuresOf(true)).toEqual(await figuresOf(false));
  });
});
const runOf = (payload: Record<string, unknown>, sources: readonly Source[]) => {
  const { Name: _name, ...run } = payload;
  return { ...run, DistributionSources: sources };
};

describe('what cannot be saved', () => {
  it.each<[string, () => object, readonly string[]]>([
    ['no source', () => body({ DistributionSources: [] }), ['NO_SOURCE', 'NO_PARTICIPANT']],
    [
      'characterizations that are not 100',
      () =>
        small((s) => ({
          ...s,
          TaxCharacterizations: [
            { TaxCharacterization: { Id: plan.idOf('longTerm') }, CharacterizationPercentage: '99.9999999999' },
          ],
        })),
      ['CHARACTERIZATION_NOT_100'],
    ],
    [
      'an unknown source',
      () => small((s) => ({ ...s, Source: { Id: tenantId } })),
      ['SOURCE_UNKNOWN', 'NO_PARTICIPANT'],
    ],
    ['a source by another type', () => small((s) => ({ ...s, Type: 'Fund' })), ['SOURCE_TYPE_DIFFERS']],
    [
      "another source's profile",
      () => small((s) => ({ ...s, AllocationProfile: { Id: plan.idOf('profile of ARP-I') } })),
      ['PROFILE_OF_OTHER_SOURCE'],
    ],
    [
      'a source twice',
      () => {
        const [s] = sourcesOf(small());
        return body({ DistributionSources: [s, s] });
      },
      ['SOURCE_DUPLICATE', 'SOURCE_DUPLICATE'],
    ],
    ['an unlisted approver', () => small(undefined, { Approvers: [{ Id: tenantId }] }), ['NOT_AN_APPROVER_CANDIDATE']],
    [
      'balances where the firm has none',
      () => small(undefined, { InvestorBalanceBased: true }),
      ['INVESTOR_BALANCE_OFF'],
    ],
  ])('%s', async (_name, payload, expected) => {
    const before = await distributions();
    const answer = await save(payload());
    expect(answer.statusCode).toBe(422);
    expect([...new Set(codes(answer).map(([code]) => code))]).toEqual([...new Set(expected)]);
    expect(await distributions()).toBe(before);
  });

  it('sources in two currencies', async () => {
    const euro = await server.referenceEntry(tenantId, 'currency', 'EUR');
    const move = (currency: string) =>
      inTenant((tx) => tx.query('UPDATE coinvestment SET currency_id = $2 WHERE tenant_id = $1', [tenantId, currency]));
    await move(euro);
    expect(codes(await save(body())).map(([code]) => code)).toEqual(['MIXED_CURRENCIES']);
    await move(plan.idOf('USD'));
  });
});

describe('what cannot be submitted', () => {
  it('is told with every reason, by name', async () => {
    const displayed = ok(
      await save(
        small((s) => ({
          ...s,
          TaxCharacterizations: [],
          Details: [
            { ParticipantId: plan.idOf('E001'), EffectiveAllocation: '34' },
            { ParticipantId: plan.idOf('E002'), LoanRepayment: '9000000' },
          ],
        })),
      ),
    );
    expect(displayed.Problems.map(({ Code }) => Code)).toEqual([
      'UNALLOCATED_NOT_ACKNOWLEDGED',
      'CHARACTERIZATION_MISSING',
      'NET_BELOW_ZERO',
    ]);
    expect(displayed.Problems.map(({ Message }) => Message).join()).toContain('CO-HEL');
    // Stored, read and computed alike, the tax is not determined, and neither is anything that depends on it.
    const read = ok(await call(people.maker, 'GET', `/${displayed.Id}`));
    for (const run of [displayed, read]) {
      const [source] = run.DistributionSources as unknown as Record<string, unknown>[];
      for (const figures of [run.Reconciliation, source])
        expect(figures).toMatchObject({
          GrossCarryDistributed: expect.stringMatching(/[1-9]/),
          Tax: null,
          NetCarryDistributed: null,
          TotalCarryAdjustment: null,
        });
      expect(run).toMatchObject({ IsDetermined: false, Reconciliation: { Difference: null } });
    }
    const { rows } = await server.database.worker.query<{ after: Record<string, unknown> }>(
      'SELECT after FROM activity WHERE object_id = $1 ORDER BY seq DESC LIMIT 1',
      [displayed.Id],
    );
    expect(rows[0]!.after).toMatchObject({
      tax: null,
      netCarryDistributed: null,
      sources: [{ grossCarryDistributed: expect.stringMatching(/[1-9]/), netCarryDistributed: null }],
    });
    for (const [path, message] of [
      ['/explanation?figure=tax', 'has no characterizations, so its tax is not determined'],
      ['/Pdfletter-package', 'The amounts are not determined.'],
    ] as const) {
      const answer = await call(people.maker, 'GET', `/${displayed.Id}${path}`);
      expect([path, answer.statusCode, answer.body]).toEqual([path, 422, expect.stringContaining(message)]);
    }
    const refused = await submit(displayed);
    expect(refused.statusCode).toBe(422);
    // Approvers are chosen when it is submitted, so the draft doesn't lack them.
    expect(codes(refused).map(([code]) => code)).toEqual([
      ...displayed.Problems.map(({ Code }) => Code),
      'NO_APPROVERS',
    ]);
  });

  it('is one whose records changed since it was saved, until it is saved again', async () => {
    const payload = small(undefined, { Approvers: approvers(people.viewer) });
    const displayed = ok(await save(payload));
    const exempt = (is: boolean) =>
      inTenant((tx) => tx.query('UPDATE participant SET is_escrow_exempt = $2 WHERE id = $1', [plan.idOf('E001'), is]));
    await exempt(true);
    expect(codes(await submit(displayed)).map(([code]) => code)).toEqual(['INPUTS_CHANGED']);
    // Reading it says so before.
    expect(ok(await call(people.maker, 'GET', `/${displayed.Id}`)).Problems).toEqual([
      expect.objectContaining({
        Code: 'INPUTS_CHANGED',
        Path: ['distributionSources'],
        Message: expect.stringContaining('Save it again and review its figures.'),
      }),
    ]);
    const again = ok(await save({ ...payload, Id: displayed.Id, RowVersion: displayed.RowVersion }));
    expect(ok(await submit(again)).Status.Code).toBe('SUB');
    await exempt(false);
  });

  it('is one whose default profile got a new version with the same shares since it was saved', async () => {
    const payload = small(undefined, { Approvers: approvers(people.viewer) });
    const displayed = ok(await save(payload));
    const [used] = displayed.DistributionSources;
    const profile = used!.AllocationProfile;
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
        [profile.Id, renewed],
      );
      await tx.query(
        `INSERT INTO allocation_entry (tenant_id, id, allocation_profile_id, position, participant_id, fixed, effective)
         SELECT tenant_id, gen_random_uuid(), $2, position, participant_id, fixed, effective
         FROM allocation_entry WHERE allocation_profile_id = $1`,
        [profile.Id, renewed],
      );
    });
    await makeDefault(renewed);
    const refused = await submit(displayed);
    expect(codes(refused).map(([code]) => code)).toEqual(['INPUTS_CHANGED']);
    expect(refused.body).toContain('The default allocation profiles have changed since this draft was saved.');

    const read = ok(await call(people.maker, 'GET', `/${displayed.Id}`));
    expect(read.Problems.map(({ Code }) => Code)).toEqual(['INPUTS_CHANGED']);

    // Saved again without an edit, it uses the new default.
    const recompute = (as: TestPerson, { RowVersion }: { RowVersion: number }) =>
      call(as, 'POST', `/${displayed.Id}/recompute`, { RowVersion });
    expect((await recompute(people.viewer, displayed)).statusCode).toBe(403);
    const recomputed = ok(await recompute(people.maker, displayed));
    expect(recomputed.DistributionSources[0]!.AllocationProfile.Id).toBe(renewed);
    expect([recomputed.Problems, recomputed.Warnings, recomputed.Approvals.length]).toEqual([
      [],
      displayed.Warnings,
      1,
    ]);
    expect(codes(await recompute(people.maker, displayed))).toEqual([['STALE_VERSION', 'RowVersion']]);

    // The editor sends the version that the draft used.
    const earlier = small((source) => ({ ...source, AllocationProfile: { Id: profile.Id } }));
    const again = ok(
      await save({
        ...payload,
        ...earlier,
        Approvers: approvers(people.viewer),
        Id: displayed.Id,
        RowVersion: recomputed.RowVersion,
      }),
    );
    expect(again.Warnings.map(({ Code }) => Code)).toContain('PROFILE_NOT_DEFAULT');
    const submitted = ok(await submit(again));
    expect(submitted.Warnings.map(({ Code }) => Code)).toContain('PROFILE_NOT_DEFAULT');
    await makeDefault(profile.Id);
  });
});

it('a name that another distribution has is a warning, in the editor and once saved', async () => {
  const Name = 'Third quarter';
  const shared = expect.objectContaining({ Code: 'NAME_SHARED', Acknowledgment: null });
  const { Description: _, ...run } = small();
  const generate = async (more: object) =>
    ok(await call(people.maker, 'POST', '/generate-details', { ...run, Name, ...more })).Warnings;
  expect(await generate({})).not.toContainEqual(shared);
  const first = ok(await save(small(undefined, { Name })));
  expect(first.Warnings).not.toContainEqual(shared);
  expect(await generate({ Id: first.Id })).not.toContainEqual(shared);
  expect(await generate({ Name: 'third quarter ' })).toContainEqual(shared);
  const second = ok(await save(small(undefined, { Name })));
  expect(second.Warnings).toContainEqual(shared);
  expect(ok(await call(people.maker, 'GET', `/${first.Id}`)).Warnings).toContainEqual(shared);
});

describe('signs', () => {
  const withFigures = (figures: object) =>
    small((source) => ({ ...source, Details: [{ ParticipantId: plan.idOf('E001'), ...figures }] }), {
      Approvers: approvers(people.viewer),
    });

  it('a tax or escrow below zero is refused at its cell', async () => {
    const at = 'DistributionSources[0].Details[0]';
    expect(codes(await save(withFigures({ Tax: '-1.00', Escrow: '-50.00' })))).toEqual([
      ['NEGATIVE_TAX', `${at}.Tax`],
      ['NEGATIVE_ESCROW', `${at}.Escrow`],
    ]);
  });

  it('a loan repayment below zero is submitted by somebody who takes note of it, whose name is kept', async () => {
    const draft = ok(await save(withFigures({ LoanRepayment: '-5.00' })));
    const [warning] = draft.Warnings.filter(({ Code }) => Code === 'NEGATIVE_LOAN_REPAYMENT');
    expect(warning?.Message).toContain('is -5.00, which raises the net');
    const others = keysIn(draft).filter((key) => key !== warning?.Acknowledgment);
    const without = await call(people.maker, 'POST', `/${draft.Id}/submit-for-approval`, {
      RowVersion: draft.RowVersion,
      Acknowledged: others,
    });
    expect(codes(without).map(([code]) => code)).toEqual(['NOT_ACKNOWLEDGED']);
    const submitted = ok(
      await call(people.maker, 'POST', `/${draft.Id}/submit-for-approval`, {
        RowVersion: draft.RowVersion,
        Acknowledged: keysIn(draft),
      }),
    );
    expect(submitted.Acknowledgments).toContainEqual(
      expect.objectContaining({ Text: warning?.Message, AcknowledgedDate: server.now.toISOString() }),
    );
    expect(submitted.Acknowledgments[0]?.AcknowledgedBy).not.toBe('');
  });

  it.each([
    ['tax', 'Tax', 'TAX_BELOW_COMPUTED'],
    ['escrow', 'Escrow', 'ESCROW_BELOW_COMPUTED'],
  ])(
    'a typed %s below the computed one is acknowledged by the maker and by the approver',
    async (name, field, code) => {
      const computed = ok(await save(withFigures({})));
      expect(computed.Warnings.map(({ Code }) => Code)).not.toContain(code);
      const draft = ok(await save({ ...withFigures({ [field]: '0.00' }), DefaultEscrow: '10' }));
      const [warning] = draft.Warnings.filter(({ Code }) => Code === code);
      expect(warning?.Message).toMatch(
        new RegExp(`^The typed ${name} of .* is 0\\.00 instead of the computed [\\d,.]+, which raises the net by `),
      );
      const others = keysIn(draft).filter((key) => key !== warning?.Acknowledgment);
      const without = await call(people.maker, 'POST', `/${draft.Id}/submit-for-approval`, {
        RowVersion: draft.RowVersion,
        Acknowledged: others,
      });
      expect(codes(without).map(([refused]) => refused)).toEqual(['NOT_ACKNOWLEDGED']);
      const submitted = ok(await submit(draft));
      const unseen = await call(people.viewer, 'POST', '/save-approval', {
        DistributionId: draft.Id,
        RowVersion: submitted.RowVersion,
        ApprovalDecision: 'APP',
        Acknowledged: others,
      });
      expect(codes(unseen).map(([refused]) => refused)).toEqual(['NOT_ACKNOWLEDGED']);
      const approved = ok(await decide(submitted, people.viewer));
      const named = approved.Acknowledgments.filter(({ Text }) => Text === warning?.Message);
      expect(named, 'by the maker and by the approver').toHaveLength(2);
    },
  );

  it('an entered tax is explained by who entered it and by the tax that would be computed', async () => {
    const draft = ok(await save(withFigures({ Tax: '7.00' })));
    const computed = ok(await save(withFigures({})));
    const url = (id: string) => `/${id}/explanation?figure=tax&participantId=${plan.idOf('E001')}&via=direct`;
    const why = async (id: string) =>
      (await call(people.maker, 'GET', url(id))).json<{
        Formula: string;
        Result: string;
        Note?: string;
        Inputs: readonly { Name: string; Value: string }[];
      }>();
    const explained = await why(draft.Id);
    expect(explained).toMatchObject({
      Formula: 'distribution.tax.entered',
      Result: '7.00',
      Note: expect.stringMatching(/^Entered by .+ \(\d{2}\/\d{2}\/\d{4}\)\.$/),
    });
    const valueOf = (name: string) => explained.Inputs.find(({ Name }) => Name === name)?.Value;
    expect(valueOf('computedTax')).toBe((await why(computed.Id)).Result);
    expect((await why(computed.Id)).Note).toBeUndefined();
    await save({ ...withFigures({ Tax: '7.00' }), Id: draft.Id, RowVersion: draft.RowVersion }, people.editor);
    expect((await why(draft.Id)).Note).toMatch(/^Entered by one of the people who saved this distribution/);
  });

  it('a refused submission stores none of its approvers: the same version is submitted when the warnings are acknowledged', async () => {
    const draft = ok(await save({ ...withFigures({ LoanRepayment: '-5.00' }), Approvers: undefined }));
    const send = (Acknowledged: readonly string[]) =>
      call(people.maker, 'POST', `/${draft.Id}/submit-for-approval`, {
        RowVersion: draft.RowVersion,
        Approvers: approvers(people.viewer),
        Acknowledged,
      });
    expect(codes(await send([])).map(([code]) => code)).toContain('NOT_ACKNOWLEDGED');
    const unchanged = ok(await call(people.maker, 'GET', `/${draft.Id}`));
    expect([unchanged.RowVersion, unchanged.Approvals]).toEqual([draft.RowVersion, []]);
    const submitted = ok(await send(keysIn(draft)));
    expect(submitted.Approvals.map(({ ApprovalDecision }) => ApprovalDecision)).toEqual([null]);
    expect(submitted.Status.Code).toBe('SUB');
  });

  it('nothing is taken note of in advance: without a rest the acknowledgment is dropped', async () => {
    const whole = small(undefined, { UnallocatedAcknowledged: true, Approvers: approvers(people.viewer) });
    const displayed = ok(await save(whole));
    expect(displayed.Reconciliation['Unallocated']).toBe('0.00');
    expect(displayed.UnallocatedAcknowledged).toBe(false);
    expect(ok(await submit(displayed)).Status.Code).toBe('SUB');
  });
});

describe('A06: four eyes', () => {
  it('nobody is asked who has changed it, however often others have saved it since', async () => {
    const draft = ok(await save(small(undefined, { Approvers: approvers(people.viewer, people.second) })));
    const again = (displayed: Displayed, person: TestPerson, more: object = {}) =>
      save({ ...small(undefined, more), Id: displayed.Id, RowVersion: displayed.RowVersion }, person);
    const amount = (source: Source) => ({ ...source, NetDistrbutableAmount: '2000000.00' });
    const set = ok(
      await save({ ...small(amount), Id: draft.Id, RowVersion: draft.RowVersion, Approvers: undefined }, people.editor),
    );
    const last = ok(await again(set, people.maker));
    const listed = await again(last, people.maker, { Approvers: approvers(people.editor) });
    expect(codes(listed)).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    const add = await call(people.maker, 'POST', `/${draft.Id}/approvers`, { Approvers: approvers(people.editor) });
    expect(codes(add)).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    const offered = (
      await call(people.administrator, 'GET', `/approvers?distributionId=${draft.Id}&submits=true`)
    ).json<{ Id: string; Refusal: string | null }[]>();
    const refusal = (person: TestPerson) => offered.find(({ Id }) => Id === person.personId)?.Refusal;
    expect(refusal(people.maker)).toContain('prepared this distribution');
    expect(refusal(people.editor)).toContain('changed this distribution');
    expect(refusal(people.administrator)).toContain('submitted this distribution');
    expect(refusal(people.viewer)).toBeNull();
    // An approver who edits it blocks its submission and can't decide on it.
    const own = ok(await save(small(undefined, { Approvers: approvers(people.editor) })));
    const changed = ok(await again(own, people.editor));
    const back = ok(await again(changed, people.maker));
    expect(codes(await submit(back))).toEqual([['APPROVER_IS_MAKER', 'Approvers[0]']]);
    expect(ok(await call(people.maker, 'GET', `/${own.Id}`)).Approvals[0]?.Refusal).toContain(
      'changed this distribution',
    );
  });

  it('one who is not active any more is not asked, and keeps nothing waiting', async () => {
    const leaver = await server.person(tenantId, { carry: 'viewer' });
    const draft = ok(await save(small(undefined, { Approvers: approvers(leaver, people.viewer) })));
    await server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
      leaver.personId,
    ]);
    expect(codes(await submit(draft))).toEqual([['NOT_AN_APPROVER_CANDIDATE', 'Approvers[0]']]);
    const displayed = ok(await call(people.maker, 'GET', `/${draft.Id}`));
    expect(displayed.Approvals.map(({ Refusal }) => Refusal === null)).toEqual([false, true]);
  });

  it('one who leaves while the run is being changed is not added', async () => {
    const leaver = await server.person(tenantId, { carry: 'viewer' });
    const draft = ok(await save(small()));
    let added: ReturnType<typeof call> | undefined;
    await inTenant(async (tx) => {
      await tx.query('SELECT FROM distribution WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [tenantId, draft.Id]);
      added = call(people.maker, 'POST', `/${draft.Id}/approvers`, { Approvers: approvers(leaver) });
      await expect.poll(() => count('pg_locks WHERE NOT granted')).toBeGreaterThan(0);
      await server.database.worker.query('UPDATE membership SET is_inactive = true WHERE person_id = $1', [
        leaver.personId,
      ]);
    });
    expect(codes(await added!)).toEqual([['NOT_AN_APPROVER_CANDIDATE', 'Approvers[0]']]);
  });

  it('what is approved can be withdrawn before it is paid; the answers are kept and all are asked anew', async () => {
    const approved = await inState('APP');
    const withdraw = (Comment?: string) =>
      call(people.maker, 'POST', `/${approved.Id}/withdraw`, { RowVersion: approved.RowVersion, Comment });
    expect(codes(await withdraw())).toEqual([['COMMENT_REQUIRED', 'Comment']]);
    const draft = ok(await withdraw('The amount is of another quarter.'));
    expect(draft.Status.Code).toBe('DRAFT');
    expect(draft.Approvals.map(({ ApprovalDecision }) => ApprovalDecision)).toEqual([null, null]);
    expect(draft.EarlierApprovals.map(({ ApprovalDecision }) => ApprovalDecision)).toEqual(['APP', 'APP']);
    const submitted = ok(await submit(draft));
    expect(codes(await disburse(submitted))).toEqual([['WRONG_STATE', 'Status']]);
    const withdrawn = ok(
      await call(people.maker, 'POST', `/${draft.Id}/withdraw`, { RowVersion: submitted.RowVersion, Comment: 'again' }),
    );
    const fewer = ok(await call(people.maker, 'DELETE', `/${draft.Id}/approval/${withdrawn.Approvals[0]!.Id}`));
    expect(fewer.Approvals).toHaveLength(1);
    expect(fewer.EarlierApprovals).toHaveLength(2);
  });

  it('nobody answers who is not listed or has answered', async () => {
    const submitted = await inState('SUB');
    expect(codes(await decide(submitted, people.maker))).toEqual([['NOT_AN_APPROVER', '']]);
    expect(codes(await decide(submitted, people.administrator))).toEqual([['NOT_AN_APPROVER', '']]);
    const once = ok(await decide(submitted, people.viewer));
    expect(codes(await decide(once, people.viewer))).toEqual([['ALREADY_DECIDED', '']]);
    const read = ok(await call(people.maker, 'GET', `/${submitted.Id}`));
    expect(read.Approvals.map(({ ApprovalDecision }) => ApprovalDecision)).toEqual(['APP', null]);
    expect(read.Status.Code).toBe('SUB');
  });

  it('one rejection rejects; resubmitted, all are asked anew [U-C-006 U-C-080]', async () => {
    const submitted = ok(
      await submit(ok(await save(small(undefined, { Approvers: approvers(people.viewer, people.second) })))),
    );
    const once = ok(await decide(submitted, people.viewer));
    const rejected = ok(await decide(once, people.second, 'REJ'));
    expect(rejected).toMatchObject({
      Status: { Code: 'REJ' },
      Approvals: [{ ApprovalDecision: 'APP' }, { ApprovalDecision: 'REJ' }],
    });
    const again = ok(await submit(rejected));
    expect(again.Approvals.map(({ ApprovalDecision }) => ApprovalDecision)).toEqual([null, null]);
  });

  it('its only approver does not disburse it', async () => {
    const submitted = ok(
      await submit(ok(await save(small(undefined, { Approvers: approvers(people.administrator) })))),
    );
    const approved = ok(await decide(submitted, people.administrator));
    expect(codes(await disburse(approved, people.administrator))).toEqual([['ONLY_APPROVER_DISBURSES', '']]);
    expect(ok(await disburse(approved)).Status.Code).toBe('DISB');
  });
});

it('nothing is disbursed before its date, and the run says from when', async () => {
  const early = { DistributionDate: '2026-10-02', Approvers: approvers(people.viewer) };
  const approved = ok(await decide(ok(await submit(ok(await save(small(undefined, early))))), people.viewer));
  const { Actions, Warnings } = ok(await call(people.maker, 'GET', `/${approved.Id}`));
  expect(Actions).not.toContain('disburseDistribution');
  const text =
    'This distribution is dated 10/02/2026. Disburse it on that day or later, or withdraw it and change the date.';
  expect(Warnings.filter(({ Code }) => Code === 'DATE_TOO_LATE').map(({ Message }) => Message)).toEqual([text]);
  const refused = await disburse(approved);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { Message: text, Errors: [{ Code: 'DATE_TOO_LATE' }] },
  ]);
  const withdrawn = ok(
    await call(people.maker, 'POST', `/${approved.Id}/withdraw`, { RowVersion: approved.RowVersion, Comment: 'Date' }),
  );
  const today = { ...small(undefined, { ...early, DistributionDate: '2026-10-01' }), Id: withdrawn.Id };
  const changed = ok(await save({ ...today, RowVersion: withdrawn.RowVersion }));
  const again = ok(await decide(ok(await submit(changed)), people.viewer));
  expect(again.Warnings.map(({ Code }) => Code)).not.toContain('DATE_TOO_LATE');
  expect(ok(await disburse(again)).Status.Code).toBe('DISB');
});

describe('A07: all states, all actions, all roles', () => {
  type Event = keyof typeof distributionLifecycle.events;
  const acts: Readonly<Record<Event, (displayed: Displayed, person: TestPerson) => ReturnType<typeof call>>> = {
    saveDistribution: (displayed, person) =>
      save({ ...small(undefined), Name: 'Changed', Id: displayed.Id, RowVersion: displayed.RowVersion }, person),
    addApprovers: (displayed, person) =>
      call(person, 'POST', `/${displayed.Id}/approvers`, { Approvers: approvers(people.administrator) }),
    removeApprover: (displayed, person) =>
      call(person, 'DELETE', `/${displayed.Id}/approval/${displayed.Approvals[0]!.Id}`),
    submitDistribution: (displayed, person) => submit(displayed, person),
    withdrawDistribution: (displayed, person) =>
      call(person, 'POST', `/${displayed.Id}/withdraw`, { RowVersion: displayed.RowVersion, Comment: 'not yet' }),
    approveDistribution: (displayed, person) => decide(displayed, person),
    rejectDistribution: (displayed, person) => decide(displayed, person, 'REJ'),
    disburseDistribution: (displayed, person) => disburse(displayed, person),
    reverseDistribution: (displayed, person) =>
      call(person, 'POST', `/${displayed.Id}/reverse`, { DistributionDate: '2026-10-31' }),
    deleteDistribution: (displayed, person) => call(person, 'DELETE', `/${displayed.Id}`),
  };
  const isListed = (role: Role) => role === 'viewer';

  it.each(Object.keys(distributionLifecycle.states))('%s', async (state) => {
    let displayed: Displayed | undefined;
    for (const event of Object.keys(acts) as Event[]) {
      for (const role of roles) {
        displayed ??= await inState(state);
        const { from, permission } = distributionLifecycle.events[event];
        const isAllowed = holds({ carry: role }, permission as Permission);
        const isDecision = event === 'approveDistribution' || event === 'rejectDistribution';
        const isOpen = (from as readonly string[]).includes(state) && isAllowed && (!isDecision || isListed(role));
        const isOffered = ok(await call(people[role], 'GET', `/${displayed.Id}`)).Actions.includes(event);
        expect([state, event, role, isOffered]).toEqual([state, event, role, isOpen]);
        const before = await activities();
        const answer = await acts[event](displayed, people[role]);
        expect([state, event, role, answer.statusCode === 200], answer.body.slice(0, 300)).toEqual([
          state,
          event,
          role,
          isOpen,
        ]);
        if (isOpen) {
          expect(await activities()).toBe(before + (event === 'disburseDistribution' ? 2 : 1));
          displayed = undefined;
        } else {
          expect(answer.statusCode).toBe(isAllowed ? (isDecision && state === 'SUB' ? 422 : 409) : 403);
          expect(await activities()).toBe(before);
          expect(ok(await call(people.maker, 'GET', `/${displayed.Id}`)).RowVersion).toBe(displayed.RowVersion);
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

describe.each(['unknown', "another tenant's"])('T03: %s records named by a run', (owner) => {
  let ids: Record<'source' | 'profile' | 'participant' | 'characterization', string>;
  beforeAll(async () => {
    const unknown = '01890000-0000-7000-8000-000000000001';
    ids = { source: unknown, profile: unknown, participant: unknown, characterization: unknown };
    if (owner === 'unknown') return;
    const otherId = await server.tenant();
    const scope = { tenantId: otherId, personId: null, now: server.now.toISOString() };
    const other = await server.withTenant(scope, plantCarryPlan);
    const [source] = sourcesOf(planDistributionBody(other));
    const parts = source!['TaxCharacterizations'] as { TaxCharacterization: { Id: string } }[];
    const { rows } = await server.database.worker.query<{ id: string }>(
      'SELECT id FROM allocation_profile WHERE tenant_id = $1 LIMIT 1',
      [otherId],
    );
    ids = {
      source: source!.Source.Id,
      profile: rows[0]!.id,
      participant: other.idOf('E001'),
      characterization: parts[0]!.TaxCharacterization.Id,
    };
  });
  const changes: Readonly<Record<string, [() => object, string, string]>> = {
    source: [() => ({ Source: { Id: ids.source } }), 'SOURCE_UNKNOWN', 'DistributionSources[0].Source'],
    participant: [
      () => ({ Details: [{ ParticipantId: ids.participant, Via: [], EffectiveAllocation: '1' }] }),
      'PARTICIPANT_UNKNOWN',
      'DistributionSources[0].Details[0].ParticipantId',
    ],
    characterization: [
      () => ({
        TaxCharacterizations: [
          { TaxCharacterization: { Id: ids.characterization }, CharacterizationPercentage: '100' },
        ],
      }),
      'CHARACTERIZATION_UNKNOWN',
      'DistributionSources[0].TaxCharacterizations[0].TaxCharacterization',
    ],
  };
  it.each(Object.keys(changes))('refuse it at the place of the %s, shown or saved', async (label) => {
    const [change, code, location] = changes[label]!;
    const payload = small((source) => ({ ...source, ...change() }));
    const { Name: _name, Description: _description, ...values } = payload as Record<string, unknown>;
    for (const answer of [await save(payload), await call(people.maker, 'POST', '/generate-details', values)]) {
      expect(answer.statusCode, answer.body).toBe(422);
      expect(codes(answer)).toContainEqual([code, location]);
    }
  });
  it('refuse a profile: it is none of the source', async () => {
    const answer = await save(small((source) => ({ ...source, AllocationProfile: { Id: ids.profile } })));
    expect(answer.statusCode, answer.body).toBe(422);
    expect(codes(answer)).toContainEqual(['PROFILE_OF_OTHER_SOURCE', 'DistributionSources[0].AllocationProfile']);
  });
  it('refuse a source whose allocations alone are asked for', async () => {
    const path = `/generate-allocations-by-distribution-source?sourceId=${ids.source}&type=Fund&netDistributableAmount=1&distributionDate=2026-09-30`;
    const answer = await call(people.maker, 'GET', path);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(codes(answer)).toContainEqual(['SOURCE_UNKNOWN', expect.any(String)]);
  });
});

describe('C08: fifty disburse at once', () => {
  it('one does, and the entries are posted once', async () => {
    const approved = await inState('APP');
    const answers = await Promise.all(Array.from({ length: 50 }, () => disburse(approved)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49);
    const leaves = await count('distribution_detail WHERE distribution_id = $1 AND is_leaf', approved.Id);
    expect(await count('account_entry WHERE distribution_id = $1', approved.Id)).toBe(leaves);
  });
});

describe('C09: an Idempotency-Key', () => {
  it('has one effect, one answer, and no second body', async () => {
    const before = await distributions();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(people.maker, 'POST', '/save-distribution', small(), 'once')),
    );
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    ok(answers[0]!);
    expect(await distributions()).toBe(before + 1);
    const other = await call(people.maker, 'POST', '/save-distribution', small(undefined, { Name: 'Other' }), 'once');
    expect(other.statusCode).toBe(422);
  });
});

describe('C10: racing saves', () => {
  it('one is kept, the others are told who and when', async () => {
    const displayed = await inState('DRAFT');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        save({ ...small(undefined, { Name: `Race ${i}` }), Id: displayed.Id, RowVersion: displayed.RowVersion }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const stale = answers.find(({ statusCode }) => statusCode === 409)!;
    expect(stale.json<{ Message: string }>().Message).toMatch(/Changed by Ada Example on 10\/01\/2026 \d\d:\d\d UTC/);
  });
});

describe('a reversal', () => {
  it('mirrors every row, goes its own way, and undoes the postings; once', async () => {
    const paid = await inState('DISB');
    const reverse = (DistributionDate = '2026-10-01') =>
      call(people.maker, 'POST', `/${paid.Id}/reverse`, { DistributionDate });
    expect(codes(await reverse('2020-01-01'))).toEqual([['REVERSED_BEFORE', 'DistributionDate']]);
    const draft = ok(await reverse());
    expect(draft).toMatchObject({ Status: { Code: 'DRAFT' }, ReversalOf: { Id: paid.Id } });
    expect(draft.Reconciliation['GrossCarryDistributed']).toBe(`-${paid.Reconciliation['GrossCarryDistributed']}`);
    expect(codes(await reverse())).toEqual([['ALREADY_REVERSED', '']]);
    const reversedBy = async () => ok(await call(people.maker, 'GET', `/${paid.Id}`)).ReversedBy;
    expect(await reversedBy(), 'a draft undoes nothing yet').toMatchObject({ Id: draft.Id, IsDisbursed: false });
    const isReversedInList = async () => {
      const { PageData } = (await call(people.maker, 'GET', '?PageSize=100&Status=DISB')).json<{
        PageData: readonly { readonly Id: string; readonly IsReversed: boolean }[];
      }>();
      return PageData.find(({ Id }) => Id === paid.Id)?.IsReversed;
    };
    expect(await isReversedInList()).toBe(false);
    const listed = ok(
      await call(people.maker, 'POST', `/${draft.Id}/approvers`, { Approvers: approvers(people.viewer) }),
    );
    const submitted = ok(await submit(listed));
    ok(await disburse(ok(await decide(submitted, people.viewer))));
    expect(await reversedBy()).toMatchObject({ Id: draft.Id, IsDisbursed: true });
    expect(await isReversedInList()).toBe(true);
    const { rows } = await server.database.worker.query<{ sum: string }>(
      'SELECT sum(amount) AS sum FROM account_entry WHERE distribution_id = ANY ($1)',
      [[paid.Id, draft.Id]],
    );
    expect(rows[0]?.sum).toBe('0.00');
    const released = await call(people.administrator, 'POST', `/${paid.Id}/release-letters`, {});
    expect(released.json()).toMatchObject({
      Message: `This distribution was reversed by ${draft.Name}. Release the letters of the reversal instead.`,
      Errors: [{ Code: 'ALREADY_REVERSED' }],
    });
  });

  it('that is paid while letters are created has no letters released', async () => {
    const paid = await inState('DISB');
    const draft = ok(await call(people.maker, 'POST', `/${paid.Id}/reverse`, { DistributionDate: '2026-10-01' }));
    const listed = ok(
      await call(people.maker, 'POST', `/${draft.Id}/approvers`, { Approvers: approvers(people.viewer) }),
    );
    const approved = ok(await decide(ok(await submit(listed)), people.viewer));
    const waiting = () =>
      count('pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()');
    const client = new pg.Client({ connectionString: server.database.adminUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM distribution WHERE id = $1 FOR UPDATE', [draft.Id]);
      const disbursing = disburse(approved);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), 30_000);
      const releasing = call(people.administrator, 'POST', `/${paid.Id}/release-letters`, {});
      await vi.waitFor(async () => expect(await waiting()).toBe(2), 30_000);
      await client.query('COMMIT');
      ok(await disbursing);
      expect(codes(await releasing)).toEqual([['ALREADY_REVERSED', '']]);
    } finally {
      await client.end();
    }
  });
});

describe('M18: old distributions', () => {
  it('that were tampered with are found to the cent, by row and figure', async () => {
    const paid = await inState('DISB');
    const found = await inTenant(async (tx) => {
      await tx.query(
        `UPDATE distribution_detail SET tax = tax + 0.01, net_carry_distributed = net_carry_distributed - 0.01
         WHERE distribution_id = $1 AND participant_id = $2`,
        [paid.Id, plan.idOf('E001')],
      );
      for await (const report of verifyDistributions(tx)) if (report.id === paid.Id) return report;
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
        [paid.Id, plan.idOf('E001')],
      ),
    );
  });

  it('keep every cent when rates, escrow and profiles change, and verify finds nothing', async () => {
    const paid = await inState('DISB');
    const before = ok(await call(people.maker, 'GET', `/${paid.Id}`));
    await inTenant(async (tx) => {
      await tx.query('UPDATE tax_profile_rate SET tax_rate = 99');
      await tx.query('UPDATE participant SET default_escrow = 77');
      await tx.query('UPDATE allocation_entry SET effective = effective / 2');
    });
    const after = ok(await call(people.maker, 'GET', `/${paid.Id}`));
    const withoutTerms = (displayed: Displayed) =>
      JSON.stringify(displayed, (name, value: unknown) => (name === 'DefaultEscrow' ? undefined : value));
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
