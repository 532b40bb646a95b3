import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/servers.ts';
import { databaseRules } from './databaseRules.ts';

/** After a new migration, run `npx vitest run --project data databaseRules -u` and review the difference. */
it.each(testEngines)('the rules of a migrated database (%s) are those in rules.txt', async (engine) => {
  const database = await testDatabase({ engine });
  try {
    const rules = await databaseRules(database.worker);
    await expect(`${rules.join('\n')}\n`).toMatchFileSnapshot('rules.txt');
  } finally {
    await database.drop();
  }
});
