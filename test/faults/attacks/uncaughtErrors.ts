import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { dataFolder, readPostmaster } from '../product.ts';

/** Code in the server's process that writes its process id to a file, and throws an uncaught error on each of two signals. */
const planted = (file: string) => `
  import { writeFileSync } from 'node:fs';
  if (process.argv[1]?.includes('serverProcess')) {
    writeFileSync(${JSON.stringify(file)}, String(process.pid));
    process.on('SIGUSR2', () => { throw new Error('planted'); });
    process.on('SIGHUP', () => void Promise.reject(new Error('planted')));
  }`;

/** An uncaught error ends the server's process in an orderly way. Another one replaces it, and the database keeps running. */
export const attack: Attack = {
  label: 'uncaught errors, and a killed server process',
  long: true,
  async run({ startAnother, tried }) {
    const folder = dataFolder();
    const file = join(folder, 'server.pid');
    const module = `data:text/javascript,${encodeURIComponent(planted(file))}`;
    const { baseUrl, child } = await startAnother({ NODE_OPTIONS: `--import=${module}` }, folder);
    const database = readPostmaster(folder);
    for (const signal of ['SIGUSR2', 'SIGHUP', 'SIGKILL'] as const) {
      const before = Number(readFileSync(file, 'utf8'));
      process.kill(before, signal);
      const pid = () => Number(existsSync(file) ? readFileSync(file, 'utf8') : before);
      const isReady = async () =>
        pid() !== before && (await fetch(`${baseUrl}/health/ready`).catch(() => undefined))?.status === 200;
      await expect.poll(isReady, { timeout: 30_000, interval: 50 }).toBe(true);
      tried(`${signal} to process ${before}`, `ready again as ${pid()}, PostgreSQL still ${readPostmaster(folder)}`);
      expect(readPostmaster(folder)).toBe(database);
      expect(child.exitCode).toBeNull();
    }
  },
};
