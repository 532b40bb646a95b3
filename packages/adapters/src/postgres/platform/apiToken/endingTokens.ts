import { dayText, sentence } from '../../engine/texts/text.ts';
import { dailyMailHour, initialMailChoices, tokenEnds } from '@carrara/domain/platform/mail';
import type pg from 'pg';

/** Days before its end when the owner of a token is notified. Tokens with a shorter life: at half of it. */
const daysBefore = 7;

const lastDay = dayText(
  `(e.expires_at - interval '1 microsecond') AT TIME ZONE coalesce(nullif(t.settings ->> 'timeZone', ''), 'UTC')`,
);

/**
 * Notifies once about each token that ends soon: its owner, or for a program's token, its creator. Returns the number
 * of notifications.
 */
export async function notifyOfEndingTokens(worker: pg.Pool, now: Date): Promise<number> {
  const { rowCount } = await worker.query(
    `WITH ending AS (
       UPDATE api_token SET end_notified_at = $1
       WHERE ended_at IS NULL AND end_notified_at IS NULL AND expires_at > $1
         AND expires_at <= $1::timestamptz + least(interval '${daysBefore} days', (expires_at - created_at) / 2)
       RETURNING *)
     INSERT INTO notification (tenant_id, id, person_id, kind, subject, link, created_at, mail_at)
     SELECT e.tenant_id, uuid_v7(), p.id, 'token',
            ${sentence(tokenEnds, 'e.name', lastDay)},
            '/account', $1, notice_mail_at(e.tenant_id, p.id, 'token', $2, $3, $1)
     FROM ending e JOIN tenant t ON t.id = e.tenant_id AND NOT t.is_inactive JOIN person o ON o.id = e.person_id AND NOT o.is_inactive
     JOIN person p ON p.id = CASE WHEN o.is_program THEN e.created_by ELSE o.id END`,
    [now, initialMailChoices.token, dailyMailHour],
  );
  return rowCount ?? 0;
}
