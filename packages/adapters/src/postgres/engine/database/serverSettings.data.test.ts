import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemBinDir, testEngines } from '../../testing/servers.ts';
import { type Cluster, startCluster } from '../supervisor/startCluster.ts';
import { asOwner, openPool } from './openDatabase.ts';
import { urlWith } from './urls.ts';
import { passwordlessAccess, replicationSlots, unsafeSettings } from './serverSettings.ts';

// The settings concern the whole server, so it isn't the one of the other tests.
describe.each(testEngines)('protective settings of the server (%s)', (engine) => {
  let folder: string;
  let cluster: Cluster;
  let superuser: pg.Client;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carrara-settings-'));
    chmodSync(folder, 0o755);
    const own = engine === 'server' && systemBinDir ? { binDir: systemBinDir } : {};
    // Options of the start command pass, whatever they are.
    cluster = await startCluster({ dataDir: join(folder, 'data'), settings: { fsync: 'off' }, ...own });
    superuser = new pg.Client({ connectionString: cluster.adminUrl });
    await superuser.connect();
    await superuser.query(`CREATE ROLE plain LOGIN PASSWORD 'plain'`);
    // Older servers only store settings of this kind that the session has.
    await superuser.query(`LOAD 'plpgsql'; SET app.tenant_id = ''; SET pg_stat_statements.max = ''`);
  });
  afterAll(async () => {
    await superuser?.end();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asPlain = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({
      connectionString: urlWith(cluster.adminUrl, { user: 'plain', password: 'plain' }),
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  it('pass as the product starts the server', async () => {
    expect(await unsafeSettings(superuser)).toEqual([]);
    expect(await asPlain(unsafeSettings)).toEqual([]);
  });

  it.each([
    ['session_replication_role', `'replica'`, 'replica', true],
    ['synchronous_commit', 'off', 'off', true],
    // The start command has the last word on it, so only the file reveals it.
    ['fsync', 'off', 'off', false],
    ['full_page_writes', 'off', 'off', true],
    // Hidden from logins without privileges.
    ['session_preload_libraries', `'auto_explain', 'pageinspect'`, 'auto_explain, pageinspect', false],
    // Read at a start only.
    ['shared_preload_libraries', `'pg_stat_statements', 'pageinspect'`, 'pg_stat_statements, pageinspect', false],
    ['search_path', 'evil, public', 'evil, public', true],
    ['archive_library', 'evil', 'evil', true],
    ['jit_provider', 'evil', 'evil', false],
    ['dynamic_library_path', `'/tmp'`, '/tmp', false],
    // Its value in postgresql.conf is the operator's.
    ['archive_command', `'touch /tmp/evil'`, 'touch /tmp/evil', false],
    ['zero_damaged_pages', 'on', 'on', true],
    ['ignore_checksum_failure', 'on', 'on', true],
    ['datestyle', `'SQL, DMY'`, 'SQL, DMY', true],
    ['intervalstyle', 'iso_8601', 'iso_8601', true],
    ['app.tenant_id', `'x'`, 'x', false],
    ['idle_session_timeout', '100000', '100000', true],
    ['row_security', 'off', 'off', true],
    ['transform_null_equals', 'on', 'on', true],
    ['log_statement', `'all'`, 'all', true],
    ['log_min_duration_statement', '0', '0', true],
    ['log_parameter_max_length_on_error', '-1', '-1', true],
    ['debug_print_plan', 'on', 'on', true],
    ['password_encryption', 'md5', 'md5', true],
    ['allow_system_table_mods', 'on', 'on', true],
    ['plpgsql.variable_conflict', 'use_column', 'use_column', false],
    ['ssl_passphrase_command', `'touch /tmp/evil'`, 'touch /tmp/evil', false],
    ['restore_command', `'touch /tmp/evil'`, 'touch /tmp/evil', false],
    ['hba_file', `'/tmp/evil'`, '/tmp/evil', false],
    ['temp_file_limit', '1', '1', true],
    ['commit_delay', '100000', '100000', true],
    ['max_stack_depth', '100', '100', true],
    ['work_mem', `'64kB'`, '64kB', false],
    ['deadlock_timeout', '3600000', '3600000', true],
    ['max_connections', '5', '5', false],
    ['autovacuum', 'off', 'off', true],
    ['random_page_cost', '1e+300', '1e+300', true],
    ['enable_indexscan', 'off', 'off', true],
    ['plan_cache_mode', 'force_custom_plan', 'force_custom_plan', true],
    ['wal_init_zero', 'off', 'off', true],
    ['log_temp_files', '0', '0', true],
    ['log_lock_waits', 'on', 'on', true],
    ['log_min_messages', 'debug2', 'debug2', true],
    ['log_planner_stats', 'on', 'on', true],
  ])('are named if switched off: %s', async (name, value, stored, isSeenByAll) => {
    await superuser.query(`ALTER SYSTEM SET ${name} = ${value}`);
    try {
      const finding = (file: string) => `server: sets ${name}=${stored} (${file})`;
      // Before the server has read the file.
      expect(await unsafeSettings(superuser)).toEqual([finding('postgresql.auto.conf')]);
      await superuser.query('SELECT pg_reload_conf()');
      await expect.poll(() => asPlain(unsafeSettings)).toEqual(isSeenByAll ? [finding('configuration file')] : []);
      expect(await unsafeSettings(superuser)).toEqual([finding('postgresql.auto.conf')]);
    } finally {
      await superuser.query(`ALTER SYSTEM RESET ${name}`);
      await superuser.query('SELECT pg_reload_conf()');
      await expect.poll(() => asPlain(unsafeSettings)).toEqual([]);
    }
  });

  it('pass if the log has statements without their parameters', async () => {
    await superuser.query('ALTER SYSTEM SET log_min_duration_statement = 1000');
    try {
      expect(await unsafeSettings(superuser)).toHaveLength(1);
      await superuser.query('ALTER SYSTEM SET log_parameter_max_length = 0');
      expect(await unsafeSettings(superuser)).toEqual([]);
    } finally {
      await superuser.query('ALTER SYSTEM RESET ALL');
    }
  });

  it('warn of replication slots', async () => {
    expect(await replicationSlots(superuser)).toEqual([]);
    await superuser.query(`SELECT pg_create_physical_replication_slot('evil', true)`);
    try {
      expect(await replicationSlots(superuser)).toEqual([
        expect.stringMatching(/^The replication slot evil is unused, /),
      ]);
    } finally {
      await superuser.query(`SELECT pg_drop_replication_slot('evil')`);
    }
  });

  it('warn of lines that let others than users of the socket connect without a password', async () => {
    const { rows } = await superuser.query<{ hba_file: string }>('SHOW hba_file');
    const file = rows[0]!.hba_file;
    const before = await readFile(file, 'utf8');
    expect(await passwordlessAccess(superuser)).toEqual([]);
    try {
      await writeFile(file, 'local all all trust\nhost all all 0.0.0.0/0 trust\nhost all ann 10.0.0.0/8 trust\n');
      expect(await passwordlessAccess(superuser)).toEqual([
        'Line 2 of pg_hba.conf lets every user connect from any address without a password. Use scram-sha-256 instead of trust.',
        'Line 3 of pg_hba.conf lets ann connect from 10.0.0.0 without a password. Use scram-sha-256 instead of trust.',
      ]);
      expect(await asPlain(passwordlessAccess)).toEqual([]);
    } finally {
      await writeFile(file, before);
    }
  });

  it('are set before a connection is used, or the connection fails', async () => {
    const through = new URL(cluster.adminUrl);
    const socket = `.s.PGSQL.${through.port}`;
    const upstreamPath = join(through.searchParams.get('host') ?? '', socket);
    const ownFolder = mkdtempSync(join(tmpdir(), 'carrara-proxy-'));
    // Ends a connection at its first statement, as a pooler or server that refuses it does.
    const proxy = createServer((client) => {
      const upstream = connect(upstreamPath);
      client.on('data', (bytes) => (bytes.includes('SET DateStyle') ? client.destroy() : upstream.write(bytes)));
      upstream.pipe(client);
      client.on('close', () => upstream.destroy()).on('error', () => undefined);
      upstream.on('close', () => client.destroy()).on('error', () => undefined);
    });
    await new Promise<void>((resolve) => void proxy.listen(join(ownFolder, socket), resolve));
    through.searchParams.set('host', ownFolder);
    const pool = openPool(through.toString(), 1, 'carrara');
    try {
      const outcome = await pool.connect().then(
        (client) => client.release(true),
        (error: Error) => error.message,
      );
      expect(outcome).toMatch(/terminated/);
    } finally {
      await pool.end();
      proxy.close();
      rmSync(ownFolder, { recursive: true, force: true });
    }
  });

  it('don’t change how the product’s connections write dates, times, intervals and names, and apply row security', async () => {
    const query = `SELECT date '2026-09-30'::text AS date, interval '1 day 2 hours'::text AS interval,
      timestamptz '2026-09-30 12:00+00'::text AS time, current_setting('DateStyle') AS style,
      current_setting('row_security') AS "rowSecurity", current_setting('quote_all_identifiers') AS quotes`;
    const formats = {
      date: '2026-09-30',
      interval: '1 day 02:00:00',
      time: '2026-09-30 12:00:00+00',
      style: 'ISO, MDY',
      rowSecurity: 'on',
      quotes: 'off',
    };
    await superuser.query(`ALTER DATABASE postgres SET DateStyle = 'SQL, DMY'; ALTER DATABASE postgres SET IntervalStyle = 'iso_8601';
      ALTER DATABASE postgres SET TimeZone = 'Asia/Tokyo'; ALTER DATABASE postgres SET row_security = off;
      ALTER DATABASE postgres SET quote_all_identifiers = on`);
    const pool = openPool(cluster.adminUrl, 1, 'carrara');
    try {
      expect((await pool.query(query)).rows).toEqual([formats]);
      expect((await asOwner(cluster.adminUrl, (owner) => owner.query(query))).rows).toEqual([formats]);
    } finally {
      await pool.end();
      await superuser.query('ALTER DATABASE postgres RESET ALL');
    }
  });

  it.each([
    ['synchronous_commit', 'remote_apply'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'yes'],
    ['session_preload_libraries', 'auto_explain'],
    ['shared_preload_libraries', `'pg_stat_statements', 'pgaudit'`],
    ['search_path', '"$user", public'],
    ['row_security', 'yes'],
    ['log_statement', 'ddl'],
    ['work_mem', `'64MB'`],
    ['work_mem', '4096'],
    ['temp_file_limit', '-1'],
    ['temp_file_limit', `'20GB'`],
    ['shared_buffers', `'1GB'`],
    ['shared_buffers', '16384'],
    ['commit_delay', '1000'],
    ['deadlock_timeout', `'2s'`],
    ['random_page_cost', '1.1'],
    ['max_wal_size', `'4GB'`],
    ['autovacuum_naptime', '10'],
    ['enable_indexscan', 'yes'],
    ['log_checkpoints', 'on'],
    ['log_line_prefix', `'%m '`],
    ['ssl_ciphers', `'HIGH'`],
    ['statement_timeout', `'10min'`],
    ['timezone', `'Europe/Zurich'`],
    ['pg_stat_statements.max', '10000'],
  ])('pass with another safe value: %s = %s', async (name, value) => {
    await superuser.query(`ALTER SYSTEM SET ${name} = ${value}`);
    try {
      expect(await unsafeSettings(superuser)).toEqual([]);
    } finally {
      await superuser.query(`ALTER SYSTEM RESET ${name}`);
    }
  });
});
