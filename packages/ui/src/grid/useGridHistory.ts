import { useCallback, useLayoutEffect, useRef } from 'react';
import type { GridEdit } from './gridTypes.ts';

interface Deed {
  readonly before: readonly GridEdit[];
  readonly after: readonly GridEdit[];
}

/** The deeds of one sitting in a grid, to be taken back and done again. */
export function useGridHistory(apply: (edits: readonly GridEdit[]) => void) {
  const done = useRef<Deed[]>([]);
  const undone = useRef<Deed[]>([]);
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
    const deed = done.current.pop();
    if (!deed) return;
    undone.current.push(deed);
    latest.current(deed.before);
  }, []);
  const redo = useCallback(() => {
    const deed = undone.current.pop();
    if (!deed) return;
    done.current.push(deed);
    latest.current(deed.after);
  }, []);
  return { commit, undo, redo };
}
