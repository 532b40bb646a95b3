import { columnWidths } from '@carrara/domain/platform/savedView';
import type { KeyboardEvent } from 'react';

const step = 16;

/** Returns a width that a column can have. */
export const widthWithin = (width: number): number =>
  Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)));

/** Resizes a column with Shift and an arrow key. `width` is its present width. */
export function resizeByKey(event: KeyboardEvent, width: number, onResize: (width: number) => void): void {
  const delta = { ArrowLeft: -step, ArrowRight: step }[event.key];
  if (delta === undefined || !event.shiftKey) return;
  event.preventDefault();
  onResize(widthWithin(width + delta));
}
