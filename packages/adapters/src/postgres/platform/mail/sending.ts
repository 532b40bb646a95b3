import type { DeliveryEvent } from '@carrara/domain/platform/delivery';
import type pg from 'pg';

/** A part of a mail: a text, and the address of the screen that it leads to, in which `{token}` stands for that of the mail. */
export interface MailPart {
  readonly text: string;
  readonly link?: string | null;
}

/** A mail that this process sends, until it says what became of it or is silent for too long. */
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
  /** When what it links to ends. */
  readonly goodUntil: string | null;
  /** The firm that it comes from, and its host name. */
  readonly firm: string;
  readonly host: string | null;
}

/** Silent for so long, a process is taken for dead and its mail is taken over. */
const silentSeconds = 15;

/** Takes the mail that is due longest, or whose process has fallen silent: of many processes one gets it. */
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

/** Says that the sending goes on. */
export async function beatMail(worker: pg.Pool, mail: ClaimedMail): Promise<void> {
  await worker.query(`UPDATE mail SET heartbeat_at = now() WHERE ${mine}`, key(mail));
}

/** What evidence needs of a mail that ended. */
const told = 'tenant_id, person_id, address, answer, delivery_release_ids';
/** SQL that adds to the evidence of what a mail told its person of: its outcome, and what the mail server said. */
const noted = (
  kind: DeliveryEvent,
  at: string,
  ended = 'ended',
) => `INSERT INTO delivery_event (tenant_id, id, delivery_id, kind, version, sha256, detail, created_at)
       SELECT d.tenant_id, gen_random_uuid(), d.id, '${kind}', r.version, encode(d.sha256, 'hex'), left('To ' || e.address || ': ' || e.answer, 4000), ${at}
       FROM ${ended} e JOIN delivery_release r ON r.tenant_id = e.tenant_id AND r.id = ANY (e.delivery_release_ids)
       JOIN delivery d ON d.tenant_id = r.tenant_id AND d.delivery_release_id = r.id
       LEFT JOIN trust t ON t.tenant_id = d.tenant_id AND t.id = d.participant_id
       JOIN employee m ON m.tenant_id = d.tenant_id AND m.id = coalesce(t.employee_id, d.participant_id) AND m.person_id = e.person_id`;

/** Keeps that the mail server has accepted it: from here on nobody sends it again. */
export async function acceptMail(worker: pg.Pool, mail: ClaimedMail, answer: string, now: Date): Promise<void> {
  // Whichever process has it by now: what was accepted is accepted.
  await worker.query(
    `WITH ended AS (
       UPDATE mail SET status = 'SENT', answer = $3, ended_at = $4, token = NULL
       WHERE tenant_id = $1 AND id = $2 AND status <> 'SENT' RETURNING ${told})
     ${noted('MAILED', '$4')}`,
    [mail.tenantId, mail.id, answer.slice(0, 500), now],
  );
}

/** Puts a refused mail off; another process that has it by now goes on with it. */
export async function postponeMail(worker: pg.Pool, mail: ClaimedMail, answer: string, until: Date): Promise<void> {
  await worker.query(
    `UPDATE mail SET status = 'WAITING', refusals = refusals + 1, answer = $4, due_at = $5 WHERE ${mine}`,
    [...key(mail), answer.slice(0, 500), until],
  );
}

/** Gives a mail up, and tells whoever had it sent; no mail tells of that. */
export async function failMail(worker: pg.Pool, mail: ClaimedMail, answer: string, now: Date): Promise<void> {
  await worker.query(
    `WITH failed AS (
       UPDATE mail SET status = 'FAILED', refusals = refusals + 1, answer = $4, ended_at = $5 WHERE ${mine}
       RETURNING created_by, ${told}),
     noted AS (${noted('UNMAILED', '$5', 'failed')})
     INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at)
     SELECT f.tenant_id, gen_random_uuid(), f.created_by, 'task', left('A mail to ' || f.address || ' could not be sent.', 300), NULL, $5
     FROM failed f WHERE EXISTS (SELECT FROM person p WHERE p.id = f.created_by)`,
    [...key(mail), answer.slice(0, 500), now],
  );
}

/** So many notifications are made into mails at a time. */
const mostAtOnce = 500;

/**
 * Makes the mails of notifications that are due: one for a person and firm with all that is. Who has left or has no address is told by the
 * inbox alone, as of what is more than two days old, such as from a time without a mail server.
 */
export async function mailDueNotifications(worker: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await worker.query(
    `WITH due AS (
       SELECT tenant_id, id FROM notification WHERE mail_at <= $1 ORDER BY mail_at, id LIMIT ${mostAtOnce} FOR UPDATE SKIP LOCKED),
     taken AS (
       UPDATE notification n SET mail_at = NULL FROM due d WHERE n.tenant_id = d.tenant_id AND n.id = d.id
       RETURNING n.tenant_id, n.person_id, n.id, n.subject, n.link, n.created_at, n.delivery_release_id)
     INSERT INTO mail (tenant_id, id, person_id, kind, address, subject, parts, delivery_release_ids, due_at, created_at)
     SELECT n.tenant_id, gen_random_uuid(), n.person_id, 'notification', p.email,
            CASE count(*) WHEN 1 THEN min(n.subject) ELSE count(*) || ' notifications from ' || t.name END,
            jsonb_agg(jsonb_build_object('text', n.subject, 'link', n.link) ORDER BY n.created_at, n.id),
            coalesce(array_agg(n.delivery_release_id) FILTER (WHERE n.delivery_release_id IS NOT NULL), '{}'), $1, $1
     FROM taken n JOIN person p ON p.id = n.person_id AND NOT p.is_inactive AND length(p.email) > 2
     JOIN membership m ON m.tenant_id = n.tenant_id AND m.person_id = n.person_id AND NOT m.is_inactive
     JOIN tenant t ON t.id = n.tenant_id AND NOT t.is_inactive
     WHERE n.created_at > $1::timestamptz - interval '2 days'
     GROUP BY n.tenant_id, n.person_id, p.email, t.name`,
    [now],
  );
  return rowCount ?? 0;
}

/** How many mails there are of each state. */
export async function mailCounts(worker: pg.Pool): Promise<Readonly<Record<string, number>>> {
  const { rows } = await worker.query<{ status: string; count: number }>(
    'SELECT status, count(*) FROM mail GROUP BY status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Removes mails that ended, and notifications that were made and places last signed in from, before an instant. */
export async function pruneMails(worker: pg.Pool, before: { readonly mail: Date; readonly notification: Date }) {
  await worker.query('DELETE FROM mail WHERE ended_at < $1', [before.mail]);
  await worker.query('DELETE FROM notification WHERE created_at < $1', [before.notification]);
  await worker.query('DELETE FROM known_device WHERE last_used_at < $1', [before.notification]);
}
