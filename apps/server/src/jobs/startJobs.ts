import { secretSeal } from '@carrara/adapters/identity/sealedSecret';
import { createSmtpMailer } from '@carrara/adapters/mail/smtpMailer';
import { pruneTransient } from '@carrara/adapters/postgres/engine/outbox/prune';
import { notifyOfEndingTokens } from '@carrara/adapters/postgres/platform/apiToken/endingTokens';
import { notifyOfDueTasks } from '@carrara/adapters/postgres/platform/note/dueTasks';
import { pruneMails } from '@carrara/adapters/postgres/platform/mail/mailQueue';
import type { Storage } from '@carrara/adapters/storage/openStorage';
import { subscriptionFileDays } from '@carrara/domain/platform/subscription';
import type { FastifyBaseLogger } from 'fastify';
import { startDueSubscriptions } from '../usecases/platform/subscription.ts';
import type { Configuration } from '../core/configuration.ts';
import { startMailRunner } from './mail/mailRunner.ts';
import { sealLogs } from './sealLogs.ts';
import { storeAuditHeads } from './storeAuditHeads.ts';
import { startTaskRunner, type TaskRunnerOptions } from './taskRunner.ts';

/** Days to keep ended sessions, old events, responses for repeated requests, and results of background jobs. */
const storedDays = 3;
/** Days to keep completed mails, and notifications. */
const storedMailDays = 30;
const storedNotificationDays = 365;

/** Interval for looking for subscriptions that are due. */
const subscriptionMs = 60_000;

export interface JobOptions extends Pick<TaskRunnerOptions, 'withTenant' | 'kinds' | 'now' | 'inSpan'> {
  readonly storage: Storage;
  readonly configuration: Pick<Configuration, 'SMTP_URL' | 'MAIL_FROM'>;
  readonly publicUrl: string;
  readonly logger: FastifyBaseLogger;
}

/** The jobs of a process. */
export interface Jobs {
  /** Resolves when the jobs of a start are done. */
  readonly ready: Promise<unknown>;
  wakeTasks(): void;
  wakeMails(): void;
  /** Begins no further hourly work. */
  stopCleaning(): void;
  stop(): Promise<unknown>;
}

/** Starts every job of a process: background jobs, mails, and the hourly seals, notices, clean-up and audit heads. */
export function startJobs({ storage, configuration, publicUrl, logger, ...options }: JobOptions): Jobs {
  const { worker, app } = storage.database;
  const { withTenant, now } = options;
  const warn = (text: string) => (error: unknown) => logger.warn({ err: error }, text);
  const tasks = startTaskRunner({ ...options, worker, app, files: storage.files, log: warn('task') });
  const { SMTP_URL, MAIL_FROM } = configuration;
  const mails =
    SMTP_URL !== undefined && MAIL_FROM !== undefined
      ? startMailRunner({
          worker,
          mailer: createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM }),
          seal: secretSeal(storage.auditKey),
          publicUrl,
          now,
          onRefused: ({ id, kind, refusals }, answer) =>
            logger.warn({ mail: id, kind, refusals: refusals + 1, answer }, 'mail refused'),
          log: warn('mail'),
        })
      : undefined;
  const seal = () => sealLogs(worker, withTenant, now()).catch(warn('logs not sealed'));
  const notifyOfTasks = () => notifyOfDueTasks(worker, now()).catch(warn('due tasks not announced'));
  const notifyOfTokens = () => notifyOfEndingTokens(worker, now()).catch(warn('expired tokens not announced'));
  const clean = () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const before = daysAgo(storedDays).toISOString();
    const stored = { mail: daysAgo(storedMailDays), notification: daysAgo(storedNotificationDays) };
    const ofSubscriptions = daysAgo(subscriptionFileDays).toISOString();
    for (const cleaned of [
      pruneMails(worker, stored),
      tasks.prune(before, ofSubscriptions),
      pruneTransient(worker, before),
    ])
      cleaned.catch(warn('not cleaned'));
  };
  const cleaning = setInterval(() => {
    void seal();
    void notifyOfTokens();
    void notifyOfTasks();
    clean();
  }, 3_600_000);
  const startSubscriptions = () =>
    startDueSubscriptions({ worker, withTenant, now }, { onTask: () => tasks.wake() }).catch(
      warn('subscriptions not started'),
    );
  const subscribing = setInterval(() => void startSubscriptions(), subscriptionMs);
  const auditHeads = storeAuditHeads(storage, now, warn('audit heads not stored'));
  return {
    ready: seal().then(notifyOfTokens).then(notifyOfTasks),
    wakeTasks: () => tasks.wake(),
    wakeMails: () => void mails?.wake(),
    stopCleaning: () => {
      clearInterval(cleaning);
      clearInterval(subscribing);
    },
    stop: () => Promise.all([tasks.stop(), mails?.stop(), auditHeads.stop()]),
  };
}
