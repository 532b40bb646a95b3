import { sendHeartbeat, claimTask, endTask } from '@carrara/adapters/postgres/platform/task/taskQueue';
import { fromBufferPromise } from 'yauzl';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { v7 as newId } from 'uuid';
import { type PlantedPlan, plantCarryPlan, planDistribution } from '../testing/plantCarryPlan.ts';
import { type AnswerOf, refusal } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

type Displayed = AnswerOf<'getTask'>;

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let maker: TestPerson;
let plan: PlantedPlan;
let run: AnswerOf<'saveDistribution'>;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
  run = await as(maker).saveDistribution({ body: planDistribution(plan) });
});
afterAll(() => server.stop());

const start = (person = maker, kind: 'zip' | 'pdf' = 'zip') =>
  as(person).startLetters({ params: { id: run.id }, body: { as: kind } });
const visible = (id: string, person = maker) => as(person).getTask({ params: { id } });
const ended = (id: string, person = maker): Promise<Displayed> =>
  vi.waitFor(
    async () => {
      const task = await visible(id, person);
      expect(['DONE', 'FAILED', 'STOPPED']).toContain(task.status);
      return task;
    },
    { timeout: 240_000, interval: 100 },
  );
const fileOf = (id: string, person = maker, tenant = tenantId) => as(person, tenant).downloadTask({ params: { id } });
/** Inserts a task bypassing the API. `attempt` and `silentFor` describe a process that worked on it. */
async function plant(status: string, silentFor = 0, attempt = 1): Promise<string> {
  const id = newId();
  await server.database.worker.query('SELECT 1');
  await server.withTenant({ tenantId, personId: maker.personId, now: server.now.toISOString() }, (tx) =>
    tx.query(
      `INSERT INTO task (tenant_id, id, person_id, kind, title, input, status, attempt, heartbeat_at, created_at)
       VALUES ($1, $2, $3, 'letters', 'Planted', $4::jsonb, $5, $6, now() - make_interval(secs => $7), now())`,
      [tenantId, id, maker.personId, JSON.stringify({ id: run.id, as: 'pdf' }), status, attempt, silentFor],
    ),
  );
  return id;
}

describe('a background job', () => {
  it('creates every letter, reports its progress, and stores the result for the person who started it', async () => {
    const started = await start();
    expect(started).toMatchObject({ status: 'WAITING', fileName: null });
    const task = await ended(started.id);
    expect(task).toMatchObject({
      status: 'DONE',
      done: run.numberOfParticipants!,
      total: run.numberOfParticipants!,
      remarks: [],
    });
    const file = await fileOf(task.id);
    expect(file.type).toBe('application/zip');
    const names: string[] = [];
    for await (const entry of (await fromBufferPromise(Buffer.from(file.bytes))).eachEntry())
      names.push(entry.fileName);
    expect(names).toHaveLength(run.numberOfParticipants!);
    const listed = await as(maker).listTasks();
    expect(listed.map(({ id }) => id)).toContain(task.id);
  });

  it('is hidden from other people in any role, and from other tenants', async () => {
    const { id } = await start();
    await ended(id);
    const administrator = await server.person(tenantId, { carry: 'administrator' });
    const elsewhere = await server.tenant();
    await server.join(elsewhere, maker.personId, { carry: 'administrator' });
    for (const [person, tenant] of [
      [administrator, tenantId],
      [maker, elsewhere],
    ] as const) {
      expect((await refusal(as(person, tenant).getTask({ params: { id } }))).status).toBe(404);
      expect((await refusal(fileOf(id, person, tenant))).status).toBe(404);
      expect((await refusal(as(person, tenant).stopTask({ params: { id } }))).status).toBe(404);
      expect(await as(person, tenant).listTasks()).toEqual([]);
    }
  });

  it('stops with others in one call, which leaves out those that have ended', async () => {
    const [done, running, other] = [await plant('RUNNING'), await plant('RUNNING'), await plant('RUNNING')];
    await server.withTenant({ tenantId, personId: maker.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE task SET status = 'DONE', ended_at = now() WHERE tenant_id = $1 AND id = $2`, [tenantId, done]),
    );
    const colleague = await server.person(tenantId, { carry: 'administrator' });
    const stop = (ids: string[], person = maker, tenant = tenantId) => as(person, tenant).stopTasks({ body: { ids } });
    const missing = [newId(), running, other];
    expect((await refusal(stop(missing))).status).toBe(404);
    expect((await refusal(stop([running, other], colleague))).status).toBe(404);
    const elsewhere = await server.tenant();
    await server.join(elsewhere, maker.personId, { carry: 'administrator' });
    expect((await refusal(stop([running], maker, elsewhere))).status).toBe(404);
    expect(await visible(running)).toMatchObject({ stopRequested: false });
    expect(await stop([running, done, other, running.toUpperCase()])).toEqual({ changed: 2, unchanged: 1 });
    expect(await stop([running, done])).toEqual({ changed: 0, unchanged: 2 });
    for (const id of [running, other]) expect(await visible(id)).toMatchObject({ stopRequested: true });
    expect(await visible(done)).toMatchObject({ stopRequested: false, status: 'DONE' });
  });

  it('runs as the person who started it: without the role, it fails and its result can’t be downloaded', async () => {
    const guest = await server.person(tenantId, { carry: 'viewer', comp: 'viewer' });
    const { id } = await start(guest);
    await ended(id, guest);
    await server.database.worker.query(
      `DELETE FROM membership_role WHERE tenant_id = $1 AND person_id = $2 AND application = 'carry'`,
      [tenantId, guest.personId],
    );
    expect((await refusal(fileOf(id, guest))).status).toBe(403);
    await server.withTenant({ tenantId, personId: guest.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(
        `INSERT INTO task (tenant_id, id, person_id, kind, title, input, created_at) VALUES ($1, $2, $3, 'letters', 'x', $4::jsonb, now())`,
        [tenantId, newId(), guest.personId, JSON.stringify({ id: run.id, as: 'pdf' })],
      ),
    );
    const [newest] = await as(guest).listTasks();
    expect(await ended(newest!.id, guest)).toMatchObject({
      status: 'FAILED',
      remarks: ['You no longer have permission to do this.'],
    });
  });

  it('is taken over if its process died, and ends once', async () => {
    const id = await plant('RUNNING', 60);
    expect(await ended(id)).toMatchObject({ status: 'DONE' });
    const dead = { tenantId, id, personId: maker.personId, kind: 'letters', title: 'Letters', input: {}, attempt: 1 };
    const file = {
      storageKey: `${tenantId}/aa/00000000-0000-0000-0000-000000000000`,
      name: 'late.pdf',
      type: 'application/pdf',
    };
    expect(await endTask(server.database.worker, dead, { status: 'DONE', remarks: [], file })).toBe(false);
    expect(await sendHeartbeat(server.database.worker, dead, 1, 2)).toBe('lost');
    expect((await visible(id)).fileName).not.toBe('late.pdf');
  });

  it('isn’t taken over while its process is alive, and fails after several processes died', async () => {
    const alive = await plant('RUNNING', 0, 1);
    const cursed = await plant('RUNNING', 60, 3);
    expect(await claimTask(server.database.worker)).toBeUndefined();
    expect(await visible(alive)).toMatchObject({ status: 'RUNNING' });
    expect(await ended(cursed)).toMatchObject({ status: 'FAILED', remarks: [expect.stringContaining('3 times')] });
    await server.database.worker.query('DELETE FROM task WHERE id = $1', [alive]);
  });

  it('stops on request', async () => {
    const running = await plant('RUNNING', 0, 1);
    const response = await as(maker).stopTask({ params: { id: running } });
    expect(response.stopRequested).toBe(true);
    const task = {
      tenantId,
      id: running,
      personId: maker.personId,
      kind: 'letters',
      title: 'Letters',
      input: {},
      attempt: 1,
    };
    expect(await sendHeartbeat(server.database.worker, task, 3, 9)).toBe('stop');
    await endTask(server.database.worker, task, { status: 'STOPPED', remarks: [] });
    expect(await visible(running)).toMatchObject({ status: 'STOPPED', done: 3, total: 9, fileName: null });
    expect((await refusal(fileOf(running))).status).toBe(404);
  });
});

describe('a payee with a name that no font contains', () => {
  it('is reported in advance, refuses direct letters, and is omitted from background jobs by name', async () => {
    const id = plan.idOf('E001');
    await server.database.worker.query('SELECT 1');
    await server.withTenant({ tenantId, personId: maker.personId, now: server.now.toISOString() }, (tx) =>
      tx.query(`UPDATE participant SET name = 'José 💰' WHERE tenant_id = $1 AND id = $2`, [tenantId, id]),
    );
    const text = 'The letter for José 💰 can’t be printed because the fonts don’t contain 💰 (U+1F4B0).';
    const displayed = await as(maker).getDistribution({ params: { id: run.id } });
    expect(displayed.warnings).toContainEqual(expect.objectContaining({ code: 'NOT_PRINTABLE', message: text }));
    const params = { id: run.id };
    for (const download of [
      () => as(maker).downloadLetter({ params: { ...params, participantId: id } }),
      () => as(maker).downloadLetterPackage({ params }),
      () => as(maker).downloadPdfLetterPackage({ params }),
    ]) {
      const { status, message } = await refusal(download());
      expect([status, message]).toEqual([422, text]);
    }
    const task = await start(maker, 'pdf');
    expect(await ended(task.id)).toMatchObject({
      status: 'DONE',
      total: run.numberOfParticipants! - 1,
      remarks: [text],
    });
  });
});
