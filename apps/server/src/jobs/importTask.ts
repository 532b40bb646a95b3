import { ok } from '@carrara/domain/kernel';
import { uploadNotFound, findReadableUpload } from '../usecases/platform/upload.ts';
import type { UploadRuns } from '../imports/uploadRuns.ts';
import type { TaskKind } from '../core/taskKind.ts';

/**
 * Imports a confirmed large file in one transaction, all or nothing. If it is stopped or killed before the commit,
 * nothing was entered. A process that takes over after the commit finds it done.
 */
export const importTask = (runs: UploadRuns): TaskKind => ({
  permission: 'upload.edit',
  async prepare(_context, { id = '', warningsConfirmed, overwrite }) {
    const confirmed = { warningsConfirmed: warningsConfirmed === 'true', overwrite: overwrite === 'true' };
    return ok(async ({ read, mayEnd, onProgress, signal }) => {
      const before = await read(async (context) => {
        const upload = await findReadableUpload(context, id, { act: 'upload.edit' });
        return upload ? ok(upload.status) : uploadNotFound();
      });
      if (before.isOk() && before.value === 'IMPORTED') return ok({ remarks: [] });
      const done = await runs.carryOutInBackground(read, id, confirmed, {
        signal,
        mayEnd,
        onProgress: (percent) => onProgress(percent, 100),
      });
      return done.map(() => ({ remarks: [] }));
    });
  },
});
