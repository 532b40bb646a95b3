import { hasUnsaved, mayLeaveUnsaved } from '@carrara/ui/form/useUnsavedGuard.ts';
import type { createRouter } from './router.tsx';

type Router = ReturnType<typeof createRouter>;

/** Returns the index of a history entry that the router created. An entry from the address bar has none. */
const positionIn = (state: unknown): number | undefined => (state as { readonly idx?: number } | null)?.idx;

let skipped = 0;

/** Tracks the position of the current entry in the history. */
export function followHistory(router: Pick<Router, 'subscribe'>): void {
  const readAddress = () => {
    skipped = positionIn(window.history.state) ?? skipped;
  };
  readAddress();
  router.subscribe(readAddress);
}

/**
 * Asks before an address typed into the address bar replaces a page with an unsaved form. The router's own guard can't, because it does not know the
 * position of such an address in the history. If the person agrees, the address gets a position after the current entry, so that a later Back is not
 * mistaken for another typed address. Has to listen before the router does.
 */
export function guardTypedAddress(routerOf: () => Pick<Router, 'navigate'>): void {
  let isGoingBack = false;
  window.addEventListener('popstate', (event) => {
    if (isGoingBack) {
      isGoingBack = false;
      event.stopImmediatePropagation();
      return;
    }
    if (positionIn(event.state) !== undefined) return;
    if (!hasUnsaved()) {
      window.history.replaceState({ idx: skipped + 1 }, '');
      return;
    }
    event.stopImmediatePropagation();
    const address = window.location.hash.replace(/^#/, '') || '/';
    isGoingBack = true;
    window.history.back();
    void mayLeaveUnsaved().then((leave) => (leave ? routerOf().navigate(address) : undefined));
  });
}
