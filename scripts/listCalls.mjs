import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ensureInstalled.mjs';

/** npm run -s list:calls: prints every call that the server serves, one per line: method TAB path. It starts no database. */
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'),
    join(root, 'apps', 'server', 'src', 'process', 'listCalls.ts'),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);
