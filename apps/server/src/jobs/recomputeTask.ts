import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import { ok } from '@carrara/domain/kernel';
import { recomputeOpenQuarters } from '../usecases/ledgerPosting.ts';
import type { TaskKind } from '../core/taskKind.ts';

/**
 * Recomputes the figures of every open quarter, all or none: after a change of settings, which the audit log contains,
 * or with a new version of the rules, which this records.
 */
export const recomputeTask: TaskKind = {
  permission: 'tenant.edit',
  isOfSystem: true,
  prepare: async () =>
    ok(async ({ act, onProgress, signal }) =>
      act(async ({ tx, tenant }) => {
        await recomputeOpenQuarters(tx, (done, total) => {
          signal.throwIfAborted();
          onProgress(done, total);
        });
        if (tx.personId === null) {
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
        return ok({ remarks: [] });
      }),
    ),
};
