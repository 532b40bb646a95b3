import { defaultFormats, type DisplayFormats } from '@carrara/domain/kernel/displayFormat';
import type { Pool } from 'pg';

/** Returns the formats of a person's screens. */
export async function readDisplayFormats(pool: Pool, personId: string): Promise<DisplayFormats> {
  const { rows } = await pool.query<DisplayFormats>(
    'SELECT date_format AS "dateFormat", number_format AS "numberFormat" FROM display_format WHERE person_id = $1',
    [personId],
  );
  return rows[0] ?? defaultFormats;
}

export async function storeDisplayFormats(
  pool: Pool,
  personId: string,
  { dateFormat, numberFormat }: DisplayFormats,
): Promise<void> {
  await pool.query(
    `INSERT INTO display_format (person_id, date_format, number_format) VALUES ($1, $2, $3)
     ON CONFLICT (person_id) DO UPDATE SET date_format = excluded.date_format, number_format = excluded.number_format`,
    [personId, dateFormat, numberFormat],
  );
}
