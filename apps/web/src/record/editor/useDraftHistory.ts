import { useCallback, useState } from 'react';

interface Past<T> {
  readonly before: readonly T[];
  readonly now: T;
  readonly after: readonly T[];
}

export interface DraftHistory<T> {
  readonly now: T;
  readonly change: (next: (now: T) => T) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Number of edits that are in effect. */
  readonly actions: number;
}

/** Manages a draft in which every edit can be undone: typing, pasting, adding, removing and reallocating. */
export function useDraftHistory<T>(initial: () => T): DraftHistory<T> {
  const [past, setPast] = useState<Past<T>>(() => ({ before: [], now: initial(), after: [] }));
  const change = useCallback(
    (next: (now: T) => T) => setPast(({ before, now }) => ({ before: [...before, now], now: next(now), after: [] })),
    [],
  );
  const undo = useCallback(
    () =>
      setPast((all) => {
        const last = all.before.at(-1);
        return last === undefined
          ? all
          : { before: all.before.slice(0, -1), now: last, after: [all.now, ...all.after] };
      }),
    [],
  );
  const redo = useCallback(
    () =>
      setPast((all) => {
        const [next, ...rest] = all.after;
        return next === undefined ? all : { before: [...all.before, all.now], now: next, after: rest };
      }),
    [],
  );
  return {
    now: past.now,
    change,
    undo,
    redo,
    canUndo: past.before.length > 0,
    canRedo: past.after.length > 0,
    actions: past.before.length,
  };
}
