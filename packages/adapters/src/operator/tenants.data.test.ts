import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFiles } from '../files/diskFiles.ts';
import { filesIn } from '../files/filesIn.ts';
import { listMemberships } from '../identity/memberships.ts';
import { vestingScheduleStore } from '../postgres/carry/rules/rules.ts';
import { unitOfWork } from '../postgres/engine/unitOfWork/withTenant.ts';
import { tenantOfHost } from '../postgres/platform/tenant.ts';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { type TestStore, testStore } from '../postgres/testing/tenants.ts';
import { verifyTenant } from '../postgres/verify/verifyTenant.ts';
import {
  archiveTenant,
  createTenant,
  listTenants,
  markLpTenant,
  type Operator,
  renameTenant,
  setTenantHost,
  resumeTenant,
} from './tenants.ts';
import { exportTenant } from './exportTenant.ts';

describe("the operator's administration of tenants", () => {
  let database: TestDatabase;
  let store: TestStore;
  let operator: Operator;
  const folder = mkdtempSync(join(tmpdir(), 'carrara-operator-'));
  beforeAll(async () => {
    database = await testDatabase();
    store = testStore(database);
    operator = {
      worker: database.worker,
      withTenant: unitOfWork({ pool: database.worker, auditKey: store.auditKey }),
      now: new Date('2026-10-01T12:00:00.000Z'),
    };
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const actions = async (tenantId: string) =>
    (
      await database.worker.query<{ operation: string; reason: string | null; before: unknown; after: unknown }>(
        `SELECT operation, reason, before, after FROM activity WHERE tenant_id = $1 AND operation <> 'noteStandardEntries' ORDER BY seq`,
        [tenantId],
      )
    ).rows;
  const isWhole = async (tenantId: string) => {
    const context = { tenantId, personId: null, now: operator.now.toISOString() };
    const { findings } = await operator.withTenant(context, (tx) => verifyTenant(tx, store.auditKey));
    expect(findings).toEqual([]);
  };
  const detail = (result: Awaited<ReturnType<typeof createTenant>>) =>
    result.match(
      ({ name }) => name,
      ({ code, detail }) => `${code}: ${detail}`,
    );

  it('are created, renamed and reached, each action in the tenant’s audit log', async () => {
    const created = (await createTenant(operator, { name: ' Alder ', isLpTenant: false }))._unsafeUnwrap();
    expect(detail(await createTenant(operator, { name: 'ALDER', isLpTenant: false }))).toMatch(/^DUPLICATE/);
    expect(detail(await createTenant(operator, { name: ' ', isLpTenant: false }))).toMatch(/^TENANT_REQUIRED/);
    const other = (await createTenant(operator, { name: 'Cedar', isLpTenant: true }))._unsafeUnwrap();
    expect(detail(await renameTenant(operator, 'alder', 'cedar'))).toMatch(/^DUPLICATE/);
    expect(detail(await renameTenant(operator, 'alder', 'x'.repeat(201)))).toMatch(/^TOO_LONG_OR_BIG/);
    expect(detail(await renameTenant(operator, 'alder', 'Alder Ridge'))).toBe('Alder Ridge');
    expect(detail(await renameTenant(operator, 'Alder', 'Elm'))).toBe('NOT_FOUND: there is no tenant Alder');
    expect(detail(await setTenantHost(operator, created.id, 'Carry.Example.com'))).toBe('Alder Ridge');
    expect(await tenantOfHost(database.app, 'carry.example.com')).toBe(created.id);
    expect(detail(await setTenantHost(operator, 'Cedar', 'carry.example.com'))).toMatch(/^DUPLICATE/);
    expect(detail(await setTenantHost(operator, 'Cedar', 'no host'))).toMatch(/^MALFORMED/);
    expect(detail(await setTenantHost(operator, 'Alder Ridge', null))).toBe('Alder Ridge');
    expect(await listTenants(operator)).toMatchObject([
      { name: 'Alder Ridge', host: null, isLpTenant: false, isArchived: false },
      { name: 'Cedar', isLpTenant: true },
    ]);
    expect(await actions(created.id)).toMatchObject([
      { operation: 'createTenant', after: { name: 'Alder', isLpTenant: false } },
      { operation: 'renameTenant', before: { name: 'Alder' }, after: { name: 'Alder Ridge' } },
      { operation: 'setTenantHost', before: { host: null }, after: { host: 'carry.example.com' } },
      { operation: 'setTenantHost', after: { host: null } },
    ]);
    await isWhole(created.id);
    await isWhole(other.id);
  });

  it('blocks everybody while they are archived, and keeps their data', async () => {
    const { tenantId, personId } = await store.tenant('Birch');
    await database.worker.query(
      `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, 'carry', 'administrator')`,
      [tenantId, personId],
    );
    const open = async () => (await listMemberships(database.app, personId)).map((membership) => membership.tenantId);
    const rights = async () =>
      (await database.app.query('SELECT FROM membership_in($1, $2)', [tenantId, personId])).rowCount;
    const count = async () =>
      (await database.worker.query('SELECT FROM reference_entry WHERE tenant_id = $1', [tenantId])).rowCount;
    expect([await open(), await rights()]).toEqual([[tenantId], 1]);
    const before = await count();
    expect(detail(await archiveTenant(operator, 'Birch', 'Contract ended'))).toBe('Birch');
    expect([await open(), await rights(), await count()]).toEqual([[], 0, before]);
    expect(detail(await archiveTenant(operator, 'Birch', 'Again'))).toMatch(/^WRONG_STATE/);
    expect(detail(await resumeTenant(operator, 'Birch', 'Contract renewed'))).toBe('Birch');
    expect([await open(), await rights()]).toEqual([[tenantId], 1]);
    expect(detail(await resumeTenant(operator, 'Birch', 'Again'))).toMatch(/^WRONG_STATE/);
    expect(await actions(tenantId)).toMatchObject([
      { operation: 'archiveTenant', reason: 'Contract ended', before: { isArchived: false } },
      { operation: 'resumeTenant', reason: 'Contract renewed', after: { isArchived: false } },
    ]);
  });

  it("turns them into an investor's while they are empty, with the matching rights", async () => {
    const { tenantId, personId } = await store.tenant('Willow');
    await database.worker.query(
      `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, 'performance', 'editor'), ($1, $2, 'comp', 'viewer')`,
      [tenantId, personId],
    );
    expect((await markLpTenant(operator, 'Willow'))._unsafeUnwrap()).toMatchObject({ isLpTenant: true });
    const { rows } = await database.worker.query(
      'SELECT application, role FROM membership_role WHERE tenant_id = $1 ORDER BY 1',
      [tenantId],
    );
    expect(rows).toEqual([
      { application: 'comp', role: 'viewer' },
      { application: 'performance-lp', role: 'editor' },
    ]);
    expect(detail(await markLpTenant(operator, 'Willow'))).toMatch(/^WRONG_STATE: Willow is already an LP tenant/);
    expect((await actions(tenantId)).map(({ operation }) => operation)).toEqual(['markLpTenant', 'markLpTenant']);
    const used = await store.tenant('Used');
    await store.withTenant(used.context, (tx) =>
      tx.query(`INSERT INTO container (tenant_id, id, kind, name) VALUES ($1, $2, 'vintage', '2026')`, [
        used.tenantId,
        newId(),
      ]),
    );
    expect(detail(await markLpTenant(operator, 'Used'))).toBe(
      'WRONG_STATE: Used can’t be changed because it already has funds or investments',
    );
  });

  it("exports them completely, without other tenants' data and without secrets", async () => {
    const [first, other] = [await store.tenant('Export'), await store.tenant('Neighbor')];
    for (const { context } of [first, other])
      await store.withTenant(context, (tx) =>
        vestingScheduleStore.insert(
          tx,
          { operation: 'saveVestingSchedule' },
          { name: `Schedule of ${context.tenantId}, "quoted"` },
        ),
      );
    const files = createDiskFiles(join(folder, 'files'));
    const document = Buffer.from('a letter');
    const [key, lost] = [
      await files.put(first.tenantId, document),
      await files.put(first.tenantId, Buffer.from('lost')),
    ];
    await files.remove(lost);
    const sha256 = createHash('sha256').update(document).digest();
    for (const storageKey of [key, lost])
      await store.withTenant(first.context, (tx) =>
        tx.query(
          `INSERT INTO upload_history (tenant_id, id, application, file_type, name, mime_type, size_bytes, sha256, storage_key, status)
         VALUES ($1, $2, 'carry', 'carry-plan', 'plan.xlsx', 'text/csv', 8, $3, $4, 'CHECKED')`,
          [first.tenantId, newId(), sha256, storageKey],
        ),
      );
    const path = join(folder, 'export.zip');
    const exported = (
      await exportTenant({ ...operator, files, workerUrl: database.workerUrl }, 'export', path)
    )._unsafeUnwrap();
    expect(exported.missingFiles).toEqual([lost]);
    const contents = new Map<string, Buffer>();
    for await (const { fileName, bytes } of filesIn(readFileSync(path)))
      contents.set(fileName.replaceAll(' ', '/'), bytes);
    expect(JSON.parse(String(contents.get('manifest.json')))).toEqual(JSON.parse(JSON.stringify(exported)));
    expect(contents.get(`files/${key}`)).toEqual(document);
    for (const [name, { rows, sha256 }] of Object.entries(exported.tables)) {
      const text = contents.get(`tables/${name}.csv`) ?? Buffer.from('');
      expect(createHash('sha256').update(text).digest('hex'), name).toBe(sha256);
      if (rows === 0) expect(String(text).trim().split('\n'), name).toHaveLength(1);
    }
    const all = [...contents].map(([name, bytes]) => `${name}\n${String(bytes)}`).join('\n');
    expect(all).toContain(`"Schedule of ${first.tenantId}, ""quoted"""`);
    expect(all).not.toContain(other.tenantId);
    for (const name of ['session', 'api_token', 'credential', 'task', 'mail', 'idempotency'])
      expect(contents.has(`tables/${name}.csv`), name).toBe(false);
    expect(all).not.toMatch(/token_hash|code_hash|password_hash/);
    expect(await actions(first.tenantId)).toMatchObject([
      { operation: 'saveVestingSchedule' },
      { operation: 'exportTenant', after: { file: 'export.zip', files: 1 } },
    ]);
    expect(
      (await exportTenant({ ...operator, files, workerUrl: database.workerUrl }, 'export', path))._unsafeUnwrapErr()
        .code,
    ).toBe('DUPLICATE');
    expect(
      (await exportTenant({ ...operator, files, workerUrl: database.workerUrl }, 'none', `${path}2`))._unsafeUnwrapErr()
        .code,
    ).toBe('NOT_FOUND');
    expect(readdirSync(folder).toSorted()).toEqual(['export.zip', 'files']);
  });
});
