import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { Answer, Argument, QueryName } from '../../../api/operations.ts';
import type { DashboardFilter } from './dashboardFilter.ts';

export type Request = Exclude<Argument<'getDashboardTotals'>, void>;

/** Props of every panel of the dashboard: the query, and functions that change the filter on a click. */
export interface PartProps {
  readonly request: Request;
  readonly filter: DashboardFilter;
  readonly chooseFund: (id: string | null | undefined) => void;
  readonly chooseFamily: (id: string | null | undefined) => void;
}
export type DashboardPart = (props: PartProps) => ReactNode;
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
