import { closeDialogs, leavesDialogs, type Step } from '@carrara/ui/feedback';
import { hasUnsaved, mayLeaveUnsaved } from '@carrara/ui/form';
import type { createRouter } from './router.tsx';

type Router = ReturnType<typeof createRouter>;

/** Closes what is open over a page when the page is left. */
export function closeDialogsOnLeaving(router: Pick<Router, 'state' | 'subscribe'>): void {
  let from = router.state.location;
  router.subscribe(({ location, historyAction }) => {
    if (location === from) return;
    const leaves = leavesDialogs({ from, to: location, action: historyAction });
    from = location;
    if (leaves) closeDialogs();
  });
}

/** The router knows one blocker; it asks for every form and dialog there is. */
const guard = 'unsaved';

/** Asks before a step of the router (Back too), or the closing of the tab, takes away what is not saved or is shown this once. */
export function askBeforeLeaving(router: Pick<Router, 'state' | 'subscribe' | 'getBlocker'>): void {
  let step: Step | undefined;
  let isAsking = false;
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
  router.getBlocker(guard, ({ currentLocation: from, nextLocation: to, historyAction: action }) => {
    step = { from, to, action };
    return hasUnsaved(step);
  });
  router.subscribe(({ blockers }) => {
    if (blockers.get(guard)?.state !== 'blocked' || isAsking) return;
    isAsking = true;
    void mayLeaveUnsaved(step).then((leave) => {
      isAsking = false;
      const now = router.state.blockers.get(guard);
      if (now?.state === 'blocked') now[leave ? 'proceed' : 'reset']();
    });
  });
}
