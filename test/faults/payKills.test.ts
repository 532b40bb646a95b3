import { createDiskFiles } from '@carrara/adapters/files/diskFiles';
import { createPasswords } from '@carrara/adapters/identity/passwords';
import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { type Database, openDatabase } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { insertPayAccess } from '@carrara/adapters/postgres/compensation/access/payAccess';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { recordAllStates } from '@carrara/server/testing/recordAllStates';
import { multipart } from '@carrara/server/testing/multipart';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './firm.ts';
import {
  type Caller,
  stopAndRemove,
  dataFolder,
  killProcess,
  readPostmaster,
  type Product,
  root,
  send,
  startProduct,
} from './product.ts';

/** `npm run prove -- faults` runs thirty. */
const rounds = process.env['PROVE_FAULTS'] === undefined ? 3 : 30;
const people = ['Ada', 'Ben', 'Cid'];
/** Index levels per file: enough for a kill to happen in the middle. */
const levels = 400;

interface Created {
  readonly Id: string;
  readonly RowVersion: number;
}
/** A request of a round. `heard` is true if its response arrived. */
interface Request {
  readonly id: string;
  readonly heard: boolean;
}

/** kill -9 of the server and the database while statements are released, pay is saved, figures are imported and certified data is created. */
describe('killing the server while pay is released and saved', () => {
  const folder = dataFolder();
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' };
  let product: Product;
  let database: Database;
  let head: Caller;
  let usd: string;
  const employees: string[] = [];

  beforeAll(async () => {
    product = await startProduct(folder, environment);
    const storage = await openStorage({ checkout: root, dataDir: folder });
    const login = await plantHead(storage.database, storage.auditKey);
    const { adminUrl } = storage.database;
    await storage.close();
    database = await openDatabase({ databaseUrl: adminUrl, connections: 2 });
    head = await signIn(product.baseUrl, head, login);
    for (const FirstName of people) {
      const { Id } = await done('/api/comp/employee', { FirstName, LastName: 'Pay', HireDate: '2020-01-01' });
      employees.push(Id);
      await done('/api/comp/salary', salaryOf(Id, '2024-01-01'));
    }
  });
  afterAll(async () => {
    await database?.close();
    await stopAndRemove(folder, product);
  });

  async function plantHead({ worker, app }: Database, auditKey: Buffer): Promise<string> {
    const [tenantId, personId] = [randomUUID(), randomUUID()];
    head = { token: '', tenantId };
    const login = `head-${personId}@example.test`;
    const hash = await createPasswords().hash('correct horse battery staple');
    await worker.query('INSERT INTO tenant (id, name) VALUES ($1, $2)', [tenantId, `Firm ${tenantId}`]);
    await worker.query(`INSERT INTO person (id, login, first_name, last_name) VALUES ($1, $2, 'Ada', 'Head')`, [
      personId,
      login,
    ]);
    await worker.query('INSERT INTO credential (person_id, password_hash) VALUES ($1, $2)', [personId, hash]);
    await worker.query('INSERT INTO membership (tenant_id, person_id) VALUES ($1, $2)', [tenantId, personId]);
    for (const application of ['carry', 'comp', 'performance'])
      await worker.query(
        `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, $3, 'administrator')`,
        [tenantId, personId, application],
      );
    usd = randomUUID();
    const withTenant = unitOfWork({ pool: app, auditKey });
    const context = { tenantId, personId: null, now: '2026-09-30T12:00:00.000Z' };
    await withTenant(context, (tx) =>
      tx.query(
        `INSERT INTO reference_entry (tenant_id, id, type, sub_type, code, description) VALUES ($1, $2, 'currency', '', 'USD', 'USD')`,
        [tenantId, usd],
      ),
    );
    await withTenant(context, recordAllStates);
    await withTenant(context, (tx) =>
      insertPayAccess(tx, 'startPayAccess', {
        id: randomUUID(),
        personId,
        kind: 'ALL',
        employees: [],
        offices: [],
        titles: [],
        reason: 'Test',
        endsOn: null,
        status: 'ACTIVE',
      }),
    );
    return login;
  }

  const salaryOf = (Id: string, EffectiveDate: string) => ({
    Employee: { Id },
    EffectiveDate,
    Amount: '120000.00',
    Currency: { Id: usd },
    Frequency: { Code: 'ANNUAL' },
    FtePercent: '100',
  });
  async function done(path: string, body: object): Promise<Created> {
    const answer = await send<Created>(product.baseUrl, head, path, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  }
  /**
   * True if the request was acknowledged. If the server or database dies, the response is missing or reports unavailability, and the outcome is
   * unknown.
   */
  async function isHeard(path: string, body?: object): Promise<boolean> {
    const answer = await send(product.baseUrl, head, path, body).catch(() => undefined);
    if (answer && answer.status !== 200 && answer.status < 500)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer?.status === 200;
  }

  /** Uploads and checks a file of index levels. */
  async function checkedFile(round: number): Promise<string> {
    const row = (at: number) =>
      `INDEX-${round},${new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10)},${100 + at},Index ${round},House,USD`;
    const text = ['Index,Date,Level,Name,Provider,Currency', ...Array.from({ length: levels }, (_, at) => row(at))];
    const { headers, payload } = multipart({
      name: 'levels.csv',
      type: 'text/csv',
      bytes: Buffer.from(`${text.join('\n')}\n`),
    });
    const answer = await fetch(`${product.baseUrl}/api/upload/index/unconfirmed`, {
      method: 'POST',
      headers: { ...headers, authtoken: head.token, tenantid: head.tenantId },
      body: new Uint8Array(payload),
    });
    const report = (await answer.json()) as Created & { readonly Errors: readonly object[] };
    expect([answer.status, report.Errors]).toEqual([200, []]);
    return report.Id;
  }

  async function recover(isServerStopped: boolean): Promise<void> {
    if (isServerStopped) {
      await product.exit;
      product = await startProduct(folder, environment);
    }
    const ready = async () => (await fetch(`${product.baseUrl}/health/ready`)).status;
    await expect.poll(ready, { timeout: 30_000, interval: 20 }).toBe(200);
  }

  /** Checks that a released statement has figures, a file, a delivery and an audit entry, and that a draft has none of these. */
  async function expectWholeStatements(requests: readonly Request[]): Promise<number> {
    const { rows } = await database.worker.query<{
      id: string;
      status: string;
      releases: number;
      deliveries: number;
      sha256: string | null;
      key: string | null;
      operations: readonly string[];
    }>(
      `SELECT s.id, s.status, count(r.id)::int AS releases, max(r.pdf_sha256) AS sha256, max(r.storage_key) AS key,
         (SELECT count(*)::int FROM delivery_release d JOIN delivery v ON v.tenant_id = d.tenant_id AND v.delivery_release_id = d.id
          WHERE d.tenant_id = s.tenant_id AND d.object_id = s.id) AS deliveries,
         (SELECT json_agg(a.operation ORDER BY a.seq) FROM activity a WHERE a.tenant_id = s.tenant_id AND a.object_id = s.id AND a.object_type = 'payStatement') AS operations
       FROM pay_statement s LEFT JOIN pay_statement_release r ON r.tenant_id = s.tenant_id AND r.pay_statement_id = s.id
       WHERE s.tenant_id = $1 AND s.id = ANY ($2) GROUP BY s.tenant_id, s.id, s.status`,
      [head.tenantId, requests.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(requests.length);
    const files = createDiskFiles(join(folder, 'files'));
    for (const { id, status, releases, deliveries, sha256, key, operations } of rows) {
      if (requests.find((request) => request.id === id)?.heard) expect(status).toBe('REL');
      const isReleased = status === 'REL';
      expect([releases, deliveries, operations], id).toEqual(
        isReleased ? [1, 1, ['savePayStatement', 'releasePayStatement']] : [0, 0, ['savePayStatement']],
      );
      const bytes = key === null ? undefined : await files.get(key);
      expect(bytes && createHash('sha256').update(bytes).digest('hex')).toBe(sha256 ?? undefined);
    }
    const { rows: twice } = await database.worker.query(
      `SELECT employee_id FROM pay_statement WHERE tenant_id = $1 AND status = 'REL' GROUP BY employee_id, year HAVING count(*) > 1`,
      [head.tenantId],
    );
    expect(twice, 'one released statement a person and year').toEqual([]);
    return rows.filter(({ status }) => status === 'REL').length;
  }

  async function expectWholeImport(round: number, { heard }: Request): Promise<void> {
    const { rows } = await database.worker.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM index_level l JOIN index_series s ON s.tenant_id = l.tenant_id AND s.id = l.index_series_id
       WHERE s.tenant_id = $1 AND s.code = $2`,
      [head.tenantId, `INDEX-${round}`],
    );
    expect(heard ? [levels] : [0, levels]).toContain(rows[0]?.n);
  }

  it(`${rounds} times: a release, a saved salary and an import are stored completely or not at all, and an audit finds nothing`, async () => {
    const auditKey = auditKeyFrom(join(folder, 'audit.key'));
    let released = 0;
    for (let round = 0; round < rounds; round += 1) {
      const target = (['server', 'database', 'both'] as const)[round % 3]!;
      const drafts: Created[] = [];
      for (const Id of employees) drafts.push(await done('/api/comp/statement', { Employee: { Id }, Year: 2025 }));
      const upload = await checkedFile(round);
      const day = new Date(Date.UTC(2025, 0, 2 + round)).toISOString().slice(0, 10);
      const under = Promise.all([
        Promise.all(
          drafts.map(async ({ Id, RowVersion }): Promise<Request> => {
            const heard = await isHeard(`/api/comp/statement/${Id}/release`, { RowVersion });
            return { id: Id, heard };
          }),
        ),
        Promise.all(employees.map((Id) => isHeard('/api/comp/salary', salaryOf(Id, day)))),
        isHeard(`/api/upload/${upload}/upload/index/true`, {}),
        isHeard('/api/performance/certifieddata/certify?endDate=2025-12-31'),
      ]);
      await pause(20 + Math.random() * 600);
      if (target !== 'database') killProcess(product.child.pid);
      if (target !== 'server') killProcess(readPostmaster(folder));
      const [requests, saved, imported] = await under;
      await recover(target !== 'database');
      released += await expectWholeStatements(requests);
      const { rows } = await database.worker.query<{ id: string }>(
        'SELECT employee_id AS id FROM salary WHERE tenant_id = $1 AND effective_date = $2',
        [head.tenantId, day],
      );
      for (const [at, id] of employees.entries()) if (saved[at]) expect(rows.map((row) => row.id)).toContain(id);
      await expectWholeImport(round, { id: upload, heard: imported });
      const verified = await unitOfWork({ pool: database.worker, auditKey })(
        { tenantId: head.tenantId, personId: null, now: new Date().toISOString() },
        (tx) => verifyTenant(tx, auditKey, { files: createDiskFiles(join(folder, 'files')) }),
        { readOnly: true },
      );
      expect([verified.chain.broken, verified.findings]).toEqual([undefined, []]);
      // Releases the remaining drafts, so that the next round starts fresh.
      for (const { id } of requests) {
        const { body } = await send<Created & { readonly Status: { readonly Code: string } }>(
          product.baseUrl,
          head,
          `/api/comp/statement/${id}`,
        );
        if (body.Status.Code === 'DRAFT')
          await done(`/api/comp/statement/${id}/release`, { RowVersion: body.RowVersion });
      }
    }
    expect(released).toBeLessThanOrEqual(rounds * people.length);
  }, 1_200_000);
});
