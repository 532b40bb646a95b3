import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
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
    return { child, exit, base: `http://127.0.0.1:${port}` };
  }

  it('answers ready with 503, ends every request and exits', async () => {
    const { child, exit, base } = await start({ STOP_DELAY_MS: '1000' });
    let stopping = false;
    let answered = 0;
    const torn: unknown[] = [];
    const worker = async () => {
      for (;;) {
        try {
          const answer = await fetch(`${base}/api/openapi.json`, { headers: { connection: 'close' } });
          const text = await answer.text();
          // Who is let in while it stops is turned away in so many words.
          if (stopping && answer.status === 503) return;
          expect([answer.status, text.endsWith('}')]).toEqual([200, true]);
          answered += 1;
        } catch (error) {
          // Once the port is closed nobody is let in; a request that was let in must not break off.
          const cause =
            error instanceof TypeError ? (error.cause as { readonly syscall?: string } | undefined) : undefined;
          if (!stopping || cause?.syscall !== 'connect') torn.push(error);
          return;
        }
      }
    };
    const workers = Array.from({ length: 8 }, worker);
    const from = Date.now();
    child.kill('SIGTERM');
    stopping = true;
    await expect
      .poll(async () => (await fetch(`${base}/health/ready`)).status, { timeout: 900, interval: 20 })
      .toBe(503);
    expect(await exit).toBe(0);
    expect(Date.now() - from).toBeLessThan(10_000);
    await Promise.all(workers);
    expect(answered).toBeGreaterThan(0);
    expect(torn).toEqual([]);
  });
});
