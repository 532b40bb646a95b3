import type { ListQuery } from '@carrara/adapters/postgres/engine/lists/listQuery';
import {
  type RecordHead,
  type RecordStore,
  type StoredRecord,
  versionRequired,
} from '@carrara/adapters/postgres/engine/records/recordStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { emptyId, type StatusValue } from '@carrara/contract/core/kinds';
import type { Page } from '@carrara/contract/core/paging';
import { findRecordType } from '@carrara/contract/core/recordType';
import { wireName } from '@carrara/contract/core/wireNames';
import { err, type Failure, type Failures, fail, noSuch, ok, type Result } from '@carrara/domain/kernel';
import type { AnyLifecycle, CalledEventOf, Lifecycle, LifecycleEvents } from '@carrara/domain/kernel/lifecycle';
import { hasVisible } from '@carrara/domain/kernel/plainText';
import { readableRecord, writableValues } from './fieldAccess.ts';
import type { RequestContext } from './operations.ts';

type Values = Readonly<Record<string, unknown>>;

/** Input of a save other than the fields. */
interface SaveHead {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
}

export interface PageQuery {
  readonly startPage: number;
  readonly pageSize: number;
  readonly sortColumn: string;
  readonly sortAsc: boolean;
  readonly searchQuery: string;
  readonly rowIds?: string | undefined;
}

interface MoveInput {
  readonly params: { readonly id: string };
  readonly body: Values & {
    readonly rowVersion?: number | null | undefined;
    readonly comment?: string | null | undefined;
  };
}
/**
 * Returns the changes of a lifecycle step besides the status, with the reason for the audit log, or why it is refused.
 */
export type PrepareMove<S extends RecordHead = StoredRecord> = (
  context: RequestContext,
  body: MoveInput['body'],
  before: S,
) => Prepared | Promise<Prepared>;
type Prepared = Result<{ readonly values: Values; readonly reason?: string | null | undefined }, Failures>;

/** Ports of a record stored as `S` and returned as `R`. */
export interface RecordPorts<R extends RecordHead, S extends RecordHead = R> {
  readonly store: RecordStore<S>;
  /** Converts a stored record to the returned one and adds computed fields. Omitted if both are the same. */
  readonly answer?: (tx: Transaction, stored: S, context: RequestContext) => Promise<R>;
  /**
   * Prepares the values to store, or refuses them by rules beyond those of single fields. `before` is undefined for a
   * new record.
   */
  readonly prepare?: (
    context: RequestContext,
    values: Values,
    before: S | undefined,
  ) => Promise<Result<Values, Failures>>;
  /** Returns why a lifecycle step is refused, if the status alone doesn't explain it. */
  readonly whyNot?: (before: S, context: RequestContext) => string | undefined;
}

const reworded = (failure: Failure, text: string | undefined): Failure =>
  text === undefined ? failure : { ...failure, detail: text };
const noComment = fail('COMMENT_REQUIRED', ['comment'], 'Enter a comment that says why.');
const otherRecord = fail(
  'MALFORMED',
  ['id'],
  'The id in the body belongs to another record. Send the same id as in the address, or leave it out.',
);

/**
 * Creates the operations of a plain record on its store: get, save and delete.
 *
 * Fails: NOT_FOUND, STALE_VERSION, ROW_VERSION_REQUIRED, DUPLICATE, IN_USE and the failures of `prepare`.
 */
export function recordOperations<R extends RecordHead, S extends RecordHead = R>({
  store,
  answer = async (_tx, stored) => stored as RecordHead as R,
  prepare,
  whyNot,
}: RecordPorts<R, S>) {
  const { objectType } = store.definition;
  const title = findRecordType(objectType)?.title.toLowerCase() ?? 'record';
  const missing = () => err([noSuch(title)]);
  const { fields } = store.definition;
  const answered = async (context: RequestContext, stored: S): Promise<R> =>
    readableRecord(fields, await answer(context.tx, stored, context), context.grants);

  async function get(
    context: RequestContext,
    { params }: { readonly params: { readonly id: string } },
  ): Promise<Result<R, Failures>> {
    const stored = await store.load(context.tx, params.id);
    return stored ? ok(await answered(context, stored)) : missing();
  }

  const save =
    (operation: string | ((values: Values, before: S | undefined) => string)) =>
    async (context: RequestContext, { body }: { readonly body: SaveHead & object }): Promise<Result<R, Failures>> => {
      const { id, rowVersion, reason, ...rest } = body as SaveHead & Values;
      // If a record has a reason field of its own, like a salary, one input serves for both.
      const values = 'reason' in fields ? { ...rest, reason } : rest;
      const isNew = id === undefined || id === null || id === emptyId;
      const before = isNew ? undefined : await store.load(context.tx, id);
      if (!isNew && !before) return missing();
      if (before && typeof rowVersion !== 'number') return err([versionRequired]);
      const writable = writableValues(fields, values, before, context.grants);
      if (writable.isErr()) return err(writable.error);
      const prepared = prepare ? await prepare(context, writable.value, before) : ok(writable.value);
      if (prepared.isErr()) return err(prepared.error);
      // A save that serves several operations is recorded under the one that it performs.
      const act = { operation: typeof operation === 'string' ? operation : operation(prepared.value, before), reason };
      const saved = before
        ? await store.update(context.tx, act, before.id, rowVersion ?? 0, prepared.value)
        : await store.insert(context.tx, act, prepared.value);
      if (saved.isErr()) return err([saved.error]);
      return ok(await answered(context, saved.value));
    };

  /**
   * Creates the lifecycle steps that have an endpoint. Each changes the status, and the values from that step's
   * `prepare` if there is one.
   *
   * Fails: WRONG_STATE, STALE_VERSION, COMMENT_REQUIRED if the step's button requires one, and the failures of `prepare`.
   */
  function moves<L extends AnyLifecycle & Pick<Lifecycle<string, LifecycleEvents<string>>, 'apply'>>(
    lifecycle: L,
    prepared: { readonly [E in CalledEventOf<L>]?: PrepareMove<S> } = {},
  ) {
    const by: Readonly<Record<string, PrepareMove<S> | undefined>> = prepared;
    const move =
      (event: string) =>
      async (context: RequestContext, { params, body }: MoveInput): Promise<Result<R, Failures>> => {
        const before = await store.load(context.tx, params.id);
        if (!before) return missing();
        const { id = null } = body;
        if (id !== null && id !== params.id) return err([otherRecord]);
        const applied = lifecycle.apply((before as S & { readonly status: StatusValue }).status.code, event);
        if (applied.isErr()) return err([reworded(applied.error, whyNot?.(before, context))]);
        if (lifecycle.events[event]?.button?.comment === 'required' && !hasVisible(body.comment))
          return err([noComment]);
        const more = (await by[event]?.(context, body, before)) ?? ok({ values: {}, reason: body.comment });
        if (more.isErr()) return err(more.error);
        const act = { operation: event, reason: more.value.reason };
        const changed = { ...more.value.values, status: applied.value };
        const saved = await store.update(context.tx, act, params.id, body.rowVersion ?? before.rowVersion, changed);
        return saved.isErr() ? err([saved.error]) : ok(await answered(context, saved.value));
      };
    const called = Object.entries(lifecycle.events).flatMap(([event, { call }]) =>
      call ? [[event, move(event)]] : [],
    );
    return Object.fromEntries(called) as { readonly [E in CalledEventOf<L>]: ReturnType<typeof move> };
  }

  return { get, save, remove: removalOf(store), moves };
}

const removalOf =
  (store: Pick<RecordPorts<RecordHead, RecordHead>['store'], 'remove'>) =>
  (operation: string) =>
  async (
    { tx }: RequestContext,
    {
      params,
      query,
    }: { readonly params: { readonly id: string }; readonly query: { readonly rowVersion?: number | undefined } },
  ): Promise<Result<{ id: string }, Failures>> => {
    const removed = await store.remove(tx, { operation }, params.id, query.rowVersion);
    return removed.map(({ id }) => ({ id })).mapErr((failure) => [failure]);
  };

type Totals = { field: string; total: string | null }[] | undefined;
type AnsweredPage<Row> = Omit<Page<Row>, 'pageData' | 'totals'> & { pageData: Row[]; totals?: Totals };

/**
 * A list operation that can also return all rows for an export. They are read with a cursor and never all in memory.
 */
export interface ListOperation<Q, Row, P = unknown> {
  (context: RequestContext, input: { readonly query: Q } & P): Promise<Result<AnsweredPage<Row>, Failures>>;
  rows(
    context: RequestContext,
    input: { readonly query: Q } & P,
  ): Promise<Result<AsyncIterable<readonly Row[]>, Failures>>;
  /** Set if a page is a single statement. */
  readonly readsOnce?: true;
}

/**
 * Creates a paged list from its query. The request's own parameters are used as the filters of the same names, unless
 * `filtersOf` maps them.
 */
export function listOperation<Row, Q extends PageQuery, P = unknown>(
  list: Pick<ListQuery<Row>, 'page' | 'rows'>,
  filtersOf: (query: Q, context: RequestContext, input: P) => Values = ownFilters,
): ListOperation<Q, Row, P> {
  const requestOf = (context: RequestContext, input: { readonly query: Q } & P) => {
    const { startPage, pageSize, sortColumn, sortAsc, searchQuery } = input.query;
    const filters = filtersOf(input.query, context, input);
    return { startPage, pageSize, sortColumn, sortAsc, searchQuery, filters, rowIds: requestedRows(input.query) };
  };
  const page = async (context: RequestContext, input: { readonly query: Q } & P) => {
    const found = await list.page(context.tx, requestOf(context, input));
    return found
      .map(({ pageData, totals, ...answer }) => ({
        ...answer,
        pageData: [...pageData],
        ...(totals ? { totals: [...totals] } : {}),
        sort: wireName(input.query.sortColumn),
      }))
      .mapErr((failure) => [failure]);
  };
  const rows = async (context: RequestContext, input: { readonly query: Q } & P) => {
    const found = await list.rows(context.tx, requestOf(context, input));
    return found.mapErr((failure) => [failure]);
  };
  return Object.assign(page, { rows, readsOnce: true as const });
}

/** Returns the ids of the rows that a file is limited to, in lower case; undefined for all matching rows. */
export const requestedRows = ({ rowIds }: Pick<PageQuery, 'rowIds'>): readonly string[] | undefined =>
  rowIds === undefined ? undefined : rowIds.toLowerCase().split('.');

function ownFilters(query: PageQuery): Values {
  const { startPage: _1, pageSize: _2, sortColumn: _3, sortAsc: _4, searchQuery: _5, ...filters } = query;
  const { format: _6, rowIds: _7, ...own } = filters as Values & { readonly format?: unknown };
  return own;
}
