import type { SecretSeal } from '@carrara/adapters/identity/sealedSecret';
import type { Mailer } from '@carrara/adapters/mail/smtpMailer';
import {
  acceptMail,
  beatMail,
  claimMail,
  type ClaimedMail,
  failMail,
  mailDueNotifications,
  postponeMail,
} from '@carrara/adapters/postgres/platform/mail/mailQueue';
import { minutesToRetry } from '@carrara/domain/platform/mail';
import type pg from 'pg';
import { composeMail } from './composeMail.ts';

export interface MailRunnerOptions {
  readonly worker: pg.Pool;
  readonly mailer: Mailer;
  /** Decrypts the tokens of links. */
  readonly seal: SecretSeal;
  /** Address where people reach the product. */
  readonly publicUrl: string;
  readonly now: () => Date;
  /** Called for each refusal by the mail server, without the content of the mail. */
  readonly onRefused: (mail: Pick<ClaimedMail, 'id' | 'kind' | 'refusals'>, answer: string) => void;
  readonly log: (error: unknown) => void;
  /** Interval for looking for due mails, and for mails of crashed processes. */
  readonly pollMs?: number;
}

/** Sends the mails of all firms, one at a time per process. */
export interface MailRunner {
  /** Sends due mails now. Resolves once none is due. */
  wake(): Promise<void>;
  /** Finishes the current mail and stops. */
  stop(): Promise<void>;
}

const beatMs = 4_000;

/** Starts sending. If a process dies while sending a mail, another takes over. */
export function startMailRunner(options: MailRunnerOptions): MailRunner {
  const { worker, now, log, pollMs = 5_000 } = options;
  let stopped = false;
  let isRequested = false;
  let working: Promise<void> | undefined;
  const workAll = async () => {
    do {
      isRequested = false;
      await mailDueNotifications(worker, now());
      while (!stopped) {
        const mail = await claimMail(worker, now());
        if (!mail) break;
        await sendMail(options, mail);
      }
    } while (isRequested && !stopped);
  };
  const wake = () => {
    isRequested = true;
    if (stopped) return Promise.resolve();
    working ??= workAll()
      .catch(log)
      .finally(() => {
        working = undefined;
      });
    return working;
  };
  const timer = setInterval(() => void wake(), pollMs);
  timer.unref();
  void wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await working;
    },
  };
}

async function sendMail(options: MailRunnerOptions, mail: ClaimedMail): Promise<void> {
  const { worker, now, log, onRefused } = options;
  if (mail.goodUntil !== null && Date.parse(mail.goodUntil) <= now().getTime())
    return failMail(worker, mail, 'Its link has expired.', now());
  const heart = setInterval(() => void beatMail(worker, mail).catch(log), beatMs);
  try {
    const answer = await send(options, mail);
    if (answer.accepted) return await acceptMail(worker, mail, answer.text, now());
    onRefused(mail, answer.text);
    const minutes = minutesToRetry(mail.refusals + 1);
    if (minutes === undefined) await failMail(worker, mail, answer.text, now());
    else await postponeMail(worker, mail, answer.text, new Date(now().getTime() + minutes * 60_000));
  } finally {
    clearInterval(heart);
  }
}

async function send(
  { mailer, seal, publicUrl }: MailRunnerOptions,
  mail: ClaimedMail,
): Promise<{ readonly accepted: boolean; readonly text: string }> {
  try {
    const token = mail.token === null ? undefined : seal.open(mail.token, mail.id).toString();
    return { accepted: true, text: await mailer.send(composeMail(mail, token, publicUrl)) };
  } catch (error) {
    return { accepted: false, text: error instanceof Error ? error.message : String(error) };
  }
}
