import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleRules } from './build/bundleRules.ts';
import { compressed } from './build/compressed.ts';
import { preloadedFont } from './build/preloadedFont.ts';
import { contractModules } from './build/contractModules.ts';

const server = process.env['CARRARA_API'] ?? 'http://127.0.0.1:4600';
const toServer = { target: server, changeOrigin: false, ws: true };

// Over HTTP/1.1, a browser loads six files at a time. So the code of the first page, the code shared by most pages, and the code shared within an
// area are each in a few files.
// Everything that a module imports is shared by at least as many pages as the module, and no area imports another one. Therefore, no two of these
// files can import each other.
// This file has the frame of all pages and the home pages. It excludes forms, searchable lists and arithmetic.
const framed = (id: string) =>
  /\/web\/src\/(frame\/Shell|record\/Stack)\.tsx|\/carry\/portal\/portal(Home|\.module)\.|\/ui\/src\/(list\/DataTable|profile\/(FigureStrip|Panel)|feedback\/\w+State)\.tsx/.test(
    id,
  );
const common = (id: string) => !/\/features\//.test(id);
const groups = [
  { name: 'initial', tags: ['$initial' as const], priority: 9 },
  { name: 'frame', test: framed, priority: 8.5 },
  { name: 'shared', minShareCount: 25, priority: 8 },
  { name: 'common', test: common, minShareCount: 6, priority: 7 },
  { debugName: 'area', name: (id: string) => /\/features\/(\w+)\//.exec(id)?.[1], minShareCount: 4, priority: 6 },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), contractModules(), preloadedFont(), bundleRules(), compressed()],
  build: {
    outDir: 'dist-web',
    emptyOutDir: true,
    sourcemap: true,
    manifest: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': toServer, '/Server': toServer, '/updateHub': toServer, '/next': toServer } },
});
