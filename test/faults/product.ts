import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Returns a data folder that the account of PostgreSQL can enter. Otherwise, the cluster would be created elsewhere and not be removed. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrara-fault-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** The product in its own process, ready for requests. */
export interface Product {
  readonly child: ChildProcess;
  readonly port: number;
  readonly baseUrl: string;
  /** Everything that it wrote to its standard output. */
  readonly written: () => string;
  readonly exit: Promise<number | null>;
}

/** The built server process, without the supervisor that restarts it. */
export const serverProgram = ['apps/server/dist/serverProcess.js'] as const;
/** The same from its sources, for tests that need no build. */
export const programFromSources = ['--import', 'tsx', 'apps/server/src/serverProcess.ts'] as const;

/** Starts the server on its own port and waits until it reports that it is ready. */
export async function startProduct(
  folder: string,
  environment: Record<string, string> = {},
  program: readonly string[] = serverProgram,
): Promise<Product> {
  const port = await freePort();
  const args = [...program, '--data', folder];
  const env = { ...process.env, PORT: String(port), DEMO: 'false', LOG_LEVEL: 'warn', ...environment };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('Carrara is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${text}`)));
  });
  return { child, port, baseUrl: `http://127.0.0.1:${port}`, written: () => text, exit };
}

/** Returns the process id of a data folder's embedded PostgreSQL if it runs. */
export function readPostmaster(folder: string): number | undefined {
  const file = join(folder, 'postgres', 'data', 'postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
  return Number.isInteger(pid) ? pid : undefined;
}

/** Kills a process if it still exists. */
export function killProcess(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Stops everything that a test has started on a data folder, and removes the folder. */
export async function stopAndRemove(folder: string, product?: Product): Promise<void> {
  // First the supervisor, which ends the server with it.
  product?.child.kill('SIGTERM');
  await product?.exit;
  killProcess(readPostmaster(folder));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

export interface Caller {
  readonly token: string;
  readonly tenantId: string;
}

/** Sends a request as a person in a tenant. */
export async function send<T>(
  baseUrl: string,
  { token, tenantId }: Caller,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authtoken: token,
      tenantid: tenantId,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T };
}
