import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/ensureBuilt.mjs';
import { stopAndRemove, root, startProduct } from '../faults/product.ts';

export interface SharedProduct {
  readonly baseUrl: string;
  readonly folder: string;
  readonly databaseUrl: string;
  /** The file with the server's output. */
  readonly log: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly product: SharedProduct;
    /** The folder for the evidence of failing journeys. */
    readonly failures: string;
  }
}

/**
 * Starts one product before the first journey, on a copy of the demo, or without data if JOURNEY_GROUND is `empty`. Each journey adds its own firm.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  ensureBuilt();
  // Imported here, because on a fresh checkout the build that it reads exists only now.
  const isEmpty = process.env['JOURNEY_GROUND'] === 'empty';
  const ground = isEmpty
    ? await (await import('@carrara/server/testing/testServer')).emptyGround()
    : await (await import('@carrara/server/testing/demoGround')).demoGround();
  const {
    folder,
    database: { url: databaseUrl },
  } = ground;
  const product = await startProduct(folder, {
    DATABASE_URL: databaseUrl,
    DEMO: String(!isEmpty),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
  });
  const log = join(folder, 'journeys.log');
  writeFileSync(log, product.written());
  product.child.stdout?.on('data', (chunk: string) => appendFileSync(log, chunk));
  provide('product', { baseUrl: product.baseUrl, folder, databaseUrl, log });
  provide('failures', process.env['JOURNEY_FAILURES'] ?? join(root, '.journeys', 'last'));
  return async () => {
    await stopAndRemove(folder, product);
    await ground.leave();
  };
}
