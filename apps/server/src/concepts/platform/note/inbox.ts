import { personById } from '@carrara/adapters/identity/persons';
import {
  listInbox,
  ownNotifications,
  readInbox,
  unreadCount,
} from '@carrara/adapters/postgres/platform/inbox/notifications';
import { readMailChoices, chooseMails } from '@carrara/adapters/postgres/platform/inbox/mailChoices';
import type { inboxEndpoints } from '@carrara/contract/platform/note/inbox';
import { err, fail, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { readableRecords } from '../../../usecases/platform/annotatedRecord.ts';
import type { ChangedCount } from '../../../usecases/archiveEach.ts';
import type { Outcome } from '../../../usecases/outcome.ts';
import type { MailPorts } from '../../../usecases/platform/mail.ts';

/** Operations on the person's notifications and mail choices. */
export function inboxOperations(ports: Pick<MailPorts, 'pool' | 'mails'>): Operations<typeof inboxEndpoints> {
  return {
    listInbox: async (context) => ok(await listInbox(context.tx, readableRecords(context))),
    getUnreadCount: async ({ tx }) => ok({ unread: await unreadCount(tx) }),
    async markNotification({ tx }, { params, body }) {
      return (await mark(tx, [params.id], body.isRead)).map(({ changed }) => ({ changed }));
    },
    markNotifications: ({ tx }, { body }) => mark(tx, body.ids, body.isRead),
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

/** Marks notifications of the person as read or unread, or none if one of them doesn't exist. Fails: NOT_FOUND. */
async function mark(tx: RequestContext['tx'], requested: readonly string[], isRead: boolean): Outcome<ChangedCount> {
  const ids = [...new Set(requested.map((id) => id.toLowerCase()))];
  if ((await ownNotifications(tx, ids)).length < ids.length)
    return err([fail('NOT_FOUND', ['id'], 'There is no such notification.')]);
  const changed = await readInbox(tx, ids, isRead);
  return ok({ changed, unchanged: ids.length - changed });
}
