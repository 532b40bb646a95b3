import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyDistributions } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlantedPlan, plantCarryPlan, planDistribution, planSource } from '../../../testing/plantCarryPlan.ts';
import { displayedFigures } from '../../../testing/displayedFigures.ts';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Request = BodyOf<'saveDistribution'>;
type Source = Request['distributionSources'][number];
type Unread = NonNullable<Source['unread']>;

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
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

/** Builds a request with the plan's coinvestment only, with typed values. */
const body = (change: (source: Source) => Source, more: Partial<Request> = {}): Request => ({
  ...planDistribution(plan),
  distributionSources: [change(planSource(plan, 'CO-HEL'))],
  ...more,
});
const someone = async (): Promise<string> => {
  const run = await as(maker).generateDistributionDetails({ body: generated(body((source) => source)) });
  return run.distributionSources[0]!.details[0]!.participant.participantId;
};
/** A source that isn't stored gets a new id each time. */
const idsOf = ({ distributionSources }: AnswerOf<'generateDistributionDetails'>, at: number) => ({
  id: distributionSources[at]?.id,
});
const generated = ({ distributionDate, defaultEscrow, defaultTerminatedEscrow, distributionSources }: Request) => ({
  distributionDate,
  defaultEscrow,
  defaultTerminatedEscrow,
  distributionSources,
});
const typedInto = (participantId: string) => [
  {
    participantId,
    via: [],
    effectiveAllocation: '150',
    loanRepayment: '1250.55',
    otherAdjustment: '-3.5',
  },
];

describe('a draft with typed values', () => {
  it('keeps every typed figure of an over-allocated source after it is saved and reopened', async () => {
    const id = await someone();
    const over = body((source) => ({ ...source, details: typedInto(id) }));
    const saved = await as(maker).saveDistribution({ body: over });
    const [source] = (await as(maker).getDistribution({ params: { id: saved.id } })).distributionSources;
    expect(source?.isDetermined).toBe(false);
    expect(source?.typed.map(({ participantId, field, text }) => [participantId, field, text])).toEqual([
      [id, 'effectiveAllocation', '150'],
      [id, 'loanRepayment', '1250.55'],
      [id, 'otherAdjustment', '-3.5'],
    ]);
  });

  it('is computed completely, and returned with the rows of the requested sources only', async () => {
    const whole = generated(planDistribution(plan));
    const all = await as(maker).generateDistributionDetails({ body: whole });
    const sourceId = plan.idOf('CO-HEL');
    const part = await as(maker).generateDistributionDetails({ body: { ...whole, rowsOf: [sourceId] } });
    const expected = all.distributionSources.map((source) =>
      source.source.id === sourceId ? source : { ...source, details: [], rowsOmitted: true },
    );
    expect(part).toEqual({
      ...all,
      distributionSources: expected.map((source, at) => ({ ...source, ...idsOf(part, at) })),
    });
    expect(part.distributionSources.filter(({ rowsOmitted }) => !rowsOmitted)).toHaveLength(1);
    const saved = await as(maker).saveDistribution({ body: { ...planDistribution(plan), rowsOf: [] } });
    expect(saved.distributionSources.every(({ details, rowsOmitted }) => rowsOmitted && details.length === 0)).toBe(
      true,
    );
    const stored = await as(maker).getDistribution({ params: { id: saved.id } });
    expect(stored.distributionSources.map(({ details }) => details)).toEqual(
      all.distributionSources.map(({ details }) => details),
    );
    // Everything else of a stored run is returned with and without rows.
    expect(await as(maker).getDistribution({ params: { id: saved.id }, query: { rows: 'none' } })).toEqual({
      ...stored,
      distributionSources: stored.distributionSources.map((source) => ({ ...source, details: [], rowsOmitted: true })),
    });
  });

  it('keeps the rows of a source that can’t be computed, and names the cell at fault', async () => {
    const id = await someone();
    const before = await as(maker).generateDistributionDetails({ body: generated(body((source) => source)) });
    const over = generated(body((source) => ({ ...source, details: typedInto(id) })));
    const run = await as(maker).generateDistributionDetails({ body: over });
    expect(run.distributionSources[0]?.isDetermined).toBe(false);
    expect(run.outlines[0]?.details).toHaveLength(before.distributionSources[0]!.details.length);
    const problem = run.problems.find(({ code }) => code === 'OVER_ALLOCATED');
    expect(problem?.location).toMatchObject({ sourceId: plan.idOf('CO-HEL'), field: 'effectiveAllocation' });
    const ofSource = generated(body((source) => ({ ...source, defaultEscrow: '150' })));
    const escrow = await as(maker).generateDistributionDetails({ body: ofSource });
    expect(escrow.outlines[0]?.details).toHaveLength(before.distributionSources[0]!.details.length);
    expect(escrow.problems.find(({ code }) => code === 'PERCENT_RANGE')?.location?.field).toBe('defaultEscrow');
    const whole = { ...generated(body((source) => source)), defaultEscrow: '99999999999999999999' };
    expect(await refusal(as(maker).generateDistributionDetails({ body: whole }))).toMatchObject({
      status: 400,
      errors: [{ path: 'DefaultEscrow', message: 'Default escrow is more than 100.' }],
    });
  });

  it('keeps unreadable values as text, and refuses to submit them with every reason', async () => {
    const id = await someone();
    const unread: Unread = [
      { participantId: null, field: 'netDistributableAmount', text: '' },
      { participantId: id, field: 'loanRepayment', text: 'tbd' },
      { participantId: id, field: 'effectiveAllocation', text: '(5)' },
    ];
    const half = body((source) => ({ ...source, netDistributableAmount: '0', unread }), {
      approvers: [{ id: viewer.personId }],
    });
    const saved = await as(maker).saveDistribution({ body: half });
    const again = await as(maker).getDistribution({ params: { id: saved.id } });
    expect(again.distributionSources[0]?.typed.map(({ text }) => text)).toEqual(['', 'tbd', '(5)']);
    expect(again.problems.map(({ code, location }) => [code, location?.participantId, location?.field])).toEqual([
      ['AMOUNT_MISSING', null, 'netDistributableAmount'],
      ['CELL_UNREADABLE', id, 'loanRepayment'],
      ['CELL_UNREADABLE', id, 'effectiveAllocation'],
    ]);
    const { status, errors } = await refusal(
      as(maker).submitDistribution({ params: { id: saved.id }, body: { rowVersion: saved.rowVersion } }),
    );
    expect(status).toBe(422);
    expect(errors.map(({ code }) => code)).toEqual(['AMOUNT_MISSING', 'CELL_UNREADABLE', 'CELL_UNREADABLE']);
    // The grid gives the same reasons.
    expect(errors[1]?.message).toMatch(/^Loan repayment of .+: 'tbd' is not a number\. Correct it\.$/);
    expect(errors[2]?.message).toMatch(/^Effective % of .+: '\(5\)' can’t be negative\. Correct it\.$/);
  });
});

describe('a source that is not determined', () => {
  const nothing = {
    grossCarryDistributed: null,
    tax: null,
    escrow: null,
    loanRepayment: null,
    otherAdjustment: null,
    netCarryDistributed: null,
    totalCarryAdjustment: null,
    unallocated: null,
  };
  const unread = (field: Unread[number]['field'], text: string) => ({
    unread: [{ participantId: null, field, text }],
  });
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>) =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);
  const findings = (id: string) =>
    inTenant(async (tx) => {
      for await (const report of verifyDistributions(tx)) if (report.id === id) return report.findings;
      return undefined;
    });
  const get = (url: string) => server.call(maker.token, tenantId, { method: 'GET', url });
  const cases: readonly (readonly [string, (id: string) => (source: Source) => Source])[] = [
    ['over-allocated', (id) => (source) => ({ ...source, details: typedInto(id) })],
    [
      'without an amount',
      () => (source) => ({ ...source, netDistributableAmount: '0', ...unread('netDistributableAmount', '') }),
    ],
    ['with an escrow over 100', () => (source) => ({ ...source, ...unread('defaultEscrow', '101') })],
  ];
  it.each(cases)('%s has no figures, and neither has its run', async (label, change) => {
    const typed: Request = {
      ...planDistribution(plan),
      name: `Open, ${label}`,
      unallocatedAcknowledged: true,
      // A second source that is determined doesn't make the total determined.
      distributionSources: [change(await someone())(planSource(plan, 'CO-HEL')), planSource(plan, 'ARP-I')],
    };
    const computed = await as(maker).generateDistributionDetails({ body: generated(typed) });
    expect(computed.reconciliation).toMatchObject({ ...nothing, difference: null });
    const { id } = await as(maker).saveDistribution({ body: typed });
    const run = await as(maker).getDistribution({ params: { id } });
    expect(run).toMatchObject({
      isDetermined: false,
      totalCarryDistributed: null,
      numberOfParticipants: null,
      reconciliation: { ...nothing, difference: null },
    });
    expect(run.problems.length).toBeGreaterThan(0);
    expect(run.distributionSources.map(({ isDetermined }) => isDetermined)).toEqual([false, true]);
    expect(run.distributionSources[0]).toMatchObject({
      ...nothing,
      totalDistributed: null,
      numberOfParticipants: null,
    });
    expect(new Set(run.distributionParticipants.map((row) => row.netCarryDistributed))).toEqual(new Set([null]));
    // Every displayed figure has an explanation, and every undetermined one a reason.
    const read = async <T>(url: string): Promise<T> => (await get(url)).json<T>();
    const figures = { determined: 0, undetermined: 0 };
    for await (const { why, displayed } of displayedFigures(read, {
      distributions: [id],
      profiles: [],
      participants: [],
    })) {
      const answer = await get(why);
      figures[displayed === null ? 'undetermined' : 'determined'] += 1;
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
      expect(run.problems.map(({ message }) => message)).toEqual(
        expect.arrayContaining(Errors.map(({ Message }) => Message)),
      );
    }
    expect(figures.determined).toBeGreaterThan(10);
    expect(figures.undetermined).toBeGreaterThan(10);
    const changes = await as(maker).getDistributionChanges({ params: { id } });
    expect(changes.sources[0]?.totals).toBeNull();
    const search = `SearchQuery=${encodeURIComponent(label)}`;
    const listed = await as(maker).listDistributions({ query: { searchQuery: label } });
    expect(listed.pageData[0]).toMatchObject({ id, isDetermined: false, totalCarryDistributed: null });
    const url = `/api/carry/coinvestment/${plan.idOf('CO-HEL')}/distribution-history`;
    const history = await as(maker).listCoinvestmentDistributions({
      params: { id: plan.idOf('CO-HEL') },
      query: { searchQuery: label },
    });
    expect(history.pageData).toMatchObject([
      { distributionId: id, isDetermined: false, grossCarryDistributed: null, tax: null, netCarryDistributed: null },
    ]);
    for (const file of [`${url}?${search}&format=csv`, `/api/carry/distribution?${search}&format=csv`]) {
      const [, line] = (await get(file)).body.split('\r\n');
      expect(line).toContain('not determined');
      expect(line).not.toMatch(/,0\.00/);
    }
    expect(await refusal(as(maker).downloadPdfLetterPackage({ params: { id } }))).toMatchObject({
      status: 422,
      errors: [{ code: 'NOT_DETERMINED' }],
    });
    expect(await findings(id)).toEqual([]);
  });
});

describe('unsaved values', () => {
  const content = (amount: string): BodyOf<'storeDistributionDraft'>['content'] => ({
    head: [{ field: 'name', text: 'Half' }],
    investorBalanceBased: false,
    unallocatedAcknowledged: false,
    sources: [
      {
        id: null,
        source: { id: plan.idOf('CO-HEL'), name: 'Helios', code: 'CO-HEL', holder: null },
        type: 'Coinvestment',
        profileId: null,
        amount,
        escrow: '',
        vestingApplied: [],
        characterizations: [],
        cells: [],
      },
    ],
  });

  const draftsOf = (person: TestPerson, distributionId?: string) =>
    as(person).listDistributionDrafts({ query: { distributionId } });
  const save = (
    person: TestPerson,
    id: string,
    amount: string,
    more: { readonly distributionId?: string; readonly basedOn?: number } = {},
  ) => as(person).storeDistributionDraft({ body: { id, content: content(amount), ...more } });

  it('are stored for each person separately until they are saved or discarded', async () => {
    const run = await as(maker).saveDistribution({ body: body((source) => source) });
    const more = { distributionId: run.id, basedOn: run.rowVersion };
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await save(maker, mine, '1,2', more);
    await save(maker, mine, '1,25x', more);
    await save(other, theirs, '7', more);
    const drafts = [...(await draftsOf(maker, run.id))].sort((a, b) => Number(a.isOwn) - Number(b.isOwn));
    expect(drafts.map(({ isOwn, content }) => [isOwn, content?.sources[0]?.amount])).toEqual([
      [false, undefined],
      [true, '1,25x'],
    ]);
    expect(drafts[0]?.person).not.toBe('');
    // Another person's draft can't be changed or discarded.
    expect((await refusal(save(other, mine, '0', more))).status).toBe(404);
    for (const id of [mine, randomUUID()]) {
      const refused = await refusal(as(other).discardDistributionDraft({ params: { id } }));
      expect([refused.status, refused.message]).toEqual([404, 'There is no such draft.']);
    }
    expect((await draftsOf(maker, run.id)).filter(({ isOwn }) => isOwn)).toHaveLength(1);
    // Saving discards the draft that was saved, and no other.
    await as(maker).saveDistribution({
      body: {
        ...body((source) => source, { id: run.id, rowVersion: run.rowVersion }),
        draftId: mine,
      },
    });
    expect((await draftsOf(maker, run.id)).map(({ id }) => id)).toEqual([theirs]);
    expect((await draftsOf(other, run.id))[0]?.basedOn).toBe(run.rowVersion);
    await as(other).discardDistributionDraft({ params: { id: theirs } });
    expect(await draftsOf(other, run.id)).toEqual([]);
  });

  it('of a new run are visible only to their author, and remain if the run is deleted', async () => {
    const fresh = randomUUID();
    await save(maker, fresh, '5');
    expect((await draftsOf(maker)).map(({ id }) => id)).toContain(fresh);
    expect((await draftsOf(other)).map(({ id }) => id)).not.toContain(fresh);
    const run = await as(maker).saveDistribution({ body: body((source) => source) });
    const orphan = randomUUID();
    await save(other, orphan, '9', { distributionId: run.id, basedOn: run.rowVersion });
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    await as(administrator).deleteDistribution({ params: { id: run.id } });
    expect((await draftsOf(other)).map(({ id }) => id)).toContain(orphan);
  });
});
