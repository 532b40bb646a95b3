import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleRules } from './build/bundleRules.ts';
import { compressed } from './build/compressed.ts';
import { preloadedFont } from './build/preloadedFont.ts';
import { contractModules } from './build/contractModules.ts';

const server = process.env['CARRARA_API'] ?? 'http://127.0.0.1:4600';
const toServer = { target: server, changeOrigin: false, ws: true };

// Over HTTP/1.1 a browser asks for six files at a time: what the first screen needs, what most screens share, and what those of an area share, lie in
// few. What a module imports is shared by at least as many screens as the module, and an area imports no other: no two of these files can import each other.
// What every screen is drawn with, and a home page needs no more than: it comes without forms, lists that are searched, and arithmetic.
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
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
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
