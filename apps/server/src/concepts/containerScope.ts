import { containerExists } from '@carrara/adapters/postgres/carryViews';
import type { ListQuery } from '@carrara/adapters/postgres/lists';
import type { Transaction } from '@carrara/adapters/postgres/unitOfWork';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';
import { type ListOperation, listOperation, type PageQuery } from '../recordOperations.ts';

export interface OfRecord {
  readonly params: { readonly id: string };
}
type ContainerKind = 'fund' | 'coinvestment' | 'investment' | 'vintage';
export const missing = (what: string, id: string) => err([fail('NOT_FOUND', ['id'], `There is no ${what} ${id}.`)]);

/** A read that hangs on a container of a kind: not found where there is none. */
export const inContainer =
  <T, I extends OfRecord>(kind: ContainerKind, read: (context: RequestContext, input: I) => Promise<T>) =>
  async (context: RequestContext, input: I): Promise<Result<T, Failures>> =>
    (await containerExists(context.tx, input.params.id, kind))
      ? ok(await read(context, input))
      : missing(kind, input.params.id);

type Filters = Readonly<Record<string, unknown>>;
const idOfRecord = ({ params }: OfRecord) => params.id;

/**
 * A page below a container: not found where there is no such container. Only a page without any row can be one, so the usual way asks
 * nothing more of the database.
 */
export async function belowContainer<P extends { readonly totalItemCount: number }>(
  { tx }: RequestContext,
  kind: ContainerKind,
  id: string,
  page: Result<P, Failures>,
): Promise<Result<P, Failures>> {
  const isCertain = page.isErr() || page.value.totalItemCount > 0;
  return isCertain || (await containerExists(tx, id, kind)) ? page : missing(kind, id);
}

/** A list below a container. */
export function listBelow<Row, Q extends PageQuery, P = OfRecord>(
  kind: ContainerKind,
  list: ListQuery,
  filtersOf: (query: Q, context: RequestContext, input: P) => Filters,
  idOf: (input: P) => string = idOfRecord as unknown as (input: P) => string,
): ListOperation<Q, Row, P> {
  const plain = listOperation<Row, Q, P>(list, filtersOf);
  const page: typeof plain = Object.assign(
    async (context: RequestContext, input: { readonly query: Q } & P) =>
      belowContainer(context, kind, idOf(input), await plain(context, input)),
    {
      rows: async (context: RequestContext, input: { readonly query: Q } & P) =>
        (await containerExists(context.tx, idOf(input), kind))
          ? plain.rows(context, input)
          : missing(kind, idOf(input)),
    },
  );
  return page;
}

/** All rows of a list at once, in its own order, for the calls that are no pages. */
export async function everyRow<T>(
  tx: Transaction,
  list: ListQuery,
  filters: Readonly<Record<string, unknown>>,
): Promise<T[]> {
  const found = await list.rows(tx, { filters });
  if (found.isErr()) throw new Error(`a list in its own order was refused: ${found.error.code}`);
  const rows: T[] = [];
  for await (const batch of found.value) rows.push(...(batch as unknown as readonly T[]));
  return rows;
}
