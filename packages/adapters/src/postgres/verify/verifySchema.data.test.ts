import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../testing/servers.ts';
import { type TestDatabase, testDatabase } from '../testing/testDatabase.ts';
import { asOwner, openDatabase } from '../engine/database/openDatabase.ts';
import { urlWith } from '../engine/database/urls.ts';
import { startCluster } from '../engine/supervisor/startCluster.ts';
import { attacks } from './schemaAttacks.fixture.ts';
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
      const login = /\b(app|worker)_login\b/g;
      await superuser.query(sql.replaceAll(login, `carrara_$1_${name}`).replaceAll('DATABASE db', `DATABASE ${name}`));
      const findings = await verifySchema(superuser);
      return findings.map(({ location, description: subject }) =>
        `${location[1]} ${subject}`
          .replaceAll(new RegExp(`carrara_(app|worker)_${name}`, 'g'), '$1_login')
          .replaceAll(`database ${name}`, 'database db'),
      );
    } finally {
      await superuser.query('ROLLBACK');
    }
  };
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
    expect(await findingsAfter('SET LOCAL quote_all_identifiers = on')).toEqual([]);
    for (const setting of [`statement_timeout = '1s'`, `work_mem = '64MB'`, 'random_page_cost = 1.1'])
      expect(await findingsAfter(`ALTER DATABASE db SET ${setting}`)).toEqual([]);
  });

  it('is named: a required column that present rows may lack', async () => {
    const { rows } = await superuser.query<{ hasUnchecked: boolean }>(
      `SELECT current_setting('server_version_num')::int >= 180000 AS "hasUnchecked"`,
    );
    if (rows[0]?.hasUnchecked)
      expect(
        await findingsAfter(
          'ALTER TABLE salary ALTER COLUMN amount DROP NOT NULL; ALTER TABLE salary ADD CONSTRAINT evil NOT NULL amount NOT VALID',
        ),
      ).toEqual(['salary unexpected: evil may be broken by present rows']);
  });

  it('is named if it changes how sessions read strings', async () => {
    await superuser.query(
      `ALTER DATABASE ${name} SET standard_conforming_strings = off; ALTER DATABASE ${name} SET search_path = pg_temp`,
    );
    try {
      expect(
        (await asOwner(database.adminUrl, (owner) => verifySchema(owner))).map(({ description: subject }) => subject),
      ).toEqual(['unexpected: sets search_path=pg_temp', 'unexpected: sets standard_conforming_strings=off']);
    } finally {
      await superuser.query(`ALTER DATABASE ${name} RESET ALL`);
    }
  });

  it('is named if another part can’t be checked', async () => {
    await superuser.query('ALTER TABLE schema_migration RENAME checksum TO evil');
    try {
      expect(await asOwner(database.adminUrl, (owner) => verifySchema(owner))).toEqual(
        expect.arrayContaining([
          { location: ['schema', 'migrations'], description: 'can’t be checked: column "checksum" does not exist' },
          {
            location: ['schema', 'schema_migration'],
            description: expect.stringMatching(/^unexpected: has the columns .*evil/),
          },
        ]),
      );
    } finally {
      await superuser.query('ALTER TABLE schema_migration RENAME evil TO checksum');
    }
  });

  it.each(attacks)('is named: %s', async (_change, sql, finding) => {
    expect(await findingsAfter(sql)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });
});

// The roles of an owner that may create roles would show in other tests of the same server.
it('verifies a database whose owner is no superuser, and names that owner if another login verifies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrara-owner-'));
  chmodSync(folder, 0o755);
  const cluster = await startCluster({ dataDir: join(folder, 'data') });
  const superuser = new pg.Client({ connectionString: cluster.adminUrl });
  try {
    await superuser.connect();
    await superuser.query(`CREATE ROLE plain LOGIN CREATEROLE PASSWORD 'plain'`);
    await superuser.query('CREATE DATABASE owned OWNER plain');
    const adminUrl = urlWith(cluster.adminUrl, { database: 'owned' });
    const databaseUrl = urlWith(adminUrl, { user: 'plain', password: 'plain' });
    await openDatabase({ databaseUrl }).then((opening) => opening.close());
    const verification = await openDatabase({ databaseUrl, toVerify: true });
    await verification.close();
    expect(await asOwner(verification.adminUrl, (owner) => verifySchema(owner))).toEqual([]);
    expect(await asOwner(adminUrl, (owner) => verifySchema(owner))).toContainEqual({
      location: ['schema', 'database owned'],
      description: 'unexpected: is owned by plain',
    });
  } finally {
    await superuser.end();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
