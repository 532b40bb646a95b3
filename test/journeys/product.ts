import type { TestProject } from 'vitest/node';
import { clearAway, dataFolder, startProduct } from '../faults/product.ts';

/** The product that all journeys share. */
export interface SharedProduct {
  readonly baseUrl: string;
  readonly folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly product: SharedProduct;
  }
}

/** Starts one product with the demo before the first journey; each journey makes a firm of its own in it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = dataFolder();
  const product = await startProduct(folder, { DEMO: 'true', RATE_LIMIT_PER_MINUTE: '1000000' });
  provide('product', { baseUrl: product.baseUrl, folder });
  return () => clearAway(folder, product);
}
