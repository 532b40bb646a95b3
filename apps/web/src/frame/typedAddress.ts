import { hasUnsaved, mayLeaveUnsaved } from '@carrara/ui/form';
import type { createRouter } from './router.tsx';

/** An entry of the history that the router made has its place in it; one that was typed into the address bar has none. */
const isTyped = (state: unknown): boolean => (state as { readonly idx?: number } | null)?.idx === undefined;

/**
 * Asks before an address that is typed over an unsaved form takes its page away. The router's own guard cannot: it does not know where in
 * the history such an address stands. Has to listen before the router does.
 */
export function guardTypedAddress(routerOf: () => Pick<ReturnType<typeof createRouter>, 'navigate'>): void {
  let isGoingBack = false;
  window.addEventListener('popstate', (event) => {
    if (isGoingBack) {
      isGoingBack = false;
      event.stopImmediatePropagation();
      return;
    }
    if (!isTyped(event.state) || !hasUnsaved()) return;
    event.stopImmediatePropagation();
    const wanted = window.location.hash.replace(/^#/, '') || '/';
    isGoingBack = true;
    window.history.back();
    void mayLeaveUnsaved().then((leave) => (leave ? routerOf().navigate(wanted) : undefined));
  });
}
