import type { Pool } from 'pg';

export interface PersonName {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export async function personById(pool: Pool, personId: string): Promise<PersonName | undefined> {
  const { rows } = await pool.query<PersonName>(
    `SELECT id, first_name AS "firstName", last_name AS "lastName", coalesce(email, '') AS email FROM person WHERE id = $1`,
    [personId],
  );
  return rows[0];
}
