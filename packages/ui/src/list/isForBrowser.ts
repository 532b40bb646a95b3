import type { KeyboardEvent, MouseEvent } from 'react';

/** True for a click that the browser handles itself: a new tab or window, or a link or button inside the row. */
export function isForBrowser(event: MouseEvent | KeyboardEvent): boolean {
  const onControl = event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null;
  return onControl || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
