import { letterFiles } from '@carrara/contract/carry/distributionFiles';
import { runWithLetters } from '../letters/letterFacts.ts';
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
      const made = await thread.make(order, { onLetter: onProgress, signal });
      return {
        name: made.name,
        type: files === 'pdf' ? 'application/pdf' : 'application/zip',
        content: made.content,
        remarks: made.refusals,
      };
    });
  },
});
