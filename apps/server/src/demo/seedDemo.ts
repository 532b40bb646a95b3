import { beginStates } from '@carrara/adapters/postgres/engine/journal';
import { noteStandardEntries } from '@carrara/adapters/postgres/platform/referenceData';
import type { FileStore } from '@carrara/adapters/files';
import type { Database } from '@carrara/adapters/postgres';
import { alone, refreshStatistics, removeAllFirms } from '@carrara/adapters/postgres/engine/database';
import type { Seeding } from './seeding.ts';
import { playAlderRidge } from './alderRidge.ts';
import { playBellmere } from './bellmere.ts';
import { playCedarMill } from './cedarMill.ts';
import { createTenants } from './makeTenants.ts';
import { alderRidge, bellmere, cedarMill, demoPassword, demoPeople } from './people.ts';
import { stageIn } from './stage.ts';

/** True if this installation has the demo firms. */
export async function hasDemo(database: Database): Promise<boolean> {
  const { rows } = await database.worker.query('SELECT 1 FROM tenant WHERE is_demo LIMIT 1');
  return rows.length > 0;
}

/** Ends the sessions of the demo's people, because anybody could have opened them with the public password. */
export async function endDemoSessions(database: Database, now: Date): Promise<void> {
  await database.worker.query(
    `UPDATE session s SET revoked_at = $1
     FROM membership m JOIN tenant t ON t.id = m.tenant_id AND t.is_demo
     WHERE m.person_id = s.person_id AND s.revoked_at IS NULL`,
    [now],
  );
}

/** True if there is no firm yet. */
async function isEmpty(database: Database): Promise<boolean> {
  const { rows } = await database.worker.query('SELECT 1 FROM tenant LIMIT 1');
  return rows.length === 0;
}

/**
 * Fills an empty installation through the product's own operations, so that the demo ties out like real data: two
 * firms, an investor of the first one, and their people, and a third firm without data. The figures are always the
 * same.
 */
async function seedDemo({ database, withTenant, operations, tasks, workbook }: Seeding): Promise<void> {
  const since = '2016-01-04T09:00:00.000Z';
  const ground = await createTenants(database, new Date(since));
  const { persons, tenants } = ground;
  for (const tenantId of Object.values(tenants)) {
    await withTenant({ tenantId, personId: null, now: since }, async (tx) => {
      await beginStates(tx);
      await noteStandardEntries(tx);
    });
  }
  // The first two firms are independent, and the third is empty.
  await Promise.all([
    playAlderRidge(
      stageIn(alderRidge, ground, withTenant),
      { operations, tasks },
      { accountant: 'accountant', approvers: ['priya', 'noah'], persons },
      workbook,
    ),
    playCedarMill(stageIn(cedarMill, ground, withTenant), operations, {
      accountant: 'controller',
      approvers: ['partner'],
      persons,
    }),
  ]);
  await playBellmere(
    { manager: stageIn(alderRidge, ground, withTenant), endowment: stageIn(bellmere, ground, withTenant) },
    operations,
  );
}

export interface DemoLocation extends Seeding {
  /** File store of the demo. */
  readonly files: FileStore;
  readonly say: (text: string) => void;
}

/**
 * Creates the demo in an empty installation. A partial demo is removed and created again, so that the next start after
 * a crash completes it. Of two processes that start at once, the second waits for the first.
 */
export async function ensureDemo({ files, say, ...seeding }: DemoLocation): Promise<void> {
  const { database } = seeding;
  await alone(database, 'carrara demo', async () => {
    if ((await stateOfDemo(database)) === 'begun') {
      if (await hasOtherFirms(database))
        return say('The demo firms were not finished; other firms were made since, so they stay as they are.');
      say('The demo firms were not finished: making them anew.');
      const { rows } = await database.worker.query<{ key: string }>(
        'SELECT storage_key AS key FROM document WHERE storage_key IS NOT NULL UNION SELECT storage_key FROM delivery',
      );
      await removeAllFirms(database);
      for (const { key } of rows) await files.remove(key);
    }
    if (!(await isEmpty(database))) return;
    say('Making the demo firms …');
    await seedDemo(seeding);
    await database.worker.query(`UPDATE installation SET value = 'whole' WHERE name = 'demo'`);
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

/** Returns the accounts that are printed at startup. */
export function demoAccounts(): string {
  const rows = Object.values(demoPeople).map(
    ({ login, does, grants }) => `  ${login.padEnd(26)} ${does.padEnd(28)} ${Object.keys(grants).join(', ')}`,
  );
  return ['Demo accounts (password for all: ' + demoPassword + ')', ...rows].join('\n');
}
