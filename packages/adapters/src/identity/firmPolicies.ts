import { policyOf, strictestOf } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';

/** The lengths of a person's sessions and password: of all firms of the person the strictest. */
export async function lengthsOfPerson(pool: Pool, personId: string): Promise<ReturnType<typeof strictestOf>> {
  const { rows } = await pool.query<{ settings: Readonly<Record<string, unknown>> }>(
    'SELECT settings FROM settings_of_firms($1)',
    [personId],
  );
  return strictestOf(rows.map(({ settings }) => policyOf(settings)));
}
