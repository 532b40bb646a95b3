import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './ensureInstalled.mjs';

/** npm run dev: the web app with hot reload on PORT, and the server behind it, which restarts when one of its sources changes. */
ensureInstalled({ tools: true });
const port = Number(process.env.PORT ?? 4600);
const serverPort = port + 1;
const modules = join(root, 'node_modules');
const start = (args, env) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });

const children = [
  start(
    [join(modules, 'tsx', 'dist', 'cli.mjs'), 'watch', 'apps/server/src/serverProcess.ts', ...process.argv.slice(2)],
    { PORT: String(serverPort), PUBLIC_URL: `http://localhost:${port}` },
  ),
  start([join(modules, 'vite', 'bin', 'vite.js'), 'apps/web', '--port', String(port), '--strictPort'], {
    CARRARA_API: `http://127.0.0.1:${serverPort}`,
  }),
];

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
