import { loadProfileSummary } from '@carrara/adapters/postgres/allocationProfile';
import { containerExists, participantExists } from '@carrara/adapters/postgres/carryViews';
import type { ListQuery } from '@carrara/adapters/postgres/lists';
import type { Transaction } from '@carrara/adapters/postgres/unitOfWork';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';
import { type ListOperation, listOperation, type PageQuery } from '../recordOperations.ts';

export interface OfRecord {
  readonly params: { readonly id: string };
}
type ContainerKind = 'fund' | 'coinvestment' | 'investment' | 'vintage';
type ParticipantKind = 'participant' | 'employee' | 'trust' | 'entity';
type OwnerKind = ContainerKind | ParticipantKind | 'allocationProfile';
export const missing = (what: string, id: string) => err([fail('NOT_FOUND', ['id'], `There is no ${what} ${id}.`)]);

const isContainer = (kind: OwnerKind): kind is ContainerKind =>
  kind === 'fund' || kind === 'coinvestment' || kind === 'investment' || kind === 'vintage';

/** Whether a record that a list hangs on is there, as what it is asked as. */
async function ownerExists({ tx }: RequestContext, id: string, kind: OwnerKind): Promise<boolean> {
  if (kind === 'allocationProfile') return (await loadProfileSummary(tx, id)) !== undefined;
  if (isContainer(kind)) return containerExists(tx, id, kind);
  return kind === 'participant' ? participantExists(tx, id) : participantExists(tx, id, kind);
}

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
 * A page below a record: not found where there is no such record. Rows below a container can only be those of a container of that kind, so
 * the usual way asks nothing more of the database; a trust's history asked as an employee's would have rows too.
 */
export async function belowOwner<P extends { readonly totalItemCount: number }>(
  context: RequestContext,
  kind: OwnerKind,
  id: string,
  page: Result<P, Failures>,
): Promise<Result<P, Failures>> {
  const isCertain = page.isErr() || (isContainer(kind) && page.value.totalItemCount > 0);
  return isCertain || (await ownerExists(context, id, kind)) ? page : missing(kind, id);
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
    (await ownerExists(context, idOf(input), kind)) ? list.rows(context, input) : missing(kind, idOf(input));
  return Object.assign(page, { rows });
}

/** A list below a record, from its query. */
export function listBelow<Row, Q extends PageQuery, P = OfRecord>(
  kind: OwnerKind,
  list: ListQuery,
  filtersOf: (query: Q, context: RequestContext, input: P) => Filters,
  idOf?: (input: P) => string,
): ListOperation<Q, Row, P> {
  return belowRecord(kind, listOperation<Row, Q, P>(list, filtersOf), idOf);
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
