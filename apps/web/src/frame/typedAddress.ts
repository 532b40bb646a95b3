import { hasUnsaved, mayLeaveUnsaved } from '@carrara/ui/form';
import type { createRouter } from './router.tsx';

type Router = ReturnType<typeof createRouter>;

/** The place in the history of an entry that the router made; one that was typed into the address bar has none. */
const placeIn = (state: unknown): number | undefined => (state as { readonly idx?: number } | null)?.idx;

let shown = 0;

/** Knows how far in the history the shown entry stands. */
export function followHistory(router: Pick<Router, 'subscribe'>): void {
  const look = () => {
    shown = placeIn(window.history.state) ?? shown;
  };
  look();
  router.subscribe(look);
}

/**
 * Asks before an address that is typed over an unsaved form takes its page away. The router's own guard cannot: it does not know where in
 * the history such an address stands. One that is let through gets its place, behind the entry it was typed over, so that going back to it
 * later is told from typing another. Has to listen before the router does.
 */
export function guardTypedAddress(routerOf: () => Pick<Router, 'navigate'>): void {
  let isGoingBack = false;
  window.addEventListener('popstate', (event) => {
    if (isGoingBack) {
      isGoingBack = false;
      event.stopImmediatePropagation();
      return;
    }
    if (placeIn(event.state) !== undefined) return;
    if (!hasUnsaved()) {
      window.history.replaceState({ idx: shown + 1 }, '');
      return;
    }
    event.stopImmediatePropagation();
    const wanted = window.location.hash.replace(/^#/, '') || '/';
    isGoingBack = true;
    window.history.back();
    void mayLeaveUnsaved().then((leave) => (leave ? routerOf().navigate(wanted) : undefined));
  });
}
