import { useEffect } from 'react';

/** A menu or a popover that closes gives the focus back by itself, shortly after. */
const othersFirstMilliseconds = 60;

/**
 * Keeps the keyboard where it was when what had the focus is taken away: a deleted row, a page that was left, a palette that closed. The
 * focus goes to the nearest frame of it that is still there, as the table or the dialog; without one to the content of the page.
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
