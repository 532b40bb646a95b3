import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type TestDatabase,
  type TestStore,
  type TestTenant,
  testDatabase,
  testEngines,
  testStore,
} from '../../testing/index.ts';

describe.each(testEngines)('tenants in one database (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let one: TestTenant;
  let other: TestTenant;
  let tenantTables: string[];

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    one = await store.tenant('One');
    other = await store.tenant('Other');
    const { rows } = await database.worker.query<{ table: string }>(
      `SELECT c.relname AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id' AND NOT a.attisdropped
       ORDER BY 1`,
    );
    tenantTables = rows.map((row) => row.table);
  });
  afterAll(() => database?.drop());

  it('T04: serves requests under a login that is no superuser, bypasses nothing and owns nothing', async () => {
    const [role] = await store.withTenant(one.context, (tx) =>
      tx.query<{ session: string; current: string; mighty: boolean; owned: number }>(
        `SELECT session_user AS session, current_user AS current, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS mighty,
                (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned
         FROM pg_roles r WHERE rolname = session_user`,
      ),
    );
    expect(role).toEqual({ session: role?.session, current: role?.session, mighty: false, owned: 0 });
  });

  it('T04: shows no row of any tenant table while no tenant is set', async () => {
    expect(tenantTables.length).toBeGreaterThan(45);
    for (const table of tenantTables) {
      const { rows } = await database.app.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
      expect([table, rows[0]?.count]).toEqual([table, 0]);
    }
    expect((await database.app.query('SELECT FROM tenant')).rowCount).toBe(0);
  });

  it('T05: has row-level security enabled and forced on every table with a tenant, with a check on what is written', async () => {
    const { rows } = await database.worker.query(
      `SELECT c.relname AS table, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
              EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polqual IS NOT NULL AND p.polwithcheck IS NOT NULL
                      AND 'carrara_app'::regrole = ANY (p.polroles)) AS checked,
              EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND (p.polroles = '{0}' OR NOT p.polpermissive AND p.polroles <> ARRAY['carrara_app'::regrole::oid])) AS everybody
       FROM pg_class c WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
      [tenantTables],
    );
    expect(rows).toEqual(
      tenantTables.map((table) => ({ table, enabled: true, forced: true, checked: true, everybody: false })),
    );
  });

  it('has the tenant first in every primary, unique and foreign key of a tenant table', async () => {
    const { rows } = await database.worker.query<{ constraint: string }>(
      `SELECT c.conrelid::regclass || '.' || c.conname AS constraint
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE c.contype IN ('p', 'u', 'f') AND c.conrelid::regclass::text = ANY ($1) AND a.attname <> 'tenant_id'
         AND c.confrelid::regclass::text NOT IN ('person', 'session')
         -- What two tenants see names both.
         AND NOT (c.confrelid::regclass::text = 'tenant' AND a.attname IN ('target_id', 'source_id'))
         AND c.conrelid::regclass::text <> 'download_token'`,
      [tenantTables],
    );
    expect(rows).toEqual([]);
  });

  it('T05: has no view that would read with its owner’s rights', async () => {
    const { rows } = await database.worker.query(
      `SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
       AND NOT coalesce(reloptions @> '{security_invoker=true}', false)`,
    );
    expect(rows).toEqual([]);
  });

  it('keeps figures in exact columns only', async () => {
    const { rows } = await database.worker.query(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type IN ('real', 'double precision', 'money')`,
    );
    expect(rows).toEqual([]);
  });

  it('lets a tenant neither read, change, take nor fill the rows of another', async () => {
    const id = newId();
    await store.withTenant(other.context, (tx) =>
      tx.query(`INSERT INTO vesting_schedule (tenant_id, id, name) VALUES ($1, $2, 'Theirs')`, [other.tenantId, id]),
    );
    await store.withTenant(one.context, async (tx) => {
      expect(await tx.query('SELECT FROM vesting_schedule WHERE id = $1', [id])).toEqual([]);
      expect(await tx.query(`UPDATE vesting_schedule SET name = 'Ours' WHERE id = $1 RETURNING id`, [id])).toEqual([]);
      expect(await tx.query('DELETE FROM vesting_schedule WHERE id = $1 RETURNING id', [id])).toEqual([]);
    });
    await expect(
      store.withTenant(one.context, (tx) =>
        tx.query(`INSERT INTO vesting_schedule (tenant_id, id, name) VALUES ($1, $2, 'Smuggled')`, [
          other.tenantId,
          newId(),
        ]),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('points at nothing of another tenant, since the tenant is part of every key', async () => {
    const id = newId();
    await store.withTenant(other.context, (tx) =>
      tx.query(
        `INSERT INTO reference_entry (tenant_id, id, type, code, description) VALUES ($1, $2, 'participant-class', 'P', 'Partner')`,
        [other.tenantId, id],
      ),
    );
    await expect(
      store.withTenant(one.context, (tx) =>
        tx.query(
          `INSERT INTO vesting_schedule (tenant_id, id, name, participant_class_id) VALUES ($1, $2, 'Mine', $3)`,
          [one.tenantId, newId(), id],
        ),
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it('cannot leave its role or become another', async () => {
    await expect(database.app.query('SET ROLE postgres')).rejects.toThrow(/permission denied/);
    await expect(database.app.query('SET ROLE carrara_worker')).rejects.toThrow(/permission denied/);
    await expect(database.app.query('ALTER TABLE fund DISABLE ROW LEVEL SECURITY')).rejects.toThrow(/must be owner/);
    await expect(database.app.query(`CALL protect_tenant_table('fund')`)).rejects.toThrow(/permission denied/);
    await expect(database.app.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
  });

  it.each([
    'UPDATE activity SET reason = NULL',
    'DELETE FROM activity',
    'TRUNCATE activity',
    'DELETE FROM activity_head',
    'UPDATE account_entry SET amount = 0',
    'DELETE FROM escrow_entry',
    'UPDATE distribution_vesting SET vested_percentage = 100',
    'UPDATE distribution_member_vesting SET vested_percentage = 100',
  ])('A15: refuses the application “%s”', async (statement) => {
    await expect(store.withTenant(one.context, (tx) => tx.query(statement))).rejects.toThrow(/permission denied/);
  });

  it('T23: leaves nothing of a tenant on a connection when requests of two tenants interleave and some fail', async () => {
    const seen = await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const tenant = index % 2 ? one : other;
        const fails = index % 5 === 0;
        const answer = await store
          .withTenant(tenant.context, async (tx) => {
            const [row] = await tx.query<{ id: string; role: string }>(
              'SELECT current_tenant() AS id, current_user AS role',
            );
            if (fails) await tx.query('SELECT 1 / 0');
            return row;
          })
          .catch(() => undefined);
        return fails ? answer === undefined : answer?.id === tenant.tenantId;
      }),
    );
    expect(seen.every(Boolean)).toBe(true);
    const left = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.app.query(`SELECT current_tenant() AS id, current_setting('app.person_id', true) AS person`),
      ),
    );
    for (const { rows } of left) expect(rows[0]?.id).toBeNull();
    for (const { rows } of left) expect(rows[0]?.person ?? '').toBe('');
  });
});
