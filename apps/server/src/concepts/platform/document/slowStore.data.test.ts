import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipart } from '../../../testing/multipart.ts';
import { grantPayAccess } from '../../../testing/grantPayAccess.ts';
import { refusal } from '../../../testing/testClient.ts';
import { TestServer } from '../../../testing/testServer.ts';

/** A store that blocks its clients until it is told to continue. */
const contents = new Map<string, Buffer>();
let waiting: (() => void)[] | undefined = [];
const store = createServer((request, response) => {
  const key = String(request.url?.split('?')[0]);
  const answer = async () => {
    if (request.method === 'PUT') contents.set(key, await buffer(request));
    const bytes = contents.get(key);
    if (request.method === 'DELETE') contents.delete(key);
    if (request.method !== 'GET') return void response.writeHead(200, { etag: '"1"' }).end();
    send(response, bytes);
  };
  if (waiting) waiting.push(() => void answer());
  else void answer();
});
const send = (response: ServerResponse, bytes: Buffer | undefined) =>
  bytes ? response.writeHead(200, { 'content-length': bytes.byteLength }).end(bytes) : response.writeHead(404).end();
function resume(): void {
  const resolvers = waiting ?? [];
  waiting = undefined;
  for (const each of resolvers) each();
}

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
beforeAll(async () => {
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  const url = `s3://bucket?endpoint=http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  server = await TestServer.start({
    environment: { FILES_URL: url, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
  });
});
afterAll(async () => {
  resume();
  await server?.stop();
  store.closeAllConnections();
  store.close();
});

// More requests than the pool has connections, spread over enough firms that none exceeds its limit.
const [firms, ofEach] = [3, 6];
const many = firms * ofEach;

it('lets any number of people wait for it without blocking others', async () => {
  const editors = await Promise.all(
    Array.from({ length: firms }, async () => {
      const tenantId = await server.tenant();
      const { token } = await server.person(tenantId, { carry: 'administrator' });
      const call = (method: 'GET' | 'POST', url: string, more: object = {}) =>
        server.call(token, tenantId, { method, url, ...more });
      const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
      const payload = { code: 'I', legalName: 'Fund I', currency: { id: usd } };
      const fund = (await call('POST', '/api/carry/fund', { payload })).json<{ Id: string }>().Id;
      return { call, url: `/api/document/upload/${fund}?objectType=fund` };
    }),
  );
  const listed = async () => (await editors[0]!.call('GET', '/api/carry/fund')).statusCode;
  const allWait = () => expect.poll(() => waiting?.length, { timeout: 240_000 }).toBe(many);
  const file = multipart({ name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') });
  expect(many).toBeGreaterThan(server.database.app.options.max);
  const uploads = editors.flatMap(({ call, url }) =>
    Array.from({ length: ofEach }, async () => ({ call, answer: await call('POST', url, file) })),
  );
  await allWait();
  expect(await listed()).toBe(200);
  resume();
  const stored = await Promise.all(uploads);
  for (const { answer } of stored) expect(answer.statusCode, answer.body).toBe(200);
  expect(contents.size).toBe(many);

  waiting = [];
  const downloads = stored.map(({ call, answer }) =>
    call('GET', `/api/document/download/${answer.json<{ Id: string }>().Id}`),
  );
  await allWait();
  expect(await listed()).toBe(200);
  resume();
  for (const { rawPayload } of await Promise.all(downloads)) expect(String(rawPayload)).toBe('%PDF-1.7');
});

it('uses no database connection while the PDF of a statement waits, and deletes the PDF if the release is refused', async () => {
  const tenantId = await server.tenant();
  const head = await server.person(tenantId, { comp: 'administrator' });
  await grantPayAccess(server, tenantId, head, 'ALL');
  const call = async <T>(url: string, payload: object) => {
    const answer = await server.call(head.token, tenantId, { method: 'POST', url, payload });
    return { status: answer.statusCode, body: answer.json<T>() };
  };
  const employeeId = await server.withTenant(
    { tenantId, personId: null, now: server.now.toISOString() },
    async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        `INSERT INTO participant (tenant_id, id, kind, code, name) VALUES ($1, gen_random_uuid(), 'employee', 'ADA', 'Ada') RETURNING id`,
        [tenantId],
      );
      await tx.query(
        `INSERT INTO employee (tenant_id, id, last_name, hire_date) VALUES ($1, $2, 'Ada', '2020-01-01')`,
        [tenantId, row?.id],
      );
      return row?.id ?? '';
    },
  );
  const base = '/api/comp/statement';
  const body = { employee: { id: employeeId }, year: 2025 };
  const draft = await as(head).savePayStatement({ body });
  const before = contents.size;
  waiting = [];
  const released = call(`${base}/${draft.id}/release`, { RowVersion: draft.rowVersion });
  await expect.poll(() => waiting?.length, { timeout: 240_000 }).toBe(1);
  const { app } = server.database;
  await expect.poll(() => app.totalCount - app.idleCount, { timeout: 240_000 }).toBe(0);
  // Somebody changes it meanwhile.
  await as(head).savePayStatement({
    body: { ...body, id: draft.id, rowVersion: draft.rowVersion, message: 'Thank you' },
  });
  resume();
  expect((await released).status).toBe(409);
  await expect.poll(() => contents.size, { timeout: 240_000 }).toBe(before);
});

it('uses no database connection while the prints of a transfer wait, and deletes them if the transfer isn’t accepted', async () => {
  const side = async (name: string) => {
    const id = await server.tenant(name);
    const client = server.as(await server.person(id, { performance: 'administrator' }));
    const currency = { id: await server.referenceEntry(id, 'currency', 'EUR') };
    const type = { id: await server.referenceEntry(id, 'investor-type', 'INVESTOR') };
    return { id, client, currency, type };
  };
  const [{ client: firm, currency, type }, { client: endowment, id: targetTenantId }] = [
    await side('Ridge Partners'),
    await side('Lakeside Endowment'),
  ];
  await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [targetTenantId]);
  const { id: vehicleId } = await firm.saveVehicle({ body: { code: 'F1', name: 'Fund I', currency } });
  const { id: investorId } = await firm.saveInvestor({ body: { code: 'LAKE', name: 'Lakeside', type } });
  const commitment = { kind: 'CLOSE', date: '2026-04-01', amount: '600.00' } as const;
  await firm.saveCommitment({ body: { vehicleId, investorId, ...commitment } });
  const cash = { type: 'CALL-INV', amount: '100.00', effectiveDate: '2026-05-01' } as const;
  await firm.saveLedgerEntries({ body: { vehicleId, entries: [cash] } });
  const endDate = '2026-06-30';
  const params = { vehicleId, endDate };
  const { rowVersion } = await firm.getPeriod({ params });
  await firm.lockPeriod({ params, body: { rowVersion } });
  const linkRequest = await firm.requestTenantLink({
    body: { targetTenantId, targetTenantName: 'Lakeside Endowment', investors: [{ id: investorId }] },
  });
  const { id: manager } = await endowment.saveFirm({ body: { code: 'RP', name: 'Ridge' } });
  await endowment.acceptTenantLinkRequest({ body: { id: linkRequest.id, firm: { id: manager } } });
  const submit = () => firm.submitDataTransfer({ body: { investorId, endDate } });

  const { id } = await submit();
  const before = contents.size;
  waiting = [];
  const accepted = refusal(endowment.acceptDataTransfer({ body: { id } }));
  await expect.poll(() => waiting?.length, { timeout: 240_000 }).toBe(1);
  const { app } = server.database;
  await expect.poll(() => app.totalCount - app.idleCount, { timeout: 240_000 }).toBe(0);
  // Somebody declines it meanwhile.
  await endowment.declineDataTransfer({ body: { id } });
  resume();
  expect((await accepted).status).toBe(409);
  await expect.poll(() => contents.size, { timeout: 240_000 }).toBe(before);
  await endowment.acceptDataTransfer({ body: { id: (await submit()).id } });
  expect(contents.size).toBe(before + 2);
});
