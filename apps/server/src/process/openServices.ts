import { secretSeal } from '@carrara/adapters/identity/sealedSecret';
import { startPublisher } from '@carrara/adapters/postgres/engine/outbox/publisher';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { Storage } from '@carrara/adapters/storage/openStorage';
import { watchStorage } from '@carrara/adapters/storage/watchStorage';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Configuration, filesOptions, isHttps } from '../core/configuration.ts';
import { demoPassword } from '../core/demoPassword.ts';
import { lettersTask } from '../jobs/lettersTask.ts';
import type { Border } from '../http/border.ts';
import { type Jobs, startJobs } from '../jobs/startJobs.ts';
import { storeHeadOnDisk } from '../jobs/storeAuditHeads.ts';
import { createLetterThread } from '../letters/letterThread.ts';
import { createLiveChannel } from '../live/liveChannel.ts';
import { createNoticeHandler, createNoticeSenders } from '../live/notices.ts';
import { serveLive } from '../live/serveLive.ts';
import { compose } from './composition.ts';
import { measuresFor } from './measuresFor.ts';
import { signInMethods } from './signInMethods.ts';
import { createWorker } from './thread/createWorker.ts';
import { openTracing } from './tracing.ts';

interface Ground {
  readonly configuration: Configuration;
  readonly storage: Storage;
  readonly logger: FastifyBaseLogger;
  readonly now: () => Date;
}

/** Opens the parts of the product that run on an open storage, and composes the operations on them. */
export async function openServices(ground: Ground) {
  const { configuration, storage, logger, now } = ground;
  const { database, auditKey } = storage;
  const watch = watchStorage(storage, (message) => logger.warn(message));
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
    onNotice: createNoticeHandler(channel),
    log: (error) => logger.warn({ err: error }, 'outbox'),
  });
  const signIn = signInMethods(configuration, {
    pool: database.app,
    withTenant: unitOfWork({ pool: database.app, auditKey }),
    seal: secretSeal(auditKey),
    now,
  });
  const letters = createLetterThread(database.appUrl);
  const taskLetters = createLetterThread(database.appUrl);
  const tracing = configuration.TRACING
    ? await openTracing({ behindProxy: configuration.TRUST_PROXY !== false })
    : undefined;
  const background = createWorker({
    databaseUrl: database.appUrl,
    auditKey,
    stored: { options: filesOptions(configuration), folder: storage.dataDir },
    inSpan: tracing?.inSpan,
  });
  let jobs: Jobs | undefined;
  const composition = compose({
    database,
    inSpan: tracing?.inSpan,
    letters,
    background,
    auditKey,
    uploadLimitBytes: configuration.UPLOAD_LIMIT_BYTES,
    storageLimitBytes: configuration.STORAGE_LIMIT_BYTES,
    files: storage.files,
    notify: channel.publish,
    secureCookies: isHttps(configuration),
    signIn,
    refusedPassword: configuration.NODE_ENV === 'production' ? demoPassword : undefined,
    now,
    onCommitted: () => publisher.wake(),
    storeHead: storeHeadOnDisk(storage.dataDir, now, (error) => logger.warn({ err: error }, 'audit head not stored')),
    onTask: () => jobs?.wakeTasks(),
    mailFrom: configuration.SMTP_URL === undefined ? undefined : configuration.MAIL_FROM,
    onMail: () => jobs?.wakeMails(),
    log: (error) => logger.warn({ err: error }, 'after an answer'),
    ...createNoticeSenders(publisher),
  });
  return {
    composition,
    tracing,
    serveProviders: signIn.serveProviders,
    watch,
    publisher,
    serveLive: (app: FastifyInstance, border: Border) =>
      serveLive(app, { channel, app: database.app, border, https: isHttps(configuration), now }),
    measures: measuresFor(database, publisher, now),
    /** Starts the jobs. Until then, queued jobs and mails wait. */
    async startJobs(publicUrl: string): Promise<Jobs> {
      const { withTenant, tasks } = composition;
      const kinds = { letters: lettersTask(taskLetters), ...tasks };
      jobs = startJobs({ ...ground, withTenant, kinds, inSpan: tracing?.inSpan, publicUrl });
      await jobs.ready;
      return jobs;
    },
    closeThreads: () => Promise.all([letters.close(), taskLetters.close(), background.close()]),
  };
}
