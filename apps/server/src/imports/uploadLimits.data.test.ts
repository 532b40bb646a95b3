import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../testing/multipart.ts';
import { refusal, responseStatus } from '../testing/testClient.ts';
import { type TestPerson, TestServer } from '../testing/testServer.ts';

const sample = await readFile(new URL('../../../../samples/carry-plan.xlsx', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'carrara-room-'));
/** Returns the number of the firm's stored files. */
const storedOf = (tenantId: string): number =>
  readdirSync(join(folder, tenantId), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    environment: { DATABASE_POOL: '16', STORAGE_LIMIT_BYTES: '1000000', FILES_URL: pathToFileURL(folder).href },
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const editor = async () => server.person(await server.tenant(), { carry: 'editor' });
const upload = (person: TestPerson) =>
  server.as(person).uploadFile({ params: { fileType: 'carry-plan' }, file: new File([sample], 'plan.xlsx') });
/** Creates a fund and returns a function that uploads a document of this size to it. */
async function documentsOf(person: TestPerson) {
  const client = server.as(person);
  const currency = { id: await server.referenceEntry(person.tenantId, 'currency', 'USD') };
  const { id } = await client.saveFund({ body: { code: 'I', legalName: 'Fund I', currency } });
  const params = { relatedObject: id };
  return (bytes: number) =>
    client.uploadDocument({
      params,
      query: { objectType: 'fund' },
      file: new File([new Uint8Array(bytes)], 'a.pdf', { type: 'application/pdf' }),
    });
}
describe('many files of one firm', () => {
  it('are read a few at a time, refused beyond that with a sentence, and hold up neither lists nor files of another firm', async () => {
    const [busy, other] = [await editor(), await editor()];
    const ended: string[] = [];
    const many = Array.from({ length: 17 }, () => upload(busy));
    const statuses = many.map(async (call) => {
      const status = await responseStatus(call);
      ended.push(`busy ${status}`);
      return status;
    });
    const list = server
      .as(other)
      .listFunds()
      .then(() => ended.push('list'));
    const own = upload(other).then(() => ended.push('own'));
    await Promise.all([list, own]);
    const found = await Promise.all(statuses);
    expect(found.filter((status) => status === 200)).toHaveLength(8);
    const refused = many.filter((_, i) => found[i] === 429);
    expect(refused).toHaveLength(9);
    expect((await refusal(refused[0]!)).message).toBe(
      '8 files of your firm are already being read. Wait until they are done and try again.',
    );
    const read = (name: string) => ended.filter((each) => each === 'busy 200' || each === name);
    expect(read('list').indexOf('list')).toBeLessThanOrEqual(1);
    expect(read('own').indexOf('own')).toBeLessThanOrEqual(3);
    // The slots are free again.
    await upload(busy);
  });
});

describe('the room of a firm', () => {
  it('is for documents and uploads together, and a refusal says how much there is', async () => {
    const first = await editor();
    const add = await documentsOf(first);
    // Without a lock, two concurrent uploads could each find enough space.
    const both = [add(600_000), add(600_000)];
    const statuses = await Promise.all(both.map(responseStatus));
    expect(statuses.toSorted((status, other) => status - other)).toEqual([200, 413]);
    expect((await refusal(both[statuses.indexOf(413)]!)).message).toMatch(
      /^Your firm uses 0\.6 MB of 1 MB for files, and this one needs 0\.6 MB\. Delete documents/,
    );
    // A refused upload leaves nothing behind.
    expect(storedOf(first.tenantId)).toBe(1);
    await upload(first);
    await add(350_000);
    expect(await responseStatus(upload(first))).toBe(413);
    await upload(await editor());
  });

  it('counts files that the reader can’t see, and a shared file once, without revealing anything else', async () => {
    const person = await editor();
    const { tenantId } = person;
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
    const listed = await server.as(person).listUploads({ params: { applicationId: 'comp' } });
    expect(JSON.stringify(listed)).not.toContain('pay.xlsx');
    const add = await documentsOf(person);
    await add(100_000);
    expect(await refusal(add(250_000))).toMatchObject({
      status: 413,
      message: expect.stringMatching(/^Your firm uses 0\.8 MB of 1 MB for files/),
    });
  });
});

describe('a row that names the file of another firm', () => {
  it('accepts one file per request, and says so if there are more', async () => {
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
