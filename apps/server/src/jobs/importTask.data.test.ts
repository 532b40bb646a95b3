import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import type { LiveEvent } from '@carrara/contract/core/events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { v7 as newId } from 'uuid';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import { uploadClient } from '../testing/uploads.ts';

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let editor: TestPerson;
let files: ReturnType<typeof uploadClient>;

const rows = 5001;
const day = (i: number) => new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10);
/** Creates a file of index levels that is too large to import within the request. */
const long = (code: string, level: string) =>
  `Index,Date,Level,Name\n${Array.from({ length: rows }, (_, i) => `${code},${day(i)},${level},Index ${code}`).join('\n')}\n`;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  files = uploadClient(server, tenantId, editor);
});
afterAll(() => server.stop());

const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const report = await as(editor).getUpload({ params: { id } });
      expect(report.status).not.toBe('RUNNING');
      return report;
    },
    { timeout: 240_000, interval: 100 },
  );
const taskOf = async (uploadId: string) => (await as(editor).listTasks()).find(({ objectId }) => objectId === uploadId);
/** Waits until the job has ended: the records exist shortly before that. */
const taskEnded = (uploadId: string) =>
  vi.waitFor(async () => expect(['WAITING', 'RUNNING']).not.toContain((await taskOf(uploadId))?.status), {
    timeout: 240_000,
    interval: 100,
  });
const levels = async (code: string) =>
  (await as(editor).listIndexSeries({ query: { pageSize: 100 } })).pageData.find((row) => row.code === code)?.levels;
/** Creates a task as if a process had started it and stopped sending heartbeats. */
const stopped = (uploadId: string, stopRequested = false) =>
  server.withTenant({ tenantId, personId: editor.personId, now: server.now.toISOString() }, (tx) =>
    tx.query(
      `INSERT INTO task (tenant_id, id, person_id, kind, title, input, status, attempt, heartbeat_at, stop_requested, created_at)
       VALUES ($1, $2, $3, 'import', 'Left behind', $4::jsonb, 'RUNNING', 1, now() - interval '60 s', $5, $6)`,
      [tenantId, newId(), editor.personId, JSON.stringify({ id: uploadId }), stopRequested, server.now],
    ),
  );

it('a long file is checked and imported off the request thread, and its screen gets the progress', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const heard: LiveEvent[] = [];
  const live = await listenLive(
    { baseUrl, tenantId, token: () => editor.token },
    { onUpdate: (event) => heard.push(event), onState: () => undefined },
  );
  const progressOf = (id: string, operation: string) =>
    heard
      .filter((event) => event.id === id && event.params.some(({ value }) => value === operation))
      .map(({ params }) => Number(params.find(({ key }) => key === 'progress')?.value));
  const inOrder = (percents: readonly number[]) => percents.toSorted((percent, other) => percent - other);
  const checkId = newId();
  const { id } = await files.checked('index', long('TOLD', '100'), { checkId });
  await vi.waitFor(() => expect(progressOf(checkId, 'uploadFile').length).toBeGreaterThan(1), { timeout: 240_000 });
  const checking = progressOf(checkId, 'uploadFile');
  expect(checking).toEqual(inOrder(checking));
  await files.confirm('index', id);
  expect(await ended(id)).toMatchObject({ status: 'DONE' });
  await vi.waitFor(() => expect(progressOf(id, 'confirmUpload').some((percent) => percent > 0)).toBe(true), {
    timeout: 240_000,
  });
  await live.stop();
});

it('a long file is imported once, as a background job that nobody waits for', async () => {
  const { id } = await files.checked('index', long('LONG', '100'));
  const answer = await files.confirm('index', id);
  expect(answer.status).toBe('RUNNING');
  const again = await files.confirm('index', id).catch(() => undefined);
  if (again) expect(again.taskId).toBe(answer.taskId);
  expect(await ended(id)).toMatchObject({ status: 'DONE', progress: 100, taskId: null, remarks: [] });
  await taskEnded(id);
  expect(await taskOf(id)).toMatchObject({ status: 'DONE', done: 100, total: 100 });
  expect(await levels('LONG')).toBe(rows);
});

it('a process that dies leaves nothing half imported: another one takes over, and imports nothing twice', async () => {
  const { id } = await files.checked('index', long('DEAD', '100'));
  await stopped(id);
  expect(await ended(id)).toMatchObject({ status: 'DONE' });
  expect(await levels('DEAD')).toBe(rows);
  // The process died after the commit, before it could report that.
  await stopped(id);
  await taskEnded(id);
  expect(await taskOf(id)).toMatchObject({ status: 'DONE' });
  expect(await levels('DEAD')).toBe(rows);
});

it('stopped before it is committed it has entered nothing, and may be carried out again', async () => {
  const { id } = await files.checked('index', long('STOP', '100'));
  await stopped(id, true);
  expect(await ended(id)).toMatchObject({ status: 'PENDING', taskId: null });
  expect([(await taskOf(id))?.status, await levels('STOP')]).toEqual(['STOPPED', undefined]);
  await files.confirm('index', id);
  expect(await ended(id)).toMatchObject({ status: 'DONE' });
  expect(await levels('STOP')).toBe(rows);
});

it('an import that isn’t possible any more says why, only to its starter', async () => {
  const { id } = await files.checked('index', long('GONE', '100'));
  // Another index has taken the name meanwhile.
  const other = { code: 'OTHER', name: 'Index GONE' };
  await as(editor).saveIndexSeries({ body: other });
  await files.confirm('index', id);
  const report = await ended(id);
  expect([report.status, report.remarks]).toEqual([
    'PENDING',
    [expect.stringMatching(/^The file now has 5001 errors, the first at .*An index 'Index GONE' already exists/)],
  ]);
  const colleague = await server.person(tenantId, { performance: 'editor' });
  expect(await as(colleague).getUpload({ params: { id } })).toMatchObject({ status: 'PENDING', remarks: [] });
});
