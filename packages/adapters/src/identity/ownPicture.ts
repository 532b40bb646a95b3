import type { Pool } from 'pg';
import type { Transaction } from '../postgres/engine/unitOfWork/index.ts';

export interface PersonPicture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The picture of a person, the same in all their firms; undefined without one. */
export async function pictureOfPerson(pool: Pool, personId: string): Promise<PersonPicture | undefined> {
  const { rows } = await pool.query<PersonPicture>(
    'SELECT picture_type AS type, picture AS bytes FROM person WHERE id = $1 AND picture IS NOT NULL',
    [personId],
  );
  return rows[0];
}

/** Gives a person a picture, or with null none; answers whether there is another one than before. */
export async function replacePicture(
  tx: Transaction,
  personId: string,
  picture: PersonPicture | null,
): Promise<boolean> {
  const changed = await tx.query(
    `UPDATE person SET picture = $2, picture_type = $3, updated_at = $4, updated_by = $1
     WHERE id = $1 AND picture IS DISTINCT FROM $2::bytea RETURNING id`,
    [personId, picture?.bytes ?? null, picture?.type ?? null, tx.now],
  );
  return changed.length > 0;
}
