import type { ReportDefinition } from '@carrara/contract/core/report';
import { type ListState, listStateFromQuery, listStateToQuery } from '@carrara/ui/list/listState.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

export type Values = Readonly<Record<string, string>>;

/**
 * Manages the parameters, the page number and the sorting of a report in the address. A link then opens the same
 * report, and Back undoes a step.
 */
export function useReportAddress(report: ReportDefinition) {
  const [address, setAddress] = useSearchParams();
  const { parameters, columns, defaultSort, pageSize = 100 } = report;
  const shape = useMemo(() => ({ columns, defaultSort, pageSize }), [columns, defaultSort, pageSize]);
  const values: Values = Object.fromEntries(
    Object.keys(parameters).flatMap((name) => {
      const value = address.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const state = listStateFromQuery(shape, address);
  const navigateTo = (next: Values, list: ListState) =>
    setAddress(new URLSearchParams([...Object.entries(next), ...listStateToQuery(shape, list)]));
  return {
    values,
    state,
    setParameter: (name: string, value: string | undefined) => {
      const { [name]: _before, ...others } = values;
      navigateTo(value ? { ...others, [name]: value } : others, { ...state, page: 1 });
    },
    move: (list: ListState) => navigateTo(values, list),
  };
}
