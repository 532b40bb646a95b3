import { mailFailed, severalNotifications } from '@carrara/domain/platform/mail';
import { sentence } from '../../engine/texts/text.ts';
import type { DeliveryEvent } from '@carrara/domain/platform/delivery';
import type pg from 'pg';

/** A part of a mail: a text, and the path of the screen it links to, in which `{token}` stands for the mail's token. */
export interface MailPart {
  readonly text: string;
  readonly link?: string | null;
}

/** A mail that this process is sending, until it reports the outcome or stops sending heartbeats. */
export interface ClaimedMail {
  readonly tenantId: string;
  readonly id: string;
  readonly attempt: number;
  readonly refusals: number;
  readonly kind: string;
  readonly address: string;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  readonly token: Buffer | null;
  /** Expiry of the link. */
  readonly goodUntil: string | null;
  /** Firm that sends it, and that firm's host name. */
  readonly firm: string;
  readonly host: string | null;
}

/** Seconds without a heartbeat after which a process counts as dead and another takes over its mail. */
const silentSeconds = 15;

/**
 * Claims the mail that has been due longest, or whose process stopped sending heartbeats. Only one of several processes
 * gets it.
 */
export async function claimMail(worker: pg.Pool, now: Date): Promise<ClaimedMail | undefined> {
  const { rows } = await worker.query<ClaimedMail>(
    `UPDATE mail m SET status = 'SENDING', attempt = m.attempt + 1, heartbeat_at = now()
     FROM (SELECT tenant_id, id FROM mail
           WHERE status = 'WAITING' AND due_at <= $1 OR status = 'SENDING' AND heartbeat_at < now() - interval '${silentSeconds} s'
           ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) next
     JOIN tenant t ON t.id = next.tenant_id
     WHERE m.tenant_id = next.tenant_id AND m.id = next.id
     RETURNING m.tenant_id AS "tenantId", m.id, m.attempt, m.refusals, m.kind, m.address, m.subject, m.parts, m.token, m.good_until AS "goodUntil",
       t.name AS firm, t.host`,
    [now],
  );
  return rows[0];
}

const mine = `tenant_id = $1 AND id = $2 AND attempt = $3 AND status = 'SENDING'`;
const key = ({ tenantId, id, attempt }: ClaimedMail) => [tenantId, id, attempt];

/** Sends a heartbeat. */
export async function beatMail(worker: pg.Pool, mail: ClaimedMail): Promise<void> {
  await worker.query(`UPDATE mail SET heartbeat_at = now() WHERE ${mine}`, key(mail));
}

/** Columns of a completed mail that the evidence needs. */
const columns = 'tenant_id, person_id, address, answer, delivery_release_ids';
/**
 * Returns SQL that adds a mail's outcome and the mail server's response to the evidence of the deliveries it was about.
 */
const noted = (
  kind: DeliveryEvent,
  at: string,
  ended = 'ended',
) => `INSERT INTO delivery_event (tenant_id, id, delivery_id, kind, version, sha256, detail, created_at)
       SELECT d.tenant_id, uuid_v7(), d.id, '${kind}', r.version, encode(d.sha256, 'hex'), left('To ' || e.address || ': ' || e.answer, 4000), ${at}
       FROM ${ended} e JOIN delivery_release r ON r.tenant_id = e.tenant_id AND r.id = ANY (e.delivery_release_ids)
       JOIN delivery d ON d.tenant_id = r.tenant_id AND d.delivery_release_id = r.id
       LEFT JOIN trust t ON t.tenant_id = d.tenant_id AND t.id = d.participant_id
       JOIN employee m ON m.tenant_id = d.tenant_id AND m.id = coalesce(t.employee_id, d.participant_id) AND m.person_id = e.person_id`;

/** Records that the mail server accepted the mail, so that nobody sends it again. */
export async function acceptMail(worker: pg.Pool, mail: ClaimedMail, answer: string, now: Date): Promise<void> {
  // Applies no matter which process claims it now: the mail was accepted.
  await worker.query(
    `WITH ended AS (
       UPDATE mail SET status = 'SENT', answer = $3, ended_at = $4, token = NULL
       WHERE tenant_id = $1 AND id = $2 AND status <> 'SENT' RETURNING ${columns})
     ${noted('MAILED', '$4')}`,
    [mail.tenantId, mail.id, answer.slice(0, 500), now],
  );
}

/** Postpones a refused mail. If another process has claimed it meanwhile, that process continues. */
export async function postponeMail(worker: pg.Pool, mail: ClaimedMail, answer: string, until: Date): Promise<void> {
  await worker.query(
    `UPDATE mail SET status = 'WAITING', refusals = refusals + 1, answer = $4, due_at = $5 WHERE ${mine}`,
    [...key(mail), answer.slice(0, 500), until],
  );
}

/** Gives up on a mail and notifies its initiator in the inbox. That notification is never mailed. */
export async function failMail(worker: pg.Pool, mail: ClaimedMail, answer: string, now: Date): Promise<void> {
  await worker.query(
    `WITH failed AS (
       UPDATE mail SET status = 'FAILED', refusals = refusals + 1, answer = $4, ended_at = $5 WHERE ${mine}
       RETURNING created_by, ${columns}),
     noted AS (${noted('UNMAILED', '$5', 'failed')})
     INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at)
     SELECT f.tenant_id, uuid_v7(), f.created_by, 'task', left(${sentence(mailFailed, 'f.address')}, 300), NULL, $5
     FROM failed f WHERE EXISTS (SELECT FROM person p WHERE p.id = f.created_by)`,
    [...key(mail), answer.slice(0, 500), now],
  );
}

/** Maximum number of notifications that are turned into mails at once. */
const mostAtOnce = 500;

/**
 * Creates mails for due notifications: one per person and firm, with all that are due and unread. People who have left
 * or have no address are notified in the inbox only. The same applies to notifications more than two days old, for
 * example from a time without a mail server.
 */
export async function mailDueNotifications(worker: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await worker.query(
    `WITH due AS (
       SELECT tenant_id, id FROM notification WHERE mail_at <= $1 ORDER BY mail_at, id LIMIT ${mostAtOnce} FOR UPDATE SKIP LOCKED),
     claimed AS (
       UPDATE notification n SET mail_at = NULL FROM due d WHERE n.tenant_id = d.tenant_id AND n.id = d.id
       RETURNING n.tenant_id, n.person_id, n.id, n.subject, n.link, n.created_at, n.read_at, n.delivery_release_id)
     INSERT INTO mail (tenant_id, id, person_id, kind, address, subject, parts, delivery_release_ids, due_at, created_at)
     SELECT n.tenant_id, uuid_v7(), n.person_id, 'notification', p.email,
            CASE count(*) WHEN 1 THEN min(n.subject) ELSE ${sentence(severalNotifications, 'count(*)', 't.name')} END,
            jsonb_agg(jsonb_build_object('text', n.subject, 'link', n.link) ORDER BY n.created_at, n.id),
            coalesce(array_agg(n.delivery_release_id) FILTER (WHERE n.delivery_release_id IS NOT NULL), '{}'), $1, $1
     FROM claimed n JOIN person p ON p.id = n.person_id AND NOT p.is_inactive AND length(p.email) > 2
     JOIN membership m ON m.tenant_id = n.tenant_id AND m.person_id = n.person_id AND NOT m.is_inactive
     JOIN tenant t ON t.id = n.tenant_id AND NOT t.is_inactive
     WHERE n.created_at > $1::timestamptz - interval '2 days' AND n.read_at IS NULL
     GROUP BY n.tenant_id, n.person_id, p.email, t.name`,
    [now],
  );
  return rowCount ?? 0;
}

/** Returns the number of mails per status. */
export async function mailCounts(worker: pg.Pool): Promise<Readonly<Record<string, number>>> {
  const { rows } = await worker.query<{ status: string; count: number }>(
    'SELECT status, count(*) FROM mail GROUP BY status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Deletes completed mails, notifications and known sign-in devices from before a point in time. */
export async function pruneMails(worker: pg.Pool, before: { readonly mail: Date; readonly notification: Date }) {
  await worker.query('DELETE FROM mail WHERE ended_at < $1', [before.mail]);
  await worker.query('DELETE FROM notification WHERE created_at < $1', [before.notification]);
  await worker.query('DELETE FROM sign_in_device WHERE last_used_at < $1', [before.notification]);
}
