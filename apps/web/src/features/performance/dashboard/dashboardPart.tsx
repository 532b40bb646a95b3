import { currencyOrder } from '@carrara/domain/kernel';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { Answer, Argument, QueryName } from '../../../api/operations.ts';
import type { DashboardFilter } from './dashboardFilter.ts';

export type Request = Exclude<Argument<'getDashboardTotals'>, void>;

/** Props of every panel of the dashboard: the query, the currency of key figures and charts, and functions that change the filter on a click. */
export interface PartProps {
  readonly request: Request;
  readonly currency: string;
  readonly filter: DashboardFilter;
  readonly chooseFund: (id: string | null | undefined) => void;
  readonly chooseFamily: (id: string | null | undefined) => void;
}
export type DashboardPart = (props: PartProps) => ReactNode;
/** The calls of panels, which all have the same query. */
type DashboardCall = Extract<QueryName, `getDashboard${string}`>;

/** Creates a panel of the dashboard from its call. It keeps its content while another period loads, and displays its own failure. */
export function dashboardPart<C extends DashboardCall>(
  call: C,
  Draw: (props: PartProps & { readonly data: Answer<C> }) => ReactNode,
): DashboardPart {
  return function Part(props: PartProps) {
    const { data, error, refetch } = useRead(call, props.request as Argument<C>);
    if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
    return data ? <Draw {...props} data={data} /> : <LoadingState />;
  };
}

/** Returns the rows in the currency of the dashboard, because amounts in different currencies can neither be compared nor added. */
export const rowsInCurrency = <T extends { readonly currency: string | null }>(
  rows: readonly T[],
  { currency }: Pick<PartProps, 'currency'>,
): readonly T[] => rows.filter((row) => row.currency === currency);

/** Returns all rows, those in the currency of the dashboard first, so that currencies aren't interleaved. */
export const groupedByCurrency = <T extends { readonly currency: string | null }>(
  rows: readonly T[],
  { currency }: Pick<PartProps, 'currency'>,
): readonly T[] => {
  const inOrder = currencyOrder(currency);
  return rows.toSorted((first, other) => inOrder(first.currency, other.currency));
};

/** The dollar sign for US dollars, which the specification uses. Other currencies are named in the title. */
export const prefixOf = ({ currency }: Pick<PartProps, 'currency'>): string => (currency === 'USD' ? '$' : '');
