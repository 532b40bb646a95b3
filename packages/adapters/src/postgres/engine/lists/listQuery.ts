import type { Page, Total } from '@carrara/contract/core/paging';
import { currencyOrder, err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import { compile } from '../unitOfWork/compile.ts';
import type { Transaction } from '../unitOfWork/transaction.ts';
import type { ListQueryDefinition } from './definition.ts';
import { columnsStatement, listStatement, type PageQuery } from './statement.ts';

/** Request for a page of a list, as in the contract. Absent fields take the list's defaults. */
export interface PageRequest {
  readonly startPage?: number;
  readonly pageSize?: number;
  readonly sortColumn?: string;
  readonly sortAsc?: boolean;
  readonly searchQuery?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  /** The ids of the rows, for a file of selected rows. */
  readonly rowIds?: readonly string[] | undefined;
}

export type ListRow = { readonly id: string } & Readonly<Record<string, unknown>>;

export interface ListQuery<R = ListRow> {
  readonly definition: ListQueryDefinition<R>;
  /** Returns a page with the number of all matching rows and the totals, in one statement. */
  page(tx: Transaction, request: PageRequest): Promise<Result<Page<R>, Failure>>;
  /** Yields all matching rows in batches for an export, so that they are never all in memory. */
  rows(tx: Transaction, request: PageRequest): Promise<Result<AsyncIterable<readonly R[]>, Failure>>;
  /** Returns some columns of all matching rows at once, in the list's own order, for sums and charts. */
  columns<F extends keyof R & string>(
    tx: Transaction,
    names: readonly F[],
    filters: NonNullable<PageRequest['filters']>,
  ): Promise<Pick<R, F>[]>;
}

const batchSize = 500;
const everything = 2_000_000_000;

/**
 * Creates a list from its definition.
 *
 * Fails: UNKNOWN_SORT_COLUMN, BAD_PAGE.
 */
export function defineListQuery<R = ListRow>(definition: ListQueryDefinition<R>): ListQuery<R> {
  function check(request: PageRequest): Result<PageQuery & { sortColumn: string }, Failure> {
    const sortColumn = request.sortColumn ?? definition.defaultSort.field;
    const sort = Object.hasOwn(definition.columns, sortColumn) ? definition.columns[sortColumn] : undefined;
    if (!sort) return err(fail('UNKNOWN_SORT_COLUMN', ['sortColumn'], `${sortColumn} isn’t a column of this list`));
    const { startPage = 1, pageSize = 20, searchQuery: search = '', filters = {}, rowIds } = request;
    if (!Number.isSafeInteger(startPage) || startPage < 1 || startPage > 1_000_000_000)
      return err(fail('BAD_PAGE', ['startPage'], 'from 1'));
    if (!Number.isSafeInteger(pageSize) || pageSize < 1 || pageSize > 1000)
      return err(fail('BAD_PAGE', ['pageSize'], '1 to 1000'));
    const ascending = request.sortAsc ?? (request.sortColumn === undefined ? definition.defaultSort.ascending : true);
    return ok({
      sortColumn,
      sort,
      ascending,
      search,
      filters,
      rowIds,
      offset: (startPage - 1) * pageSize,
      limit: pageSize,
      totals: true,
    });
  }

  return {
    definition,
    async page(tx, request) {
      const checked = check(request);
      if (checked.isErr()) return err(checked.error);
      const query = checked.value;
      // The text is the same for every page of a sort order and filter.
      const { sql: text, parameters } = compile(listStatement(definition, query));
      const rows = await tx.plannedOnce<Record<string, unknown>>(text, parameters);
      const first = rows[0] as
        | { '#count': number; '#records'?: number; '#totals': readonly CurrencySums[] | null }
        | undefined;
      const count = first?.['#count'] ?? 0;
      const totals = totalsOf(definition, first?.['#totals'] ?? [], count);
      return ok({
        pageData: rows.filter((row) => row['#'] !== null).map(plain<R>),
        totalItemCount: count,
        ...(definition.record === undefined ? {} : { recordCount: first?.['#records'] ?? 0 }),
        currentPage: request.startPage ?? 1,
        pageSize: query.limit,
        sort: query.sortColumn,
        sortAsc: query.ascending,
        searchQuery: query.search,
        ...(totals.length > 0 ? { totals } : {}),
      });
    },
    async rows(tx, request) {
      const checked = check({ ...request, startPage: 1, pageSize: 1 });
      if (checked.isErr()) return err(checked.error);
      return ok(batches<R>(tx, definition, { ...checked.value, offset: 0, limit: everything, totals: false }));
    },
    async columns<F extends keyof R & string>(
      tx: Transaction,
      names: readonly F[],
      filters: NonNullable<PageRequest['filters']>,
    ) {
      const checked = check({ filters });
      if (checked.isErr()) throw new Error(`a list in its own order was refused: ${checked.error.code}`);
      const { sql: text, parameters } = compile(columnsStatement(definition, names, checked.value));
      return tx.prepared<Pick<R, F>>(text, parameters);
    },
  };
}

/** Null if no part is determined. The coverage is null if all are. */
interface CoveredTotal {
  readonly total: string | null;
  readonly coverage?: Total['coverage'] | null;
}
/** Sums in one currency, by field. The currency is null for sums that aren't money. */
interface CurrencySums {
  readonly currency: string | null;
  /** True for the firm's base currency. */
  readonly isBase: boolean;
  readonly sums: Readonly<Record<string, CoveredTotal>>;
}

/**
 * Returns the totals in the order of the columns and currencies, the base currency first, because the database doesn't preserve it. A list
 * without rows has totals too. If there are rows but none has a figure, a total that can be undetermined is not
 * determined.
 */
function totalsOf({ columns }: ListQueryDefinition, found: readonly CurrencySums[], count: number): Total[] {
  const inOrder = currencyOrder(found.find(({ isBase }) => isBase)?.currency ?? undefined);
  const sorted = found.toSorted((currencySums, other) => inOrder(currencySums.currency, other.currency));
  return Object.entries(columns).flatMap(([field, { total }]) => {
    if (!total) return [];
    const own = sorted.flatMap(({ currency, sums }) => {
      const sum = sums[field];
      if (sum === undefined) return [];
      const coverage = sum.coverage ? { coverage: sum.coverage } : {};
      return [{ field, total: sum.total, ...(currency === null ? {} : { currency }), ...coverage }];
    });
    return own.length > 0 ? own : [{ field, total: count > 0 && total.undetermined !== undefined ? null : '0.00' }];
  });
}

/** Returns the row without the columns about the whole list. */
function plain<R>(row: Readonly<Record<string, unknown>>): R {
  const { '#': _position, '#count': _count, '#records': _records, '#totals': _totals, ...values } = row;
  return values as R;
}

async function* batches<R>(
  tx: Transaction,
  definition: ListQueryDefinition,
  query: PageQuery,
): AsyncIterable<readonly R[]> {
  const { sql: text, parameters } = compile(listStatement(definition, query));
  await tx.query(`DECLARE list_rows NO SCROLL CURSOR FOR ${text}`, parameters);
  try {
    for (;;) {
      const rows = await tx.query<Record<string, unknown>>(`FETCH ${batchSize} FROM list_rows`);
      const found = rows.filter((row) => row['#'] !== null);
      if (found.length > 0) yield found.map(plain<R>);
      if (rows.length < batchSize) return;
    }
  } finally {
    await tx.query('CLOSE list_rows');
  }
}
