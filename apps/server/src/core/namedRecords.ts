import { recordExists, type RecordLocation } from '@carrara/adapters/postgres/engine/records/recordExists';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { findRecordType } from '@carrara/contract/core/recordType';
import { err, type Failure, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { type OwnerKind, ownerExists } from './ownerScope.ts';
import type { RequestContext } from './operations.ts';
import type { ListOperation, PageQuery } from './recordOperations.ts';

/** Kinds of parameters other than record types. */
const others = {
  /** Any source of carry. */
  source: { table: 'container' },
  /** A fund or coinvestment. */
  holder: { table: 'container', kind: ['fund', 'coinvestment'] },
  sector: { table: 'reference_entry', column: 'type', kind: 'sector' },
} as const satisfies Readonly<Record<string, RecordLocation>>;
const titles = { source: 'source', holder: 'fund', sector: 'sector' } as const;
type Other = keyof typeof others;
type NamedKind = OwnerKind | Other;
const isOther = (kind: NamedKind): kind is Other => Object.hasOwn(others, kind);

/** Parameters that name a record, with its kind: `fundId` a fund. */
export type NamedRecords = Readonly<Record<string, NamedKind>>;

const exists = (tx: Transaction, id: string, kind: NamedKind): Promise<boolean> =>
  isOther(kind) ? recordExists(tx, id, others[kind]) : ownerExists(tx, id, kind);
const titleOf = (kind: NamedKind): string =>
  isOther(kind) ? titles[kind] : (findRecordType(kind)?.title ?? kind).toLowerCase();

/**
 * Refuses ids that are unknown or of another kind. Otherwise the result would be empty and look as if there were no
 * data.
 *
 * Fails: NOT_FOUND at each such parameter.
 */
export async function refuseUnknown(
  tx: Transaction,
  named: NamedRecords,
  values: object,
): Promise<Result<true, Failures>> {
  const unknown: Failure[] = [];
  for (const [name, kind] of Object.entries(named)) {
    const id: unknown = Reflect.get(values, name);
    if (typeof id !== 'string' || (await exists(tx, id, kind))) continue;
    unknown.push(fail('NOT_FOUND', [name], `There is no such ${titleOf(kind)}.`));
  }
  const [first, ...others] = unknown;
  return first ? err([first, ...others]) : ok(true);
}

/** Wraps a list whose filters name records, which have to exist. */
export function withCheckedFilters<Row, Q extends PageQuery, P>(
  named: NamedRecords,
  list: ListOperation<Q, Row, P>,
): ListOperation<Q, Row, P> {
  type Input = { readonly query: Q } & P;
  const checkNames = ({ tx }: RequestContext, { query }: Input) => refuseUnknown(tx, named, query);
  const page = async (context: RequestContext, input: Input) => {
    const found = await checkNames(context, input);
    return found.isErr() ? err(found.error) : list(context, input);
  };
  const rows = async (context: RequestContext, input: Input) => {
    const found = await checkNames(context, input);
    return found.isErr() ? err(found.error) : list.rows(context, input);
  };
  return Object.assign(page, { rows });
}
