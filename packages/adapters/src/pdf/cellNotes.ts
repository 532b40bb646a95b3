import { undeterminedPrefix } from '@carrara/contract/core/displayedFigure';

const raised = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';
const raisedNumber = (number: number): string => Array.from(String(number), (digit) => raised[Number(digit)]).join('');

/** Maximum number of listed reasons. Nobody reads a longer list. */
const MOST = 60;
const more = 'More reasons are displayed with each figure on screen.';

/**
 * Collects the reasons for undetermined figures in a document. Each gets one number and is listed below the table that
 * refers to it.
 */
export function createCellNotes() {
  const numbers = new Map<string, number>();
  let pending: string[] = [];
  let unnamed = false;
  return {
    /** Returns the text of a cell without a figure. */
    mark(reason: string | undefined): string {
      if (reason === undefined) {
        unnamed = true;
        return undeterminedPrefix;
      }
      const existing = numbers.get(reason);
      if (existing === undefined && numbers.size === MOST) {
        if (!pending.includes(more)) pending.push(more);
        return undeterminedPrefix;
      }
      const number = existing ?? numbers.size + 1;
      if (existing === undefined) {
        numbers.set(reason, number);
        pending.push(`${undeterminedPrefix}${raisedNumber(number)}  ${reason}`);
      }
      return `${undeterminedPrefix}${raisedNumber(number)}`;
    },
    /** Returns the notes added since the last call. */
    lines(): readonly string[] {
      const found = unnamed
        ? [...pending, `${undeterminedPrefix}  This total isn’t determined, because figures that it adds up aren’t.`]
        : pending;
      pending = [];
      unnamed = false;
      return found;
    },
  };
}
export type CellNotes = ReturnType<typeof createCellNotes>;
