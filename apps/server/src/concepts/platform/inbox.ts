import { personById } from '@carrara/adapters/identity/persons';
import { listInbox, readInbox, unreadCount } from '@carrara/adapters/postgres/platform/inbox/notifications';
import { readMailChoices, chooseMails } from '@carrara/adapters/postgres/platform/inbox/mailChoices';
import type { inboxEndpoints } from '@carrara/contract/platform/inbox';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations } from '../../core/operations.ts';
import { readableRecords } from '../../usecases/platform/annotatedRecord.ts';
import type { MailPorts } from '../../usecases/platform/mail.ts';

/** Operations on the person's notifications and mail choices. */
export function inboxOperations(ports: Pick<MailPorts, 'pool' | 'mails'>): Operations<typeof inboxEndpoints> {
  return {
    listInbox: async (context) => ok(await listInbox(context.tx, readableRecords(context))),
    getUnreadCount: async ({ tx }) => ok({ unread: await unreadCount(tx) }),
    async markNotification({ tx }, { params, body }) {
      const changed = await readInbox(tx, params.id, body.isRead);
      if (changed > 0 || (await listInbox(tx, [])).some(({ id }) => id === params.id)) return ok({ changed });
      return err([fail('NOT_FOUND', ['id'], 'There is no such notification.')]);
    },
    markAllNotifications: async ({ tx }) => ok({ changed: await readInbox(tx, null, true) }),
    async getMailChoices({ person }) {
      const [choices, account] = await Promise.all([
        readMailChoices(ports.pool, person.id),
        personById(ports.pool, person.id),
      ]);
      return ok({ choices, address: account?.email ?? '', isOn: ports.mails.from !== undefined });
    },
    async chooseMails({ person }, { body }) {
      await chooseMails(ports.pool, person.id, body.choices);
      return ok({ saved: true });
    },
  };
}
