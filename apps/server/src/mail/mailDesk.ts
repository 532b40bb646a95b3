import type { SecretSeal } from '@carrara/adapters/identity';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { type NewMail, queueMail } from '@carrara/adapters/postgres/platform/mail';

/** Where mails are left. */
export interface MailDesk {
  /** Who mails are from; undefined where this installation has no mail server. */
  readonly from: string | undefined;
  /** Leaves a mail behind a transaction: it leaves once that is committed, and not at all when it is not. Throws where there is no mail server. */
  leave(tx: Transaction, mail: Omit<NewMail, 'token'> & { readonly token?: string }): Promise<void>;
}

export interface MailDeskOptions {
  readonly from: string | undefined;
  /** Keeps the tokens of links. */
  readonly seal: SecretSeal;
  /** Called after a commit that left a mail. */
  readonly onMail: () => void;
}

export function createMailDesk({ from, seal, onMail }: MailDeskOptions): MailDesk {
  return {
    from,
    async leave(tx, { token, ...mail }) {
      if (from === undefined) throw new Error('a mail without a mail server');
      const sealed = token === undefined ? {} : { token: { value: token, seal: seal.seal } };
      await queueMail(tx, { ...mail, ...sealed });
      tx.afterCommit(async () => onMail());
    },
  };
}
