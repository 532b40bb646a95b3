import type { SecretSeal } from '@carrara/adapters/identity/sealedSecret';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type NewMail, queueMail } from '@carrara/adapters/postgres/platform/mail/mails';

export interface MailQueue {
  /** Sender of mails. Undefined if this installation has no mail server. */
  readonly from: string | undefined;
  /**
   * Queues a mail in a transaction, so that it is sent only if the transaction commits. Throws without a mail server.
   */
  add(tx: Transaction, mail: Omit<NewMail, 'token'> & { readonly token?: string }): Promise<void>;
}

export interface MailQueueOptions {
  readonly from: string | undefined;
  /** Encrypts the tokens of links. */
  readonly seal: SecretSeal;
  /** Called after a commit that queued a mail. */
  readonly onMail: () => void;
}

export function createMailQueue({ from, seal, onMail }: MailQueueOptions): MailQueue {
  return {
    from,
    async add(tx, { token, ...mail }) {
      if (from === undefined) throw new Error('a mail without a mail server');
      const sealed = token === undefined ? {} : { token: { value: token, seal: seal.seal } };
      await queueMail(tx, { ...mail, ...sealed });
      tx.afterCommit(async () => onMail());
    },
  };
}
