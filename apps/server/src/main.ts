import { fileURLToPath } from 'node:url';
import { requestsHelp, readConfiguration, usage } from './core/configuration.ts';
import { supervise } from './process/supervise.ts';

// In the sources this file is main.ts, in the build main.js. The server process is the file next to it.
const program = fileURLToPath(new URL(`./serverProcess${import.meta.url.slice(-3)}`, import.meta.url));
const args = process.argv.slice(2);
if (requestsHelp(args)) {
  process.stdout.write(usage);
  process.exit(0);
}

async function stopLeftDatabase(): Promise<void> {
  const configuration = readConfiguration({ environment: process.env, args });
  if (configuration.isErr()) return;
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = configuration.value;
  const { stopLeftDatabase: stop } = await import('@carrara/adapters/storage/openStorage');
  const checkout = fileURLToPath(new URL('../../..', import.meta.url));
  await stop({ checkout, dataDir, databaseUrl });
}

process.exit(await supervise({ program, args, stopLeftDatabase }));
