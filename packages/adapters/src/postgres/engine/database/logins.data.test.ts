import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { openDatabase } from './openDatabase.ts';

let database: TestDatabase;
let superuser: pg.Client;
let login: string;
let name: string;
beforeAll(async () => {
  database = await testDatabase();
  superuser = new pg.Client({ connectionString: database.adminUrl });
  await superuser.connect();
  name = decodeURIComponent(new URL(database.adminUrl).pathname.slice(1));
  login = `carrara_app_${name}`;
});
afterAll(async () => {
  await superuser?.query(`ALTER DATABASE ${name} OWNER TO CURRENT_USER; ALTER SCHEMA public OWNER TO pg_database_owner;
    REASSIGN OWNED BY ${login} TO CURRENT_USER; DROP ROLE IF EXISTS ${name}_boss`);
  await superuser?.end();
  await database?.drop();
});

// T04
it.each<readonly [change: string, undo: string, reason: string]>([
  ['ALTER ROLE app_login SUPERUSER', 'ALTER ROLE app_login NOSUPERUSER', 'it is a superuser.'],
  // The superuser that initdb creates has both.
  ['ALTER ROLE app_login SUPERUSER BYPASSRLS', 'ALTER ROLE app_login NOSUPERUSER NOBYPASSRLS', 'it is a superuser.'],
  ['ALTER ROLE app_login BYPASSRLS', 'ALTER ROLE app_login NOBYPASSRLS', 'it has BYPASSRLS.'],
  ['ALTER DATABASE db OWNER TO app_login', 'ALTER DATABASE db OWNER TO CURRENT_USER', 'it owns the database.'],
  [
    'ALTER SCHEMA public OWNER TO app_login',
    'ALTER SCHEMA public OWNER TO pg_database_owner',
    'it owns the schema public.',
  ],
  ['ALTER TABLE fund OWNER TO app_login', 'ALTER TABLE fund OWNER TO CURRENT_USER', 'it owns the table fund.'],
  [
    'CREATE ROLE db_boss; ALTER DATABASE db OWNER TO db_boss; GRANT db_boss TO app_login',
    'ALTER DATABASE db OWNER TO CURRENT_USER; DROP ROLE db_boss',
    'it can act as db_boss, which owns the database.',
  ],
  ...[
    ['carrara_worker', 'sees all tenants'],
    ['pg_execute_server_program', 'runs programs on the server'],
    ['pg_read_server_files', 'reads or writes files of the server'],
    ['pg_write_server_files', 'reads or writes files of the server'],
  ].map(
    ([role, power]) =>
      [
        `GRANT ${role} TO app_login`,
        `REVOKE ${role} FROM app_login`,
        `it can act as ${role}, which ${power}.`,
      ] as const,
  ),
])('startup fails if the application’s login can read every tenant’s data: %s', async (change, undo, reason) => {
  const ofDatabase = (sql: string) =>
    sql
      .replaceAll('app_login', login)
      .replaceAll('db_boss', `${name}_boss`)
      .replaceAll('DATABASE db', `DATABASE ${name}`);
  await superuser.query(ofDatabase(change));
  const opened = openDatabase({ databaseUrl: database.adminUrl }).then((opening) => opening.close());
  await expect(opened).rejects.toThrow(`Login ${login} can read every tenant’s data: ${ofDatabase(reason)}`);
  await superuser.query(ofDatabase(undo));
  await openDatabase({ databaseUrl: database.adminUrl }).then((opening) => opening.close());
});
