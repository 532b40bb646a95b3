import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';

/** Keys that prevent distributing tables by tenant, with the reason. docs/operate/scale.md refers to this list. */
const keysWithoutTenant: readonly { readonly because: string; readonly keys: readonly string[] }[] = [
  {
    because: 'a person may be of several tenants, so that people lie on every node as a reference table',
    keys: [
      'api_token.api_token_person_id_fkey to person',
      'employee.employee_person_id_fkey to person',
      'invitation.invitation_person_id_fkey to person',
      'mail.mail_person_id_fkey to person',
      'membership.membership_person_id_fkey to person',
      'notification.notification_person_id_fkey to person',
      'participant.participant_person_id_fkey to person',
      'pay_access.pay_access_person_id_fkey to person',
      'task.task_person_id_fkey to person',
    ],
  },
  {
    because:
      'a link joins two tenants: its row lies with the first, and names the other in the reference table of tenants',
    keys: [
      'data_transfer.data_transfer_target_id_fkey to tenant',
      'tenant_link.tenant_link_target_id_fkey to tenant',
      'transfer_origin.transfer_origin_source_id_fkey to tenant',
    ],
  },
  {
    because:
      'is looked up by its hash before any tenant is known, lives for a minute, and stays on one node beside sessions and people',
    keys: [
      'download_token.download_token_person_id_fkey to person',
      'download_token.download_token_pkey',
      'download_token.download_token_session_id_fkey to session',
    ],
  },
];

describe.each(testEngines)('tenants in one database (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let first: TestTenant;
  let other: TestTenant;
  let tenantTables: string[];

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    first = await store.tenant('One');
    other = await store.tenant('Other');
    const { rows } = await database.worker.query<{ table: string }>(
      `SELECT c.relname AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id' AND NOT a.attisdropped
       ORDER BY 1`,
    );
    tenantTables = rows.map((row) => row.table);
  });
  afterAll(() => database?.drop());

  it('T04: serves requests with a login that is not a superuser, bypasses nothing and owns nothing', async () => {
    const [role] = await store.withTenant(first.context, (tx) =>
      tx.query<{ session: string; current: string; mighty: boolean; owned: number }>(
        `SELECT session_user AS session, current_user AS current, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS mighty,
                (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned
         FROM pg_roles r WHERE rolname = session_user`,
      ),
    );
    expect(role).toEqual({ session: role?.session, current: role?.session, mighty: false, owned: 0 });
  });

  it('T04: returns no row of any tenant table without a tenant', async () => {
    expect(tenantTables.length).toBeGreaterThan(45);
    for (const table of tenantTables) {
      const { rows } = await database.app.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
      expect([table, rows[0]?.count]).toEqual([table, 0]);
    }
    expect((await database.app.query('SELECT FROM tenant')).rowCount).toBe(0);
  });

  it('T05: has row-level security enabled and forced on every table with a tenant, with a check on writes', async () => {
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

  it('has the tenant first in every primary, unique and foreign key of a tenant table, so an engine can shard by it', async () => {
    const { rows } = await database.worker.query<{ key: string }>(
      `WITH own AS (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)),
         keys AS (
           SELECT i.indrelid AS relation, i.indexrelid::regclass::text AS name, (i.indkey::int2[])[0] AS first FROM pg_index i JOIN own ON own.oid = i.indrelid
           WHERE i.indisunique OR i.indisexclusion
           UNION ALL
           SELECT c.conrelid, c.conname || ' to ' || c.confrelid::regclass, c.conkey[1] FROM pg_constraint c JOIN own ON own.oid = c.conrelid
           WHERE c.contype = 'f'
             AND NOT (c.confrelid IN (SELECT oid FROM own) AND (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.confrelid AND a.attnum = c.confkey[1]) <> 'tenant_id'))
       SELECT k.relation::regclass || '.' || k.name AS key FROM keys k
       LEFT JOIN pg_attribute a ON a.attrelid = k.relation AND a.attnum = k.first
       WHERE a.attname IS DISTINCT FROM 'tenant_id' ORDER BY 1`,
      [tenantTables],
    );
    expect(rows.map(({ key }) => key)).toEqual(keysWithoutTenant.flatMap(({ keys }) => keys).toSorted());
  });

  it('T05: has no view that reads with its owner’s rights', async () => {
    const { rows } = await database.worker.query(
      `SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
       AND NOT coalesce(reloptions @> '{security_invoker=true}', false)`,
    );
    expect(rows).toEqual([]);
  });

  it('stores figures in exact columns only', async () => {
    const { rows } = await database.worker.query(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type IN ('real', 'double precision', 'money')`,
    );
    expect(rows).toEqual([]);
  });

  it('lets a tenant neither read, change, move nor insert the rows of another', async () => {
    const id = newId();
    await store.withTenant(other.context, (tx) =>
      tx.query(`INSERT INTO vesting_schedule (tenant_id, id, name) VALUES ($1, $2, 'Theirs')`, [other.tenantId, id]),
    );
    await store.withTenant(first.context, async (tx) => {
      expect(await tx.query('SELECT FROM vesting_schedule WHERE id = $1', [id])).toEqual([]);
      expect(await tx.query(`UPDATE vesting_schedule SET name = 'Ours' WHERE id = $1 RETURNING id`, [id])).toEqual([]);
      expect(await tx.query('DELETE FROM vesting_schedule WHERE id = $1 RETURNING id', [id])).toEqual([]);
    });
    await expect(
      store.withTenant(first.context, (tx) =>
        tx.query(`INSERT INTO vesting_schedule (tenant_id, id, name) VALUES ($1, $2, 'Smuggled')`, [
          other.tenantId,
          newId(),
        ]),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('references nothing of another tenant, since the tenant is part of every key', async () => {
    const id = newId();
    await store.withTenant(other.context, (tx) =>
      tx.query(
        `INSERT INTO reference_entry (tenant_id, id, type, code, description) VALUES ($1, $2, 'participant-class', 'P', 'Partner')`,
        [other.tenantId, id],
      ),
    );
    await expect(
      store.withTenant(first.context, (tx) =>
        tx.query(
          `INSERT INTO vesting_schedule (tenant_id, id, name, participant_class_id) VALUES ($1, $2, 'Mine', $3)`,
          [first.tenantId, newId(), id],
        ),
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it('cannot leave its role or assume another', async () => {
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
    await expect(store.withTenant(first.context, (tx) => tx.query(statement))).rejects.toThrow(/permission denied/);
  });

  it('T23: leaves nothing of a tenant on a connection if requests of two tenants interleave and some fail', async () => {
    const seen = await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const tenant = index % 2 ? first : other;
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
    const remaining = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.app.query(`SELECT current_tenant() AS id, current_setting('app.person_id', true) AS person`),
      ),
    );
    for (const { rows } of remaining) expect(rows[0]?.id).toBeNull();
    for (const { rows } of remaining) expect(rows[0]?.person ?? '').toBe('');
  });
});
