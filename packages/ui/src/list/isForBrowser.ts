import type { KeyboardEvent, MouseEvent } from 'react';

/** A click that the browser is to handle itself: new tab, new window, a link or button inside the row. */
export function isForBrowser(event: MouseEvent | KeyboardEvent): boolean {
  const onControl = event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null;
  return onControl || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
