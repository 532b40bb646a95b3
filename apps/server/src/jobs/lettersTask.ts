import { letterFiles } from '@carrara/contract/carry/run/distributionFiles';
import { fundLetterJob, fundLettersZip } from '../letters/fundLetters.ts';
import { runWithLetters } from '../usecases/carry/letterRelease.ts';
import { ok } from '@carrara/domain/kernel';
import { letterOrder, type LetterThread } from '../letters/letterThread.ts';
import type { TaskKind } from '../core/taskKind.ts';

/**
 * Creates the letters of a distribution, or of all distributions of a fund in a period. Letters that can't be printed
 * are listed.
 */
export const lettersTask = (thread: LetterThread): TaskKind => ({
  permission: 'distribution.view',
  async prepare(context, { id = '', as, vehicleId, from = '', to = '' }) {
    if (vehicleId !== undefined) {
      const job = await fundLetterJob(context, { vehicleId, from, to });
      return job.map((found) => async (working) => {
        const remarks: string[] = [];
        const content = fundLettersZip(thread, found, working, remarks);
        return ok({
          file: { name: `${found.fund} letters ${from} to ${to}.zip`, type: 'application/zip', content },
          remarks,
        });
      });
    }
    const found = await runWithLetters(context.tx, id);
    return found.map(() => async ({ onProgress, signal }) => {
      const files = letterFiles.parse(as);
      const order = letterOrder(context, id, files);
      const output = await thread.run(order, { onProgress, signal });
      const type = files === 'pdf' ? 'application/pdf' : 'application/zip';
      return ok({ file: { name: output.name, type, content: output.content }, remarks: output.refusals });
    });
  },
});
