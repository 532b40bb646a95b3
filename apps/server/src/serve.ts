import { createDiskFiles } from '@carrara/adapters/files';
import { pruneTransient, startPublisher, unitOfWork } from '@carrara/adapters/postgres';
import { refreshStatistics } from '@carrara/adapters/postgres/database';
import { openStorage } from '@carrara/adapters/storage';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer } from './buildServer.ts';
import { compose } from './composition.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { createLogger } from './logger.ts';
import { keepAuditHeads } from './keepAuditHeads.ts';
import { demoAccounts, hasDemo, isEmpty, seedDemo } from './demo/seedDemo.ts';
import { createLiveChannel } from './live/liveChannel.ts';
import { serveLive } from './live/serveLive.ts';
import { signInWays } from './signInWays.ts';

/** How long requests in flight may go on after the signal to stop. */
const drainMs = 8_000;
/** What the server processes tell each other when a session has ended. */
const sessionNotice = 'session';
/** Ended sessions, old events and answers to repeated requests are kept so long. */
const keptDays = 3;
/** The folder of this installation, found from src as well as from dist. */
const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const sampleWorkbook = join(checkout, 'samples', 'carry-plan.xlsx');
const webFolder = join(checkout, 'apps', 'web', 'dist-web');

interface Start {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
}

/** Starts the product and runs until it is told to stop. */
export async function serve(start: Start): Promise<void> {
  const configuration = readConfiguration(start);
  if (configuration.isErr()) {
    for (const problem of configuration.error) process.stderr.write(`Configuration: ${problem}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    await run(configuration.value);
  } catch (error) {
    process.stderr.write(`Carrara could not start: ${reasonOf(error, configuration.value)}\n`);
    process.exit(1);
  }
}

function reasonOf(error: unknown, { PORT, HOST }: Configuration): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${PORT} is in use. Set another one: PORT=4700 npm start.`;
  if (code === 'EACCES' && PORT < 1024) return `port ${PORT} needs more rights. Set one above 1023 with PORT.`;
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${HOST}. Set HOST.`;
  return error.message;
}

async function run(configuration: Configuration): Promise<void> {
  const stopping = stopOnSignal();
  const logger = createLogger(configuration.LOG_LEVEL);
  const storage = await openStorage({
    checkout,
    dataDir: configuration.DATA_DIR,
    databaseUrl: configuration.DATABASE_URL,
    databaseAdminUrl: configuration.DATABASE_ADMIN_URL,
    connections: configuration.DATABASE_POOL,
    log: (message) => logger.info(message),
  });
  const { database } = storage;
  const now = () => new Date();
  const channel = createLiveChannel({
    app: database.app,
    worker: database.worker,
    now,
    log: (error) => logger.warn({ err: error }, 'live channel'),
  });
  const publisher = await startPublisher({
    worker: database.worker,
    workerUrl: database.workerUrl,
    onEvents: channel.publish,
    onNotice: (topic) => void (topic === sessionNotice && channel.check().catch(() => undefined)),
    log: (message) => logger.warn(message),
  });
  const signIn = signInWays(configuration, database.app, now);
  const composition = compose({
    database,
    auditKey: storage.auditKey,
    uploadLimitBytes: configuration.UPLOAD_LIMIT_BYTES,
    files: createDiskFiles(join(storage.dataDir, 'files')),
    tell: channel.publish,
    secureCookies: configuration.PUBLIC_URL?.startsWith('https:') ?? false,
    signIn,
    now,
    onCommitted: () => publisher.wake(),
    onSessionEnded: () => void publisher.announce(sessionNotice, 'ended').catch(() => undefined),
  });
  const withDemo = configuration.DEMO && configuration.NODE_ENV !== 'production';
  if (withDemo && (await isEmpty(database))) {
    process.stdout.write('Making the demo firms …\n');
    await seedDemo({
      database,
      // Nobody listens yet, so nobody is woken by each of these hundreds of acts.
      withTenant: unitOfWork({ pool: database.app, auditKey: storage.auditKey }),
      operations: composition.operations,
      workbook: sampleWorkbook,
    });
    await refreshStatistics(database);
  }
  const server = await buildServer({
    configuration,
    logger,
    webFolder,
    serveCalls: composition.serveCalls,
    serveProviders: signIn.serveProviders,
    serveLive: (app, ownOrigins) => serveLive(app, { channel, app: database.app, ownOrigins, now }),
    ping: async () => void (await database.app.query('SELECT 1')),
  });
  await server.app.listen({ port: configuration.PORT, host: configuration.HOST });
  const { port } = server.app.server.address() as AddressInfo;
  process.stdout.write(`Carrara is ready: ${configuration.PUBLIC_URL ?? `http://localhost:${port}`}\n`);
  if (withDemo && (await hasDemo(database))) process.stdout.write(`${demoAccounts()}\n`);
  const cleaning = setInterval(() => {
    const before = new Date(Date.now() - keptDays * 86_400_000).toISOString();
    pruneTransient(database.worker, before).catch((error: unknown) => logger.warn({ err: error }, 'not cleaned'));
  }, 3_600_000);
  const auditHeads = keepAuditHeads(storage, now, (error) => logger.warn({ err: error }, 'audit heads not kept'));
  stopping.ready(async () => {
    clearInterval(cleaning);
    server.stopTaking();
    // A balancer that asks now is told before the port closes.
    await pause(Math.min(configuration.STOP_DELAY_MS, drainMs / 2));
    await server.app.close();
    await publisher.stop();
    await auditHeads.stop();
    await storage.close();
  });
}

interface Stopping {
  /** Tells how to stop; when the signal has come already, that begins now. */
  ready(stop: () => Promise<void>): void;
}

/** Listens for the signals to stop from the first moment, and ends in time even when a request or a connection does not. */
function stopOnSignal(): Stopping {
  let asked = false;
  let stop: (() => Promise<void>) | undefined;
  const begin = () => {
    if (!stop) return;
    setTimeout(() => process.exit(1), drainMs + 1_500).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  const ask = () => {
    if (asked) return;
    asked = true;
    begin();
  };
  process.on('SIGTERM', ask);
  process.on('SIGINT', ask);
  return {
    ready(how) {
      stop = how;
      if (asked) begin();
    },
  };
}
