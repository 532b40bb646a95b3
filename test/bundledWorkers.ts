import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkers } from '../scripts/bundle.mjs';

/** Bundles the product's threads and processes before the first test. Otherwise, each start would translate their sources. */
export async function setup(): Promise<() => void> {
  const folder = fileURLToPath(new URL(`../node_modules/.carrara-workers/${process.pid}`, import.meta.url));
  await bundleWorkers(folder);
  process.env['BUNDLES'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
