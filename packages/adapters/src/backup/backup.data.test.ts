import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FilesOptions, openFiles } from '../files/openFiles.ts';
import type { FileStore } from '../files/fileStore.ts';
import { type TestBucket, testBucket } from '../files/testing/testBucket.ts';
import { vestingScheduleStore } from '../postgres/carry/rules/rules.ts';
import { databaseRulesByKind, foreignKinds } from '../postgres/engine/database/databaseRules.ts';
import { urlWith } from '../postgres/engine/database/urls.ts';
import { storeHeads } from '../postgres/engine/journal/storedHeads.ts';
import { chainHeads, verifyChain } from '../postgres/engine/journal/verifyChain.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { type TestEngine, testEngines } from '../postgres/testing/servers.ts';
import { type TestStore, type TestTenant, testStore } from '../postgres/testing/tenants.ts';
import { openStorage } from '../storage/openStorage.ts';
import { BackupRefusal } from './format.ts';
import { createBackup } from './createBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import { verifyBackup } from './verifyBackup.ts';

const passphrase = 'a passphrase of this test';
/** A low scrypt work factor keeps the tests fast. Nobody attacks these files. */
const workFactor = 10;
/** Characters that a careless row format would break on. */
const oddText = 'tab\t, line\nfeed, \\N and \\. and \\\\, "quotes", ünïcödé 🏦';
const folders: string[] = [];
const folder = () => {
  const directory = mkdtempSync(join(tmpdir(), 'carrara-backup-'));
  folders.push(directory);
  return directory;
};
afterAll(() => {
  for (const createdFolder of folders) rmSync(createdFolder, { recursive: true, force: true });
});

interface Installation {
  readonly database: TestDatabase;
  readonly store: TestStore;
  readonly tenant: TestTenant;
  readonly dataDir: string;
  readonly files: FileStore;
  readonly document: Buffer;
  readonly key: string;
}

/**
 * Sets up an installation with two firms, a stored document, a picture, sessions, and an audit log whose chain heads
 * are saved.
 */
async function plant(engine: TestEngine, options: FilesOptions = {}): Promise<Installation> {
  const database = await testDatabase({ engine });
  const store = testStore(database);
  const dataDir = folder();
  writeFileSync(join(dataDir, 'audit.key'), `${store.auditKey.toString('hex')}\n`);
  const tenant = await store.tenant('One');
  const other = await store.tenant('Other');
  const document = randomBytes(3_000_000);
  const files = openFiles(options, dataDir);
  const key = await files.put(tenant.tenantId, document);
  for (const { context } of [tenant, other]) {
    await store.withTenant(context, async (tx) => {
      for (const name of ['Four years', oddText]) {
        await vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name });
      }
    });
  }
  await store.withTenant(tenant.context, async (tx) => {
    const participant = newId();
    await tx.query(`INSERT INTO participant (tenant_id, id, kind, name) VALUES ($1, $2, 'trust', 'A trust')`, [
      tx.tenantId,
      participant,
    ]);
    await tx.query(
      `INSERT INTO document (tenant_id, id, object_type, object_id, name, storage_key, sha256)
       VALUES ($1, $2, 'trust', $3, $4, $5, $6)`,
      [tx.tenantId, newId(), participant, oddText, key, createHash('sha256').update(document).digest()],
    );
    await tx.query(
      `INSERT INTO image (tenant_id, id, mime_type, content, sha256) VALUES ($1, $2, 'image/png', $3, sha256($3))`,
      [tx.tenantId, newId(), randomBytes(2_000_000)],
    );
  });
  await database.worker.query(
    `INSERT INTO session (token_hash, id, person_id, created_at, last_used_at, idle_until, expires_at)
     VALUES ($1, $2, $3, now(), now(), now() + '1 h', now() + '1 h')`,
    [randomBytes(32), newId(), tenant.personId],
  );
  // Opens the storage once, so that the database knows the installation's key.
  await (await openStorage({ checkout: '', dataDir, databaseUrl: database.url })).close();
  await storeHeads(dataDir, await chainHeads(database.worker), '2026-09-30T12:00:00.000Z');
  return { database, store, tenant, dataDir, files, document, key };
}

/** The rules that a backup stores. Who may connect is settled at the first start. */
async function databaseRules(client: pg.Client): Promise<readonly string[]> {
  const all = Object.entries(await databaseRulesByKind(client));
  return all.flatMap(([kind, rules]) => (foreignKinds.includes(kind) ? [] : rules)).toSorted();
}

/** Creates an empty database on the test server. Its owner is not a superuser if that server allows such an owner. */
async function emptyDatabase(engine: TestEngine): Promise<string> {
  const scratch = await testDatabase({ engine });
  const admin = new pg.Client({ connectionString: scratch.url });
  await admin.connect();
  const name = `carrara_test_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`;
  const { rows } = await admin.query<{ old: boolean }>(
    `SELECT current_setting('server_version_num')::int < 160000 AS old`,
  );
  const owner = rows[0]?.old ? `owner_${name}` : undefined;
  if (owner) await admin.query(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'secret'`);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ${owner ? `OWNER ${owner}` : ''}`);
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const role of [`carrara_app_${name}`, `carrara_worker_${name}`, owner]) {
      if (role) await admin.query(`DROP ROLE IF EXISTS ${role}`);
    }
    await admin.end();
    await scratch.drop();
  });
  return urlWith(scratch.url, { database: name, ...(owner ? { user: owner, password: 'secret' } : {}) });
}

const contents = async (database: Pick<TestDatabase, 'worker'>, table: string) =>
  (await database.worker.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`)).rows.map(
    ({ row }) => row,
  );

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns all foreign keys, and whether each is validated. */
const references = (client: pg.Client) =>
  client
    .query<{ text: string }>(
      `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated AS text FROM pg_constraint
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1`,
    )
    .then(({ rows }) => rows.map(({ text }) => text));

describe.each(testEngines)('a backup (%s)', (engine) => {
  let from: Installation;
  let file: string;
  beforeAll(async () => {
    from = await plant(engine);
    file = join(folder(), 'one.carrara');
    await createBackup(sourceOf(file));
  });
  afterAll(() => from?.database.drop());
  const sourceOf = (part: string) => ({
    adminUrl: from.database.adminUrl,
    dataDir: from.dataDir,
    files: from.files,
    file: part,
    passphrase,
    workFactor,
    now: new Date('2026-09-30T12:00:00Z'),
  });

  it.each(testEngines)(
    'O53: is restored on the %s server with the same rows, heads, policies, privileges and files',
    async (to) => {
      const databaseUrl = await emptyDatabase(to);
      const dataDir = join(folder(), 'restored');
      await restoreBackup(file, passphrase, { checkout: '', dataDir, databaseUrl });
      const expected = await asOwner(from.database.adminUrl, async (client) => [
        await databaseRules(client),
        await references(client),
      ]);
      const counts = await asOwner(databaseUrl, async (client) => [
        await databaseRules(client),
        await references(client),
      ]);
      expect(counts).toEqual(expected);
      const restored = await openStorage({ checkout: '', dataDir, databaseUrl });
      try {
        const { database, auditKey } = restored;
        const { manifest } = await verifyBackup(file, passphrase);
        for (const table of Object.keys(manifest.tables)) {
          expect([table, await contents(database, table)]).toEqual([table, await contents(from.database, table)]);
        }
        expect(await contents(database, 'session')).toEqual([]);
        expect(await chainHeads(database.worker)).toEqual(await chainHeads(from.database.worker));
        for (const head of await chainHeads(database.worker)) {
          expect((await verifyChain(database.worker, head.tenantId, auditKey, head)).broken).toBeUndefined();
        }
        expect(readFileSync(join(dataDir, 'files', from.key)).equals(from.document)).toBe(true);
        expect(readdirSync(dataDir).toSorted()).toEqual(readdirSync(from.dataDir).toSorted());
        // The triggers work again: a new tenant gets its head of the audit log.
        const { rows } = await database.worker.query(
          `INSERT INTO tenant (id, name) VALUES ($1, 'Third') RETURNING id`,
          [newId()],
        );
        const heads = await database.worker.query('SELECT FROM activity_head WHERE tenant_id = $1', [rows[0].id]);
        expect(heads.rowCount).toBe(1);
      } finally {
        await restored.close();
      }
    },
  );

  it('contains a single point in time, whatever is saved during it', async () => {
    const busy = join(folder(), 'busy.carrara');
    let saved = 0;
    let done = false;
    const saving = (async () => {
      while (!done) {
        await from.store.withTenant(from.tenant.context, (tx) =>
          vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: `Meanwhile ${(saved += 1)}` }),
        );
      }
    })();
    const { tables, heads } = await createBackup(sourceOf(busy));
    done = true;
    await saving;
    expect(saved).toBeGreaterThan(1);
    expect(heads.reduce((sum, { seq }) => sum + seq, 0)).toBe(tables['activity']?.rows);
  });

  it('contains no session, no token and no unfinished sign-in', async () => {
    const { header } = await verifyBackup(file, passphrase);
    const secret = header.tables.filter(({ name, columns }) => /session|token/.test(`${name} ${columns.join(' ')}`));
    // These hashes give no access: the hash of an invitation link, and the session id stored with each pay access.
    expect(secret.map(({ name }) => name)).toEqual(['invitation', 'pay_read']);
  });

  it('leaves nothing if it ends early, and never overwrites a file', async () => {
    const directory = folder();
    const cut = join(directory, 'cut.carrara');
    const key = join(from.dataDir, 'audit.key');
    const secret = readFileSync(key);
    rmSync(key);
    await expect(createBackup(sourceOf(cut))).rejects.toThrow(/audit\.key/);
    writeFileSync(key, secret);
    expect(readdirSync(directory)).toEqual([]);
    await expect(createBackup(sourceOf(file))).rejects.toThrow(/one\.carrara already exists/);
    for (const nowhere of [join(directory, 'none', 'new.carrara'), join(file, 'new.carrara')])
      await expect(createBackup(sourceOf(nowhere))).rejects.toThrow(/There is no folder .* for <file>\. Create it/);
  });

  it('continues without a stored file that is missing on disk, and says so', async () => {
    const without = join(folder(), 'without.carrara');
    const path = join(from.dataDir, 'files', from.key);
    rmSync(path);
    expect((await createBackup(sourceOf(without))).missingFiles).toEqual([from.key]);
    mkdirSync(path);
    expect((await createBackup(sourceOf(`${without}2`))).missingFiles).toEqual([from.key]);
    rmSync(path, { recursive: true });
    writeFileSync(path, from.document);
    expect((await verifyBackup(without, passphrase)).manifest.missingFiles).toEqual([from.key]);
  });

  it("can't be written into its own source folder, or restored where no folder can be created", async () => {
    const inside = join(from.dataDir, 'files', 'one.carrara');
    await expect(createBackup(sourceOf(inside))).rejects.toThrow(/can’t be stored in the data folder/);
    expect(existsSync(inside)).toBe(false);
    if (process.platform !== 'linux') return;
    const nowhere = restoreBackup(file, passphrase, {
      checkout: '',
      dataDir: '/proc/x/y',
      databaseUrl: from.database.url,
    });
    await expect(nowhere).rejects.toThrow(/The data folder \/proc\/x\/y can’t be created/);
  });

  it('leaves out privileges of foreign roles, and is restored without them', async () => {
    const granted = join(folder(), 'granted.carrara');
    const role = `stranger_${randomBytes(4).toString('hex')}`;
    const rule = (text: string) => asOwner(from.database.adminUrl, (client) => client.query(text));
    await rule(`CREATE ROLE ${role}; GRANT SELECT ON salary TO ${role}; GRANT UPDATE (amount) ON salary TO ${role};
      ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ${role}`);
    await createBackup(sourceOf(granted));
    await rule(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    const databaseUrl = await emptyDatabase(engine);
    const dataDir = join(folder(), 'restored');
    await restoreBackup(granted, passphrase, { checkout: '', dataDir, databaseUrl });
    expect(await asOwner(databaseUrl, databaseRules)).toEqual(await asOwner(from.database.adminUrl, databaseRules));
  });

  it('reports stored files that differ from the uploaded ones', async () => {
    const changed = join(folder(), 'changed.carrara');
    const path = join(from.dataDir, 'files', from.key);
    // Flips the byte, because a random document may contain any fixed value already.
    const other = Buffer.from(from.document);
    other.writeUInt8(0xff ^ other.readUInt8(5), 5);
    writeFileSync(path, other);
    const changedFiles = (await createBackup(sourceOf(changed))).changedFiles;
    writeFileSync(path, from.document);
    expect(changedFiles).toEqual([from.key]);
    const { manifest } = await verifyBackup(changed, passphrase);
    expect([manifest.changedFiles, manifest.missingFiles]).toEqual([[from.key], []]);
  });
});

describe('a backup of files in a bucket', () => {
  let bucket: TestBucket;
  let from: Installation;
  let file: string;
  beforeAll(async () => {
    bucket = await testBucket();
    from = await plant('embedded', bucket.newLocation());
    file = join(folder(), 'bucket.carrara');
    const { adminUrl } = from.database;
    const { missingFiles, changedFiles } = await createBackup({
      ...from,
      adminUrl,
      file,
      passphrase,
      workFactor,
      now: new Date(),
    });
    expect([missingFiles, changedFiles]).toEqual([[], []]);
  });
  afterAll(async () => {
    await from?.database.drop();
    await bucket?.stop();
  });

  it('is restored under another prefix of the bucket, or into a folder', async () => {
    for (const files of [bucket.newLocation(), undefined]) {
      const target = {
        checkout: '',
        dataDir: join(folder(), 'restored'),
        databaseUrl: await emptyDatabase('embedded'),
        files,
      };
      await restoreBackup(file, passphrase, target);
      const restored = openFiles(files ?? {}, target.dataDir);
      expect((await restored.get(from.key))?.equals(from.document)).toBe(true);
      expect(existsSync(join(target.dataDir, 'files'))).toBe(files === undefined);
    }
  });

  it('is not restored over other files, and leaves none if refused', async () => {
    const used = bucket.newLocation();
    await openFiles(used, '').put(from.tenant.tenantId, Buffer.from('mine'));
    const target = { checkout: '', dataDir: join(folder(), 'restored') };
    const databaseUrl = await emptyDatabase('embedded');
    await expect(restoreBackup(file, passphrase, { ...target, databaseUrl, files: used })).rejects.toThrow(
      /s3:.* isn’t empty/,
    );
    // The difference shows up only in the final comparison, when the files have already been restored.
    const rule = (text: string) => asOwner(from.database.adminUrl, (client) => client.query(text));
    const altered = join(folder(), 'altered.carrara');
    await rule('GRANT DELETE ON activity TO carrara_app');
    const { adminUrl } = from.database;
    await createBackup({ ...from, adminUrl, file: altered, passphrase, workFactor, now: new Date() });
    await rule('REVOKE DELETE ON activity FROM carrara_app');
    const files = bucket.newLocation();
    await expect(restoreBackup(altered, passphrase, { ...target, databaseUrl, files })).rejects.toThrow(/would differ/);
    expect([await openFiles(files, '').isEmpty(), readdirSync(target.dataDir)]).toEqual([true, []]);
  });

  it('is not created while the bucket is unavailable', async () => {
    const away = openFiles({ url: 's3://bucket?endpoint=http://127.0.0.1:1', keys: bucket.newLocation().keys }, '');
    const cut = join(folder(), 'away.carrara');
    const { adminUrl } = from.database;
    await expect(
      createBackup({ ...from, files: away, adminUrl, file: cut, passphrase, workFactor, now: new Date() }),
    ).rejects.toThrow(/The file store can’t be reached/);
    expect(existsSync(cut)).toBe(false);
  });
});

describe('refused restores', () => {
  let from: Installation;
  let file: string;
  beforeAll(async () => {
    from = await plant('embedded');
    file = join(folder(), 'one.carrara');
    await createBackup({
      adminUrl: from.database.adminUrl,
      dataDir: from.dataDir,
      files: from.files,
      file,
      passphrase,
      workFactor,
      now: new Date(),
    });
  });
  afterAll(() => from?.database.drop());

  /** Tries to restore a changed copy of the file, and expects that the folder and the database stay empty. */
  async function refused(change: (bytes: Buffer) => Buffer, text: RegExp, secret = passphrase): Promise<void> {
    const changed = join(folder(), 'changed.carrara');
    writeFileSync(changed, change(readFileSync(file)));
    const databaseUrl = await emptyDatabase('embedded');
    const dataDir = join(folder(), 'restored');
    const tried = await restoreBackup(changed, secret, { checkout: '', dataDir, databaseUrl }).catch(
      (error: Error) => error,
    );
    expect(tried).toBeInstanceOf(BackupRefusal);
    expect((tried as Error).message).toMatch(text);
    expect(existsSync(dataDir)).toBe(false);
    expect(await tablesOf(databaseUrl)).toEqual([]);
  }
  const tablesOf = (url: string) =>
    asOwner(
      url,
      async (client) =>
        (await client.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).rows,
    );

  it('another passphrase', () => refused((bytes) => bytes, /The passphrase is wrong/, 'another passphrase'));
  it('a file that is not a backup', () => refused(() => Buffer.from('PK, something else'), /isn’t a Carrara backup/));
  it('a truncated file, even without a database', async () => {
    const cut = (bytes: Buffer) => bytes.subarray(0, -1);
    await refused(cut, /is incomplete or was changed/);
    const path = join(folder(), 'cut.carrara');
    writeFileSync(path, cut(readFileSync(file)));
    await expect(verifyBackup(path, passphrase)).rejects.toThrow(/is incomplete or was changed/);
  });
  it('one changed byte in the middle', () =>
    refused((bytes) => {
      const at = Math.floor(bytes.length / 3);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    }, /is incomplete or was changed/));
  it('no file at all', async () => {
    await expect(verifyBackup(join(folder(), 'none'), passphrase)).rejects.toThrow(/The file .* doesn’t exist/);
  });

  it('a data folder or a database that is not empty', async () => {
    const used = folder();
    writeFileSync(join(used, 'mine.txt'), 'mine');
    const databaseUrl = await emptyDatabase('embedded');
    const target = { checkout: '', dataDir: used, databaseUrl };
    await expect(restoreBackup(file, passphrase, target)).rejects.toThrow(/The data folder .* isn’t empty/);
    expect(readdirSync(used)).toEqual(['mine.txt']);
    const dataDir = folder();
    await expect(
      restoreBackup(file, passphrase, { checkout: '', dataDir, databaseUrl: from.database.url }),
    ).rejects.toThrow(/The database isn’t empty/);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await contents(from.database, 'tenant')).toHaveLength(2);
  });

  const otherOrigin = `UPDATE schema_migration SET checksum = reverse(checksum) WHERE name LIKE '0001%'`;
  it.each([
    [
      'that is unknown to this version',
      `INSERT INTO schema_migration (name, checksum) VALUES ('9999_later', repeat('0', 64))`,
      `DELETE FROM schema_migration WHERE name = '9999_later'`,
      /different schema\. .*9999_later/,
    ],
    ['of an unreleased version', otherOrigin, otherOrigin, /different schema\. .*unreleased version .*new data folder/],
  ])('a schema %s', async (_, change, undo, refusal) => {
    const newer = join(folder(), 'newer.carrara');
    const ledger = (text: string) => asOwner(from.database.adminUrl, (client) => client.query(text));
    await ledger(change);
    await createBackup({
      adminUrl: from.database.adminUrl,
      dataDir: from.dataDir,
      files: from.files,
      file: newer,
      passphrase,
      workFactor,
      now: new Date(),
    });
    await ledger(undo);
    const dataDir = folder();
    const databaseUrl = await emptyDatabase('embedded');
    await expect(restoreBackup(newer, passphrase, { checkout: '', dataDir, databaseUrl })).rejects.toThrow(refusal);
    expect([readdirSync(dataDir), await tablesOf(databaseUrl)]).toEqual([[], []]);
  });

  it('a backup whose policies would differ', async () => {
    const altered = join(folder(), 'altered.carrara');
    const rule = (text: string) => asOwner(from.database.adminUrl, (client) => client.query(text));
    await rule('GRANT DELETE ON activity TO carrara_app');
    await createBackup({
      adminUrl: from.database.adminUrl,
      dataDir: from.dataDir,
      files: from.files,
      file: altered,
      passphrase,
      workFactor,
      now: new Date(),
    });
    await rule('REVOKE DELETE ON activity FROM carrara_app');
    // The backup itself says so, too.
    const { manifest } = await verifyBackup(altered, passphrase);
    expect(manifest.obstacles).toEqual(['only this database has: activity: carrara_app may DELETE']);
    const dataDir = folder();
    const databaseUrl = await emptyDatabase('embedded');
    await expect(restoreBackup(altered, passphrase, { checkout: '', dataDir, databaseUrl })).rejects.toThrow(
      /would differ .*activity: carrara_app may DELETE/,
    );
    expect([readdirSync(dataDir), await tablesOf(databaseUrl)]).toEqual([[], []]);
  });

  it('a database with other tables, columns, policies, functions or rows, which the backup already reports', async () => {
    const altered = join(folder(), 'altered.carrara');
    const { adminUrl } = from.database;
    const { files, dataDir } = from;
    const rule = (text: string) => asOwner(adminUrl, (client) => client.query(text));
    const stranger = newId();
    const [original] = (await rule(`SELECT pg_get_functiondef('current_tenant()'::regprocedure) AS text`)).rows as [
      { text: string },
    ];
    await rule(original.text.replace(/RETURN .*/s, `RETURN current_setting('app.other')::uuid`));
    await rule(`CREATE TABLE evil_table (id int); ALTER TABLE fund ADD COLUMN evil text; ALTER TABLE vintage DISABLE ROW LEVEL SECURITY;
      DROP POLICY IF EXISTS evil ON salary; CREATE POLICY evil ON salary USING (true);
      SET session_replication_role = replica; INSERT INTO membership (tenant_id, person_id) VALUES ('${from.tenant.tenantId}', '${stranger}')`);
    const backup = await createBackup({
      adminUrl,
      dataDir,
      files,
      file: altered,
      passphrase,
      workFactor,
      now: new Date(),
    });
    await rule(`DROP TABLE evil_table; ALTER TABLE fund DROP COLUMN evil; ALTER TABLE vintage ENABLE ROW LEVEL SECURITY; DROP POLICY evil ON salary;
      SET session_replication_role = replica; DELETE FROM membership WHERE person_id = '${stranger}'`);
    await rule(original.text);
    expect(Object.keys(backup.tables)).not.toContain('evil_table');
    expect(backup.obstacles).toEqual(
      expect.arrayContaining([
        'evil_table isn’t a table of the product and was left out',
        expect.stringMatching(/^only this database has: fund: has the columns .*\bevil text\b/),
        'only this database has: vintage: row security off',
        expect.stringMatching(/^only this database has: current_tenant\(\): takes \(\), returns uuid, in sql, as /),
        expect.stringMatching(/^only this database has: salary: permissive policy evil for ALL /),
        expect.stringMatching(/^membership has rows without their person /),
      ]),
    );
    expect((await verifyBackup(altered, passphrase)).manifest.obstacles).toEqual(backup.obstacles);
  });

  it('a start after an interrupted restore', async () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'restore.unfinished'), '');
    const target = { checkout: '', dataDir, databaseUrl: from.database.url };
    await expect(openStorage(target)).rejects.toThrow(/A restore into .* didn’t finish/);
  });

  it('the backup itself also opens with age and tar', ({ skip }) => {
    if (spawnSync('age', ['--version']).error) skip('this machine has no age');
    // age reads a passphrase only from a terminal, so `script` provides one.
    const command = `age --decrypt ${file} | tar -tzf -`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      input: `${passphrase}\n`,
      encoding: 'utf8',
    });
    expect(stdout).toContain('carrara-backup.json');
    expect(stdout).toContain('manifest.json');
  });
});
