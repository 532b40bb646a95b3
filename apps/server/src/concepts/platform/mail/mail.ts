import { mailList } from '@carrara/adapters/postgres/platform/mail/mails';
import type { mailEndpoints } from '@carrara/contract/platform/mail/mail';
import { ok } from '@carrara/domain/kernel';
import type { Operations } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { type MailPorts, retryMail, sendTestMail } from '../../../usecases/platform/mail.ts';

export function mailOperations(ports: MailPorts): Operations<typeof mailEndpoints> {
  return {
    listMails: listOperation(mailList),
    async getMailServer() {
      const { from } = ports.mails;
      return ok({ isOn: from !== undefined, from: from ?? '' });
    },
    sendTestMail: async (context) => (await sendTestMail(ports, context)).map((address) => ({ address })),
    retryMail: async (context, { params }) => (await retryMail(ports, context, params.id)).map((id) => ({ id })),
  };
}
