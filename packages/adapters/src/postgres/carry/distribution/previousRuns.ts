import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface PreviousRun {
  readonly sourceId: string;
  readonly name: string;
  readonly previous: {
    readonly id: string;
    readonly name: string;
    readonly distributionDate: string;
    readonly netCarryDistributed: string;
  } | null;
}

/** Returns, for each source of a run, the previous disbursed run that paid it, ignoring reversals and reversed runs. */
export function previousRuns(tx: Transaction, id: string): Promise<PreviousRun[]> {
  return tx.query<PreviousRun>(
    `SELECT s.container_id AS "sourceId", c.name,
       (SELECT jsonb_build_object('id', d.id, 'name', d.name, 'distributionDate', d.distribution_date, 'netCarryDistributed', x.net_carry_distributed::text)
        FROM distribution_source x JOIN distribution d ON d.tenant_id = $1 AND d.id = x.distribution_id
        WHERE x.tenant_id = $1 AND x.container_id = s.container_id AND d.id <> own.id AND d.status = 'DISB' AND d.kind = 'REGULAR'
          AND (d.distribution_date, d.created_at) < (own.distribution_date, own.created_at)
          AND NOT EXISTS (SELECT FROM distribution r WHERE r.tenant_id = $1 AND r.reverses_id = d.id AND r.status = 'DISB')
        ORDER BY d.distribution_date DESC, d.created_at DESC, d.id DESC LIMIT 1) AS previous
     FROM distribution own JOIN distribution_source s ON s.tenant_id = $1 AND s.distribution_id = own.id
     JOIN container c ON c.tenant_id = $1 AND c.id = s.container_id
     WHERE own.tenant_id = $1 AND own.id = $2 ORDER BY s.position`,
    [tx.tenantId, id],
  );
}

export interface SubmissionComment {
  readonly person: string;
  readonly date: string;
  readonly text: string;
}

/** Returns the comment of the last submission. Undefined if there was none. */
export async function submissionComment(tx: Transaction, id: string): Promise<SubmissionComment | undefined> {
  const [found] = await tx.query<SubmissionComment>(
    `SELECT coalesce(a.person_name, '') AS person, a.created_at AS date, a.reason AS text FROM activity a
     WHERE a.tenant_id = $1 AND a.object_id = $2 AND a.operation = 'submitDistribution' ORDER BY a.seq DESC LIMIT 1`,
    [tx.tenantId, id],
  );
  return found?.text ? found : undefined;
}

/** Returns names of participants by id. */
export async function participantNames(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    'SELECT id, name FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    [tx.tenantId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
