import type { Pool } from 'pg';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';

export interface PersonPicture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Returns a person's picture, which is the same in all their firms. Undefined without one. */
export async function pictureOfPerson(pool: Pool, personId: string): Promise<PersonPicture | undefined> {
  const { rows } = await pool.query<PersonPicture>(
    'SELECT picture_type AS type, picture AS bytes FROM person WHERE id = $1 AND picture IS NOT NULL',
    [personId],
  );
  return rows[0];
}

/** Replaces a person's picture, or removes it if null. Returns true if the picture changed. */
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
