import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { ViewProps } from '../../frame/screenTypes.ts';
import { RecordTable, type RecordTableProps } from './RecordTable.tsx';
import type { RecordValue } from '../recordDefinition.ts';
import { nameOfSource } from '../profile/nameOfSource.ts';
import { type LinkFilter, linkFilterQuery, useLinkFilters } from './useLinkFilters.ts';

export const disbursedFilter: ListFilter = {
  id: 'show',
  title: 'Show',
  allLabel: 'All',
  options: [{ value: 'disbursed', label: 'Disbursed only' }],
};
const sourceFilter: ListFilter = {
  id: 'source',
  title: 'Source',
  options: [
    { value: 'fund', label: 'Fund' },
    { value: 'coinvestment', label: 'Coinvestment' },
  ],
};
/** The part that distinguishes the sources of a fund comes first. */
export const sourceCell = {
  sourceName: ({ sourceName, sourceHolder }: RecordValue) =>
    nameOfSource({ name: sourceName as string, holder: sourceHolder as string | null }),
};
type AnyList = RecordTableProps['list'];
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];
const nothingMore: readonly LinkFilter[] = [];

export const distributionAddress = ({ distributionId }: Readonly<Record<string, unknown>>) =>
  distributionId ? `#/carry/distribution/${String(distributionId)}/overview` : undefined;

/**
 * Returns the list of distributions that a record was part of, by source. `actionsOf` adds buttons to its rows, and `ledBy` lists filters that a
 * figure of a report can set.
 */
export function distributionHistory(
  list: AnyList,
  actionsOf?: (id: string) => (row: RecordValue) => ReactNode,
  ledBy: readonly LinkFilter[] = nothingMore,
): ComponentType<ViewProps> {
  const query = (state: ListState) => ({
    disbursedOnly: String(chosen(state, 'show') === 'disbursed'),
    ...linkFilterQuery(ledBy, state),
  });
  return function DistributionHistory({ id }) {
    const led = useLinkFilters(ledBy);
    const filters = useMemo(() => [disbursedFilter, ...led], [led]);
    return (
      <RecordTable
        list={list}
        params={{ id }}
        embedded
        {...(actionsOf ? { rowActions: actionsOf(id) } : {})}
        filters={filters}
        query={query}
        cells={sourceCell}
        rowHref={distributionAddress}
      />
    );
  };
}

/** Returns the list of forecasts that a record is part of. `actionsOf` adds buttons to its rows. */
export function forecastHistory(
  list: AnyList,
  actionsOf?: (id: string) => (row: RecordValue) => ReactNode,
): ComponentType<ViewProps> {
  return ({ id }) => (
    <RecordTable
      list={list}
      params={{ id }}
      embedded
      {...(actionsOf ? { rowActions: actionsOf(id) } : {})}
      filters={[sourceFilter]}
      query={(state) => ({ source: chosen(state, 'source') ?? 'all' })}
      cells={sourceCell}
      rowHref={({ forecastId }) => `#/carry/forecast/${String(forecastId)}/overview`}
    />
  );
}
