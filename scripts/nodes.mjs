import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './ensureBuilt.mjs';
import { root } from './ensureInstalled.mjs';

/** The Node.js versions on which the product has to run. The first is the oldest that package.json allows. */
export const nodeVersions = ['20', '22', '24', '26'];

/** Returns the path of a Node.js version from the package registry. It is downloaded outside of the checkout. */
function nodeOf(version) {
  const options = ['--yes', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  const { stdout, stderr, status } = spawnSync('npx', options, { cwd: tmpdir(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`Node.js ${version} does not come from the registry: ${stderr}`);
  return stdout.trim();
}

/** Returns true if the product starts with the demo and responds on that Node.js, and the unit and data tests pass. */
export async function provenOnNode(version) {
  ensureBuilt();
  const node = nodeOf(version);
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  console.log(`Node.js ${stdout.trim()}`);
  const starts = await startsOn(node);
  console.log(starts ? '  the product starts, answers and stops' : '  the product does NOT start');
  const tests = spawnSync(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'data', '--reporter', 'dot'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return starts && tests.status === 0;
}

async function startsOn(node) {
  const folder = mkdtempSync(join(tmpdir(), 'carrara-node-'));
  // The account that runs PostgreSQL has to enter the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DEMO: 'true', LOG_LEVEL: 'warn' };
  const product = spawn(node, ['apps/server/dist/main.js', '--data', folder], { cwd: root, env, stdio: 'pipe' });
  const ended = new Promise((resolve) => product.once('exit', resolve));
  let output = '';
  const ready = new Promise((resolve) => {
    for (const stream of [product.stdout, product.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (output.includes('Carrara is ready')) resolve(true);
      });
  });
  const isReady = await Promise.race([ready, ended.then(() => false)]);
  const answers = isReady && (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  product.kill('SIGTERM');
  const code = await ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  if (!answers || code !== 0) console.error(`${output}\nended with ${code}`);
  return answers && code === 0;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
