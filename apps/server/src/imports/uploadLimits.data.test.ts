import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../testing/multipart.ts';
import { TestServer } from '../testing/testServer.ts';

const sample = await readFile(new URL('../../../../samples/carry-plan.xlsx', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'carrara-room-'));
/** Returns the number of the firm's stored files. */
const storedOf = (tenantId: string): number =>
  readdirSync(join(folder, tenantId), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;

let server: TestServer;
interface Editor {
  readonly token: string;
  readonly tenantId: string;
}
beforeAll(async () => {
  server = await TestServer.start({
    environment: { DATABASE_POOL: '16', STORAGE_LIMIT_BYTES: '1000000', FILES_URL: pathToFileURL(folder).href },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function editor(): Promise<Editor> {
  const tenantId = await server.tenant();
  return { tenantId, token: (await server.person(tenantId, { carry: 'editor' })).token };
}
const upload = ({ token, tenantId }: Editor, bytes: Uint8Array) =>
  server.call(token, tenantId, {
    method: 'POST',
    url: '/api/upload/carry-plan/unconfirmed',
    ...multipart({ name: 'plan.xlsx', type: 'application/octet-stream', bytes }),
  });

describe('many files of one firm', () => {
  it('are read a few at a time, refused beyond that with a sentence, and hold up neither lists nor files of another firm', async () => {
    const [busy, other] = [await editor(), await editor()];
    const ended: string[] = [];
    const many = Array.from({ length: 17 }, async () => {
      const answer = await upload(busy, sample);
      ended.push(`busy ${answer.statusCode}`);
      return answer;
    });
    const list = server.call(other.token, other.tenantId, { method: 'GET', url: '/api/carry/fund' }).then((answer) => {
      ended.push('list');
      return answer;
    });
    const own = upload(other, sample).then((answer) => {
      ended.push('own');
      return answer;
    });
    expect((await list).statusCode).toBe(200);
    expect((await own).statusCode).toBe(200);
    const answers = await Promise.all(many);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(8);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(9);
    expect(refused[0]!.json<{ Message: string }>().Message).toBe(
      '8 files of your firm are already being read. Wait until they are done and try again.',
    );
    const read = (name: string) => ended.filter((each) => each === 'busy 200' || each === name);
    expect(read('list').indexOf('list')).toBeLessThanOrEqual(1);
    expect(read('own').indexOf('own')).toBeLessThanOrEqual(3);
    // The slots are free again.
    expect((await upload(busy, sample)).statusCode).toBe(200);
  });
});

describe('the room of a firm', () => {
  it('is for documents and uploads together, and a refusal says how much there is', async () => {
    const first = await editor();
    const post = (url: string, more: object) =>
      server.call(first.token, first.tenantId, { method: 'POST', url, ...more });
    const usd = await server.referenceEntry(first.tenantId, 'currency', 'USD');
    const fund = await post('/api/carry/fund', { payload: { Code: 'I', LegalName: 'Fund I', Currency: { Id: usd } } });
    const url = `/api/document/upload/${fund.json<{ Id: string }>().Id}?objectType=fund`;
    const page = multipart({ name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array(600_000) });
    // Without a lock, two concurrent uploads could each find enough space.
    const both = await Promise.all([post(url, page), post(url, page)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((status, other) => status - other)).toEqual([200, 413]);
    expect(both.find(({ statusCode }) => statusCode === 413)!.json<{ Message: string }>().Message).toMatch(
      /^Your firm uses 0\.6 MB of 1 MB for files, and this one needs 0\.6 MB\. Delete documents/,
    );
    // A refused upload leaves nothing behind.
    expect(storedOf(first.tenantId)).toBe(1);
    expect((await upload(first, sample)).statusCode).toBe(200);
    expect(
      (await post(url, multipart({ name: 'b', type: 'text/plain', bytes: new Uint8Array(350_000) }))).statusCode,
    ).toBe(200);
    expect((await upload(first, sample)).statusCode).toBe(413);
    expect((await upload(await editor(), sample)).statusCode).toBe(200);
  });

  it('counts files that who asks does not see, a file that two rows name once, and tells nothing else of them', async () => {
    const { tenantId, token } = await editor();
    const plant = new pg.Client({ connectionString: server.database.adminUrl });
    await plant.connect();
    const file = (type: string, key: string) =>
      plant.query(
        `INSERT INTO upload_history (tenant_id, id, application, file_type, name, mime_type, size_bytes, storage_key, status)
         VALUES ($1, $2, 'comp', $3, 'pay.xlsx', 'text/csv', 700000, $4, 'CHECKED')`,
        [tenantId, newId(), type, key],
      );
    const key = `${tenantId}/ab/${newId()}`;
    await file('payroll-actuals', key);
    await file('compensation', key);
    await plant.end();
    const listed = await server.call(token, tenantId, { method: 'GET', url: '/api/upload-history/comp' });
    expect(listed.body).not.toContain('pay.xlsx');
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const post = (url: string, more: object) => server.call(token, tenantId, { method: 'POST', url, ...more });
    const fund = await post('/api/carry/fund', { payload: { Code: 'I', LegalName: 'Fund I', Currency: { Id: usd } } });
    const url = `/api/document/upload/${fund.json<{ Id: string }>().Id}?objectType=fund`;
    const sized = (bytes: number) =>
      multipart({ name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array(bytes) });
    expect((await post(url, sized(100_000))).statusCode).toBe(200);
    const refused = await post(url, sized(250_000));
    expect([refused.statusCode, refused.json<{ Message: string }>().Message]).toEqual([
      413,
      expect.stringMatching(/^Your firm uses 0\.8 MB of 1 MB for files/),
    ]);
  });
});

describe('a row that names the file of another firm', () => {
  it('takes one file in a request, and says so of more', async () => {
    const { token, tenantId } = await editor();
    const { headers, payload } = multipart({ name: 'a.xlsx', type: 'application/octet-stream', bytes: sample });
    const end = payload.lastIndexOf('--carrara-test-boundary--');
    const answer = await server.call(token, tenantId, {
      method: 'POST',
      url: '/api/upload/carry-plan/unconfirmed',
      headers,
      payload: Buffer.concat([payload.subarray(0, end), payload]),
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { Errors: [{ Code: 'MALFORMED', Message: expect.stringContaining('Send one file per request') }] },
    ]);
  });

  it('is refused by the database', async () => {
    const [first, other] = [await editor(), await editor()];
    const scope = { tenantId: first.tenantId, personId: null, now: server.now.toISOString() };
    await expect(
      server.withTenant(scope, (tx) =>
        tx.query(
          `INSERT INTO document (tenant_id, id, object_type, object_id, name, storage_key) VALUES ($1, $2, 'fund', $2, 'a', $3)`,
          [first.tenantId, newId(), `${other.tenantId}/ab/${newId()}`],
        ),
      ),
    ).rejects.toThrow(/document_own_file/);
  });
});
