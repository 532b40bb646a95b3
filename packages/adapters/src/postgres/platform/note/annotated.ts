import type { Permission } from '@carrara/contract/core/permissions';
import { namesTable, type RecordTypeName } from '@carrara/contract/core/recordType';
import { type RecordType, recordTypes } from '@carrara/contract/core/recordTypes';
import { type AnnotatedType, annotatedTypes } from '@carrara/contract/platform/note';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

const typeOf = (type: RecordTypeName): RecordType => recordTypes[type];
/** The records that notes and documents hang on: where each lies. */
const annotated = annotatedTypes.map((type) => [type, namesTable(typeOf(type))] as const);

type Holds = (permission: Permission) => boolean;
/** The types that somebody may read, by what they hold. */
export function readableTypes(holds: Holds): AnnotatedType[] {
  return annotatedTypes.filter((type) => holds(`${recordTypes[type].permission}.view`));
}
/** The types that somebody may read in performance, of those that it reads with a permission of its own. */
export function readableInPerformance(holds: Holds): AnnotatedType[] {
  return annotatedTypes.filter((type) => {
    const { performance } = typeOf(type);
    return performance !== undefined && holds(`${performance}.view`);
  });
}

const keptByPerformance = 'performance/';
/**
 * The notes and documents that somebody may read, as `isReadableSql` takes them: all of the types that one reads, and of those that one reads in performance
 * what performance keeps. What carry keeps of a fund is so never for who reads it in performance alone.
 */
export const readablePapers = (holds: Holds): string[] => [
  ...readableTypes(holds),
  ...readableInPerformance(holds).map((type) => `${keptByPerformance}${type}`),
];
/** SQL that tells whether a note or document on a record of a type, kept by a module, is among those. */
export const isReadableSql = (type: string, application: string, papers: string): string =>
  `(${type} = ANY (${papers}) OR (${application} IN ('performance', 'performance-lp') AND '${keptByPerformance}' || ${type} = ANY (${papers})))`;

/** SQL that answers the name of the record that a row's `object_type` and `object_id` point at. */
export const objectNameSql = (row: string): string =>
  `CASE ${annotated
    .map(
      ([type, table]) =>
        `WHEN ${row}.object_type = '${type}' THEN (SELECT o.name FROM ${table} o WHERE o.tenant_id = ${row}.tenant_id AND o.id = ${row}.object_id)`,
    )
    .join(' ')} END`;

/** SQL that tells whether a note or a document is one that compensation keeps of an employee: of those who see the pay. */
export const ofPaySql = (row: string): string => `${row}.application = 'comp' AND ${row}.object_type = 'employee'`;

/** Whether it is one of an employee whose pay the person of the transaction sees. */
export async function isPayInSight(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.query<{ sees: boolean }>('SELECT sees_pay_of($1) AS sees', [id]);
  return row?.sees ?? false;
}

/** The kind of the record with this id; undefined when no record of these types has it. */
export async function annotatedTypeOf(
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
