import type pg from 'pg';
import { brokenReferences } from '../engine/database/brokenReferences.ts';
import { isCreatedByProduct } from '../engine/auditLog/beginStates.ts';
import type { Finding } from './finding.ts';

/** Names of the rows of the table `installation`. */
const names = ['audit-key', 'backup', 'demo', 'trial'];

/**
 * Checks what belongs to no firm: rows whose record or firm doesn't exist, firms that the product didn't create, and the table `installation`. `worker` may read the rows of all firms.
 */
export async function verifyInstallation(worker: Pick<pg.ClientBase, 'query'>): Promise<readonly Finding[]> {
  const broken = await brokenReferences(worker);
  const { rows } = await worker.query<{ name: string }>(
    'SELECT name FROM installation WHERE name <> ALL ($1) ORDER BY name',
    [names],
  );
  const { rowCount: missingKeys } = await worker.query(
    `SELECT FROM activity_head WHERE seq > 0 AND NOT EXISTS (SELECT FROM installation WHERE name = 'audit-key') LIMIT 1`,
  );
  const { rows: inserted } = await worker.query<{ name: string; id: string }>(
    `SELECT name, id FROM tenant t WHERE NOT ${isCreatedByProduct} ORDER BY name, id`,
  );
  return [
    ...broken.map((text) => ({ location: ['references'], description: text })),
    ...rows.map(({ name }) => ({
      location: ['installation', name],
      description: 'isn’t a row that the product writes',
    })),
    ...inserted.map(({ name, id }) => ({
      location: ['tenant', name, id],
      description: 'has no entry in the audit log about its creation',
    })),
    ...(missingKeys
      ? [{ location: ['installation', 'audit-key'], description: 'is missing: the fingerprint of the audit key' }]
      : []),
  ];
}
