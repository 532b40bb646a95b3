import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { testDatabase } from '@carrara/adapters/postgres/testing/testDatabase';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { plantFirm, signIn } from './firm.ts';
import { stopAndRemove, dataFolder, readPostmaster, type Product, startProduct } from './product.ts';

/** A server that receives SIGTERM reports that it is not ready, finishes its open requests, and ends within ten seconds. */
describe('O52: SIGTERM under load', () => {
  const started: { product: Product; folder: string }[] = [];
  afterEach(async () => {
    for (const { product, folder } of started.splice(0)) await stopAndRemove(folder, product);
  });

  async function start(environment: Record<string, string>): Promise<Product> {
    const folder = dataFolder();
    const product = await startProduct(folder, environment);
    started.push({ product, folder });
    return product;
  }

  /** Opens a sign-in request that was accepted and waits for the rest of its body. */
  async function halfSent(port: number) {
    const body = JSON.stringify({ Login: 'nobody@example.test', Password: 'wrong' });
    const socket = connect(port, '127.0.0.1');
    const answer = new Promise<string>((resolve, reject) => {
      let text = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.once('close', () => resolve(text)).once('error', reject);
    });
    const head = [
      'POST /api/signin/local HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    await new Promise<void>((resolve) =>
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`, () => resolve()),
    );
    return { answer, sendRest: () => void socket.write(body.slice(10)) };
  }

  it('fails the readiness check with 503, completes every accepted request, and exits', async () => {
    const { child, exit, port } = await start({});
    const base = `http://127.0.0.1:${port}`;
    let stopping = false;
    let answered = 0;
    const torn: unknown[] = [];
    const worker = async () => {
      while (!stopping || answered === 0) {
        const answer = await fetch(`${base}/api/openapi.json`);
        if (!(await answer.text()).endsWith('}')) torn.push(answer.status);
        answered += 1;
      }
    };
    const workers = Promise.all(Array.from({ length: 8 }, worker));
    const waiting = await halfSent(port);
    const from = Date.now();
    child.kill('SIGTERM');
    await expect
      .poll(async () => (await fetch(`${base}/health/ready`)).status, { timeout: 900, interval: 20 })
      .toBe(503);
    // A load balancer that has seen the 503 sends no more requests.
    stopping = true;
    await workers;
    await expect.poll(() => isOpen(port), { timeout: 5_000, interval: 50 }).toBe(false);
    waiting.sendRest();
    expect(await waiting.answer).toContain('401 Unauthorized');
    expect(await exit).toBe(0);
    expect(Date.now() - from).toBeLessThan(10_000);
    expect(torn).toEqual([]);
  });

  it('completes every export that runs', async () => {
    const database = await testDatabase();
    try {
      const { child, exit, baseUrl } = await start({ DATABASE_URL: database.url, STOP_DELAY_MS: '1000' });
      const firm = await plantFirm(database, auditKeyFrom(join(started.at(-1)?.folder ?? '', 'audit.key')));
      const { token, tenantId } = await signIn(baseUrl, firm, firm.accountant.login);
      let stopping = false;
      let running = 0;
      const answers: (readonly [status: number, isWhole: boolean])[] = [];
      const worker = async () => {
        while (!stopping) {
          running += 1;
          const answer = await fetch(`${baseUrl}/api/carry/employee?isCarryEligible=false&format=excel`, {
            headers: { authtoken: token, tenantid: tenantId },
          });
          const file = Buffer.from(await answer.arrayBuffer());
          running -= 1;
          // A zip ends with the directory of its files.
          answers.push([answer.status, file.subarray(-22).readUInt32LE(0) === 0x06054b50]);
        }
      };
      const workers = Promise.all([worker(), worker()]);
      await expect.poll(() => answers.length > 2 && running === 2, { timeout: 60_000, interval: 5 }).toBe(true);
      const from = Date.now();
      child.kill('SIGTERM');
      stopping = true;
      await workers;
      expect(answers.filter(([status, isWhole]) => status !== 200 || !isWhole)).toEqual([]);
      expect(await exit).toBe(0);
      expect(Date.now() - from).toBeLessThan(10_000);
    } finally {
      await database.drop();
    }
  });

  it('stops PostgreSQL and exits in time, even if a client never ends its request', async () => {
    const { child, exit, port } = await start({});
    const folder = started.at(-1)?.folder ?? '';
    const pending = await halfSent(port);
    const cut = pending.answer.catch(() => '');
    expect(readPostmaster(folder)).toBeDefined();
    const from = Date.now();
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(Date.now() - from).toBeLessThan(10_000);
    expect(readPostmaster(folder)).toBeUndefined();
    expect(await cut).toBe('');
  });
});

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
