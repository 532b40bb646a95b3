import { PERIOD_ENGINE_VERSION } from '@carrara/domain/performance/period';
import { ok } from '@carrara/domain/kernel';
import { recomputeOpenQuarters } from '../concepts/performance/recomputeOpenQuarters.ts';
import type { TaskKind } from './taskKind.ts';

/**
 * The figures of every open quarter anew, after a change of how the firm measures, which the trail has, or with another version of the rules, which it is
 * told here: all of them or none.
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
