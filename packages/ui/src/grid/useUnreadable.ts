import { useEffect, useMemo, useState } from 'react';
import type { GridEdit } from './gridTypes.ts';

/** What was typed and could not be read: kept as typed, so that nothing is lost, with the reason. */
export interface UnreadableCell {
  readonly key: string;
  readonly field: string;
  readonly text: string;
  readonly reason: string;
}

const placeOf = (key: string, field: string): string => `${key}\u0000${field}`;

export function useUnreadable(onCount: ((count: number) => void) | undefined) {
  const [cells, setCells] = useState<ReadonlyMap<string, UnreadableCell>>(new Map());
  useEffect(() => onCount?.(cells.size), [cells, onCount]);
  return useMemo(() => {
    const without = (places: readonly string[]) =>
      setCells((before) =>
        places.some((place) => before.has(place))
          ? new Map([...before].filter(([place]) => !places.includes(place)))
          : before,
      );
    return {
      get: (key: string, field: string) => cells.get(placeOf(key, field)),
      note: (cell: UnreadableCell) => setCells((before) => new Map(before).set(placeOf(cell.key, cell.field), cell)),
      forget: (key: string, field: string) => without([placeOf(key, field)]),
      /** A value that comes by undo or redo takes the place of what was typed. */
      settle: (edits: readonly GridEdit[]) => without(edits.map(({ key, field }) => placeOf(key, field))),
    };
  }, [cells]);
}
