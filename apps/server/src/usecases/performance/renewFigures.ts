import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import type { RequestContext } from '../../core/operations.ts';
import { recomputeOpenQuarters } from '../ledgerPosting.ts';

/** Recomputes the figures of every open quarter. The product's own action, with a new version of the rules, is recorded. */
export async function renewFigures(
  { tx, tenant }: RequestContext,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  await recomputeOpenQuarters(tx, onProgress);
  if (tx.personId !== null) return;
  tx.record({
    operation: 'renewFigures',
    objectType: 'tenant',
    objectId: tenant.id,
    objectName: tenant.name,
    before: null,
    after: { engineVersion: PERIOD_ENGINE_VERSION },
    rowVersion: tenant.rowVersion,
  });
}
