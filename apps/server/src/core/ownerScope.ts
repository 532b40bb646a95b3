import { recordExists, type RecordLocation } from '@carrara/adapters/postgres/engine/records/recordExists';
import type { ListQuery } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { recordNoun, type RecordTypeName } from '@carrara/contract/core/recordType';
import { recordTypes } from '@carrara/contract/core/registry';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import { err, type Failures, noSuch, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from './operations.ts';
import { type ListOperation, listOperation, type PageQuery } from './recordOperations.ts';

export interface OfRecord {
  readonly params: { readonly id: string };
}
/** Types of records that lists belong to. `participant` stands for any of its kinds. */
export type OwnerKind = RecordTypeName | 'participant';
function locationOf(kind: OwnerKind): RecordLocation {
  if (kind === 'participant') return { table: kind };
  const { parent, table }: RecordType = recordTypes[kind];
  // Compensation and carry share the employees.
  return parent ? { table: parent, kind: kind === 'compEmployee' ? 'employee' : kind } : { table };
}
export const ownerNotFound = (noun: string) => err([noSuch(noun)]);

/** True if a list's record exists and has the requested type. */
export const ownerExists = (tx: Transaction, id: string, kind: OwnerKind): Promise<boolean> =>
  recordExists(tx, id, locationOf(kind));

/** Wraps a read that belongs to a container of some type. Not found if it doesn't exist. */
export const containerRead =
  <T, I extends OfRecord>(kind: OwnerKind, read: (context: RequestContext, input: I) => Promise<T>) =>
  async (context: RequestContext, input: I): Promise<Result<T, Failures>> =>
    (await ownerExists(context.tx, input.params.id, kind))
      ? ok(await read(context, input))
      : ownerNotFound(recordNoun(kind));

type Filters = Readonly<Record<string, unknown>>;
const idOfRecord = ({ params }: OfRecord) => params.id;

/**
 * Returns a page of rows below a record. Not found if the record doesn't exist. Rows below a container imply that it
 * has the right type, so normally no extra query is needed. A trust's history requested as an employee's would have
 * rows too, so it is checked.
 */
async function belowOwner<P extends { readonly totalItemCount: number }>(
  context: RequestContext,
  kind: OwnerKind,
  id: string,
  page: Result<P, Failures>,
): Promise<Result<P, Failures>> {
  const isCertain = page.isErr() || (locationOf(kind).table === 'container' && page.value.totalItemCount > 0);
  return isCertain || (await ownerExists(context.tx, id, kind)) ? page : ownerNotFound(recordNoun(kind));
}

/** Wraps a list that belongs to a record. Without `idOf`, its input is that of `OfRecord`, which is the default of `P`. */
export function ownedList<Row, Q extends PageQuery, P = OfRecord>(
  kind: OwnerKind,
  list: ListOperation<Q, Row, P>,
  idOf: (input: P) => string = idOfRecord as (input: P) => string,
): ListOperation<Q, Row, P> {
  type Input = { readonly query: Q } & P;
  const page = async (context: RequestContext, input: Input) =>
    belowOwner(context, kind, idOf(input), await list(context, input));
  const rows = async (context: RequestContext, input: Input) =>
    (await ownerExists(context.tx, idOf(input), kind)) ? list.rows(context, input) : ownerNotFound(recordNoun(kind));
  return Object.assign(page, { rows });
}

export function ownedListOperation<Row, Q extends PageQuery, P = OfRecord>(
  kind: OwnerKind,
  list: ListQuery<Row>,
  filtersOf: (query: Q, context: RequestContext, input: P) => Filters,
  idOf?: (input: P) => string,
): ListOperation<Q, Row, P> {
  return ownedList(kind, listOperation<Row, Q, P>(list, filtersOf), idOf);
}

/** Returns all rows of a list at once, in its own order, for endpoints without pages. */
export async function listAllRows<T>(
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
