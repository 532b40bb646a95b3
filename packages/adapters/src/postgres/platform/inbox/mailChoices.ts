import { initialMailChoices, type MailChoice, type MailChoices } from '@carrara/domain/platform/mail';
import type { Pool } from 'pg';

/** Returns a person's choices of mail notifications. */
export async function readMailChoices(pool: Pool, personId: string): Promise<MailChoices> {
  const { rows } = await pool.query<{ kind: string; choice: MailChoice }>(
    'SELECT kind, choice FROM mail_choice WHERE person_id = $1',
    [personId],
  );
  return { ...initialMailChoices, ...Object.fromEntries(rows.map(({ kind, choice }) => [kind, choice])) };
}

export async function chooseMails(pool: Pool, personId: string, choices: MailChoices): Promise<void> {
  await pool.query(
    `INSERT INTO mail_choice (person_id, kind, choice) SELECT $1, c.key, c.value FROM jsonb_each_text($2::jsonb) c
     ON CONFLICT (person_id, kind) DO UPDATE SET choice = excluded.choice`,
    [personId, JSON.stringify(choices)],
  );
}
