import { spawn } from 'node:child_process';
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
const { ensureBuilt, outdatedParts } = await import('./ensureBuilt.mjs');
const hasBuilt = ensureBuilt(['server']);
// The rest is built while the server creates its database. The server waits for it before it accepts requests.
const others = outdatedParts(['cli', 'web']);
if (others.length > 0) {
  // A start prints once that it builds.
  const args = [join(root, 'scripts', 'buildParts.mjs'), ...(hasBuilt ? ['--quiet'] : []), ...others];
  const building = spawn(process.execPath, args, { stdio: 'inherit' });
  process.env.WEB_BUILD_PID = String(building.pid);
  building.on('exit', (code) => {
    delete process.env.WEB_BUILD_PID;
    if (code === 0) return;
    process.on('exit', () => (process.exitCode = 1));
    process.kill(process.pid, 'SIGTERM');
  });
}
await import(pathToFileURL(join(root, 'apps', 'server', 'dist', 'main.js')).href);
