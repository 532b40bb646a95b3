import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** O52: a server that is told to stop says so first, finishes what it has begun and is gone within ten seconds. */
describe('SIGTERM under load', () => {
  const started: { child: ChildProcess; folder: string }[] = [];
  afterEach(() => {
    for (const { child, folder } of started.splice(0)) {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  async function start(environment: Record<string, string>) {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'carrara-stop-'));
    // PostgreSQL's own account has to enter it; else the cluster would lie elsewhere and stay behind.
    chmodSync(folder, 0o755);
    const args = ['--import', 'tsx', '--conditions=source', 'apps/server/src/main.ts', '--data', folder];
    const env = { ...process.env, PORT: String(port), DEMO: 'false', LOG_LEVEL: 'warn', ...environment };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    started.push({ child, folder });
    const said = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
    expect(said).toContain('Carrara is ready');
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, exit, port };
  }

  /** A sign-in that has been taken, and waits for the rest of its body. */
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

  it('answers ready with 503, ends every request that it took, and exits', async () => {
    const { child, exit, port } = await start({ STOP_DELAY_MS: '1000' });
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
    // A balancer that has read the 503 sends no more.
    stopping = true;
    await workers;
    await expect.poll(() => isOpen(port), { timeout: 3_000, interval: 50 }).toBe(false);
    waiting.sendRest();
    expect(await waiting.answer).toContain('401 Unauthorized');
    expect(await exit).toBe(0);
    expect(Date.now() - from).toBeLessThan(10_000);
    expect(torn).toEqual([]);
  });
});

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
