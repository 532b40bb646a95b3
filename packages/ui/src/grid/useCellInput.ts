import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { registerUnsaved } from '../feedback/unsavedInput.ts';
import { referenceText } from '../value/valueText.ts';
import { cellEditors } from './cellEditor.tsx';
import { choiceByTyping } from './choiceByTyping.ts';
import { createCellInput } from './typedAhead.ts';
import type { GridModel } from './useGridModel.ts';

const unsavedQuestion = 'Your changes haven’t been saved. Leave without saving?';

/** Typed text becomes part of the rows when the edit ends, even if the grid is removed. */
export function useCellInput<Row>(
  canvas: RefObject<HTMLElement | null>,
  { gridRows, columnAt, write }: Pick<GridModel<Row>, 'gridRows' | 'columnAt' | 'write'>,
) {
  const [input] = useState(createCellInput);
  useLayoutEffect(() =>
    input.connect({
      write([column, row], text) {
        const options = columnAt(column, gridRows[row])?.options?.map(referenceText) ?? [];
        const choice = options.includes(text) ? text : choiceByTyping(options, text, '');
        write([{ column, row, text: choice ?? text }]);
      },
      press: (key) =>
        canvas.current
          ?.querySelector('canvas')
          ?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })),
    }),
  );
  const [provideEditor] = useState(() => cellEditors(input));
  useLayoutEffect(() => input.unmount, [input]);
  useEffect(
    () =>
      registerUnsaved({ question: () => (input.isPending() ? unsavedQuestion : undefined), discard: input.discard }),
    [input],
  );
  const leave = (event: FocusEvent<HTMLElement>) => {
    const to = event.relatedTarget;
    // A window that loses the focus later returns it to the same cell.
    if (!document.hasFocus()) return;
    if (to && (event.currentTarget.contains(to) || document.getElementById('portal')?.contains(to))) return;
    input.leave();
  };
  return { input, provideEditor, leave };
}
