import type { ListQuery, ListRow } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { RequestContext } from './operations.ts';
import { type ListOperation, listOperation, type PageQuery } from './recordOperations.ts';

type Filters = Readonly<Record<string, unknown>>;

/**
 * Creates a list that adds values to its rows which SQL can't compute: by a rule of the domain, or as text from stored
 * values.
 */
export function mappedList<Row, Q extends PageQuery, P = unknown, Stored = ListRow>(
  list: ListQuery<Stored>,
  filtersOf: (query: Q, context: RequestContext, input: P) => Filters,
  map: (row: Stored, context: RequestContext, input: { readonly query: Q } & P) => Row,
): ListOperation<Q, Row, P> {
  const stored = listOperation<Stored, Q, P>(list, filtersOf);
  const page: (...args: Parameters<ListOperation<Q, Row, P>>) => ReturnType<ListOperation<Q, Row, P>> = async (
    context,
    input,
  ) => {
    const found = await stored(context, input);
    return found.map((answer) => ({
      ...answer,
      pageData: answer.pageData.map((row) => map(row, context, input)),
    }));
  };
  const rows = async (
    context: RequestContext,
    input: { readonly query: Q } & P,
  ): Promise<Result<AsyncIterable<readonly Row[]>, Failures>> => {
    const found = await stored.rows(context, input);
    return found.map((batches) => mapped(batches, (row) => map(row, context, input)));
  };
  return Object.assign(page, { rows, readsOnce: true as const });
}

async function* mapped<Stored, Row>(
  batches: AsyncIterable<readonly Stored[]>,
  map: (row: Stored) => Row,
): AsyncIterable<readonly Row[]> {
  for await (const batch of batches) yield batch.map(map);
}
