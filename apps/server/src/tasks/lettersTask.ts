import { readLetterFacts } from '../letters/letterFacts.ts';
import type { LetterThread } from '../letters/letterThread.ts';
import type { TaskKind } from './taskKind.ts';

/** The letters of a distribution: those that can be printed; whose cannot is named. */
export const lettersTask = (thread: LetterThread): TaskKind => ({
  permission: 'distribution.view',
  async prepare(context, { id = '', as }) {
    const found = await readLetterFacts(context, id);
    return found.map((facts) => async ({ onProgress, signal }) => {
      const isZip = as === 'zip';
      const made = await thread.make({ facts, as: isZip ? 'zip' : 'pdf' }, { onLetter: onProgress, signal });
      return {
        name: made.name,
        type: isZip ? 'application/zip' : 'application/pdf',
        content: made.content,
        remarks: made.refusals,
      };
    });
  },
});
