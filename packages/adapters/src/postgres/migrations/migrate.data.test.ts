import pg from 'pg';
import { expect, it } from 'vitest';
import { openDatabase } from '../engine/database/openDatabase.ts';
import { testDatabase } from '../testing/testDatabase.ts';

it('refuses to open the database of an unreleased version, and leaves it unchanged', async () => {
  const database = await testDatabase();
  const owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  const applied = async () => (await owner.query('SELECT name, checksum FROM schema_migration ORDER BY name')).rows;
  try {
    await owner.query(`UPDATE schema_migration SET checksum = repeat('0', 64) WHERE name LIKE '0001%'`);
    await owner.query(`INSERT INTO schema_migration (name, checksum) VALUES ('0096_last', repeat('1', 64))`);
    const before = await applied();
    await expect(openDatabase({ databaseUrl: database.url })).rejects.toThrow(
      'This data was stored by an unreleased version of Carrara. It can’t be upgraded or restored. ' +
        'Start with a new data folder (DATA_DIR), and with a new database if DATABASE_URL is set.',
    );
    expect(await applied()).toEqual(before);
  } finally {
    await owner.end();
    await database.drop();
  }
});
