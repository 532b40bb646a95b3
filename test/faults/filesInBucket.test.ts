import { type TestBucket, testBucket } from '@carrara/adapters/files/testing/testBucket';
import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Firm, plantFirm, signIn } from './firm.ts';
import { stopAndRemove, dataFolder, type Product, root, send, startProduct } from './product.ts';

describe('an installation with files in a bucket', () => {
  let bucket: TestBucket;
  let product: Product | undefined;
  const folder = dataFolder();
  const elsewhere = dataFolder();
  beforeAll(async () => {
    bucket = await testBucket();
  });
  afterAll(async () => {
    await stopAndRemove(folder, product);
    await stopAndRemove(elsewhere);
    await bucket?.stop();
  });

  const environmentOf = ({ url, keys }: ReturnType<TestBucket['newLocation']>) => ({
    FILES_URL: url,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  });
  function carrara(environment: Record<string, string>, ...args: string[]): string {
    const env = { ...process.env, ...environment, CARRARA_BACKUP_PASSPHRASE: 'a passphrase of this test' };
    const ended = spawnSync(process.execPath, ['apps/cli/dist/main.js', ...args], { cwd: root, env, encoding: 'utf8' });
    expect(ended.status, `${args.join(' ')}\n${ended.stdout}${ended.stderr}`).toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain('S3RVER');
    return ended.stdout;
  }
  async function stop(): Promise<void> {
    product?.child.kill('SIGTERM');
    await product?.exit;
  }
  const filesIn = (within: string) =>
    readdirSync(within, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  it('is backed up, lost, restored to another location, verified, and moved into a folder, with its documents', async () => {
    const [first, second] = [environmentOf(bucket.newLocation()), environmentOf(bucket.newLocation())];
    product = await startProduct(folder, first);
    const storage = await openStorage({ checkout: root, dataDir: folder });
    const firm: Firm = await plantFirm(storage.database, auditKeyFrom(join(folder, 'audit.key')));
    await storage.close();
    const document = randomBytes(9_000_000);
    const caller = await signIn(product.baseUrl, firm, firm.accountant.login);
    const { body } = await send<{ PageData: readonly { Id: string }[] }>(product.baseUrl, caller, '/api/carry/fund');
    const form = new FormData();
    form.append('file', new Blob([document]), 'agreement.pdf');
    const uploaded = await fetch(`${product.baseUrl}/api/document/upload/${body.PageData[0]?.Id}?objectType=fund`, {
      method: 'POST',
      headers: { authtoken: caller.token, tenantid: caller.tenantId },
      body: form,
    });
    const { Id } = (await uploaded.json()) as { Id: string };
    const download = async () => {
      const { token, tenantId } = await signIn(product!.baseUrl, firm, firm.accountant.login);
      const answer = await fetch(`${product!.baseUrl}/api/document/download/${Id}`, {
        headers: { authtoken: token, tenantid: tenantId },
      });
      return Buffer.from(await answer.arrayBuffer()).equals(document);
    };
    expect(await download()).toBe(true);
    expect(filesIn(join(folder, 'files')).filter(({ name }) => !name.endsWith('.part'))).toEqual([]);

    const backup = join(elsewhere, 'backup.age');
    // The server stores the end of the chain every hour and with every payment.
    carrara(first, 'audit', 'export-head', '--data', folder);
    carrara(first, 'backup', 'create', backup, '--data', folder);
    await stop();
    await stopAndRemove(folder, product);
    const restored = join(elsewhere, 'restored');
    carrara(second, 'backup', 'restore', backup, '--data', restored);
    expect(carrara(second, 'audit', 'verify', '--data', restored)).toMatch(/files +1 stored file[^]*Nothing differs/);
    product = await startProduct(restored, second);
    expect(await download()).toBe(true);

    const moved = pathToFileURL(join(elsewhere, 'moved')).href;
    carrara(second, 'files', 'move', '--to', moved, '--data', restored);
    await stop();
    product = await startProduct(restored, { FILES_URL: moved });
    const back = JSON.parse(
      carrara(
        second,
        'files',
        'move',
        '--to',
        moved,
        '--from',
        second.FILES_URL,
        '--remove',
        '--json',
        '--data',
        restored,
      ),
    ) as object;
    expect(back).toEqual({ files: 1, copied: 0, removed: 1, missing: [], changed: [] });
    expect(await download()).toBe(true);
    expect(carrara({ FILES_URL: moved }, 'audit', 'verify', '--data', restored)).toContain('Nothing differs');
    expect(product.written()).not.toContain('S3RVER');
    await stop();
    rmSync(restored, { recursive: true, force: true });
  });
});
