import { openStorage } from '@carrara/adapters/storage/openStorage';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Attack } from '../attack.ts';
import { plantFirm, signIn } from '../firm.ts';
import { dataFolder, root, send } from '../product.ts';

/** Code in the server's process that writes its process id to a file. */
const planted = (file: string) => `
  import { writeFileSync } from 'node:fs';
  if (process.argv[1]?.includes('serverProcess')) writeFileSync(${JSON.stringify(file)}, String(process.pid));`;

interface Task {
  readonly Id: string;
  readonly Status: string;
  readonly Done: number;
  readonly Total: number;
  readonly Remarks: readonly string[];
}

/** If the process of a background job is killed, the next one restarts the job, and the result is complete. */
export const attack: Attack = {
  label: 'a server killed while it creates letters',
  long: true,
  async run({ startAnother, tried }) {
    const folder = dataFolder();
    const file = join(folder, 'server.pid');
    const module = `data:text/javascript,${encodeURIComponent(planted(file))}`;
    const { baseUrl } = await startAnother({ NODE_OPTIONS: `--import=${module}` }, folder);
    const storage = await openStorage({ checkout: root, dataDir: folder });
    const firm = await plantFirm(storage.database, storage.auditKey);
    await storage.close();
    const editor = await signIn(baseUrl, firm, firm.accountant.login);
    const saved = await send<{ Id: string; NumberOfParticipants: number }>(
      baseUrl,
      editor,
      '/api/carry/distribution/save-distribution',
      firm.body,
    );
    expect(saved.status).toBe(200);
    const started = await send<Task>(baseUrl, editor, `/api/carry/distribution/${saved.body.Id}/letters`, {
      As: 'zip',
    });
    const at = `/api/task/${started.body.Id}`;
    const task = async () => (await send<Task>(baseUrl, editor, at)).body;
    await expect.poll(async () => (await task()).Status, { timeout: 20_000, interval: 5 }).toBe('RUNNING');
    const before = Number(readFileSync(file, 'utf8'));
    process.kill(before, 'SIGKILL');
    const isAnother = () => existsSync(file) && Number(readFileSync(file, 'utf8')) !== before;
    await expect.poll(isAnother, { timeout: 30_000, interval: 50 }).toBe(true);
    const status = () =>
      task().then(
        ({ Status }) => Status,
        () => 'away',
      );
    await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe('DONE');
    const { Done, Total, Remarks } = await task();
    tried(
      `SIGKILL to process ${before} in the middle of ${Total} letters`,
      `${Done} letters, made by the next process`,
    );
    expect([Done, Total, Remarks]).toEqual([saved.body.NumberOfParticipants, saved.body.NumberOfParticipants, []]);
    expect((await send(baseUrl, editor, `${at}/file`)).status).toBe(200);
  },
};
