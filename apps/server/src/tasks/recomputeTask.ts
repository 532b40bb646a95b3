import { ok } from '@carrara/domain/kernel';
import { recomputeOpenQuarters } from '../concepts/performance/recomputeOpenQuarters.ts';
import type { TaskKind } from './taskKind.ts';

/** The figures of every open quarter anew, after a change of how the firm measures: all of them or none. */
export const recomputeTask: TaskKind = {
  permission: 'tenant.edit',
  prepare: async () =>
    ok(async ({ act, onProgress, signal }) =>
      act(async ({ tx }) => {
        await recomputeOpenQuarters(tx, (done, total) => {
          signal.throwIfAborted();
          onProgress(done, total);
        });
        return ok({ remarks: [] });
      }),
    ),
};
