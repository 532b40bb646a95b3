import { closeDialogs } from '@carrara/ui/feedback/openDialogs.ts';
import { leavesDialogs, type Step } from '@carrara/ui/feedback/unsavedInput.ts';
import { hasUnsaved, mayLeaveUnsaved } from '@carrara/ui/form/useUnsavedGuard.ts';
import type { createRouter } from './router.tsx';

type Router = ReturnType<typeof createRouter>;

/** Closes the dialogs of a page when it is left. */
export function closeDialogsOnLeaving(router: Pick<Router, 'state' | 'subscribe'>): void {
  let from = router.state.location;
  router.subscribe(({ location, historyAction }) => {
    if (location === from) return;
    const leaves = leavesDialogs({ from, to: location, action: historyAction });
    from = location;
    if (leaves) closeDialogs();
  });
}

/** The router supports a single blocker, so this one handles all forms and dialogs. */
const guard = 'unsaved';

/** Asks before a navigation (including Back) or closing the tab discards unsaved input or data that is displayed only once. */
export function confirmBeforeLeaving(router: Pick<Router, 'state' | 'subscribe' | 'getBlocker'>): void {
  let step: Step | undefined;
  let isPrompting = false;
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
  router.getBlocker(guard, ({ currentLocation: from, nextLocation: to, historyAction: action }) => {
    step = { from, to, action };
    return hasUnsaved(step);
  });
  router.subscribe(({ blockers }) => {
    if (blockers.get(guard)?.state !== 'blocked' || isPrompting) return;
    isPrompting = true;
    void mayLeaveUnsaved(step).then((leave) => {
      isPrompting = false;
      const now = router.state.blockers.get(guard);
      if (now?.state === 'blocked') now[leave ? 'proceed' : 'reset']();
    });
  });
}
