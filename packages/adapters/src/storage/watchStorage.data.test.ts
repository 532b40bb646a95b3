import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskFiles } from '../files/diskFiles.ts';
import { openPool } from '../postgres/engine/database/openDatabase.ts';
import { freezableServer } from '../postgres/testing/freezableServer.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { watchStorage } from './watchStorage.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

it('isn’t ready within seconds if the database stops responding, and uses one connection to find out', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carrara-watch-'));
  const server = await freezableServer(database.appUrl);
  const app = openPool(server.url, 5, 'watched');
  const files = createDiskFiles(join(dataDir, 'files'));
  const watch = watchStorage(
    { database: { ...database, app }, dataDir, files, away: () => undefined },
    () => undefined,
  );
  try {
    await watch.ready();
    server.freeze(true);
    const from = performance.now();
    const checks = await Promise.all(
      [1, 2, 3].map(() =>
        watch.ready().then(
          () => 'ready',
          (error: Error) => error.message,
        ),
      ),
    );
    expect(checks).toEqual(Array.from({ length: 3 }, () => 'PostgreSQL doesn’t respond.'));
    expect(performance.now() - from).toBeLessThan(8_000);
    expect(app.totalCount).toBe(1);
    server.freeze(false);
  } finally {
    watch.stop();
    server.close();
    await app.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
