import type { RequestContext } from '../../../core/operations.ts';

interface OfDay {
  readonly params: { readonly endDate: string };
  readonly query: object;
}
type Dated<I> = Omit<I, 'params'>;

/** Adapts a report with a reporting date to an endpoint that has the date in its path. */
export function withReportingDate<I extends OfDay, P, R, S>(operation: {
  (context: RequestContext, input: I): P;
  rows: (context: RequestContext, input: I) => R;
  parts?: (context: RequestContext, input: I) => S;
}) {
  const dated = (input: I): I & Dated<I> => ({ ...input, query: { ...input.query, endDate: input.params.endDate } });
  const page = (context: RequestContext, input: I) => operation(context, dated(input));
  return Object.assign(page, {
    rows: (context: RequestContext, input: I) => operation.rows(context, dated(input)),
    parts: (context: RequestContext, input: I) => operation.parts?.(context, dated(input)),
  });
}
