import { openFiles } from '@carrara/adapters/files/openFiles';
import { type TestBucket, testBucket } from '@carrara/adapters/files/testing/testBucket';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../testing/multipart.ts';
import { TestServer } from '../../testing/testServer.ts';

describe('documents in a bucket', () => {
  let bucket: TestBucket;
  let server: TestServer;
  let location: ReturnType<TestBucket['newLocation']>;
  let tenantId: string;
  let token: string;
  let fund: string;
  beforeAll(async () => {
    bucket = await testBucket();
    location = bucket.newLocation();
    const { accessKeyId, secretAccessKey } = location.keys;
    server = await TestServer.start({
      environment: { FILES_URL: location.url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    });
    tenantId = await server.tenant();
    token = (await server.person(tenantId, { carry: 'administrator' })).token;
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const payload = { Code: 'ARP-I', LegalName: 'Fund I', Currency: { Id: usd } };
    fund = (await server.call(token, tenantId, { method: 'POST', url: '/api/carry/fund', payload })).json<{
      Id: string;
    }>().Id;
  });
  afterAll(async () => {
    await server?.stop();
    await bucket?.stop();
  });

  const upload = (bytes: Buffer) =>
    server.call(token, tenantId, {
      method: 'POST',
      url: `/api/document/upload/${fund}?objectType=fund`,
      ...multipart({ name: 'agreement.pdf', type: 'application/pdf', bytes }),
    });
  const download = (id: string) => server.call(token, tenantId, { method: 'GET', url: `/api/document/download/${id}` });

  it('are uploaded, answered as they were, and gone from it when they are deleted', async () => {
    const bytes = randomBytes(2_000_000);
    const uploaded = await upload(bytes);
    expect(uploaded.statusCode, uploaded.body).toBe(200);
    const { Id, RowVersion } = uploaded.json<{ Id: string; RowVersion: number }>();
    const { rows } = await server.database.worker.query<{ key: string }>('SELECT storage_key AS key FROM document');
    const key = rows[0]!.key;
    expect(key.startsWith(`${tenantId}/`)).toBe(true);
    const files = openFiles(location, '');
    expect((await files.get(key))?.equals(bytes)).toBe(true);
    expect((await download(Id)).rawPayload.equals(bytes)).toBe(true);
    await files.store(key, Buffer.from('not what was uploaded'));
    expect((await download(Id)).json()).toMatchObject({
      Message: expect.stringContaining('differs from the uploaded one'),
    });
    const deleted = await server.call(token, tenantId, {
      method: 'DELETE',
      url: `/api/document/delete/${Id}?rowVersion=${RowVersion}`,
    });
    expect(deleted.statusCode, deleted.body).toBe(200);
    await expect.poll(() => files.isEmpty(), { timeout: 240_000 }).toBe(true);
  });

  // A bucket run by others must not be stopped.
  it.skipIf(process.env['TEST_S3_URL'])(
    'are refused with a sentence while it is away, and all else goes on',
    async () => {
      const { Id } = (await upload(Buffer.from('%PDF-1.7'))).json<{ Id: string }>();
      await bucket.stop();
      for (const answer of [await upload(Buffer.from('%PDF-1.7')), await download(Id)]) {
        expect([answer.statusCode, answer.json()]).toEqual([
          503,
          expect.objectContaining({ Message: expect.stringMatching(/^The file store can’t be reached/) }),
        ]);
      }
      expect((await server.call(token, tenantId, { method: 'GET', url: '/api/carry/fund' })).statusCode).toBe(200);
    },
  );
});
