import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { useMemo } from 'react';
import type { Point } from '../chart/pointsOverTime.ts';

export interface Slice {
  readonly id: string | null;
  readonly name: string;
  readonly currency: string | null;
  readonly amount: string;
}

export interface SliceView {
  /** The filter of the list and of the call that a click on a slice sets. */
  readonly id: string;
  readonly title: string;
  readonly top?: number;
  /** Undefined while loading. */
  readonly slices: readonly Slice[] | undefined;
  /** Amounts over time, drawn instead of the slices. */
  readonly points?: readonly Point[] | undefined;
}

/** Returns the years of amounts over time, to filter by. */
export const yearSlices = (points: readonly Point[]): readonly Slice[] => {
  const years = points.flatMap(({ date, currency, amount }): readonly Slice[] =>
    amount === null ? [] : [{ id: null, name: date.slice(0, 4), currency, amount }],
  );
  const isFirst = ({ name, currency }: Slice, at: number) =>
    years.findIndex((other) => other.name === name && other.currency === currency) === at;
  return years.filter(isFirst);
};

/** Returns the filter value of a slice. Years have no record, so their name is the value. */
export const sliceValue = ({ id, name }: Slice, view: string): string | null => (view === 'year' ? name : id);

export function useSliceFilters(views: readonly SliceView[]): readonly ListFilter[] {
  const viewsKey = JSON.stringify(views.map(({ id, title, slices }) => [id, title, slices ?? []]));
  return useMemo(
    () =>
      (JSON.parse(viewsKey) as [string, string, Slice[]][]).map(([id, title, slices]) => ({
        id,
        title: id === 'year' ? 'Year' : title,
        options: slices.flatMap((slice, at) => {
          const value = sliceValue(slice, id);
          const isRepeated = slices.findIndex((other) => sliceValue(other, id) === value) < at;
          return value === null || isRepeated ? [] : [{ value, label: slice.name }];
        }),
      })),
    [viewsKey],
  );
}

export const sliceQuery = ({ filters }: ListState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['sectorId', 'fundId', 'coinvestmentId', 'sourceId', 'year', 'from', 'to'].flatMap((id) => {
      const value = filters[id]?.[0];
      return value === undefined ? [] : [[id, value]];
    }),
  );
