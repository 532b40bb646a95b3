import type { ListFilter, ListState } from '@carrara/ui/list';
import { formatDate } from '@carrara/ui/value';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';

type Slices = Answer<'chartDistributionsBySector'>;

export interface DistributionView {
  /** The filter of the list, and of the call, that a click on a slice sets. */
  readonly id: string;
  readonly title: string;
  readonly top?: number;
  /** Undefined while it is on its way. */
  readonly slices: Slices | undefined;
}

/** What a slice is filtered by: years have no record. */
export const valueOf = ({ id, name }: Slices[number], view: string): string | null => (view === 'year' ? name : id);

/** What was distributed, by sector, fund, coinvestment, source and year. */
export function useDistributionSlices(): readonly DistributionView[] {
  return [
    { id: 'sectorId', title: 'Sector', slices: useRead('chartDistributionsBySector', undefined).data, top: 7 },
    { id: 'fundId', title: 'Fund', slices: useRead('chartDistributionsByFund', undefined).data, top: 7 },
    {
      id: 'coinvestmentId',
      title: 'Coinvestment',
      slices: useRead('chartDistributionsByCoinvestment', undefined).data,
      top: 7,
    },
    { id: 'sourceId', title: 'Source', slices: useRead('chartDistributionsByInvestment', undefined).data, top: 10 },
    { id: 'year', title: 'Time', slices: useRead('chartDistributionsByYear', undefined).data },
  ];
}

/** The slices as filters of the list. */
export function useSliceFilters(views: readonly DistributionView[]): readonly ListFilter[] {
  const known = JSON.stringify(views.map(({ id, title, slices }) => [id, title, slices ?? []]));
  return useMemo(
    () =>
      (JSON.parse(known) as [string, string, Slices][]).map(([id, title, slices]) => ({
        id,
        title: id === 'year' ? 'Year' : title,
        options: slices.flatMap((slice) => {
          const value = valueOf(slice, id);
          return value === null ? [] : [{ value, label: slice.name }];
        }),
      })),
    [known],
  );
}

/** The period that a figure of a report led here with: each end can be taken away. */
export function usePeriodFilters(): readonly ListFilter[] {
  const [address] = useSearchParams();
  const [from, to] = [address.get('f.from'), address.get('f.to')];
  return useMemo(() => {
    const end = (id: string, title: string, day: string | null): readonly ListFilter[] =>
      day ? [{ id, title, options: [{ value: day, label: formatDate(day) }] }] : [];
    return [...end('from', 'From', from), ...end('to', 'To', to)];
  }, [from, to]);
}

export const bySlice = ({ filters }: ListState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['sectorId', 'fundId', 'coinvestmentId', 'sourceId', 'year', 'from', 'to'].flatMap((id) => {
      const value = filters[id]?.[0];
      return value === undefined ? [] : [[id, value]];
    }),
  );
