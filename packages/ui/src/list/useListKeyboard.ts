import { type RefObject, useEffect, useEffectEvent } from 'react';

export interface ListKeyboard {
  readonly rows: number;
  readonly current: number;
  readonly onMove: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly onViews: () => void;
  readonly searchBox: RefObject<HTMLInputElement | null>;
}

/**
 * Moves with j/k and the arrows, opens with Enter, goes to the search with /, and opens the views with v. It works wherever the focus is, except while typing. On a link or a
 * button, Enter keeps its own effect.
 */
export function useListKeyboard(keyboard: ListKeyboard): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isHandledElsewhere(event)) return;
    const { rows, current, onMove, onOpen, onViews, searchBox } = keyboard;
    const move = (row: number) => onMove(Math.max(0, Math.min(rows - 1, row)));
    const actions: Readonly<Record<string, () => void>> = {
      j: () => move(current + 1),
      ArrowDown: () => move(current + 1),
      k: () => move(current - 1),
      ArrowUp: () => move(current - 1),
      '/': () => searchBox.current?.focus(),
      v: onViews,
      Enter: () => current >= 0 && onOpen(current),
    };
    const action = actions[event.key];
    if (!action || (rows === 0 && event.key !== '/' && event.key !== 'v')) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => listen(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/**
 * True if the key belongs to the focused element. This is every key in an input, menu, dialog, chart or group of
 * choices, and only Enter on a link or button.
 */
function isHandledElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(key === 'Enter' ? `${busy}, button, a` : busy) !== null;
}

const busy =
  'input:not([type=checkbox]), textarea, select, canvas, svg, [contenteditable], [aria-haspopup], [role=dialog], [role=menu], [role=listbox], [role=tablist], [role=radiogroup]';
