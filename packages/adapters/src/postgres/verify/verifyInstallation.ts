import type pg from 'pg';
import { brokenReferences } from '../engine/database/brokenReferences.ts';
import type { Finding } from './finding.ts';

/** Names of the rows of the table `installation`. */
const names = ['audit-key', 'backup', 'demo', 'trial'];

/**
 * Checks what belongs to no firm: rows whose record or firm doesn't exist, and the table `installation`. `worker` may read the rows of all firms.
 */
export async function verifyInstallation(worker: Pick<pg.ClientBase, 'query'>): Promise<readonly Finding[]> {
  const broken = await brokenReferences(worker);
  const { rows } = await worker.query<{ name: string }>(
    'SELECT name FROM installation WHERE name <> ALL ($1) ORDER BY name',
    [names],
  );
  return [
    ...broken.map((text) => ({ location: ['references'], description: text })),
    ...rows.map(({ name }) => ({
      location: ['installation', name],
      description: 'isn’t a row that the product writes',
    })),
  ];
}
