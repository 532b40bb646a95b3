import type { Pool } from 'pg';

/** True if a person has taken or declined the tour of the screens. */
export async function isTourFinished(pool: Pool, personId: string): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM finished_tour WHERE person_id = $1', [personId]);
  return rowCount === 1;
}

export async function finishTour(pool: Pool, personId: string, now: Date): Promise<void> {
  await pool.query(
    'INSERT INTO finished_tour (person_id, finished_at) VALUES ($1, $2) ON CONFLICT (person_id) DO NOTHING',
    [personId, now],
  );
}
