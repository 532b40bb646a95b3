import { ok } from '@carrara/domain/kernel';
import { renewFigures } from '../usecases/performance/renewFigures.ts';
import type { TaskKind } from '../core/taskKind.ts';

/**
 * Recomputes the figures of every open quarter, all or none. It runs after a change of settings, which the audit log
 * contains, or with a new version of the rules, which this records.
 */
export const recomputeTask: TaskKind = {
  permission: 'tenant.edit',
  isOfSystem: true,
  prepare: async () =>
    ok(async ({ act, onProgress, signal }) =>
      act(async (context) => {
        await renewFigures(context, (done, total) => {
          signal.throwIfAborted();
          onProgress(done, total);
        });
        return ok({ remarks: [] });
      }),
    ),
};
