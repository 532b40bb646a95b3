import { type Permission, requirementOf, roles } from '@carrara/contract/core/permissions';
import type { InboxEntry } from '@carrara/contract/platform/inbox';
import { dailyMailHour, initialMailChoices, type NotificationKind } from '@carrara/domain/platform/mail';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** What one person is told. */
export interface Notice {
  /** Whom it is for. */
  readonly person: string;
  readonly kind: NotificationKind;
  /** One sentence, without figures and without anybody's pay: it leaves by mail. */
  readonly subject: string;
  /** The address of the screen that shows it, such as `/carry/distribution/…`. */
  readonly link?: string | null;
  /** The release of a document that it tells of, whose evidence has what becomes of the mail. */
  readonly deliveryReleaseId?: string | null;
  /** The record that it asks to decide on: read by itself once that is done, by `settleAsked`. */
  readonly asksOf?: string | null;
}

/**
 * Tells a person of something, in the transaction of what it is about: in the inbox, and by mail when the person has chosen so. Who is told
 * nothing of one's own doing is the caller's to decide.
 */
export async function notify(tx: Transaction, notice: Notice): Promise<void> {
  const { person, kind, subject, link = null, deliveryReleaseId = null, asksOf = null } = notice;
  await tx.query(
    `INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, delivery_release_id, asks_of, created_at, mail_at)
     SELECT $1, $2, p.id, $4, $5, $6, $10, $11, $7, notice_mail_at($1, p.id, $4, $8, $9, $7) FROM person p WHERE p.id = $3`,
    [
      tx.tenantId,
      newId(),
      person,
      kind,
      subject.slice(0, 300),
      link,
      tx.now,
      initialMailChoices[kind],
      dailyMailHour,
      deliveryReleaseId,
      asksOf,
    ],
  );
}

/** What asked to decide on a record is read for all but those who are still waited for: somebody has decided, or it was taken back. */
export async function settleAsked(tx: Transaction, record: string, waitedFor: readonly string[] = []): Promise<void> {
  await tx.query('SELECT settle_asked($1, $2, $3)', [record, waitedFor, tx.now]);
}

/** What those of a firm are told who may act on a link with it, or on what was transferred over one. */
export interface LinkNotice {
  readonly firm: string;
  readonly permission: Permission;
  readonly subject: string;
  readonly link: string;
}

/** Tells everybody of a firm that a link leads to, or of the own, who holds a permission; nobody of the own doing. */
export async function notifyLinked(tx: Transaction, { firm, permission, subject, link }: LinkNotice): Promise<void> {
  const { applications, role } = requirementOf(permission);
  await tx.query('SELECT tell_linked_firm($1, $2, $3, $4, $5, $6, $7, $8)', [
    firm,
    applications,
    roles.slice(roles.indexOf(role)),
    subject,
    link,
    initialMailChoices.transfer,
    dailyMailHour,
    tx.now,
  ]);
}

const mostShown = 200;

/** The newest notifications of the person of the transaction: the database shows nobody else's. */
export const listInbox = (tx: Transaction): Promise<InboxEntry[]> =>
  tx.query<InboxEntry>(
    `SELECT n.id, n.kind, n.subject, n.link, n.created_at AS "createdDate", n.read_at AS "readDate" FROM notification n
     WHERE n.tenant_id = $1 AND n.person_id = $2 ORDER BY n.created_at DESC, n.id DESC LIMIT ${mostShown}`,
    [tx.tenantId, tx.personId],
  );

export async function unreadCount(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) FROM notification n WHERE n.tenant_id = $1 AND n.person_id = $2 AND n.read_at IS NULL',
    [tx.tenantId, tx.personId],
  );
  return row?.count ?? 0;
}

/** Marks one of the own notifications as read or unread, or with null all of them as read; answers how many have changed. */
export async function readInbox(tx: Transaction, id: string | null, isRead: boolean): Promise<number> {
  const changed = await tx.query(
    `UPDATE notification SET read_at = CASE WHEN $4 THEN $5::timestamptz END
     WHERE tenant_id = $1 AND person_id = $2 AND ($3::uuid IS NULL OR id = $3) AND (read_at IS NULL) = $4 RETURNING id`,
    [tx.tenantId, tx.personId, id, isRead, tx.now],
  );
  return changed.length;
}
