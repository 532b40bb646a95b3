import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { vestingScheduleStore } from '../postgres/carry/rules/rules.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { type TestStore, testStore } from '../postgres/testing/tenants.ts';
import { openStorage } from './openStorage.ts';

describe('the audit log key', () => {
  let database: TestDatabase;
  let store: TestStore;
  let dataDir: string;
  let file: string;
  beforeAll(async () => {
    database = await testDatabase();
    store = testStore(database);
  });
  afterAll(() => database?.drop());
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'carrara-key-'));
    file = join(dataDir, 'audit.key');
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  });

  const start = async () => (await openStorage({ checkout: '', dataDir, databaseUrl: database.url })).close();
  const writeKey = (key: Buffer) => writeFileSync(file, `${key.toString('hex')}\n`);

  it('is created on the first start, and later starts refuse a missing or different one', async () => {
    await start();
    const created = readFileSync(file, 'utf8');
    await start();
    expect(readFileSync(file, 'utf8')).toBe(created);
    rmSync(file);
    await expect(start()).rejects.toThrow(/The audit key .* is missing\. Restore the original file/);
    expect(existsSync(file)).toBe(false);
    writeKey(store.auditKey);
    await expect(start()).rejects.toThrow(
      /isn’t the one that the audit log was started with\. Restore the original file/,
    );
    writeFileSync(file, created);
    await start();
  });

  it('can still be used to verify, with a warning, if it does not match its fingerprint [A14]', async () => {
    await database.worker.query(`UPDATE installation SET name = 'before' WHERE name = 'audit-key'`);
    await database.worker.query(`INSERT INTO installation (name, value) VALUES ('audit-key', 'changed')`);
    writeKey(store.auditKey);
    await expect(start()).rejects.toThrow(/isn’t the one/);
    const storage = await openStorage({ checkout: '', dataDir, databaseUrl: database.url, toVerify: true });
    expect(storage.auditKeyTrouble).toMatch(
      /doesn’t match its fingerprint in the database\. One of them was changed or replaced\.$/,
    );
    expect(storage.auditKey).toEqual(store.auditKey);
    await storage.close();
    await database.worker.query(`UPDATE installation SET name = 'changed' WHERE name = 'audit-key'`);
    await database.worker.query(`UPDATE installation SET name = 'audit-key' WHERE name = 'before'`);
  });

  it('must match the entries of a database without a stored key', async () => {
    await database.worker.query(`UPDATE installation SET name = 'earlier' WHERE name = 'audit-key'`);
    const { context } = await store.tenant();
    await store.withTenant(context, (tx) =>
      vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: 'Four years' }),
    );
    await expect(start()).rejects.toThrow(/The audit key .* is missing/);
    writeKey(Buffer.alloc(32, 7));
    await expect(start()).rejects.toThrow(/isn’t the one/);
    writeKey(store.auditKey);
    await start();
    writeKey(Buffer.alloc(32, 7));
    await expect(start()).rejects.toThrow(/isn’t the one/);
  });
});
