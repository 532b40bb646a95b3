import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { openStorage, type Storage } from '@carrara/adapters/storage/openStorage';
import type { FastifyBaseLogger } from 'fastify';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer } from './buildServer.ts';
import { type Configuration, filesOptions, readConfiguration, configurationWarnings } from '../core/configuration.ts';
import { createLogger } from './logger.ts';
import { openServices } from './openServices.ts';
import { renewFigures } from '../jobs/renewFigures.ts';
import { endDemoSessions, hasDemo } from './demoSessions.ts';
import { storeStates } from './storeStates.ts';
import { readyMessage } from './supervise.ts';
import { webBuild } from './webBuild.ts';

/**
 * Time after the stop signal for requests in progress. Unfinished ones are rolled back and their connections closed.
 */
const drainedByMs = 6_000;
/** Time limit for everything else that ends, so that PostgreSQL is always stopped before the process exits. */
const endWithinMs = 1_000;
/** Time after which the process exits, whatever hangs. */
const shutdownDeadlineMs = 9_500;
/** Time for requests in progress after an uncaught error. */
const faultDrainMs = 3_000;
/** Folder of this installation, found from src as well as from dist. */
const checkout = fileURLToPath(new URL('../../../..', import.meta.url));
const webFolder = join(checkout, 'apps', 'web', 'dist-web');

interface Start {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
}

/** Starts the product and runs until it is stopped. */
export async function serve(start: Start): Promise<void> {
  const configuration = readConfiguration(start);
  if (configuration.isErr()) {
    for (const problem of configuration.error) process.stderr.write(`Configuration: ${problem}\n`);
    process.exitCode = 2;
    return;
  }
  const opened: Opened = {};
  try {
    await run(configuration.value, opened);
  } catch (error) {
    await opened.close?.().catch(() => undefined);
    process.stderr.write(`Carrara could not start: ${reasonOf(error, configuration.value)}\n`);
    process.exit(1);
  }
}

function reasonOf(error: unknown, { PORT, HOST }: Configuration): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${PORT} is in use. Set another one: PORT=4700 npm start.`;
  if (code === 'EACCES' && PORT < 1024) return `port ${PORT} needs more permissions. Set PORT to a number above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${HOST}. Set HOST to one of its addresses.`;
  return error.message;
}

/** Cleanup for a failed start, so that no database keeps running. */
interface Opened {
  close?: () => Promise<void>;
}

async function run(configuration: Configuration, opened: Opened): Promise<void> {
  const start = stopwatch();
  const stopping = stopOnSignal();
  const logger = createLogger(configuration.LOG_LEVEL);
  const faults = endOnFault(logger);
  const storage = await openStorage({
    checkout,
    dataDir: configuration.DATA_DIR,
    databaseUrl: configuration.DATABASE_URL,
    databaseAdminUrl: configuration.DATABASE_ADMIN_URL,
    connections: configuration.DATABASE_POOL,
    files: filesOptions(configuration),
    log: (message) => logger.info(message),
  });
  opened.close = () => storage.close();
  start.lap('database');
  const { database } = storage;
  const now = () => new Date();
  await removeCutFiles(storage, logger);
  const services = await openServices({ configuration, storage, logger, now });
  const { composition } = services;
  start.lap('services');
  const isProduction = configuration.NODE_ENV === 'production';
  // Imported only here, so that a production start neither needs nor loads the demo.
  const demo = configuration.DEMO && !isProduction ? await import('../demo/seedDemo.ts') : undefined;
  if (isProduction && (await hasDemo(database))) await endDemoSessions(database, now());
  await demo?.ensureDemo(demoPorts(storage, composition));
  start.lap('demo');
  await storeStates(database, composition.withTenant, now);
  start.lap('states');
  await renewFigures(database, composition.withTenant, now);
  start.lap('figures');
  await webBuild(process.env);
  start.lap('web build');
  const server = await buildServer({
    configuration,
    logger,
    webFolder,
    serveCalls: composition.serveCalls,
    serveProviders: services.serveProviders,
    serveLive: services.serveLive,
    ping: () => services.watch.ready(),
    measures: services.measures,
    tracing: services.tracing,
  });
  faults.drain(async () => {
    void server.stopTaking();
    await server.app.close();
  });
  for (const warning of configurationWarnings(configuration)) process.stderr.write(`Warning: ${warning}\n`);
  await server.app.listen({ port: configuration.PORT, host: configuration.HOST });
  const { port } = server.app.server.address() as AddressInfo;
  const publicUrl = configuration.PUBLIC_URL ?? `http://localhost:${port}`;
  start.lap('server');
  logger.info({ ms: start.laps }, 'started');
  process.send?.(readyMessage);
  process.stdout.write(`Carrara is ready: ${publicUrl}\n`);
  if (demo && (await hasDemo(database))) process.stdout.write(`${demo.demoAccounts()}\n`);
  const jobs = await services.startJobs(publicUrl);
  stopping.ready(async (since) => {
    jobs.stopCleaning();
    services.watch.stop();
    // Load balancers notice while the present requests end, and at least for the delay, before the port closes.
    const present = server.stopTaking();
    await pause(Math.min(configuration.STOP_DELAY_MS, drainedByMs / 2));
    await within(Math.max(0, since + drainedByMs / 2 - Date.now()), present);
    await within(Math.max(0, since + drainedByMs - Date.now()), server.app.close());
    server.app.server.closeAllConnections();
    await within(endWithinMs, Promise.all([jobs.stop(), services.publisher.stop()]));
    await within(endWithinMs, services.closeThreads());
    await storage.close();
  });
}

const demoPorts = (
  { database, files, auditKey }: Storage,
  { operations, tasks }: Awaited<ReturnType<typeof openServices>>['composition'],
) => ({
  database,
  // Nobody is connected yet, so these hundreds of actions send no events.
  withTenant: unitOfWork({ pool: database.app, auditKey, isSeeding: true }),
  operations,
  tasks,
  files,
  auditKey,
  log: (text: string) => process.stdout.write(`${text}\n`),
});

/**
 * Removes the files of interrupted uploads. A store that is unreachable, or doesn't support this, must not prevent the
 * start. The storage watch reports one that accepts no files.
 */
async function removeCutFiles({ files }: Storage, logger: FastifyBaseLogger): Promise<void> {
  await files.removeCut().catch(async (error: unknown) => {
    const acceptsFiles = await files.ready().then(
      () => true,
      () => false,
    );
    if (acceptsFiles) logger.warn(`Files of interrupted uploads were not removed. ${(error as Error).message}`);
  });
}

/**
 * Measures the phases of a start in milliseconds. `load` is the start of the process and the loading of its modules.
 */
function stopwatch() {
  let last = performance.now();
  const laps: Record<string, number> = { load: Math.round(last) };
  return {
    laps,
    lap(name: string) {
      const at = performance.now();
      laps[name] = Math.round(at - last);
      last = at;
    },
  };
}

/** Waits for work, but no longer than this. Anything unfinished ends with the process. */
const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), pause(milliseconds, undefined, { ref: false })]);

interface Stopping {
  /** Sets how to stop, given the time of the signal. If the signal came earlier, it stops now. */
  ready(stop: (since: number) => Promise<void>): void;
}

/** Handles stop signals from the very start, and exits in time even if a request or a connection hangs. */
function stopOnSignal(): Stopping {
  let since: number | undefined;
  let stop: ((since: number) => Promise<void>) | undefined;
  const begin = () => {
    if (!stop || since === undefined) return;
    setTimeout(() => process.exit(1), Math.max(0, since + shutdownDeadlineMs - Date.now())).unref();
    stop(since).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  const requestStop = () => {
    if (since !== undefined) return;
    since = Date.now();
    begin();
  };
  process.on('SIGTERM', requestStop);
  process.on('SIGINT', requestStop);
  // The supervisor is gone, so nobody else would stop this process.
  process.once('disconnect', requestStop);
  return {
    ready(how) {
      stop = how;
      if (since === undefined) return;
      since = Date.now();
      begin();
    },
  };
}

interface Faults {
  /** Sets how requests in progress are completed. */
  drain(how: () => Promise<void>): void;
}

/**
 * Handles uncaught errors. The process is in an unknown state. It logs the error, completes the requests in progress,
 * and exits with 1 to be restarted. The database isn't touched: transactions are rolled back, and the embedded one
 * keeps running.
 */
function endOnFault(logger: FastifyBaseLogger): Faults {
  let ending = false;
  let drain = async () => {};
  const end = (error: unknown) => {
    logger.fatal({ err: error }, 'an uncaught error ends the server');
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), faultDrainMs);
    drain().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  return { drain: (how) => void (drain = how) };
}
