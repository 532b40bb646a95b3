import { type Permission, permissionRequirement, roles } from '@carrara/contract/core/permissions';
import type { InboxEntry } from '@carrara/contract/platform/note/inbox';
import { dailyMailHour, initialMailChoices, type NotificationKind } from '@carrara/domain/platform/mail';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { objectNameSql } from '../note/noteSubjects.ts';

/** A notification for one person. */
export interface Notice {
  readonly person: string;
  readonly kind: NotificationKind;
  /** A single sentence, without figures and without anybody's pay, because it is sent by mail. */
  readonly subject: string;
  /** Path of the screen with the details, such as `/carry/distribution/…`. */
  readonly link?: string | null;
  /** Release that the notification is about. Its evidence records the delivery of the mail. */
  readonly deliveryReleaseId?: string | null;
  /** Record that needs a decision. `settleRequest` marks the notification as read once the decision is made. */
  readonly requestedRecordId?: string | null;
  /** Record under which the inbox lists it. */
  readonly about?: { readonly objectType: string; readonly objectId: string } | null;
}

/**
 * Notifies a person in the inbox, and by mail if the person has chosen so. Call it in the transaction of the event. The
 * caller makes sure that people aren't notified of their own actions.
 */
export async function notify(tx: Transaction, notice: Notice): Promise<void> {
  const {
    person,
    kind,
    subject,
    link = null,
    deliveryReleaseId = null,
    requestedRecordId = null,
    about = null,
  } = notice;
  await tx.query(
    `INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, delivery_release_id, decision_record_id, object_type, object_id, created_at, mail_at)
     SELECT $1, $2, p.id, $4, $5, $6, $10, $11, $12, $13, $7, notice_mail_at($1, p.id, $4, $8, $9, $7) FROM person p WHERE p.id = $3`,
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
      requestedRecordId,
      about?.objectType ?? null,
      about?.objectId ?? null,
    ],
  );
}

/**
 * Marks requests to decide on a record as read, except for those still waited for: somebody has decided, or the request
 * was withdrawn.
 */
export async function settleRequest(tx: Transaction, record: string, waitedFor: readonly string[] = []): Promise<void> {
  await tx.query('SELECT settle_decisions($1, $2, $3)', [record, waitedFor, tx.now]);
}

/** A notification about a link or a transfer, for the people of a firm who may act on it. */
export interface LinkNotice {
  readonly firm: string;
  readonly permission: Permission;
  readonly subject: string;
  readonly link: string;
}

/** Notifies everybody who has a permission, in a linked firm or in the own one, except the author. */
export async function notifyLinked(tx: Transaction, { firm, permission, subject, link }: LinkNotice): Promise<void> {
  const { applications, role } = permissionRequirement(permission);
  await tx.query('SELECT notify_linked_firm($1, $2, $3, $4, $5, $6, $7, $8)', [
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

const maxDisplayed = 200;

/**
 * Returns the newest notifications of the person of the transaction. The database returns nobody else's. Records of
 * other types than these aren't named.
 */
export const listInbox = (tx: Transaction, types: readonly string[]): Promise<InboxEntry[]> =>
  tx.query<InboxEntry>(
    `SELECT n.id, n.kind, n.subject, n.link, n.created_at AS "createdDate", n.read_at AS "readDate",
       (SELECT jsonb_build_object('id', n.object_id, 'type', n.object_type, 'name', o.name)
        FROM (SELECT ${objectNameSql('n')} AS name) o WHERE o.name IS NOT NULL AND n.object_type = ANY ($3::text[])) AS record
     FROM notification n
     WHERE n.tenant_id = $1 AND n.person_id = $2 ORDER BY n.created_at DESC, n.id DESC LIMIT ${maxDisplayed}`,
    [tx.tenantId, tx.personId, types],
  );

export async function unreadCount(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) FROM notification n WHERE n.tenant_id = $1 AND n.person_id = $2 AND n.read_at IS NULL',
    [tx.tenantId, tx.personId],
  );
  return row?.count ?? 0;
}

/** Returns those ids that are of the person's notifications. */
export async function ownNotifications(tx: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT n.id FROM notification n WHERE n.tenant_id = $1 AND n.person_id = $2 AND n.id = ANY ($3::uuid[])',
    [tx.tenantId, tx.personId, ids],
  );
  return rows.map(({ id }) => id);
}

/** Marks some of the person's notifications, or all if null, as read or unread. Returns the number of changes. */
export async function readInbox(tx: Transaction, ids: readonly string[] | null, isRead: boolean): Promise<number> {
  const changed = await tx.query(
    `UPDATE notification SET read_at = CASE WHEN $4 THEN $5::timestamptz END
     WHERE tenant_id = $1 AND person_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3)) AND (read_at IS NULL) = $4 RETURNING id`,
    [tx.tenantId, tx.personId, ids, isRead, tx.now],
  );
  return changed.length;
}
