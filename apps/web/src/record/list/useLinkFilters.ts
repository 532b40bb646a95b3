import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { skipToken, useRead } from '../../api/calls.ts';

/** A filter that a figure of a report sets in the list behind it. */
export interface LinkFilter {
  /** The name of the filter in the address, and of the parameter in the list's call. */
  readonly id: string;
  readonly title: string;
  /** Returns the label of the filter. `nameOf` returns the name of a fund or coinvestment once it is loaded. */
  readonly label: (value: string, nameOf: (id: string) => string | undefined) => string;
}

const end = (id: string, title: string): LinkFilter => ({ id, title, label: formatDate });
export const periodLinkFilters: readonly LinkFilter[] = [end('from', 'From'), end('to', 'To')];
export const participantLinkFilters: readonly LinkFilter[] = [
  { id: 'holderId', title: 'Fund', label: (id, nameOf) => nameOf(id) ?? 'One fund' },
  { id: 'year', title: 'Year', label: (year) => year },
  end('to', 'To'),
  { id: 'aggregateTrust', title: 'Trusts', label: () => 'Combined with the employee’s' },
];

/** Returns the filters that a report's figure has set in the address. Each can be removed. */
export function useLinkFilters(by: readonly LinkFilter[]): readonly ListFilter[] {
  const [address] = useSearchParams();
  const parameters = JSON.stringify(by.map(({ id }) => address.get(`f.${id}`)));
  const { data: funds } = useRead('listCombinedFunds', address.has('f.holderId') ? undefined : skipToken);
  return useMemo(() => {
    const nameOf = (fundId: string) => funds?.find(({ id }) => id === fundId)?.name;
    const values = JSON.parse(parameters) as readonly (string | null)[];
    return by.flatMap(({ id, title, label }, at): ListFilter[] => {
      const value = values[at];
      return value ? [{ id, title, isOfLink: true, options: [{ value, label: label(value, nameOf) }] }] : [];
    });
  }, [by, parameters, funds]);
}

/** Returns these filters as parameters of the list's call. */
export const linkFilterQuery = (by: readonly LinkFilter[], { filters }: ListState): Readonly<Record<string, string>> =>
  Object.fromEntries(
    by.flatMap(({ id }) => {
      const value = filters[id]?.[0];
      return value === undefined ? [] : [[id, value]];
    }),
  );
