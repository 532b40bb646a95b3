import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * npm start: installs and builds if needed, then serves the product on one port. This is plain Node.js without packages, because a fresh clone has
 * none. Code that needs packages loads later.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Carrara needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const { ensureInstalled, root } = await import('./ensureInstalled.mjs');
ensureInstalled({ tools: false });
const { ensureBuilt } = await import('./ensureBuilt.mjs');
ensureBuilt();
await import(pathToFileURL(join(root, 'apps', 'server', 'dist', 'main.js')).href);
