import { containerExists } from '@carrara/adapters/postgres/carryViews';
import type { ListQuery } from '@carrara/adapters/postgres/lists';
import type { Transaction } from '@carrara/adapters/postgres/unitOfWork';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';

export interface OfRecord {
  readonly params: { readonly id: string };
}
type ContainerKind = 'fund' | 'coinvestment' | 'investment';
export const missing = (what: string, id: string) => err([fail('NOT_FOUND', ['id'], `There is no ${what} ${id}.`)]);

/** A read that hangs on a container of a kind: not found where there is none. */
export const inContainer =
  <T, I extends OfRecord>(kind: ContainerKind, read: (context: RequestContext, input: I) => Promise<T>) =>
  async (context: RequestContext, input: I): Promise<Result<T, Failures>> =>
    (await containerExists(context.tx, input.params.id, kind))
      ? ok(await read(context, input))
      : missing(kind, input.params.id);

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
