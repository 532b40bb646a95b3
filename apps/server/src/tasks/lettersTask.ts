import { letterFiles } from '@carrara/contract/carry/distributionFiles';
import { runWithLetters } from '../letters/letterFacts.ts';
import { ok } from '@carrara/domain/kernel';
import { letterOrder, type LetterThread } from '../letters/letterThread.ts';
import type { TaskKind } from './taskKind.ts';

/** The letters of a distribution: those that can be printed; whose cannot is named. */
export const lettersTask = (thread: LetterThread): TaskKind => ({
  permission: 'distribution.view',
  async prepare({ tx }, { id = '', as }) {
    const found = await runWithLetters(tx, id);
    return found.map(() => async ({ onProgress, signal }) => {
      const files = letterFiles.parse(as);
      const order = letterOrder(tx, id, files);
      const made = await thread.make(order, { onProgress, signal });
      const type = files === 'pdf' ? 'application/pdf' : 'application/zip';
      return ok({ file: { name: made.name, type, content: made.content }, remarks: made.refusals });
    });
  },
});
