import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type PlantedPlan, plantCarryPlan, planDistributionBody } from '../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
  readonly TotalCarryDistributed: string;
  readonly NumberOfParticipants: number;
}

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let approver: TestPerson;
let paid: Stored;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  approver = await server.person(tenantId, { carry: 'viewer' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
  const listed = { ...planDistributionBody(plan), Approvers: [{ Id: approver.personId }] };
  const draft = await done(maker, 'save-distribution', listed);
  const submitted = await done(maker, `${draft.Id}/submit-for-approval`, { RowVersion: draft.RowVersion });
  const approved = await done(approver, 'save-approval', {
    DistributionId: draft.Id,
    RowVersion: submitted.RowVersion,
    ApprovalDecision: 'APP',
  });
  paid = await done(maker, `${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
});
afterAll(() => server.stop());

const call = (person: TestPerson, method: 'GET' | 'POST', path: string, payload?: object) =>
  server.call(person.token, tenantId, {
    method,
    url: `/api/carry/distribution/${path}`,
    ...(payload ? { payload } : {}),
  });
const done = async (person: TestPerson, path: string, payload: object): Promise<Stored> => {
  const answer = await call(person, 'POST', path, payload);
  expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
  return answer.json<Stored>();
};
const file = async (path: string) => {
  const answer = await call(approver, 'GET', `${paid.Id}/${path}`);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer;
};
const zipped = async (bytes: Buffer) => {
  const names: string[] = [];
  for await (const entry of (await fromBufferPromise(bytes)).eachEntry()) names.push(entry.fileName);
  return names;
};

describe('the files of a distribution', () => {
  it.each(['letter', 'pdfLetter'])('%s is a PDF of one participant', async (path) => {
    const answer = await file(`${path}/${plan.idOf('E001')}`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const other = await file(`${path}/${plan.idOf('E002')}`);
    expect(other.headers['content-disposition']).not.toBe(answer.headers['content-disposition']);
  });

  it('there is no letter for who gets nothing of it', async () => {
    const answer = await call(approver, 'GET', `${paid.Id}/letter/${tenantId}`);
    expect(answer.statusCode).toBe(404);
  });

  it('letters of all come as a zip of one each, or as one PDF', async () => {
    const names = await zipped((await file('letter-package')).rawPayload);
    expect(names).toHaveLength(paid.NumberOfParticipants);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name.endsWith('.pdf'))).toBe(true);
    const all = await file('Pdfletter-package');
    expect(all.headers['content-type']).toBe('application/pdf');
    expect(all.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('the workbook is one of Excel', async () => {
    const answer = await file('export');
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    expect(await zipped(answer.rawPayload)).toContain('xl/workbook.xml');
  });
});

describe('the charts', () => {
  const cents = (text: string) => BigInt(text.replace('.', ''));
  it.each(['sector', 'fund', 'coinvestment', 'investment', 'year'])('%s adds up what was disbursed', async (by) => {
    const answer = await call(approver, 'GET', by);
    expect(answer.statusCode).toBe(200);
    const slices = answer.json<readonly { readonly Name: string; readonly TotalCarryDistributed: string }[]>();
    const sum = slices.reduce((total, slice) => total + cents(slice.TotalCarryDistributed), 0n);
    const all = cents(paid.TotalCarryDistributed);
    // A source is of a fund or of a coinvestment; every other cut holds all of it.
    if (by === 'fund' || by === 'coinvestment') expect(sum > 0n && sum <= all).toBe(true);
    else expect(sum).toBe(all);
    if (by === 'year') expect(slices.map(({ Name }) => Name)).toEqual(['2026']);
    const largestFirst = slices.map((slice) => cents(slice.TotalCarryDistributed));
    if (by !== 'year') expect(largestFirst).toEqual([...largestFirst].sort((a, b) => Number(b - a)));
  });
});

describe('what can be a source', () => {
  it('is a tree of funds and coinvestments, their parts and tranches, each with the profiles it can use', async () => {
    const answer = await call(maker, 'GET', 'source-options?distributionDate=2026-09-30');
    const options =
      answer.json<
        readonly {
          readonly Type: string;
          readonly ParentId: string | null;
          readonly Source: { readonly Id: string };
          readonly Profiles: readonly { readonly EffectiveDate: string; readonly IsCurrent: boolean }[];
        }[]
      >();
    const ids = new Set(options.map(({ Source }) => Source.Id));
    for (const { Type, ParentId, Profiles } of options) {
      expect(ParentId === null).toBe(Type === 'Fund' || Type === 'Coinvestment');
      if (ParentId !== null) expect(ids.has(ParentId)).toBe(true);
      expect(Profiles.every(({ EffectiveDate }) => EffectiveDate <= '2026-09-30')).toBe(true);
    }
    expect(options.find(({ Source }) => Source.Id === plan.idOf('CO-HEL'))?.Type).toBe('Coinvestment');
  });
});
