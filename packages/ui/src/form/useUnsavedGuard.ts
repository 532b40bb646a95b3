import { useEffect, useEffectEvent, useRef } from 'react';
import { confirm } from '../feedback/ask.tsx';

/** What a router's blocker gives: React Router's `useBlocker` has this shape. */
export interface NavigationBlocker {
  readonly state: 'unblocked' | 'blocked' | 'proceeding';
  readonly proceed?: (() => void) | undefined;
  readonly reset?: (() => void) | undefined;
}

interface Guard {
  readonly discard: () => void;
}

/** The editors on the page that hold something unsaved. */
const guards = new Set<Guard>();

export const hasUnsaved = (): boolean => guards.size > 0;

/** Asks before what is unsaved on the page is given up, by whatever way it is left; true when there is nothing or it may go. */
export const mayLeaveUnsaved = async (): Promise<boolean> => guards.size === 0 || (await askToLeave());

let asked: Promise<boolean> | undefined;

/** Two ways out at once, as an address typed twice, are one question. */
function askToLeave(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function ask(): Promise<boolean> {
  const leave = await confirm({
    title: 'Unsaved changes',
    text: 'What you changed here has not been saved. Leave without saving?',
    confirmLabel: 'Leave',
    cancelLabel: 'Stay',
    danger: true,
  });
  if (leave) for (const { discard } of guards) discard();
  return leave;
}

/**
 * Asks before unsaved changes are left behind: on a route change through the blocker, on closing the tab through the browser, and wherever
 * the application asks `mayLeaveUnsaved`. `onDiscard` hears that the person gave them up.
 */
export function useUnsavedGuard(isDirty: boolean, blocker?: NavigationBlocker, onDiscard?: () => void): void {
  const asking = useRef(false);
  const isGivenUp = useRef(false);
  const discard = useEffectEvent(() => onDiscard?.());
  useEffect(() => {
    if (!isDirty) return;
    isGivenUp.current = false;
    const guard: Guard = {
      discard: () => {
        isGivenUp.current = true;
        discard();
      },
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    guards.add(guard);
    window.addEventListener('beforeunload', warn);
    return () => {
      guards.delete(guard);
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);

  useEffect(() => {
    if (blocker?.state !== 'blocked' || asking.current) return;
    // Asked and answered, by who went there: an address that was typed over the form.
    if (isGivenUp.current) return blocker.proceed?.();
    asking.current = true;
    void askToLeave().then((leave) => {
      asking.current = false;
      if (leave) blocker.proceed?.();
      else blocker.reset?.();
    });
  }, [blocker]);
}
