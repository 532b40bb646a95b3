import { createPasswords } from '@carrara/adapters/identity/passwords';
import type { AuditKey } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { beginStates } from '@carrara/adapters/postgres/engine/auditLog/beginStates';
import { noteStandardEntries } from '@carrara/adapters/postgres/platform/referenceData/standardNote';
import type { FileStore } from '@carrara/adapters/files/fileStore';
import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { runExclusively } from '@carrara/adapters/postgres/engine/database/runExclusively';
import { refreshStatistics } from '@carrara/adapters/postgres/engine/database/refreshStatistics';
import { removeAllTenants } from '@carrara/adapters/postgres/engine/database/removeAllTenants';
import { join } from 'node:path';
import { createTenants } from './createTenants.ts';
import { demoFolder, demoPassword, demoPeople } from './people.ts';
import { performDemo } from './performDemo.ts';
import { restoreDemo } from './preparedDemo.ts';
import { programCalls } from './programCalls.ts';
import type { Seeding } from './seedOptions.ts';
import { type DemoFirm, readFirm } from './steps.ts';

/** Folders of the demo's firms, each after those that it builds on. */
export const demoFolders = ['alder-ridge', 'cedar-mill', 'rowan-bridge', 'bellmere'].map((name) =>
  join(demoFolder, name),
);

/** True if there is no firm yet. */
async function isEmpty(database: Database): Promise<boolean> {
  const { rows } = await database.worker.query('SELECT 1 FROM tenant LIMIT 1');
  return rows.length === 0;
}

/**
 * Fills an empty installation from `samples/demo` through the product's own operations, so that the demo ties out like
 * real data. The figures are always the same.
 */
export async function seedDemo(
  { database, withTenant, operations, tasks }: Seeding,
  passwordHash: string,
): Promise<void> {
  const since = '2016-01-04T09:00:00.000Z';
  const firms: DemoFirm[] = [];
  for (const folder of demoFolders) firms.push(await readFirm(folder));
  const ground = await createTenants(database, firms, passwordHash, new Date(since));
  for (const tenantId of Object.values(ground.tenants)) {
    await withTenant({ tenantId, personId: null, now: since }, async (tx) => {
      await beginStates(tx);
      await noteStandardEntries(tx);
    });
  }
  await performDemo(firms, { operations, programCalls: programCalls(operations, tasks), withTenant, ground });
}

export interface DemoOptions extends Seeding {
  readonly files: FileStore;
  readonly auditKey: AuditKey;
  readonly log: (text: string) => void;
}

/**
 * Creates the demo in an empty installation: restores the prepared one, or computes it. A partial demo is removed and created again, so that the next start after
 * a crash completes it. Of two processes that start at once, the second waits for the first.
 */
export async function ensureDemo({ files, auditKey, log, ...seeding }: DemoOptions): Promise<void> {
  const { database } = seeding;
  await runExclusively(database, 'carrara demo', async () => {
    if ((await stateOfDemo(database)) === 'begun') {
      if (await hasOtherFirms(database))
        return log('The demo firms were not finished; other firms were made since, so they stay as they are.');
      log('The demo firms were incomplete. Creating them again.');
      const { rows } = await database.worker.query<{ key: string }>(
        'SELECT storage_key AS key FROM document WHERE storage_key IS NOT NULL UNION SELECT storage_key FROM delivery',
      );
      await removeAllTenants(database);
      for (const { key } of rows) await files.remove(key);
    }
    if (!(await isEmpty(database))) return;
    log('Creating the demo firms …');
    const obstacle = await restoreDemo({ database, auditKey, files });
    if (obstacle !== undefined) {
      log(obstacle);
      await seedDemo(seeding, await createPasswords().hash(demoPassword));
      await database.worker.query(`UPDATE installation SET value = 'whole' WHERE name = 'demo'`);
    }
    await refreshStatistics(database);
  });
}

async function stateOfDemo(database: Database): Promise<string | undefined> {
  const { rows } = await database.worker.query<{ value: string }>(`SELECT value FROM installation WHERE name = 'demo'`);
  return rows[0]?.value;
}

async function hasOtherFirms(database: Database): Promise<boolean> {
  return (await database.worker.query('SELECT FROM tenant WHERE NOT is_demo LIMIT 1')).rows.length > 0;
}

/** Returns the accounts that are printed at startup, in columns. */
export function demoAccounts(): string {
  const people = Object.values(demoPeople);
  const widthOf = (column: 'login' | 'does') => Math.max(...people.map((person) => person[column].length));
  const [loginWidth, doesWidth] = [widthOf('login'), widthOf('does')];
  const lines = people.map(
    ({ login, does, grants }) =>
      `  ${login.padEnd(loginWidth)}  ${does.padEnd(doesWidth)}  ${Object.keys(grants).join(', ')}`,
  );
  return [`Demo accounts (password for all: ${demoPassword})`, ...lines].join('\n');
}
