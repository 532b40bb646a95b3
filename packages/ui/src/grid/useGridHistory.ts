import { useCallback, useLayoutEffect, useRef } from 'react';
import type { GridEdit } from './gridTypes.ts';

interface Action {
  readonly before: readonly GridEdit[];
  readonly after: readonly GridEdit[];
}

/** The actions of one session in a grid, for undo and redo. */
export function useGridHistory(apply: (edits: readonly GridEdit[]) => void) {
  const done = useRef<Action[]>([]);
  const undone = useRef<Action[]>([]);
  const latest = useRef(apply);
  useLayoutEffect(() => {
    latest.current = apply;
  });

  const commit = useCallback((before: readonly GridEdit[], after: readonly GridEdit[]) => {
    if (after.length === 0) return;
    done.current.push({ before, after });
    undone.current = [];
    latest.current(after);
  }, []);
  const undo = useCallback(() => {
    const action = done.current.pop();
    if (!action) return;
    undone.current.push(action);
    latest.current(action.before);
  }, []);
  const redo = useCallback(() => {
    const action = undone.current.pop();
    if (!action) return;
    done.current.push(action);
    latest.current(action.after);
  }, []);
  return { commit, undo, redo };
}
