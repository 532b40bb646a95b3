import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedPlan, plantCarryPlan, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { displayedFigures } from '../../testing/shownFigures.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Cell {
  readonly ParticipantId: string | null;
  readonly Field: string;
  readonly Text: string;
}
interface ProblemLocation {
  readonly SourceId: string | null;
  readonly ParticipantId: string | null;
  readonly Field: string | null;
}
interface Run {
  readonly Id: string;
  readonly RowVersion: number;
  readonly DistributionSources: readonly {
    readonly Id: string;
    readonly Source: { readonly Id: string };
    readonly RowsLeftOut: boolean;
    readonly IsDetermined: boolean;
    readonly Details: readonly { readonly Participant: { readonly ParticipantId: string } }[];
    readonly Typed: readonly Cell[];
  }[];
  readonly Problems: readonly {
    readonly Code: string;
    readonly Message: string;
    readonly Place: ProblemLocation | null;
  }[];
  readonly Outlines: readonly { readonly Details: readonly { readonly EffectiveAllocation: string }[] }[];
}
type Source = { Source: { Id: string }; Details: Record<string, unknown>[]; [name: string]: unknown };

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let other: TestPerson;
let viewer: TestPerson;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  other = await server.person(tenantId, { carry: 'editor' });
  viewer = await server.person(tenantId, { carry: 'viewer' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx: Transaction) =>
    plantCarryPlan(tx),
  );
});
afterAll(() => server.stop());

const call = (person: TestPerson, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.call(person.token, tenantId, {
    method,
    url: `/api/carry/distribution${path}`,
    ...(payload ? { payload } : {}),
  });
const ok = <T>(answer: Awaited<ReturnType<typeof call>>): T => {
  expect(answer.statusCode, answer.body.slice(0, 1000)).toBe(200);
  return answer.json<T>();
};
/** Builds a request with the plan's coinvestment only, with typed values. */
const body = (change: (source: Source) => object, more: object = {}) => {
  const whole: Record<string, unknown> = planDistributionBody(plan);
  const source = (whole['DistributionSources'] as Source[]).find(({ Source }) => Source.Id === plan.idOf('CO-HEL'))!;
  return { ...whole, DistributionSources: [change(source)], ...more };
};
const someone = async (): Promise<string> => {
  const run = ok<Run>(await call(maker, 'POST', '/generate-details', generated(body((source) => source))));
  return run.DistributionSources[0]!.Details[0]!.Participant.ParticipantId;
};
/** A source that isn't stored gets a new id each time. */
const idsOf = ({ DistributionSources }: Run, at: number) => ({ Id: DistributionSources[at]?.Id });
const generated = (run: Record<string, unknown>) =>
  Object.fromEntries(
    ['DistributionDate', 'DefaultEscrow', 'DefaultTerminatedEscrow', 'DistributionSources'].map((name) => [
      name,
      run[name],
    ]),
  );
const typedInto = (participantId: string) => [
  {
    ParticipantId: participantId,
    Via: [],
    EffectiveAllocation: '150',
    LoanRepayment: '1250.55',
    OtherAdjustment: '-3.5',
  },
];

describe('a draft as it was typed', () => {
  it('keeps every typed figure of an over-allocated source when it is saved and opened again', async () => {
    const id = await someone();
    const over = body((source) => ({ ...source, Details: typedInto(id) }));
    const saved = ok<Run>(await call(maker, 'POST', '/save-distribution', over));
    const [source] = ok<Run>(await call(maker, 'GET', `/${saved.Id}`)).DistributionSources;
    expect(source?.IsDetermined).toBe(false);
    expect(source?.Typed.map(({ ParticipantId, Field, Text }) => [ParticipantId, Field, Text])).toEqual([
      [id, 'effectiveAllocation', '150'],
      [id, 'loanRepayment', '1250.55'],
      [id, 'otherAdjustment', '-3.5'],
    ]);
  });

  it('is computed whole and answered with the rows of the sources that are asked for', async () => {
    const whole: Record<string, unknown> = generated(planDistributionBody(plan));
    const all = ok<Run>(await call(maker, 'POST', '/generate-details', whole));
    const wanted = plan.idOf('CO-HEL');
    const part = ok<Run>(await call(maker, 'POST', '/generate-details', { ...whole, RowsOf: [wanted] }));
    const expected = all.DistributionSources.map((source) =>
      source.Source.Id === wanted ? source : { ...source, Details: [], RowsLeftOut: true },
    );
    expect(part).toEqual({
      ...all,
      DistributionSources: expected.map((source, at) => ({ ...source, ...idsOf(part, at) })),
    });
    expect(part.DistributionSources.filter(({ RowsLeftOut }) => !RowsLeftOut)).toHaveLength(1);
    const saved = ok<Run>(
      await call(maker, 'POST', '/save-distribution', { ...planDistributionBody(plan), RowsOf: [] }),
    );
    expect(saved.DistributionSources.every(({ Details, RowsLeftOut }) => RowsLeftOut && Details.length === 0)).toBe(
      true,
    );
    const stored = ok<Run>(await call(maker, 'GET', `/${saved.Id}`));
    expect(stored.DistributionSources.map(({ Details }) => Details)).toEqual(
      all.DistributionSources.map(({ Details }) => Details),
    );
  });

  it('keeps the rows of a source that cannot be computed in sight, and says at which cell it is', async () => {
    const id = await someone();
    const before = ok<Run>(await call(maker, 'POST', '/generate-details', generated(body((source) => source))));
    const over = generated(body((source) => ({ ...source, Details: typedInto(id) })));
    const run = ok<Run>(await call(maker, 'POST', '/generate-details', over));
    expect(run.DistributionSources[0]?.IsDetermined).toBe(false);
    expect(run.Outlines[0]?.Details).toHaveLength(before.DistributionSources[0]!.Details.length);
    const problem = run.Problems.find(({ Code }) => Code === 'OVER_ALLOCATED');
    expect(problem?.Place).toMatchObject({ SourceId: plan.idOf('CO-HEL'), Field: 'effectiveAllocation' });
    const ofSource = generated(body((source) => ({ ...source, DefaultEscrow: '150' })));
    const escrow = ok<Run>(await call(maker, 'POST', '/generate-details', ofSource));
    expect(escrow.Outlines[0]?.Details).toHaveLength(before.DistributionSources[0]!.Details.length);
    expect(escrow.Problems.find(({ Code }) => Code === 'PERCENT_RANGE')?.Place?.Field).toBe('defaultEscrow');
    const whole = { ...generated(body((source) => source)), DefaultEscrow: '99999999999999999999' };
    const refused = await call(maker, 'POST', '/generate-details', whole);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { Errors: [{ Path: 'DefaultEscrow', Message: 'Default escrow is more than 100.' }] },
    ]);
  });

  it('keeps what cannot be read as text, and refuses to submit it with every reason', async () => {
    const id = await someone();
    const Unread = [
      { ParticipantId: null, Field: 'netDistributableAmount', Text: '' },
      { ParticipantId: id, Field: 'loanRepayment', Text: 'tbd' },
    ];
    const half = body((source) => ({ ...source, NetDistrbutableAmount: '0', Unread }), {
      Approvers: [{ Id: viewer.personId }],
    });
    const saved = ok<Run>(await call(maker, 'POST', '/save-distribution', half));
    const again = ok<Run>(await call(maker, 'GET', `/${saved.Id}`));
    expect(again.DistributionSources[0]?.Typed.map(({ Text }) => Text)).toEqual(['', 'tbd']);
    expect(again.Problems.map(({ Code, Place }) => [Code, Place?.ParticipantId, Place?.Field])).toEqual([
      ['AMOUNT_MISSING', null, 'netDistributableAmount'],
      ['CELL_UNREADABLE', id, 'loanRepayment'],
    ]);
    const refused = await call(maker, 'POST', `/${saved.Id}/submit-for-approval`, { RowVersion: saved.RowVersion });
    expect(refused.statusCode).toBe(422);
    const { Errors } = refused.json<{ Errors: readonly { Code: string; Message: string }[] }>();
    expect(Errors.map(({ Code }) => Code)).toEqual(['AMOUNT_MISSING', 'CELL_UNREADABLE']);
    expect(Errors[1]?.Message).toMatch(/^Loan repayment of .+: 'tbd' isn’t a valid number\. Correct it\.$/);
  });
});

describe('a source that is not determined', () => {
  const nothing = {
    GrossCarryDistributed: null,
    Tax: null,
    Escrow: null,
    LoanRepayment: null,
    OtherAdjustment: null,
    NetCarryDistributed: null,
    TotalCarryAdjustment: null,
    Unallocated: null,
  };
  const unread = (Field: string, Text: string) => ({ Unread: [{ ParticipantId: null, Field, Text }] });
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>) =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);
  const findings = (id: string) =>
    inTenant(async (tx) => {
      for await (const report of verifyDistributions(tx)) if (report.id === id) return report.findings;
      return undefined;
    });
  const get = (url: string) => server.call(maker.token, tenantId, { method: 'GET', url });
  const cases: readonly (readonly [string, (id: string) => (source: Source) => object])[] = [
    ['over-allocated', (id) => (source) => ({ ...source, Details: typedInto(id) })],
    [
      'without an amount',
      () => (source) => ({ ...source, NetDistrbutableAmount: '0', ...unread('netDistributableAmount', '') }),
    ],
    ['with an escrow over 100', () => (source) => ({ ...source, ...unread('defaultEscrow', '101') })],
  ];
  it.each(cases)('%s has no figure anywhere, and its run neither', async (label, change) => {
    const typed = body(change(await someone()), { Name: `Open, ${label}`, UnallocatedAcknowledged: true });
    const whole = typed as unknown as { DistributionSources: object[] };
    // A second source that is determined doesn't make the total determined.
    const other = (planDistributionBody(plan)['DistributionSources'] as Source[]).find(
      ({ Source }) => Source.Id === plan.idOf('ARP-I'),
    )!;
    whole.DistributionSources.push(other);
    const computed = ok<Record<string, unknown>>(await call(maker, 'POST', '/generate-details', generated(typed)));
    expect(computed['Reconciliation']).toMatchObject({ ...nothing, Difference: null });
    const { Id } = ok<Run>(await call(maker, 'POST', '/save-distribution', typed));
    const run = ok<Record<string, unknown> & Run>(await call(maker, 'GET', `/${Id}`));
    expect(run).toMatchObject({
      IsDetermined: false,
      TotalCarryDistributed: null,
      NumberOfParticipants: null,
      Reconciliation: { ...nothing, Difference: null },
    });
    expect(run.Problems.length).toBeGreaterThan(0);
    expect(run.DistributionSources.map(({ IsDetermined }) => IsDetermined)).toEqual([false, true]);
    expect(run.DistributionSources[0]).toMatchObject({
      ...nothing,
      TotalDistributed: null,
      NumberOfParticipants: null,
    });
    const rows = run['DistributionParticipants'] as Record<string, unknown>[];
    expect(new Set(rows.map((row) => row['NetCarryDistributed']))).toEqual(new Set([null]));
    // Every displayed figure has an explanation, and every undetermined one a reason.
    const read = async <T>(url: string): Promise<T> => (await get(url)).json<T>();
    const counts = { known: 0, unknown: 0 };
    for await (const { why, displayed } of displayedFigures(read, {
      distributions: [Id],
      profiles: [],
      participants: [],
    })) {
      const answer = await get(why);
      counts[displayed === null ? 'unknown' : 'known'] += 1;
      if (displayed !== null) {
        expect([why, answer.statusCode, answer.json<{ Result: string }>().Result]).toEqual([why, 200, displayed]);
        continue;
      }
      const { Errors } = answer.json<{ Errors: readonly { Code: string; Message: string }[] }>();
      expect([why, answer.statusCode, Errors.map(({ Code }) => Code)]).toEqual([
        why,
        422,
        Errors.map(() => 'NOT_DETERMINED'),
      ]);
      expect(run.Problems.map(({ Message }) => Message)).toEqual(
        expect.arrayContaining(Errors.map(({ Message }) => Message)),
      );
    }
    expect(counts.known).toBeGreaterThan(10);
    expect(counts.unknown).toBeGreaterThan(10);
    const changes = ok<{ Sources: { Totals: unknown }[] }>(await call(maker, 'GET', `/${Id}/changes`));
    expect(changes.Sources[0]?.Totals).toBeNull();
    const search = `SearchQuery=${encodeURIComponent(label)}`;
    const listed = ok<{ PageData: object[] }>(await call(maker, 'GET', `?${search}`));
    expect(listed.PageData[0]).toMatchObject({ Id, IsDetermined: false, TotalCarryDistributed: null });
    const url = `/api/carry/coinvestment/${plan.idOf('CO-HEL')}/distribution-history`;
    const history = ok<{ PageData: object[] }>(await get(`${url}?${search}`));
    expect(history.PageData).toMatchObject([
      { DistributionId: Id, IsDetermined: false, GrossCarryDistributed: null, Tax: null, NetCarryDistributed: null },
    ]);
    for (const file of [`${url}?${search}&format=csv`, `/api/carry/distribution?${search}&format=csv`]) {
      const [, line] = (await get(file)).body.split('\r\n');
      expect(line).toContain('not determined');
      expect(line).not.toMatch(/,0\.00/);
    }
    const letters = await call(maker, 'GET', `/${Id}/Pdfletter-package`);
    expect([letters.statusCode, letters.body]).toEqual([422, expect.stringContaining('NOT_DETERMINED')]);
    expect(await findings(Id)).toEqual([]);
  });
});

describe('what is being typed', () => {
  const content = (amount: string) => ({
    Head: [{ Field: 'name', Text: 'Half' }],
    InvestorBalanceBased: false,
    UnallocatedAcknowledged: false,
    Sources: [
      {
        Id: null,
        Source: { Id: plan.idOf('CO-HEL'), Name: 'Helios', Code: 'CO-HEL', Holder: null },
        Type: 'Coinvestment',
        ProfileId: null,
        Amount: amount,
        Escrow: '',
        VestingApplied: [],
        Characterizations: [],
        Cells: [],
      },
    ],
  });
  interface Draft {
    readonly Id: string;
    readonly IsOwn: boolean;
    readonly Person: string;
    readonly BasedOn: number | null;
    readonly Content: { readonly Sources: readonly { readonly Amount: string }[] } | null;
  }
  const draftsOf = async (person: TestPerson, id?: string) =>
    ok<readonly Draft[]>(await call(person, 'GET', `/drafts${id ? `?distributionId=${id}` : ''}`));
  const saveDraft = (person: TestPerson, Id: string, amount: string, more: object = {}) =>
    call(person, 'POST', '/draft', { Id, Content: content(amount), ...more });

  it('is kept as it is typed, for each person their own, until it is saved or discarded', async () => {
    const run = ok<Run>(
      await call(
        maker,
        'POST',
        '/save-distribution',
        body((source) => source),
      ),
    );
    const more = { DistributionId: run.Id, BasedOn: run.RowVersion };
    const [mine, theirs] = [randomUUID(), randomUUID()];
    ok(await saveDraft(maker, mine, '1,2', more));
    ok(await saveDraft(maker, mine, '1,25x', more));
    ok(await saveDraft(other, theirs, '7', more));
    const seen = [...(await draftsOf(maker, run.Id))].sort((a, b) => Number(a.IsOwn) - Number(b.IsOwn));
    expect(seen.map(({ IsOwn, Content }) => [IsOwn, Content?.Sources[0]?.Amount])).toEqual([
      [false, undefined],
      [true, '1,25x'],
    ]);
    expect(seen[0]?.Person).not.toBe('');
    // Another person's draft can't be changed or discarded.
    expect((await saveDraft(other, mine, '0', more)).statusCode).toBe(404);
    for (const id of [mine, randomUUID()]) {
      const refused = await call(other, 'DELETE', `/draft/${id}`);
      expect([refused.statusCode, refused.json<{ Message: string }>().Message]).toEqual([
        404,
        'There is no such draft.',
      ]);
    }
    expect((await draftsOf(maker, run.Id)).filter(({ IsOwn }) => IsOwn)).toHaveLength(1);
    // Saving discards the draft that was saved, and no other.
    ok(
      await call(maker, 'POST', '/save-distribution', {
        ...body((source) => source, { Id: run.Id, RowVersion: run.RowVersion }),
        DraftId: mine,
      }),
    );
    expect((await draftsOf(maker, run.Id)).map(({ Id }) => Id)).toEqual([theirs]);
    expect((await draftsOf(other, run.Id))[0]?.BasedOn).toBe(run.RowVersion);
    ok(await call(other, 'DELETE', `/draft/${theirs}`));
    expect(await draftsOf(other, run.Id)).toEqual([]);
  });

  it('of a new run is nobody else’s to see, and outlives the run that it was made at', async () => {
    const fresh = randomUUID();
    ok(await saveDraft(maker, fresh, '5'));
    expect((await draftsOf(maker)).map(({ Id }) => Id)).toContain(fresh);
    expect((await draftsOf(other)).map(({ Id }) => Id)).not.toContain(fresh);
    const run = ok<Run>(
      await call(
        maker,
        'POST',
        '/save-distribution',
        body((source) => source),
      ),
    );
    const draftId = randomUUID();
    ok(await saveDraft(other, draftId, '9', { DistributionId: run.Id, BasedOn: run.RowVersion }));
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    ok(await call(administrator, 'DELETE', `/${run.Id}`));
    expect((await draftsOf(other)).map(({ Id }) => Id)).toContain(draftId);
  });
});
