import { openStorage } from '@carrara/adapters/storage/openStorage';
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Firm, plantFirm, signIn } from './firm.ts';
import { type Caller, stopAndRemove, dataFolder, type Product, readPostmaster, root, startProduct } from './product.ts';

describe('a frozen PostgreSQL', () => {
  const folder = dataFolder();
  let product: Product;
  let firm: Firm;
  let caller: Caller;
  let frozen: readonly number[] = [];
  beforeAll(async () => {
    product = await startProduct(folder, { LOG_LEVEL: 'silent' });
    const storage = await openStorage({ checkout: root, dataDir: folder });
    firm = await plantFirm(storage.database, storage.auditKey);
    await storage.close();
    caller = await signIn(product.baseUrl, firm, firm.accountant.login);
  });
  afterAll(async () => {
    thaw();
    await stopAndRemove(folder, product);
  });

  /** Stops the processes of the embedded server, as a suspended machine or a hanging disk does. */
  function freeze(): void {
    const postmaster = String(readPostmaster(folder));
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' });
    frozen = [postmaster, ...children.trim().split(/\s+/)].map(Number);
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  }
  function thaw(): void {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    frozen = [];
  }

  async function timed(path: string, init: RequestInit = {}) {
    const from = performance.now();
    const answer = await fetch(`${product.baseUrl}${path}`, init);
    await answer.arrayBuffer();
    const seconds = (performance.now() - from) / 1_000;
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), seconds };
  }
  const ready = () => timed('/health/ready');
  const list = () => timed('/api/carry/fund', { headers: { authtoken: caller.token, tenantid: caller.tenantId } });
  const attemptSignIn = () =>
    timed('/api/signin/local', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Login: firm.accountant.login, Password: 'wrong', AnswerToken: true }),
    });

  it('is reported at /health/ready within seconds, calls get 503 with Retry-After, and all recovers by itself', async () => {
    // Opens connections that are idle when the server freezes.
    await Promise.all(Array.from({ length: 10 }, list));
    freeze();
    const [called, signedIn, checks] = await Promise.all([
      Promise.all([list(), list()]),
      attemptSignIn(),
      Promise.all([ready(), pause(1_000).then(ready)]),
    ]);
    for (const { status, seconds } of checks) {
      expect(status).toBe(503);
      expect(seconds).toBeLessThan(6);
    }
    for (const { status, retryAfter, seconds } of [...called, signedIn]) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
      expect(seconds).toBeLessThan(40);
    }
    const [later, check] = await Promise.all([list(), ready()]);
    expect({ status: later.status, retryAfter: later.retryAfter }).toEqual({ status: 503, retryAfter: '5' });
    expect(check.status).toBe(503);
    expect(check.seconds).toBeLessThan(6);
    thaw();
    await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200);
    expect((await list()).status).toBe(200);
    expect((await attemptSignIn()).status).toBe(401);
  });
});
