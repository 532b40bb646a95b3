import { openStorage } from '@carrara/adapters/storage/openStorage';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attack, Target } from './attack.ts';
import { plantFirm, signIn } from './firm.ts';
import { watchHealth } from './healthWatch.ts';
import { stopAndRemove, dataFolder, type Product, root, startProduct } from './product.ts';

/** Set by `npm run prove -- faults` to run and print all attacks. */
const proving = process.env['PROVE_FAULTS'] !== undefined;
const asStarted = ['scripts/start.mjs'];
const quiet = { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'info' };

const folder = new URL('attacks/', import.meta.url);
const attacks = await Promise.all(
  readdirSync(folder)
    .sort()
    .map(async (file) => ((await import(new URL(file, folder).href)) as { attack: Attack }).attack),
);

/** Runs every attack in the folder `attacks` on one product that was started like `npm start`. */
describe('a product under attack', () => {
  const data = dataFolder();
  const others: { folder: string; product: Product | undefined }[] = [];
  let target: Target;

  beforeAll(async () => {
    const product = await startProduct(data, quiet, asStarted);
    const storage = await openStorage({ checkout: root, dataDir: data });
    const firm = await plantFirm(storage.database, storage.auditKey);
    const otherFirm = await plantFirm(storage.database, storage.auditKey);
    await storage.close();
    target = {
      product,
      folder: data,
      firm,
      otherFirm,
      editor: await signIn(product.baseUrl, firm, firm.accountant.login),
      viewer: await signIn(product.baseUrl, firm, firm.approver.login),
      async startAnother(environment, folder = dataFolder()) {
        const other: (typeof others)[number] = { folder, product: undefined };
        others.push(other);
        other.product = await startProduct(other.folder, { ...quiet, ...environment }, asStarted);
        return other.product;
      },
      tried(label, answered) {
        if (proving) console.log(`    ${label}: ${answered}`);
      },
    };
    // A first start installs and builds.
  }, 600_000);
  afterAll(async () => {
    await stopAndRemove(data, target?.product);
  });

  it.each(attacks.filter(({ long }) => proving || !long))('withstands $label', async ({ label, run }) => {
    const { product } = target;
    if (proving) console.log(`  ${label}`);
    const health = watchHealth(product.baseUrl);
    try {
      await run(target);
    } finally {
      const { text: answered } = await health.end();
      if (proving) console.log(`    health meanwhile: ${answered}`);
      // In reverse order, because two products may share a folder.
      for (const other of others.splice(0).toReversed()) await stopAndRemove(other.folder, other.product);
    }
    expect((await fetch(`${product.baseUrl}/health/ready`)).status).toBe(200);
    expect(product.child.exitCode).toBeNull();
  });
});
