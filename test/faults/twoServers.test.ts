import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { type TestDatabase, testDatabase } from '@carrara/adapters/postgres/testing/testDatabase';
import { listenLive, type LiveState } from '@carrara/adapters/signalr/client/listenLive';
import type { LiveEvent } from '@carrara/contract/core/events';
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Firm, plantFirm, signIn } from './firm.ts';
import { type Caller, stopAndRemove, dataFolder, type Product, root, send, startProduct } from './product.ts';

/** Two server processes on one PostgreSQL server, which DATABASE_URL names. */
describe('two servers on one database', () => {
  const folder = dataFolder();
  let database: TestDatabase;
  let products: readonly [Product, Product];
  let firm: Firm;
  let caller: Caller;
  const listening: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    const start = () => startProduct(folder, { DATABASE_URL: database.url, LOG_LEVEL: 'info' });
    products = [await start(), await start()];
    firm = await plantFirm(database, auditKeyFrom(join(folder, 'audit.key')));
    caller = await signIn(products[0].baseUrl, firm, firm.accountant.login);
  });
  afterAll(async () => {
    await Promise.all(listening.map((client) => client.stop()));
    for (const product of products ?? []) await stopAndRemove(folder, product);
    await database?.drop();
  });

  async function listen({ baseUrl }: Product, { token, tenantId }: Caller) {
    const heard: LiveEvent[] = [];
    const states: LiveState[] = [];
    const client = await listenLive(
      { baseUrl, tenantId, token: () => token },
      { onUpdate: (event) => heard.push(event), onState: (state) => states.push(state) },
    );
    listening.push(client);
    return { heard, states };
  }
  const save = ({ baseUrl }: Product, name: string) =>
    send<{ Id: string }>(baseUrl, caller, '/api/carry/distribution/save-distribution', { ...firm.body, Name: name });

  it('notify each other of every change within a second', async () => {
    const [first, second] = products;
    const ears = [await listen(first, caller), await listen(second, caller)];
    for (const [at, product] of products.entries()) {
      const { status, body } = await save(product, `From server ${at}`);
      expect(status).toBe(200);
      for (const { heard } of ears) {
        await vi.waitFor(
          () => expect(heard.at(-1)).toMatchObject({ linkType: 'Distribution', id: body.Id, version: 1 }),
          { timeout: 1_000, interval: 10 },
        );
      }
    }
  });

  it("T24: end the other server's live channel within a second when its session ends", async () => {
    const [first, second] = products;
    const leaving = await signIn(second.baseUrl, firm, firm.approver.login);
    const { states } = await listen(first, leaving);
    await send(second.baseUrl, leaving, '/api/signin/signout');
    await vi.waitFor(() => expect(states.at(-1)).toBe('refused'), { timeout: 1_000, interval: 10 });
  });

  it('T25: accept a download token once between them, and write no token to their logs', async () => {
    const [first, second] = products;
    const path = '/api/carry/fund?format=csv';
    const token = await send<{ AuthToken: string }>(first.baseUrl, caller, '/api/signin/download-token', {
      Path: path,
    });
    const { AuthToken } = token.body;
    const download = async ({ baseUrl }: Product) =>
      (await fetch(`${baseUrl}${path}&AuthToken=${AuthToken}&tenant_id=${firm.tenantId}`)).status;
    expect(await download(second)).toBe(200);
    expect(await download(first)).toBe(401);
    await vi.waitFor(() => expect(second.written()).toContain('/api/carry/fund'), { timeout: 1_000, interval: 10 });
    for (const { written } of products) {
      expect(written()).not.toContain(AuthToken);
      expect(written()).not.toContain(caller.token);
    }
  });

  it('A14: store the end of the audit chain in the data folder, so that audit verify detects a truncated tail', async () => {
    const [first, second] = products;
    expect((await save(first, 'To be cut')).status).toBe(200);
    for (const { child, exit } of products) {
      child.kill('SIGTERM');
      expect(await exit).toBe(0);
    }
    expect(readdirSync(join(folder, 'audit-heads'))).toHaveLength(1);
    const verify = (...more: string[]) => {
      const args = ['apps/cli/dist/main.js', 'audit', 'verify', '--data', folder, ...more];
      const env = { ...process.env, DATABASE_URL: database.url };
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
      return { status, stdout };
    };
    expect(verify()).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing differs.') });
    renameSync(join(folder, 'audit-heads'), join(folder, 'heads-away'));
    expect(verify()).toMatchObject({ status: 1, stdout: expect.stringContaining('has no stored head') });
    expect(verify('--without-heads').status).toBe(0);
    renameSync(join(folder, 'heads-away'), join(folder, 'audit-heads'));
    const owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    await owner.query(`ALTER TABLE activity_head DISABLE TRIGGER chain_grows;
      DELETE FROM activity a USING activity_head h WHERE a.tenant_id = h.tenant_id AND a.seq = h.seq;
      UPDATE activity_head h SET seq = a.seq, hash = a.hash FROM activity a WHERE a.tenant_id = h.tenant_id AND a.seq = h.seq - 1`);
    await owner.end();
    expect(verify()).toMatchObject({ status: 1, stdout: expect.stringContaining('the chain was cut') });
    expect(second.written()).not.toContain('audit heads not stored');
  });
});
