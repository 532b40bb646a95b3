import { useEffect, useRef } from 'react';
import { confirm } from '../feedback/ask.tsx';

/** What a router's blocker gives: React Router's `useBlocker` has this shape. */
export interface NavigationBlocker {
  readonly state: 'unblocked' | 'blocked' | 'proceeding';
  readonly proceed?: (() => void) | undefined;
  readonly reset?: (() => void) | undefined;
}

/** Asks before unsaved changes are left behind: on a route change through the blocker, on closing the tab through the browser. */
export function useUnsavedGuard(isDirty: boolean, blocker?: NavigationBlocker): void {
  const asking = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  useEffect(() => {
    if (blocker?.state !== 'blocked' || asking.current) return;
    asking.current = true;
    void confirm({
      title: 'Unsaved changes',
      text: 'What you changed here has not been saved. Leave without saving?',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
      danger: true,
    }).then((leave) => {
      asking.current = false;
      if (leave) blocker.proceed?.();
      else blocker.reset?.();
    });
  }, [blocker]);
}
