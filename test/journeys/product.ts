import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/ensureBuilt.mjs';
import { clearAway, dataFolder, root, startProduct } from '../faults/product.ts';

/** The product that all journeys share. */
export interface SharedProduct {
  readonly baseUrl: string;
  readonly folder: string;
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

/** Starts one product with the demo before the first journey; each journey makes a firm of its own in it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  ensureBuilt();
  const folder = dataFolder();
  const environment = { DEMO: 'true', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'info' };
  const product = await startProduct(folder, environment);
  const log = join(folder, 'journeys.log');
  writeFileSync(log, product.written());
  product.child.stdout?.on('data', (chunk: string) => appendFileSync(log, chunk));
  provide('product', { baseUrl: product.baseUrl, folder, log });
  provide('failures', process.env['JOURNEY_FAILURES'] ?? join(root, '.journeys', 'last'));
  return () => clearAway(folder, product);
}
