import { useEffect, useMemo, useState } from 'react';
import type { GridEdit, UnreadText } from './gridTypes.ts';

interface UnreadableCell extends UnreadText {
  readonly key: string;
  readonly field: string;
}

const cellKey = (key: string, field: string): string => `${key}\u0000${field}`;

/** The unreadable cells of a grid whose caller doesn't store them. */
export function useUnreadable(onCount: ((count: number) => void) | undefined) {
  const [cells, setCells] = useState<ReadonlyMap<string, UnreadableCell>>(new Map());
  useEffect(() => onCount?.(cells.size), [cells, onCount]);
  return useMemo(() => {
    return {
      get: (key: string, field: string) => cells.get(cellKey(key, field)),
      /** An edit replaces the stored text of its cell, also on undo and redo. */
      settle: (edits: readonly GridEdit[]) =>
        setCells((before) => {
          const after = new Map(before);
          for (const { key, field, unread } of edits) {
            if (unread) after.set(cellKey(key, field), { key, field, ...unread });
            else after.delete(cellKey(key, field));
          }
          return after;
        }),
    };
  }, [cells]);
}
