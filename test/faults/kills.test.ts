import { auditKeyFrom } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { chainHeads } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import { type Database, openDatabase } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantFirm, signIn } from './firm.ts';
import { stopAndRemove, dataFolder, killProcess, readPostmaster, type Product, root, startProduct } from './product.ts';
import { type Cast, newStory, next, type Story } from './stories.ts';
import { expectIntact } from './wholeness.ts';

/** `npm run prove -- faults` runs thirty. */
const rounds = process.env['PROVE_FAULTS'] === undefined ? 4 : 30;
const storiesAtOnce = 3;

/** M13: kill -9 at random points while distributions are saved, submitted, approved and disbursed. */
describe('M13: killed server, killed database', () => {
  const folder = dataFolder();
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' };
  const stories: Story[] = [];
  let product: Product;
  let database: Database;
  let cast: Cast;

  beforeAll(async () => {
    product = await startProduct(folder, environment);
    // Closes the storage, so that only the server keeps PostgreSQL running.
    const storage = await openStorage({ checkout: root, dataDir: folder });
    const firm = await plantFirm(storage.database, storage.auditKey);
    const { adminUrl } = storage.database;
    await storage.close();
    database = await openDatabase({ databaseUrl: adminUrl, connections: 2 });
    const { baseUrl } = product;
    const accountant = await signIn(baseUrl, firm, firm.accountant.login);
    const approver = await signIn(baseUrl, firm, firm.approver.login);
    cast = { accountant, approver, body: firm.body };
  });
  afterAll(async () => {
    await database?.close();
    await stopAndRemove(folder, product);
  });

  /** Plays stories until a request gets no response. */
  async function play(): Promise<void> {
    for (;;) {
      const begun = stories.findIndex(({ done }) => done > 0 && done < 4);
      const [story = newStory()] = begun < 0 ? [] : stories.splice(begun, 1);
      try {
        while (story.done < 4) if (!(await next(product.baseUrl, cast, story))) return;
      } finally {
        stories.push(story);
      }
    }
  }

  async function recover(isServerStopped: boolean): Promise<void> {
    if (isServerStopped) {
      await product.exit;
      product = await startProduct(folder, environment);
    }
    const ready = async () => (await fetch(`${product.baseUrl}/health/ready`)).status;
    await expect.poll(ready, { timeout: 30_000, interval: 20 }).toBe(200);
  }

  it(`${rounds} times: acknowledged data is stored, the rest is stored completely or not at all, the audit log matches`, async () => {
    const auditKey = auditKeyFrom(join(folder, 'audit.key'));
    const { tenantId } = cast.accountant;
    for (let round = 0; round < rounds; round += 1) {
      const target = (['server', 'database', 'both'] as const)[round % 3]!;
      const storedHead = (await chainHeads(database.worker)).find((head) => head.tenantId === tenantId);
      const playing = Promise.all(Array.from({ length: storiesAtOnce }, play));
      await pause(20 + Math.random() * 280);
      if (target !== 'database') killProcess(product.child.pid);
      if (target !== 'server') killProcess(readPostmaster(folder));
      await playing;
      await recover(target !== 'database');
      await expectIntact(database, tenantId, auditKey, stories, storedHead);
      // A client without a response repeats its request and gets the response of the first one.
      for (const story of stories) if (story.done < 4) expect(await next(product.baseUrl, cast, story)).toBe(true);
    }
    await expectIntact(database, tenantId, auditKey, stories, undefined);
    expect(stories.filter(({ done }) => done === 4).length).toBeGreaterThan(rounds / 3);
    // Thirty rounds take about 80 s, and longer on a busy machine.
  }, 600_000);
});
