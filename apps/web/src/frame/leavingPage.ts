import { closeDialogs } from '@carrara/ui/feedback';
import type { createRouter } from './router.tsx';

/**
 * Closes what is open over a page when the page is left: by a link, or by Back and Forward, which may stay on the same screen. An address
 * that is replaced (a redirect to the first tab, a filter in the query) leaves nothing.
 */
export function closeDialogsOnLeaving(router: Pick<ReturnType<typeof createRouter>, 'state' | 'subscribe'>): void {
  let shown = router.state.location;
  router.subscribe(({ location, historyAction }) => {
    if (location === shown) return;
    const isOther = historyAction === 'POP' || (historyAction === 'PUSH' && location.pathname !== shown.pathname);
    shown = location;
    if (isOther) closeDialogs();
  });
}
