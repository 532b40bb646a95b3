import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that the product runs in threads and child processes. */
const workers = [
  'apps/server/src/process/thread/backgroundWorkerThread.ts',
  'apps/server/src/letters/letterWorker.ts',
  'packages/adapters/src/spreadsheet/read/child.ts',
];
const programs = {
  server: {
    outDir: 'apps/server/dist',
    entries: ['apps/server/src/main.ts', 'apps/server/src/serverProcess.ts', ...workers],
  },
  cli: { outDir: 'apps/cli/dist', entries: ['apps/cli/src/main.ts', ...workers] },
};

/**
 * Replaces `import.meta.url` with the location of the source file, because bundled modules find files (migrations,
 * fonts, samples) next to their sources. Replaces BUNDLES with the folder of the bundle.
 */
const locations = (outDir) => ({
  name: 'locations',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.ts') || !/import\.meta\.url|process\.env\['BUNDLES'\]/.test(code)) return null;
    const source = relative(outDir, id).split(sep).join('/');
    return {
      code: code
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
        .replaceAll("process.env['BUNDLES']", 'import.meta.dirname'),
      map: null,
    };
  },
});

/**
 * Packages that a workspace has in another version than the root. A bundle would find the version of the root, so they are part of the bundle.
 */
const ownVersions = ['apps', 'packages'].flatMap((group) =>
  readdirSync(join(root, group)).flatMap((workspace) => namesIn(join(root, group, workspace, 'node_modules'))),
);

function namesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : name,
    );
}

/** Bundles modules for Node.js into a folder, each under its own name. Types are checked by `npm run check`, not here. */
async function bundle(entries, outDir) {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [locations(outDir)],
    ssr: { noExternal: [/^@carrara\//, ...ownVersions], resolve: { externalConditions: ['node'] } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), join(root, file)])),
        // All files are in one folder, so that every source is at the same distance.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Bundles the workers for tests. Starting a bundle takes a fifth of the processor time of translating the sources each time. */
export const bundleWorkers = (outDir) => bundle(workers, outDir);

/** Bundles the server or the command line. */
export function bundleProgram(name) {
  const { outDir, entries } = programs[name];
  return bundle(entries, join(root, outDir));
}
