import type { Failures, Result } from '@carrara/domain/kernel';
import { wireName } from '@carrara/contract/core/wireNames';
import type { RequestContext } from './operations.ts';
import type { ListOperation, PageQuery } from './recordOperations.ts';

interface Named {
  readonly name: string;
  readonly year: number;
}

/**
 * Creates a list whose rows are computed all at once. It can be searched by name and sorted by year, keeping the order
 * of the rows otherwise.
 */
export function computedList<Row extends Named, Q extends PageQuery, P = unknown>(
  read: (context: RequestContext, input: { readonly query: Q } & P) => Promise<Result<readonly Row[], Failures>>,
): ListOperation<Q, Row, P> {
  type Input = { readonly query: Q } & P;
  const all = async (context: RequestContext, input: Input) => {
    const { searchQuery, sortAsc } = input.query;
    const searched = searchQuery.trim().toLowerCase();
    return (await read(context, input)).map((rows) =>
      rows
        .filter(({ name }) => name.toLowerCase().includes(searched))
        .toSorted((row, other) => (sortAsc ? row.year - other.year : other.year - row.year)),
    );
  };
  const page = async (context: RequestContext, input: Input) => {
    const { startPage, pageSize, sortColumn, sortAsc, searchQuery } = input.query;
    const first = (startPage - 1) * pageSize;
    return (await all(context, input)).map((rows) => ({
      pageData: rows.slice(first, first + pageSize),
      totalItemCount: rows.length,
      currentPage: startPage,
      pageSize,
      sort: wireName(sortColumn),
      sortAsc,
      searchQuery,
    }));
  };
  const rows = async (context: RequestContext, input: Input) =>
    (await all(context, input)).map((found) =>
      (async function* () {
        yield found;
      })(),
    );
  return Object.assign(page, { rows });
}
