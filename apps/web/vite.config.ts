import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleRules } from './build/bundleRules.ts';
import { compressFiles } from './build/compressFiles.ts';
import { preloadedFont } from './build/preloadedFont.ts';
import { helpModules } from './build/helpPages.ts';
import { contractModules } from './build/contractModules.ts';
import { signInDocument } from './build/signInDocument.ts';

const server = process.env['CARRARA_API'] ?? 'http://127.0.0.1:4600';
const toServer = { target: server, changeOrigin: false, ws: true };

// Over HTTP/1.1, a browser loads six files at a time. So there are a few files each for the first page, for each kind
// of page, for most pages, and for each area. A group also contains everything that its modules import and that no
// group above contains. Therefore, no two of these files can import each other.
const kinds = [
  {
    name: 'input',
    test: /\/@mantine\/(core\/esm\/components\/(Input\/(Input|use-input-props)|InputBase\/InputBase|TextInput\/TextInput|ActionIcon\/ActionIcon)|hooks\/esm\/use-uncontrolled\/use-uncontrolled)\.mjs$|\/ui\/src\/feedback\/Banner\.tsx$/,
  },
  { name: 'signIn', test: /\/web\/src\/session\/signIn\/SignInPage\.tsx$/ },
  { name: 'frame', test: /\/web\/src\/(frame\/(Shell|useContinueTo)|record\/record\.module)\.(tsx?|css)$/ },
  { name: 'table', test: /\/ui\/src\/(list\/DataTable|profile\/Panel)\.tsx$/ },
  {
    name: 'controls',
    test: /\/web\/src\/record\/(chart\/useCurrencyChoice\.tsx|sendAfterPause\.ts|Stack\.tsx)$|\/ui\/src\/list\/(OrderedChoices\.tsx|hint\.module\.css)$|\/@mantine\/core\/esm\/components\/Text\/Text\.mjs$/,
  },
  { name: 'portal', test: /\/carry\/portal\/(PortalHome|portalHome\.module)\.(tsx|css)$/ },
  { name: 'list', test: /\/web\/src\/record\/(list\/RecordList|chart\/\w+|plainRecord)\.tsx?$/ },
];
// A table of the contract is small and belongs to the pages of its records.
const isTable = (id: string) => id.startsWith('\0virtual:contract/');
const common = (id: string) => !isTable(id) && !/\/features\//.test(id);
const groups = [
  { name: 'initial', tags: ['$initial' as const], priority: 100 },
  ...kinds.map((kind, index) => ({ ...kind, priority: 90 - index })),
  { name: 'shared', test: (id: string) => !isTable(id), minShareCount: 25, priority: 8 },
  { name: 'common', test: common, minShareCount: 6, priority: 7 },
  { debugName: 'area', name: (id: string) => /\/features\/(\w+)\//.exec(id)?.[1], minShareCount: 4, priority: 6 },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    contractModules(),
    helpModules(),
    preloadedFont(),
    signInDocument(),
    bundleRules(),
    compressFiles(),
  ],
  build: {
    outDir: 'dist-web',
    emptyOutDir: true,
    sourcemap: true,
    manifest: true,
    chunkSizeWarningLimit: 1500,
    // The import requests the file itself, so the list of files to preload, which is part of the first page, doesn't need it.
    modulePreload: { resolveDependencies: (file, files) => files.filter((name) => name !== file) },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': toServer, '/Server': toServer, '/updateHub': toServer, '/next': toServer } },
});
