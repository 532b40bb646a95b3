import { createDiskFiles } from '@carrara/adapters/files/diskFiles';
import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { installedKey } from '@carrara/adapters/postgres/engine/journal/installedKey';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { testDatabase } from '@carrara/adapters/postgres/testing/testDatabase';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from '../../../../scripts/ensureBuilt.mjs';
import { ensureDemo } from '../demo/seedDemo.ts';
import { type TestGround, TestServer } from './testServer.ts';

const checkout = fileURLToPath(new URL('../../../..', import.meta.url));
const samples = join(checkout, 'samples');
const keyIn = (folder: string) => auditKeyFrom(join(folder, 'audit.key'));

/** Hashes all inputs of the demo. */
function hashOfDemo(): string {
  const hash = createHash('sha256').update(hashOfSources());
  const files = readdirSync(samples, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(readFileSync(path));
  return hash.digest('hex');
}

/**
 * Returns a ground with the demo, copied from one that the current sources created. Its folder corresponds to the
 * product's data folder, with the files and the audit key.
 */
export async function demoGround(): Promise<TestGround> {
  const name = hashOfDemo();
  // One per checkout, like the test database.
  const directory = join(tmpdir(), `carrara-test-${String(userInfo().uid)}`, `demo${checkout.replaceAll(/\W/g, '-')}`);
  const database = await testDatabase({
    filling: {
      name,
      async fill(empty) {
        await rm(directory, { recursive: true, force: true });
        const leave = () => empty.drop();
        const auditKey = await installedKey(join(directory, 'audit.key'), empty.worker);
        const server = await TestServer.start({
          ground: { database: empty, folder: directory, auditKey, leave },
        });
        await server.seed(({ operations, tasks }) =>
          ensureDemo({
            database: empty,
            // Nobody is connected, so there are no events.
            withTenant: unitOfWork({ pool: empty.app, auditKey: server.auditKey, isSeeding: true }),
            operations,
            tasks,
            files: createDiskFiles(join(directory, 'files')),
            auditKey: server.auditKey,
            log: () => undefined,
          }),
        );
        await server.stop();
      },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'carrara-demo-copy-'));
  await cp(directory, folder, { recursive: true });
  const leave = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { database, folder, auditKey: keyIn(folder), leave };
}
