import { personById } from '@carrara/adapters/identity';
import { hasMail, mailList, retryMail } from '@carrara/adapters/postgres/platform/mail';
import type { mailEndpoints } from '@carrara/contract/platform/mail';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Pool } from 'pg';
import type { MailDesk } from '../../core/mailDesk.ts';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation } from '../../core/recordOperations.ts';

export interface MailPorts {
  readonly pool: Pool;
  readonly mails: MailDesk;
  /** Called after a commit that queued a mail. */
  readonly onMail: () => void;
}

const noServer = () => err([fail('NO_MAIL_SERVER', [], 'This installation has no mail server.')]);

/** Records an action in the firm's audit log, as a change of its settings. */
function note({ tx, tenant }: RequestContext, operation: string, after: object): void {
  tx.record({ operation, objectType: 'tenant', objectId: tenant.id, objectName: tenant.name, before: null, after });
}

export function mailOperations(ports: MailPorts): Operations<typeof mailEndpoints> {
  return {
    listMails: listOperation(mailList),
    async getMailServer() {
      const { from } = ports.mails;
      return ok({ isOn: from !== undefined, from: from ?? '' });
    },
    async sendTestMail(context) {
      const { tx, person, tenant } = context;
      if (ports.mails.from === undefined) return noServer();
      const address = (await personById(ports.pool, person.id))?.email ?? '';
      if (address === '') return err([fail('NO_ADDRESS', [], 'Your account has no e-mail address.')]);
      await ports.mails.leave(tx, {
        personId: person.id,
        kind: 'test',
        address,
        subject: 'Test mail',
        parts: [{ text: `${tenant.name} can send mail. You requested this message in its settings.` }],
      });
      note(context, 'sendTestMail', { address });
      return ok({ address });
    },
    async retryMail(context, { params }) {
      const { tx } = context;
      if (ports.mails.from === undefined) return noServer();
      if (!(await hasMail(tx, params.id))) return err([fail('NOT_FOUND', ['id'], 'There is no such mail.')]);
      if (!(await retryMail(tx, params.id))) {
        return err([fail('WRONG_STATE', ['id'], 'You can retry only failed mail whose link is still valid.')]);
      }
      note(context, 'retryMail', { mail: params.id });
      tx.afterCommit(async () => ports.onMail());
      return ok({ id: params.id });
    },
  };
}
