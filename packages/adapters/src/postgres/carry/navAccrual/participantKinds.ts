import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Returns the kind of each participant: Employee, Trust or Entity. */
export async function participantKinds(tx: Transaction): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; kind: string }>(
    'SELECT p.id, initcap(p.kind) AS kind FROM participant p WHERE p.tenant_id = $1',
    [tx.tenantId],
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}
