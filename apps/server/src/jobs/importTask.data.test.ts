import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import type { LiveEvent } from '@carrara/contract/core/events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { v7 as newId } from 'uuid';
import { type TestPerson, TestServer } from '../testing/testServer.ts';
import { type UploadReport, uploadsOf } from '../testing/uploads.ts';

type Report = UploadReport & { readonly TaskId: string | null; readonly Remarks: readonly string[] };

let server: TestServer;
let tenantId: string;
let editor: TestPerson;
let files: ReturnType<typeof uploadsOf>;

const rows = 5001;
const day = (i: number) => new Date(Date.UTC(2000, 0, 1 + i)).toISOString().slice(0, 10);
/** Creates a file of index levels that is too large to import within the request. */
const long = (code: string, level: string) =>
  `Index,Date,Level,Name\n${Array.from({ length: rows }, (_, i) => `${code},${day(i)},${level},Index ${code}`).join('\n')}\n`;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  editor = await server.person(tenantId, { performance: 'editor' });
  files = uploadsOf(server, tenantId, editor);
});
afterAll(() => server.stop());

const get = async <T>(url: string, person = editor): Promise<T> =>
  (await server.call(person.token, tenantId, { method: 'GET', url })).json<T>();
const ended = (id: string): Promise<Report> =>
  vi.waitFor(
    async () => {
      const report = await get<Report>(`/api/upload/${id}`);
      expect(report.Status).not.toBe('RUNNING');
      return report;
    },
    { timeout: 240_000, interval: 100 },
  );
const taskOf = async (uploadId: string) =>
  (await get<{ Id: string; Status: string; ObjectId: string; Done: number; Total: number }[]>('/api/task')).find(
    ({ ObjectId }) => ObjectId === uploadId,
  );
/** Waits until the job has ended: the records exist shortly before that. */
const taskEnded = (uploadId: string) =>
  vi.waitFor(async () => expect(['WAITING', 'RUNNING']).not.toContain((await taskOf(uploadId))?.Status), {
    timeout: 240_000,
    interval: 100,
  });
const levels = async (code: string) =>
  (
    await get<{ PageData: { Code: string; Levels: number }[] }>('/api/performance/index-series?PageSize=100')
  ).PageData.find(({ Code }) => Code === code)?.Levels;
/** Creates a task as if a process had started it and stopped sending heartbeats. */
const left = (uploadId: string, stopRequested = false) =>
  server.withTenant({ tenantId, personId: editor.personId, now: server.now.toISOString() }, (tx) =>
    tx.query(
      `INSERT INTO task (tenant_id, id, person_id, kind, title, input, status, attempt, heartbeat_at, stop_requested, created_at)
       VALUES ($1, $2, $3, 'import', 'Left behind', $4::jsonb, 'RUNNING', 1, now() - interval '60 s', $5, $6)`,
      [tenantId, newId(), editor.personId, JSON.stringify({ id: uploadId }), stopRequested, server.now],
    ),
  );

it('a long file is checked and carried out beside the requests, and its screen is told how far that is', async () => {
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
  const { Id } = (await files.send('index', long('TOLD', '100'), { checkId })).json<Report>();
  await vi.waitFor(() => expect(progressOf(checkId, 'uploadFile').length).toBeGreaterThan(1), { timeout: 240_000 });
  const checking = progressOf(checkId, 'uploadFile');
  expect(checking).toEqual(inOrder(checking));
  await files.confirm('index', Id);
  expect(await ended(Id)).toMatchObject({ Status: 'DONE' });
  await vi.waitFor(() => expect(progressOf(Id, 'confirmUpload').some((percent) => percent > 0)).toBe(true), {
    timeout: 240_000,
  });
  await live.stop();
});

it('a long file is carried out as a background job: nobody waits for it, and it is done once', async () => {
  const { Id } = await files.checked('index', long('LONG', '100'));
  const answer = await files.confirm('index', Id);
  expect([answer.statusCode, answer.json<Report>().Status]).toEqual([200, 'RUNNING']);
  const again = await files.confirm('index', Id);
  if (again.statusCode === 200) expect(again.json<Report>().TaskId).toBe(answer.json<Report>().TaskId);
  expect(await ended(Id)).toMatchObject({ Status: 'DONE', Progress: 100, TaskId: null, Remarks: [] });
  await taskEnded(Id);
  expect(await taskOf(Id)).toMatchObject({ Status: 'DONE', Done: 100, Total: 100 });
  expect(await levels('LONG')).toBe(rows);
});

it('a process that dies with it leaves nothing half entered: another one takes it over, and enters nothing twice', async () => {
  const { Id } = await files.checked('index', long('DEAD', '100'));
  await left(Id);
  expect(await ended(Id)).toMatchObject({ Status: 'DONE' });
  expect(await levels('DEAD')).toBe(rows);
  // The process died after the commit, before it could report that.
  await left(Id);
  await taskEnded(Id);
  expect(await taskOf(Id)).toMatchObject({ Status: 'DONE' });
  expect(await levels('DEAD')).toBe(rows);
});

it('stopped before it is committed it has entered nothing, and may be carried out again', async () => {
  const { Id } = await files.checked('index', long('STOP', '100'));
  await left(Id, true);
  expect(await ended(Id)).toMatchObject({ Status: 'PENDING', TaskId: null });
  expect([(await taskOf(Id))?.Status, await levels('STOP')]).toEqual(['STOPPED', undefined]);
  await files.confirm('index', Id);
  expect(await ended(Id)).toMatchObject({ Status: 'DONE' });
  expect(await levels('STOP')).toBe(rows);
});

it('what cannot be carried out any more says why, and to nobody else', async () => {
  const { Id } = await files.checked('index', long('GONE', '100'));
  // Another index has taken the name meanwhile.
  const other = { Code: 'OTHER', Name: 'Index GONE' };
  await server.call(editor.token, tenantId, { method: 'POST', url: '/api/performance/index-series', payload: other });
  await files.confirm('index', Id);
  const report = await ended(Id);
  expect([report.Status, report.Remarks]).toEqual([
    'PENDING',
    [expect.stringMatching(/^The file now has 5001 errors, the first at .*An index 'Index GONE' already exists/)],
  ]);
  const colleague = await server.person(tenantId, { performance: 'editor' });
  expect(await get<Report>(`/api/upload/${Id}`, colleague)).toMatchObject({ Status: 'PENDING', Remarks: [] });
});
