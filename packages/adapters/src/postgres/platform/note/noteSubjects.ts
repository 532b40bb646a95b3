import type { Permission } from '@carrara/contract/core/permissions';
import { nameTable, type RecordTypeName } from '@carrara/contract/core/recordType';
import { recordTypes } from '@carrara/contract/core/registry';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import { type AnnotatedType, annotatedTypes } from '@carrara/contract/platform/note/note';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

const typeOf = (type: RecordTypeName): RecordType => recordTypes[type];
/** Types of records that can have notes and documents, with their tables. */
const annotated = annotatedTypes.map((type) => [type, nameTable(typeOf(type))] as const);

type PermissionCheck = (permission: Permission) => boolean;
/** Returns the types that a person may read, by their permissions. */
export function readableTypes(hasPermission: PermissionCheck): AnnotatedType[] {
  return annotatedTypes.filter((type) => hasPermission(`${recordTypes[type].permission}.view`));
}
/** Returns the types that a person may read through a separate permission of performance. */
export function readableInPerformance(hasPermission: PermissionCheck): AnnotatedType[] {
  return annotatedTypes.filter((type) => {
    const { performance } = typeOf(type);
    return performance !== undefined && hasPermission(`${performance}.view`);
  });
}

const storedByPerformance = 'performance/';
/**
 * Returns the notes and documents that a person may read, in the form that `isReadableSql` needs. These are all of
 * the readable types, and those stored by performance for types readable in performance. So somebody who may read a
 * fund only in performance never sees carry's notes on it.
 */
export const readablePapers = (hasPermission: PermissionCheck): string[] => [
  ...readableTypes(hasPermission),
  ...readableInPerformance(hasPermission).map((type) => `${storedByPerformance}${type}`),
];
/** True if a note or document with this record type and application is among those. */
export const isReadable = (type: AnnotatedType, application: string, papers: readonly string[]): boolean =>
  papers.includes(type) ||
  (['performance', 'performance-lp'].includes(application) && papers.includes(`${storedByPerformance}${type}`));
/** Returns SQL that is true if a note or document is among those, by its record's type and its application. */
export const isReadableSql = (type: string, application: string, papers: string): string =>
  `(${type} = ANY (${papers}) OR (${application} IN ('performance', 'performance-lp') AND '${storedByPerformance}' || ${type} = ANY (${papers})))`;

/** Returns SQL for the name of the record that a row's `object_type` and `object_id` refer to. */
export const objectNameSql = (row: string): string =>
  `CASE ${annotated
    .map(
      ([type, table]) =>
        `WHEN ${row}.object_type = '${type}' THEN (SELECT o.name FROM ${table} o WHERE o.tenant_id = ${row}.tenant_id AND o.id = ${row}.object_id)`,
    )
    .join(' ')} END`;

/**
 * Returns SQL that is true if compensation stores the note or document with an employee. Only people who may see the
 * pay can read it.
 */
export const isPayNoteSql = (row: string): string => `${row}.application = 'comp' AND ${row}.object_type = 'employee'`;

/** True if the person of the transaction may see the pay of this employee. */
export async function isPayVisible(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.query<{ canView: boolean }>('SELECT can_view_pay($1) AS "canView"', [id]);
  return row?.canView ?? false;
}

/** Returns those of some people who may see the pay of this employee. Nobody if the person of the transaction may not. */
export async function payReaders(tx: Transaction, employee: string, people: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>('SELECT pay_readers($1, $2::uuid[]) AS id', [employee, people]);
  return rows.map(({ id }) => id);
}

/** Returns the record type with this id. Undefined if no record of these types has it. */
export async function readAnnotatedType(
  tx: Transaction,
  id: string,
  types: readonly AnnotatedType[],
): Promise<AnnotatedType | undefined> {
  const tables = [...new Set(annotated.map(([, table]) => table))];
  const typeIn = (table: string) => {
    const own = annotated.find(([type]) => typeOf(type).table === table && !typeOf(type).parent);
    return own ? `'${own[0]}'` : 'o.kind';
  };
  const found = await tx.prepared<{ type: AnnotatedType }>(
    `SELECT type FROM (${tables
      .map((table) => `SELECT ${typeIn(table)} AS type FROM ${table} o WHERE o.tenant_id = $1 AND o.id = $2`)
      .join(' UNION ALL ')}) found WHERE type = ANY ($3::text[])`,
    [tx.tenantId, id, types],
  );
  return found[0]?.type;
}
