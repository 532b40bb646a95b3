import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const workers = [
  'apps/server/src/process/thread/backgroundWorkerThread.ts',
  'apps/server/src/letters/letterWorker.ts',
  'packages/adapters/src/spreadsheet/read/child.ts',
];

/** Replaces `import.meta.url` with the location of the source file, because bundled modules still find files next to their sources. */
const sourceLocations = {
  name: 'source-locations',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
  },
};

/**
 * Bundles the modules that the product runs in threads and processes of their own. Starting a bundle takes tests a fifth of the processor time of
 * translating the sources each time. Returns the folder; the product reads it from SOURCE_WORKERS.
 */
export async function bundleWorkers() {
  const outDir = join(root, 'node_modules', '.carrara-workers', String(process.pid));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [sourceLocations],
    resolve: { conditions: ['source'] },
    ssr: { noExternal: [/^@carrara\//], resolve: { conditions: ['source'], externalConditions: ['node'] } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(workers.map((file) => [basename(file, '.ts'), join(root, file)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return { folder: outDir, remove: () => rmSync(outDir, { recursive: true, force: true }) };
}
