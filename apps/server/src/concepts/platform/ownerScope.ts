import { recordExists, type RecordPlace } from '@carrara/adapters/postgres/engine/records';
import type { ListQuery } from '@carrara/adapters/postgres/engine/lists';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { nounOf, type RecordTypeName } from '@carrara/contract/core/recordType';
import { type RecordType, recordTypes } from '@carrara/contract/core/recordTypes';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../operations.ts';
import { type ListOperation, listOperation, type PageQuery } from '../../recordOperations.ts';

export interface OfRecord {
  readonly params: { readonly id: string };
}
/** The records that lists hang on; a participant is any of its kinds. */
export type OwnerKind = RecordTypeName | 'participant';
function placeOf(kind: OwnerKind): RecordPlace {
  if (kind === 'participant') return { table: kind };
  const { parent, table }: RecordType = recordTypes[kind];
  // Compensation's employees are those of carry.
  return parent ? { table: parent, kind: kind === 'compEmployee' ? 'employee' : kind } : { table };
}
export const missing = (what: string, id: string) => err([fail('NOT_FOUND', ['id'], `There is no ${what} ${id}.`)]);

/** Whether a record that a list hangs on is there, as what it is asked as. */
export const ownerExists = (tx: Transaction, id: string, kind: OwnerKind): Promise<boolean> =>
  recordExists(tx, id, placeOf(kind));

/** A read that hangs on a container of a kind: not found where there is none. */
export const inContainer =
  <T, I extends OfRecord>(kind: OwnerKind, read: (context: RequestContext, input: I) => Promise<T>) =>
  async (context: RequestContext, input: I): Promise<Result<T, Failures>> =>
    (await ownerExists(context.tx, input.params.id, kind))
      ? ok(await read(context, input))
      : missing(nounOf(kind), input.params.id);

type Filters = Readonly<Record<string, unknown>>;
const idOfRecord = ({ params }: OfRecord) => params.id;

/**
 * A page below a record: not found where there is no such record. Rows below a container can only be those of a container of that kind, so
 * the usual way asks nothing more of the database; a trust's history asked as an employee's would have rows too.
 */
export async function belowOwner<P extends { readonly totalItemCount: number }>(
  context: RequestContext,
  kind: OwnerKind,
  id: string,
  page: Result<P, Failures>,
): Promise<Result<P, Failures>> {
  const isCertain = page.isErr() || (placeOf(kind).table === 'container' && page.value.totalItemCount > 0);
  return isCertain || (await ownerExists(context.tx, id, kind)) ? page : missing(nounOf(kind), id);
}

/** A list that hangs on a record. */
export function belowRecord<Row, Q extends PageQuery, P = OfRecord>(
  kind: OwnerKind,
  list: ListOperation<Q, Row, P>,
  idOf: (input: P) => string = idOfRecord as unknown as (input: P) => string,
): ListOperation<Q, Row, P> {
  type Input = { readonly query: Q } & P;
  const page = async (context: RequestContext, input: Input) =>
    belowOwner(context, kind, idOf(input), await list(context, input));
  const rows = async (context: RequestContext, input: Input) =>
    (await ownerExists(context.tx, idOf(input), kind)) ? list.rows(context, input) : missing(nounOf(kind), idOf(input));
  return Object.assign(page, { rows });
}

/** A list below a record, from its query. */
export function listBelow<Row, Q extends PageQuery, P = OfRecord>(
  kind: OwnerKind,
  list: ListQuery<Row>,
  filtersOf: (query: Q, context: RequestContext, input: P) => Filters,
  idOf?: (input: P) => string,
): ListOperation<Q, Row, P> {
  return belowRecord(kind, listOperation<Row, Q, P>(list, filtersOf), idOf);
}

/** All rows of a list at once, in its own order, for the calls that are no pages. */
export async function everyRow<T>(
  tx: Transaction,
  list: ListQuery<T>,
  filters: Readonly<Record<string, unknown>>,
): Promise<T[]> {
  const found = await list.rows(tx, { filters });
  if (found.isErr()) throw new Error(`a list in its own order was refused: ${found.error.code}`);
  const rows: T[] = [];
  for await (const batch of found.value) rows.push(...batch);
  return rows;
}
