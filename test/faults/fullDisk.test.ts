import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Firm, plantFirm, signIn } from './firm.ts';
import { type Caller, stopAndRemove, dataFolder, type Product, root, send, startProduct } from './product.ts';

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
const trial = dataFolder();
/** The test mounts a small disk, which requires permission. */
const mayMount = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', trial).status === 0;
if (mayMount) run('umount', trial);
rmSync(trial, { recursive: true, force: true });
if (!mayMount) process.stderr.write('O55 on a disk that is full: not tried, this account may not mount one\n');

describe.runIf(mayMount)('O55: a disk that is full or read-only', () => {
  const folder = dataFolder();
  const files = join(folder, 'files');
  let product: Product;
  let firm: Firm;
  let caller: Caller;
  beforeAll(async () => {
    mkdirSync(files);
    run('mount', '-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', files);
    product = await startProduct(folder);
    const storage = await openStorage({ checkout: root, dataDir: folder });
    firm = await plantFirm(storage.database, auditKeyFrom(join(folder, 'audit.key')));
    await storage.close();
    caller = await signIn(product.baseUrl, firm, firm.accountant.login);
  });
  afterAll(async () => {
    product?.child.kill('SIGTERM');
    await product?.exit;
    run('umount', '-l', files);
    await stopAndRemove(folder, product);
  });

  async function upload(bytes: number) {
    const { body } = await send<{ PageData: readonly { Id: string }[] }>(product.baseUrl, caller, '/api/carry/fund');
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'paper.pdf');
    const answer = await fetch(`${product.baseUrl}/api/document/upload/${body.PageData[0]?.Id}?objectType=fund`, {
      method: 'POST',
      headers: { authtoken: caller.token, tenantid: caller.tenantId },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as { Message?: string } };
  }
  const ready = async () => {
    const answer = await fetch(`${product.baseUrl}/health/ready`);
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const partialFiles = () => readdirSync(files, { recursive: true }).filter((name) => String(name).endsWith('.part'));

  it.each([
    [
      'full',
      () => run('dd', 'if=/dev/zero', `of=${join(files, 'filler')}`, 'bs=4096', 'count=4096'),
      () => rmSync(join(files, 'filler')),
    ],
    ['read-only', () => run('mount', '-o', 'remount,ro', files), () => run('mount', '-o', 'remount,rw', files)],
  ])(
    '%s: is reported in a sentence and at /health/ready, leaves no partial data, and recovers by itself',
    async (how, begin, end) => {
      expect((await upload(1_000)).status).toBe(200);
      begin();
      expect(await upload(500_000)).toEqual({
        status: 503,
        body: expect.objectContaining({ Message: expect.stringContaining(`The server’s disk is ${how}`) }),
      });
      await expect.poll(ready, { timeout: 15_000 }).toEqual({
        status: 503,
        body: { status: 'not ready', reason: expect.stringContaining(`The server’s disk is ${how}`) },
      });
      expect(partialFiles()).toEqual([]);
      end();
      await expect.poll(ready, { timeout: 15_000 }).toEqual({ status: 200, body: { status: 'ready' } });
      expect((await upload(1_000)).status).toBe(200);
    },
  );
});
