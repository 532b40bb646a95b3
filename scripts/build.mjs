import { join } from 'node:path';
import { build } from 'vite';
import { bundleProgram } from './bundle.mjs';
import { root } from './ensureInstalled.mjs';

/** node scripts/build.mjs [server|cli|web]: builds these parts of the product, or all at the same time. */
// A test run sets another value, with which the web app would contain React's development version.
process.env['NODE_ENV'] = 'production';
const web = join(root, 'apps', 'web');
const parts = {
  server: () => bundleProgram('server'),
  cli: () => bundleProgram('cli'),
  web: () => build({ root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'warn' }),
};
const requestedNames = process.argv.slice(2);
await Promise.all((requestedNames.length > 0 ? requestedNames : Object.keys(parts)).map((name) => parts[name]()));
