import { beatTask, claimTask, endTask } from '@carrara/adapters/postgres/platform/task/working';
import { fromBufferPromise } from 'yauzl';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { v7 as newId } from 'uuid';
import { type PlantedPlan, plantCarryPlan, planDistributionBody } from '../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

interface Displayed {
  readonly Id: string;
  readonly Status: string;
  readonly Done: number;
  readonly Total: number;
  readonly Remarks: readonly string[];
  readonly FileName: string | null;
}

let server: TestServer;
let tenantId: string;
let maker: TestPerson;
let plan: PlantedPlan;
let run: { readonly Id: string; readonly Name: string; readonly NumberOfParticipants: number };

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
  const saved = await call(maker, 'POST', '/api/carry/distribution/save-distribution', planDistributionBody(plan));
  expect(saved.statusCode, saved.body.slice(0, 500)).toBe(200);
  run = saved.json();
});
afterAll(() => server.stop());

const call = (person: TestPerson, method: 'GET' | 'POST', url: string, payload?: object, tenant = tenantId) =>
  server.call(person.token, tenant, { method, url, ...(payload ? { payload } : {}) });
async function start(person = maker, as = 'zip'): Promise<Displayed> {
  const answer = await call(person, 'POST', `/api/carry/distribution/${run.Id}/letters`, { As: as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Displayed>();
}
const seen = async (id: string, person = maker): Promise<Displayed> =>
  (await call(person, 'GET', `/api/task/${id}`)).json();
const ended = (id: string, person = maker): Promise<Displayed> =>
  vi.waitFor(
    async () => {
      const task = await seen(id, person);
      expect(['DONE', 'FAILED', 'STOPPED']).toContain(task.Status);
      return task;
    },
    { timeout: 240_000, interval: 100 },
  );
const fileOf = (id: string, person = maker, tenant = tenantId) =>
  call(person, 'GET', `/api/task/${id}/file`, undefined, tenant);
/** Inserts a task bypassing the API. `attempt` and `silentFor` describe a process that worked on it. */
async function plant(status: string, silentFor = 0, attempt = 1): Promise<string> {
  const id = newId();
  await server.database.worker.query('SELECT 1');
  await server.withTenant({ tenantId, personId: maker.personId, now: server.now.toISOString() }, (tx) =>
    tx.query(
      `INSERT INTO task (tenant_id, id, person_id, kind, title, input, status, attempt, heartbeat_at, created_at)
       VALUES ($1, $2, $3, 'letters', 'Planted', $4::jsonb, $5, $6, now() - make_interval(secs => $7), now())`,
      [tenantId, id, maker.personId, JSON.stringify({ id: run.Id, as: 'pdf' }), status, attempt, silentFor],
    ),
  );
  return id;
}

describe('a background job', () => {
  it('makes every letter, tells how far it is, and keeps the result for who started it', async () => {
    const started = await start();
    expect(started).toMatchObject({ Status: 'WAITING', FileName: null });
    const task = await ended(started.Id);
    expect(task).toMatchObject({
      Status: 'DONE',
      Done: run.NumberOfParticipants,
      Total: run.NumberOfParticipants,
      Remarks: [],
    });
    const file = await fileOf(task.Id);
    expect(file.headers['content-type']).toBe('application/zip');
    const names: string[] = [];
    for await (const entry of (await fromBufferPromise(file.rawPayload)).eachEntry()) names.push(entry.fileName);
    expect(names).toHaveLength(run.NumberOfParticipants);
    const listed = (await call(maker, 'GET', '/api/task')).json<readonly Displayed[]>();
    expect(listed.map(({ Id }) => Id)).toContain(task.Id);
  });

  it('is seen by nobody else, whatever the role, and by no other tenant', async () => {
    const { Id } = await start();
    await ended(Id);
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    const elsewhere = await server.tenant();
    await server.join(elsewhere, maker.personId, { carry: 'administrator' });
    for (const [person, tenant] of [
      [administrator, tenantId],
      [maker, elsewhere],
    ] as const) {
      expect((await call(person, 'GET', `/api/task/${Id}`, undefined, tenant)).statusCode).toBe(404);
      expect((await fileOf(Id, person, tenant)).statusCode).toBe(404);
      expect((await call(person, 'POST', `/api/task/${Id}/stop`, {}, tenant)).statusCode).toBe(404);
      expect((await call(person, 'GET', '/api/task', undefined, tenant)).json()).toEqual([]);
    }
  });

  it('acts as who started it: without the role it is not done, and its result is not given out', async () => {
    const guest = await server.person(tenantId, { carry: 'viewer', comp: 'viewer' });
    const { Id } = await start(guest);
    await ended(Id, guest);
    await server.database.worker.query(
      `DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2 AND application = 'carry'`,
      [tenantId, guest.personId],
    );
    expect((await fileOf(Id, guest)).statusCode).toBe(403);
    await server.withTenant({ tenantId, personId: guest.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO task (tenant_id, id, person_id, kind, title, input, created_at) VALUES ($1, $2, $3, 'letters', 'x', $4::jsonb, now())`,
        [tenantId, newId(), guest.personId, JSON.stringify({ id: run.Id, as: 'pdf' })],
      ),
    );
    const [newest] = (await call(guest, 'GET', '/api/task')).json<readonly Displayed[]>();
    expect(await ended(newest!.Id, guest)).toMatchObject({
      Status: 'FAILED',
      Remarks: ['You no longer have permission to do this.'],
    });
  });

  it('is taken over when its process has died, and is ended once', async () => {
    const id = await plant('RUNNING', 60);
    expect(await ended(id)).toMatchObject({ Status: 'DONE' });
    const dead = { tenantId, id, personId: maker.personId, kind: 'letters', title: 'Letters', input: {}, attempt: 1 };
    const file = {
      storageKey: `${tenantId}/aa/00000000-0000-0000-0000-000000000000`,
      name: 'late.pdf',
      type: 'application/pdf',
    };
    expect(await endTask(server.database.worker, dead, { status: 'DONE', remarks: [], file })).toBe(false);
    expect(await beatTask(server.database.worker, dead, 1, 2)).toBe('lost');
    expect((await seen(id)).FileName).not.toBe('late.pdf');
  });

  it('is left alone while its process lives, and given up when processes die with it again and again', async () => {
    const alive = await plant('RUNNING', 0, 1);
    const cursed = await plant('RUNNING', 60, 3);
    expect(await claimTask(server.database.worker)).toBeUndefined();
    expect(await seen(alive)).toMatchObject({ Status: 'RUNNING' });
    expect(await ended(cursed)).toMatchObject({ Status: 'FAILED', Remarks: [expect.stringContaining('3 times')] });
    await server.database.worker.query('DELETE FROM task WHERE id = $1', [alive]);
  });

  it('stops when it is asked to', async () => {
    const running = await plant('RUNNING', 0, 1);
    const response = await call(maker, 'POST', `/api/task/${running}/stop`, {});
    expect(response.json<{ StopAsked: boolean }>().StopAsked).toBe(true);
    const task = {
      tenantId,
      id: running,
      personId: maker.personId,
      kind: 'letters',
      title: 'Letters',
      input: {},
      attempt: 1,
    };
    expect(await beatTask(server.database.worker, task, 3, 9)).toBe('stop');
    await endTask(server.database.worker, task, { status: 'STOPPED', remarks: [] });
    expect(await seen(running)).toMatchObject({ Status: 'STOPPED', Done: 3, Total: 9, FileName: null });
    expect((await fileOf(running)).statusCode).toBe(404);
  });
});

describe('a payee whose name no font has', () => {
  it('is named before anything is made, refuses the letters that are asked for at once, and is left out of background jobs by name', async () => {
    const id = plan.idOf('E001');
    await server.database.worker.query('SELECT 1');
    await server.withTenant({ tenantId, personId: maker.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE participant SET name = 'José 💰' WHERE tenant_id = $1 AND id = $2`, [tenantId, id]),
    );
    const text = 'The letter for José 💰 can’t be printed because the fonts don’t contain 💰 (U+1F4B0).';
    const displayed = (await call(maker, 'GET', `/api/carry/distribution/${run.Id}`)).json<{
      Warnings: readonly { Code: string; Message: string }[];
    }>();
    expect(displayed.Warnings).toContainEqual(expect.objectContaining({ Code: 'NOT_PRINTABLE', Message: text }));
    for (const path of [`letter/${id}`, 'letter-package', 'Pdfletter-package']) {
      const answer = await call(maker, 'GET', `/api/carry/distribution/${run.Id}/${path}`);
      expect([answer.statusCode, answer.json<{ Message: string }>().Message]).toEqual([422, text]);
    }
    const { Id } = await start(maker, 'pdf');
    expect(await ended(Id)).toMatchObject({ Status: 'DONE', Total: run.NumberOfParticipants - 1, Remarks: [text] });
  });
});
