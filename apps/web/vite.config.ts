import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { acyclicChunks } from './build/acyclicChunks.ts';
import { compressed } from './build/compressed.ts';
import { preloadedFont } from './build/preloadedFont.ts';
import { contractModules } from './build/contractModules.ts';

const server = process.env['CARRARA_API'] ?? 'http://127.0.0.1:4600';
const toServer = { target: server, changeOrigin: false, ws: true };

// Over HTTP/1.1 a browser asks for six files at a time: what the first screen needs, and what most screens share, lie in few. Files that are shared by
// other screens are not merged, however small: a file of such parts would import one that imports it.
const groups = [
  { name: 'initial', tags: ['$initial' as const], priority: 1 },
  { name: 'shared', minShareCount: 25, entriesAware: true },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), contractModules(), preloadedFont(), acyclicChunks(), compressed()],
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
