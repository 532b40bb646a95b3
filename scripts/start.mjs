import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * npm start: installs and builds when needed, then serves the product on one port. It is plain Node without packages, because on a fresh
 * clone there are none; what needs them is loaded afterwards.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Carrara needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

const { ensureInstalled, root } = await import('./ensureInstalled.mjs');
ensureInstalled();
const { ensureBuilt } = await import('./ensureBuilt.mjs');
ensureBuilt();
await import(pathToFileURL(join(root, 'apps', 'server', 'dist', 'main.js')).href);
