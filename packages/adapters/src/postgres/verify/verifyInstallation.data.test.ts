import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { vestingScheduleStore } from '../carry/rules/rules.ts';
import { testStore } from '../testing/tenants.ts';
import { type TestDatabase, testDatabase } from '../testing/testDatabase.ts';
import { verifyInstallation } from './verifyInstallation.ts';

let database: TestDatabase;
let superuser: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  superuser = new pg.Client({ connectionString: database.adminUrl });
  await superuser.connect();
});
afterAll(async () => {
  await superuser?.end();
  await database?.drop();
});

it('names rows of a firm that doesn’t exist, and rows that the product doesn’t write', async () => {
  expect(await verifyInstallation(database.worker)).toEqual([]);
  await superuser.query(`SET session_replication_role = replica;
    INSERT INTO image (tenant_id, id, mime_type, content, sha256) VALUES (gen_random_uuid(), gen_random_uuid(), 'image/png', 'x', sha256('x'));
    INSERT INTO installation VALUES ('evil', 'x'), ('backup', 'x')`);
  expect(await verifyInstallation(database.worker)).toEqual([
    { location: ['references'], description: 'image has rows without their tenant (image_tenant_id_fkey)' },
    { location: ['installation', 'evil'], description: 'isn’t a row that the product writes' },
  ]);
  const { tenantId, context } = await testStore(database).tenant('Inserted');
  const tenant = {
    location: ['tenant', 'Inserted', tenantId],
    description: 'has no entry in the audit log about its creation',
  };
  expect(await verifyInstallation(database.worker)).toContainEqual(tenant);
  // Its members don't change that.
  await testStore(database).withTenant(context, (tx) =>
    vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: 'Four years' }),
  );
  expect(await verifyInstallation(database.worker)).toContainEqual(tenant);
  await superuser.query(
    `INSERT INTO list_state (tenant_id, person_id, list, state) VALUES ($1, gen_random_uuid(), 'board:x', '{}')`,
    [tenantId],
  );
  expect(await verifyInstallation(database.worker)).toContainEqual({
    location: ['references'],
    description: 'list_state has rows without their membership (list_state_tenant_id_person_id_fkey)',
  });
  await superuser.query(`INSERT INTO activity_head (tenant_id, seq) VALUES (gen_random_uuid(), 1)`);
  const missing = {
    location: ['installation', 'audit-key'],
    description: 'is missing: the fingerprint of the audit key',
  };
  expect(await verifyInstallation(database.worker)).toContainEqual(missing);
  await superuser.query(`INSERT INTO installation VALUES ('audit-key', 'x')`);
  expect(await verifyInstallation(database.worker)).not.toContainEqual(missing);
});
