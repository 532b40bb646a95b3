import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestsHelp, readConfiguration, usage } from './core/configuration.ts';
import { supervise } from './process/supervise.ts';

// The bundler sets BUNDLES to the folder of the built program.
const bundles = process.env['BUNDLES'];
const program = bundles
  ? join(bundles, 'serverProcess.js')
  : fileURLToPath(new URL('./serverProcess.ts', import.meta.url));
const args = process.argv.slice(2);
if (requestsHelp(args)) {
  process.stdout.write(usage);
  process.exit(0);
}

async function stopOrphanedDatabase(): Promise<void> {
  const configuration = readConfiguration({ environment: process.env, args });
  if (configuration.isErr()) return;
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = configuration.value;
  const { stopOrphanedDatabase: stop } = await import('@carrara/adapters/storage/openStorage');
  const checkout = fileURLToPath(new URL('../../..', import.meta.url));
  await stop({ checkout, dataDir, databaseUrl });
}

process.exit(await supervise({ program, args, stopOrphanedDatabase }));
