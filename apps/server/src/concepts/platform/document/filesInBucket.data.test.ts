import { openFiles } from '@carrara/adapters/files/openFiles';
import { type TestBucket, testBucket } from '@carrara/adapters/files/testing/testBucket';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('documents in a bucket', () => {
  let bucket: TestBucket;
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let location: ReturnType<TestBucket['newLocation']>;
  let tenantId: string;
  let person: TestPerson;
  let fund: string;
  beforeAll(async () => {
    bucket = await testBucket();
    location = bucket.newLocation();
    const { accessKeyId, secretAccessKey } = location.keys;
    server = await TestServer.start({
      environment: { FILES_URL: location.url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    });
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    const usd = await server.referenceEntry(tenantId, 'currency', 'USD');
    const body = { code: 'ARP-I', legalName: 'Fund I', currency: { id: usd } };
    fund = (await as(person).saveFund({ body })).id;
  });
  afterAll(async () => {
    await server?.stop();
    await bucket?.stop();
  });

  const upload = (bytes: Uint8Array<ArrayBuffer>) =>
    as(person).uploadDocument({
      params: { relatedObject: fund },
      query: { objectType: 'fund' },
      file: new File([bytes], 'agreement.pdf', { type: 'application/pdf' }),
    });
  const download = (id: string) => as(person).downloadDocument({ params: { id } });

  it('are uploaded, answered as they were, and gone from it when they are deleted', async () => {
    const bytes = randomBytes(2_000_000);
    const { id, rowVersion } = await upload(bytes);
    const { rows } = await server.database.worker.query<{ key: string }>('SELECT storage_key AS key FROM document');
    const key = rows[0]!.key;
    expect(key.startsWith(`${tenantId}/`)).toBe(true);
    const files = openFiles(location, '');
    expect((await files.get(key))?.equals(bytes)).toBe(true);
    expect(Buffer.from((await download(id)).bytes).equals(bytes)).toBe(true);
    await files.store(key, Buffer.from('not what was uploaded'));
    expect(await refusal(download(id))).toMatchObject({
      message: expect.stringContaining('differs from the uploaded one'),
    });
    await as(person).deleteDocument({ params: { id }, query: { rowVersion } });
    await expect.poll(() => files.isEmpty(), { timeout: 240_000 }).toBe(true);
  });

  // A bucket run by others must not be stopped.
  it.skipIf(process.env['TEST_S3_URL'])(
    'are refused with a sentence while it is away, and all else goes on',
    async () => {
      const { id } = await upload(Buffer.from('%PDF-1.7'));
      await bucket.stop();
      for (const call of [() => upload(Buffer.from('%PDF-1.7')), () => download(id)])
        expect(await refusal(call())).toMatchObject({
          status: 503,
          message: expect.stringMatching(/^The file store can’t be reached/),
        });
      await as(person).listFunds();
    },
  );
});
