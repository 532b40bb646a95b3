import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/ensureBuilt.mjs';
import { clearAway, root, startProduct } from '../faults/product.ts';

/** The product that all journeys share. */
export interface SharedProduct {
  readonly baseUrl: string;
  readonly folder: string;
  readonly databaseUrl: string;
  /** The file that has what the server said. */
  readonly log: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly product: SharedProduct;
    /** The folder in which failing journeys leave what they saw. */
    readonly failures: string;
  }
}

/** Starts one product on a copy of the demo before the first journey; each journey makes a firm of its own in it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  ensureBuilt();
  // A set-up of all files reads what is built, which on a fresh checkout is there only now.
  const { demoGround } = await import('@carrara/server/testing/demoGround');
  const ground = await demoGround();
  const {
    folder,
    database: { url: databaseUrl },
  } = ground;
  const product = await startProduct(folder, {
    DATABASE_URL: databaseUrl,
    DEMO: 'true',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
  });
  const log = join(folder, 'journeys.log');
  writeFileSync(log, product.written());
  product.child.stdout?.on('data', (chunk: string) => appendFileSync(log, chunk));
  provide('product', { baseUrl: product.baseUrl, folder, databaseUrl, log });
  provide('failures', process.env['JOURNEY_FAILURES'] ?? join(root, '.journeys', 'last'));
  return async () => {
    await clearAway(folder, product);
    await ground.leave();
  };
}
