import { type RefObject, useEffect, useEffectEvent } from 'react';

export interface ListKeyboard {
  readonly rows: number;
  readonly current: number;
  readonly onMove: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly searchBox: RefObject<HTMLInputElement | null>;
}

/** j/k and the arrows move, Enter opens, / goes to the search, wherever on the page the focus is, except while typing. On a link or a button Enter is its own. */
export function useListKeyboard(keyboard: ListKeyboard): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isHandledElsewhere(event)) return;
    const { rows, current, onMove, onOpen, searchBox } = keyboard;
    const move = (row: number) => onMove(Math.max(0, Math.min(rows - 1, row)));
    const actions: Readonly<Record<string, () => void>> = {
      j: () => move(current + 1),
      ArrowDown: () => move(current + 1),
      k: () => move(current - 1),
      ArrowUp: () => move(current - 1),
      '/': () => searchBox.current?.focus(),
      Enter: () => current >= 0 && onOpen(current),
    };
    const action = actions[event.key];
    if (!action || (rows === 0 && event.key !== '/')) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => listen(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Somebody is typing, or works in a menu, a dialog, a chart or a row of choices: every key is theirs. A link or a button takes Enter alone. */
function isHandledElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(key === 'Enter' ? `${busy}, button, a` : busy) !== null;
}

const busy =
  'input, textarea, select, canvas, svg, [contenteditable], [aria-haspopup], [role=dialog], [role=menu], [role=listbox], [role=tablist], [role=radiogroup]';
