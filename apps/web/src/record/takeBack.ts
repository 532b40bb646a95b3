import type { KeyboardEvent } from 'react';
import type { DraftHistory } from './useDraftHistory.ts';

/**
 * Ctrl+Z and Ctrl+Y over a grid whose editor keeps one history of its own, in which added and removed rows are taken back like typing.
 * Inside an open cell the keys are the cell's.
 */
export function takeBack(event: KeyboardEvent, { undo, redo }: Pick<DraftHistory<unknown>, 'undo' | 'redo'>): void {
  if (!(event.ctrlKey || event.metaKey) || isText(event.target)) return;
  const key = event.key.toLowerCase();
  const wantsRedo = key === 'y' || (event.shiftKey && key === 'z');
  if (!wantsRedo && key !== 'z') return;
  event.preventDefault();
  event.stopPropagation();
  if (wantsRedo) redo();
  else undo();
}

const isText = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
