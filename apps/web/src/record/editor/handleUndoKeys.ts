import type { KeyboardEvent } from 'react';
import type { DraftHistory } from './useDraftHistory.ts';

/**
 * Handles Ctrl+Z and Ctrl+Y over a grid whose editor has its own history, so that adding and removing rows can be undone like typing.
 * Inside an open cell, the keys belong to the cell.
 */
export function handleUndoKeys(
  event: KeyboardEvent,
  { undo, redo }: Pick<DraftHistory<unknown>, 'undo' | 'redo'>,
): void {
  if (!(event.ctrlKey || event.metaKey) || isText(event.target)) return;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (event.shiftKey && key === 'z');
  if (!isRedo && key !== 'z') return;
  event.preventDefault();
  event.stopPropagation();
  if (isRedo) redo();
  else undo();
}

const isText = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
