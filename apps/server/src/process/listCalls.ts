import { createDiskFiles } from '@carrara/adapters/files/diskFiles';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { buildServer } from './buildServer.ts';
import { compose } from './composition.ts';
import { readConfiguration } from '../core/configuration.ts';
import { createLetterThread } from '../letters/letterThread.ts';
import { createLogger } from './logger.ts';
import { createWorker } from './thread/createWorker.ts';

/**
 * Prints all endpoints that the server serves, as `METHOD TAB path`, from the registered routes. It never connects to
 * the database.
 */
const configuration = readConfiguration({ environment: { LOG_LEVEL: 'silent' }, args: [] });
if (configuration.isErr()) throw new Error(configuration.error.join());
const pool = new pg.Pool();
const calls: string[] = [];
const nothing = () => undefined;
const { serveCalls } = compose({
  database: {
    app: pool,
    worker: pool,
    appUrl: '',
    workerUrl: '',
    adminUrl: '',
    migrated: [],
    close: async () => undefined,
  },
  auditKey: randomBytes(32),
  uploadLimitBytes: configuration.value.UPLOAD_LIMIT_BYTES,
  storageLimitBytes: configuration.value.STORAGE_LIMIT_BYTES,
  secureCookies: false,
  signIn: { localAccounts: true, loginUrls: [], signOutUrl: async () => undefined },
  files: createDiskFiles(tmpdir()),
  letters: createLetterThread(''),
  background: createWorker({ databaseUrl: '', auditKey: Buffer.alloc(0), stored: { options: {}, folder: tmpdir() } }),
  notify: nothing,
  now: () => new Date(),
  onCommitted: nothing,
  onTask: nothing,
  mailFrom: undefined,
  onMail: nothing,
  log: nothing,
  onSessionEnded: nothing,
  printAll: nothing,
});
const { app } = await buildServer({
  configuration: configuration.value,
  logger: createLogger('silent'),
  webFolder: '/nonexistent',
  serveCalls(into) {
    into.addHook('onRoute', ({ method, url, config }) => {
      const { operation } = (config ?? {}) as { readonly operation?: string };
      if (operation !== undefined && method !== 'HEAD') calls.push(`${String(method)}\t${url}`);
    });
    serveCalls(into);
  },
  serveLive: nothing,
  serveProviders: nothing,
  ping: async () => undefined,
  measures: {
    pools: {},
    mailCounts: async () => ({}),
    taskCounts: async () => ({ states: {}, waitedSeconds: 0 }),
    eventLag: async () => 0,
    lastBackup: async () => undefined,
    now: () => new Date(),
  },
});
await app.close();
await pool.end();
process.stdout.write(`${calls.join('\n')}\n`);
