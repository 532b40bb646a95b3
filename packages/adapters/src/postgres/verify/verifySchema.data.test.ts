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
      return findings.map(({ location, description: subject }) =>
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

  /** Replaces a view of the server by one that leaves out everything. */
  const replaceView = (view: string) =>
    `SET LOCAL allow_system_table_mods = on; DO $$ BEGIN
      EXECUTE 'CREATE OR REPLACE VIEW pg_catalog.${view} AS SELECT * FROM (' || rtrim(pg_get_viewdef('pg_catalog.${view}'), ';') || ') v WHERE v.${view === 'pg_policies' ? 'policyname' : 'rolname'} <> ''evil'''; END $$`;

  it('is nothing on an untouched database, whatever the session has set', async () => {
    expect(await findingsAfter('SELECT')).toEqual([]);
    expect(
      await findingsAfter(
        `SET LOCAL search_path = pg_catalog; SET LOCAL IntervalStyle = 'iso_8601'; SET LOCAL DateStyle = 'SQL, DMY'`,
      ),
    ).toEqual([]);
    expect(
      await findingsAfter(
        `CREATE SCHEMA statistics; CREATE EXTENSION pg_stat_statements SCHEMA statistics; CREATE ROLE watcher LOGIN;
         GRANT CONNECT ON DATABASE ${name} TO watcher; GRANT pg_monitor TO watcher;
         GRANT EXECUTE ON FUNCTION pg_ls_dir(text), pg_stat_file(text) TO watcher`,
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
    [
      'dates in another form',
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET DateStyle = ''SQL, DMY''', current_database()); END $$`,
      /^everybody is added: sets DateStyle=/,
    ],
    [
      'damaged pages that read as empty',
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET zero_damaged_pages = on', current_database()); END $$`,
      /^everybody is added: sets zero_damaged_pages=on$/,
    ],
    [
      'a policy hidden behind a replaced view',
      `CREATE POLICY evil ON salary USING (true); ${replaceView('pg_policies')}`,
      /^salary is added: permissive policy evil for ALL to public using true check $/,
    ],
    [
      'a view of the server',
      replaceView('pg_roles'),
      /^pg_catalog.pg_roles is added: is a view of the server that was replaced$/,
    ],
    [
      'a function of the server',
      `CREATE OR REPLACE FUNCTION pg_catalog.pg_sleep_for(interval) RETURNS void LANGUAGE plpgsql AS 'BEGIN END'`,
      /^pg_catalog.pg_sleep_for is added: is a function of the server that was replaced$/,
    ],
    [
      'another function of the server behind a name',
      `CREATE OR REPLACE FUNCTION pg_catalog.sha224(bytea) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'sha256_bytea'`,
      /^pg_catalog.sha224 is added: is a function of the server that was replaced$/,
    ],
    [
      'an operator of the server',
      `UPDATE pg_operator SET oprcode = 'numeric_sub'::regproc WHERE oid = '+(numeric,numeric)'::regoperator`,
      /^operator \+\(numeric,numeric\) is added: is one of the server that was changed$/,
    ],
    [
      'an operator',
      'CREATE OPERATOR public.+ (LEFTARG = text, RIGHTARG = text, FUNCTION = textcat)',
      /^operator \+\(text,text\) is added: is one that the product doesn’t use$/,
    ],
    [
      'an operator class',
      'CREATE OPERATOR CLASS public.evil FOR TYPE integer USING hash AS OPERATOR 1 =, FUNCTION 1 hashint4(integer)',
      /^operator class public.evil is added: is one that the product doesn’t use$/,
    ],
    [
      'a function elsewhere',
      `CREATE SCHEMA evil; CREATE FUNCTION evil.peek() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      /^evil.peek is added: runs as its caller$/,
    ],
    [
      'an index that is gone',
      'DROP INDEX tranche_investment',
      /^tranche is missing: index CREATE INDEX tranche_investment /,
    ],
    [
      'an index over an expression',
      'CREATE INDEX evil ON tranche (upper(id::text))',
      /^tranche is added: index CREATE INDEX evil /,
    ],
    [
      'a table elsewhere whose rows count as those of another',
      'CREATE SCHEMA evil; CREATE TABLE evil.pay () INHERITS (public.salary)',
      /^salary is added: has the rows of evil.pay too$/,
    ],
    [
      'a column that compares texts in another way',
      'ALTER TABLE schema_migration ALTER COLUMN name TYPE text COLLATE "POSIX"',
      /^schema_migration.name is added: compares texts by "POSIX"$/,
    ],
    ['a domain', 'CREATE DOMAIN evil AS text', /^type evil is added: is one that the product doesn’t use$/],
    [
      'a collation',
      'CREATE COLLATION evil FROM "C"',
      /^collation public.evil is added: is one that the product doesn’t use$/,
    ],
    [
      'a foreign server',
      'CREATE FOREIGN DATA WRAPPER evil; CREATE SERVER afar FOREIGN DATA WRAPPER evil',
      /^afar is added: is a connection to another server/,
    ],
    [
      'a language that everybody may use',
      `UPDATE pg_language SET lanpltrusted = true WHERE lanname = 'c'`,
      /^language c is added: may be used by everybody$/,
    ],
    ['a group role that may connect', 'ALTER ROLE carrara_app LOGIN', /^carrara_app is added: may connect$/],
  ];
  it.each(attacks)('is named: %s', async (_change, sql, finding) => {
    expect(await findingsAfter(sql)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });
});
