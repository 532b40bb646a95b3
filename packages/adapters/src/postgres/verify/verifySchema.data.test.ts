import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../testing/servers.ts';
import { type TestDatabase, testDatabase } from '../testing/testDatabase.ts';
import { verifySchema } from './verifySchema.ts';

describe.each(testEngines)('what a superuser changes about the database (%s)', (engine) => {
  let database: TestDatabase;
  let superuser: pg.Client;
  let name: string;
  beforeAll(async () => {
    database = await testDatabase({ engine });
    superuser = new pg.Client({ connectionString: database.adminUrl });
    await superuser.connect();
    name = decodeURIComponent(new URL(database.adminUrl).pathname.slice(1));
  });
  afterAll(async () => {
    await superuser?.end();
    await database?.drop();
  });

  /** Changes the database, verifies it and takes the change back. */
  const findingsAfter = async (sql: string): Promise<string[]> => {
    await superuser.query('BEGIN');
    try {
      await superuser.query(sql.replaceAll('app_login', `carrara_app_${name}`));
      const findings = await verifySchema(superuser);
      return findings.map(({ of: location, what: subject }) =>
        `${location[1]} ${subject}`.replaceAll(`carrara_app_${name}`, 'app_login'),
      );
    } finally {
      await superuser.query('ROLLBACK');
    }
  };
  /** Replaces a part of the view source_facts, as PostgreSQL prints it. */
  const replaceInView = (from: string, to: string) =>
    `DO $$ DECLARE old text := pg_get_viewdef('source_facts'); BEGIN
      IF position('${from}' IN old) = 0 THEN RAISE 'The view has no such part: %', old; END IF;
      EXECUTE 'CREATE OR REPLACE VIEW source_facts WITH (security_invoker = true) AS ' || replace(old, '${from}', '${to}'); END $$`;

  it('is nothing on an untouched database, whatever the session has set', async () => {
    expect(await findingsAfter('SELECT')).toEqual([]);
    expect(await findingsAfter(`SET LOCAL search_path = pg_catalog; SET LOCAL IntervalStyle = 'iso_8601'`)).toEqual([]);
    expect(
      await findingsAfter(
        `CREATE SCHEMA statistics; CREATE EXTENSION pg_stat_statements SCHEMA statistics; CREATE ROLE watcher LOGIN;
         GRANT CONNECT ON DATABASE ${name} TO watcher; GRANT pg_monitor TO watcher`,
      ),
    ).toEqual([]);
  });

  const attacks: readonly (readonly [change: string, sql: string, finding: RegExp])[] = [
    [
      'a view with its arguments in another order',
      replaceInView('COALESCE(f.id, fi.fund_id, tfi.fund_id', 'COALESCE(f.id, tfi.fund_id, fi.fund_id'),
      /^source_facts is added: reads as who asks: /,
    ],
    [
      'a view that reads a table of another schema',
      `CREATE SCHEMA evil; CREATE TABLE evil.fund (LIKE public.fund); ${replaceInView('JOIN fund f ', 'JOIN evil.fund f ')}`,
      /^source_facts is added: reads as who asks: /,
    ],
    ['a table that a crash empties', 'ALTER TABLE activity SET UNLOGGED', /^activity is added: isn’t logged/],
    ['an index that a crash empties', 'ALTER TABLE activity SET UNLOGGED', /^activity_pkey is added: isn’t logged/],
    [
      'a view elsewhere for the login',
      'CREATE SCHEMA evil; CREATE VIEW evil.pay AS SELECT * FROM public.salary; GRANT SELECT ON evil.pay TO app_login',
      /^evil.pay is added: app_login may SELECT$/,
    ],
    [
      'a copy elsewhere for the login',
      'CREATE SCHEMA evil; CREATE TABLE evil.pay AS SELECT * FROM public.salary; GRANT SELECT ON evil.pay TO app_login',
      /^evil.pay is added: app_login may SELECT$/,
    ],
    [
      'a column elsewhere for a role of the login',
      `CREATE ROLE readers; GRANT readers TO app_login; CREATE SCHEMA evil; CREATE TABLE evil.pay AS SELECT * FROM public.salary;
       GRANT SELECT (amount) ON evil.pay TO readers`,
      /^evil.pay.amount is added: readers may SELECT$/,
    ],
    [
      'a copy elsewhere that the login owns',
      'CREATE SCHEMA evil; CREATE TABLE evil.pay AS SELECT * FROM public.salary; ALTER TABLE evil.pay OWNER TO app_login',
      /^evil.pay is added: app_login may do anything$/,
    ],
    [
      'a function among those of the server that runs as its owner',
      `CREATE FUNCTION pg_catalog.peek() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM public.salary'`,
      /^pg_catalog.peek is added: runs as its owner, /,
    ],
    [
      'a function among those of the server that runs as its caller',
      `CREATE FUNCTION pg_catalog.peek() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      /^pg_catalog.peek is added: runs as its caller$/,
    ],
    [
      'a cast',
      'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT',
      /^cast from text to uuid is added: is one that the product doesn’t use$/,
    ],
    [
      'an index that isn’t maintained',
      `UPDATE pg_index SET indisready = false WHERE indexrelid = 'tranche_investment'::regclass`,
      /^tranche is added: index tranche_investment isn’t usable$/,
    ],
    [
      'an index that isn’t used',
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'tranche_investment'::regclass`,
      /^tranche is added: index tranche_investment isn’t usable$/,
    ],
    [
      'a migration that isn’t recorded',
      `DELETE FROM schema_migration WHERE name LIKE '0007%'`,
      /^migration 0007_attachments is missing: recorded with the checksum /,
    ],
    [
      'a migration that this version doesn’t have',
      `INSERT INTO schema_migration (name, checksum) VALUES ('9999_evil', 'x')`,
      /^migration 9999_evil is added: /,
    ],
    [
      'a migration with another checksum',
      `UPDATE schema_migration SET checksum = 'x' WHERE name LIKE '0003%'`,
      /^migration 0003_people is added: recorded with the checksum x$/,
    ],
    [
      'a login whose writes a crash loses',
      'ALTER ROLE app_login SET synchronous_commit = off',
      /^app_login is added: sets synchronous_commit=off$/,
    ],
    [
      'a library in each session of the database',
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_preload_libraries = evil', current_database()); END $$`,
      /^everybody is added: sets session_preload_libraries=/,
    ],
    ['a group role that may connect', 'ALTER ROLE carrara_app LOGIN', /^carrara_app is added: may connect$/],
  ];
  it.each(attacks)('is named: %s', async (_change, sql, finding) => {
    expect(await findingsAfter(sql)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });
});
