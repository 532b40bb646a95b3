import { useEffect } from 'react';

/** A menu or a popover that closes restores the focus itself within this time. */
const othersFirstMilliseconds = 60;

/**
 * Restores the focus when its element is removed, such as a deleted row, a left page or a closed palette. The focus goes to the nearest container
 * that still exists, such as the table or the dialog, otherwise to the content of the page.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let frames: readonly EventTarget[] = [];
    let timer = 0;
    const remember = (event: FocusEvent) => {
      frames = event.composedPath();
    };
    const isLost = () =>
      frames[0] instanceof Element && !frames[0].isConnected && document.activeElement === document.body;
    const mend = () => {
      if (!isLost()) return;
      const frame = frames.find(
        (candidate): candidate is HTMLElement =>
          candidate instanceof HTMLElement && candidate.isConnected && candidate.matches('[tabindex]'),
      );
      (frame ?? document.getElementById('content'))?.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(() => {
      if (!isLost()) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(mend, othersFirstMilliseconds);
    });
    document.addEventListener('focusin', remember);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('focusin', remember);
      watcher.disconnect();
    };
  }, []);
}
