import { signInPolicy, strictestPolicy } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';

/** Returns the session lengths and the password length for a person: the strictest of all their firms. */
export async function lengthsOfPerson(pool: Pool, personId: string): Promise<ReturnType<typeof strictestPolicy>> {
  const { rows } = await pool.query<{ settings: Readonly<Record<string, unknown>> }>(
    'SELECT settings FROM settings_of_firms($1)',
    [personId],
  );
  return strictestPolicy(rows.map(({ settings }) => signInPolicy(settings)));
}
