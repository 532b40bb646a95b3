import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stopAndRemove, dataFolder, type Product, root, startProduct } from '../faults/product.ts';
import { printLine, title } from './measure.ts';

// Builds first, because the first start would otherwise include an outdated build.
const { ensureBuilt } = (await import(new URL('../../scripts/ensureBuilt.mjs', import.meta.url).href)) as {
  ensureBuilt: () => void;
};
ensureBuilt();

title('npm start on a built checkout, until it says that it is ready (goal for the second start: 3 s)');
const folder = dataFolder();
let product: Product | undefined;
for (const name of ['first: makes the database and the demo firms', 'second', 'third, the server before it killed']) {
  const from = performance.now();
  product = await startProduct(folder, { DEMO: 'true' }, [join(root, 'scripts', 'start.mjs')]);
  printLine(name, performance.now() - from);
  product.child.kill(name === 'second' ? 'SIGKILL' : 'SIGTERM');
  await product.exit;
}
await stopAndRemove(folder, product);

title('The command line, above bare Node, the least of nine (goal 150 ms)');
const least = (args: readonly string[], input = '') =>
  Math.min(
    ...Array.from({ length: 9 }, () => {
      const from = performance.now();
      spawnSync(process.execPath, args, { input, cwd: root });
      return performance.now() - from;
    }),
  );
const bare = least(['-e', '0']);
const carrara = join(root, 'apps', 'cli', 'bin', 'carrara.js');
printLine('carrara --help', least([carrara, '--help']) - bare);
printLine(
  'carrara calc allocate',
  least([carrara, 'calc', 'allocate'], '{"total":"100.00","weights":["1","1","1"]}') - bare,
);
