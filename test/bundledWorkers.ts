import { bundleWorkers } from '../scripts/bundleWorkers.mjs';

/** Bundles the product's threads and processes before the first test. Otherwise, each start would translate their sources. */
export async function setup(): Promise<() => void> {
  const { folder, remove } = await bundleWorkers();
  process.env['SOURCE_WORKERS'] = folder;
  return remove;
}
