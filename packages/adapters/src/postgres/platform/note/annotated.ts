import type { Permission } from '@carrara/contract/core/permissions';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** The records that notes and documents hang on: where each lies, and what one must hold to read it. */
const annotated = {
  fund: ['container', 'fund.view'],
  coinvestment: ['container', 'coinvestment.view'],
  investment: ['container', 'investment.view'],
  tranche: ['container', 'tranche.view'],
  vintage: ['container', 'vintage.view'],
  entity: ['container', 'entity.view'],
  employee: ['participant', 'employee.view'],
  trust: ['participant', 'trust.view'],
  allocationProfile: ['allocation_profile', 'allocationProfile.view'],
  distribution: ['distribution', 'distribution.view'],
  forecast: ['forecast', 'forecast.view'],
  realization: ['realization', 'realization.view'],
  vestingSchedule: ['vesting_schedule', 'vesting.view'],
  taxProfile: ['tax_profile', 'taxProfile.view'],
} as const satisfies Readonly<Record<string, readonly [table: string, permission: Permission]>>;

export type AnnotatedType = keyof typeof annotated;

/** The types that somebody may read, by what they hold. */
export function readableTypes(holds: (permission: Permission) => boolean): AnnotatedType[] {
  return (Object.keys(annotated) as AnnotatedType[]).filter((type) => holds(annotated[type][1]));
}

/** SQL that answers the name of the record that a row's `object_type` and `object_id` point at. */
export const objectNameSql = (row: string): string =>
  `CASE ${Object.entries(annotated)
    .map(
      ([type, [table]]) =>
        `WHEN ${row}.object_type = '${type}' THEN (SELECT o.name FROM ${table} o WHERE o.tenant_id = ${row}.tenant_id AND o.id = ${row}.object_id)`,
    )
    .join(' ')} END`;

/** The kind of the record with this id; undefined when no record of these types has it. */
export async function annotatedTypeOf(
  tx: Transaction,
  id: string,
  types: readonly AnnotatedType[],
): Promise<AnnotatedType | undefined> {
  const kinds = { container: 'o.kind', participant: 'o.kind' } as const;
  const tables = [...new Set(Object.values(annotated).map(([table]) => table))];
  const typeIn = (table: string) =>
    Object.hasOwn(kinds, table)
      ? kinds[table as keyof typeof kinds]
      : `'${Object.entries(annotated).find(([, [own]]) => own === table)?.[0] ?? ''}'`;
  const found = await tx.prepared<{ type: AnnotatedType }>(
    `SELECT type FROM (${tables
      .map((table) => `SELECT ${typeIn(table)} AS type FROM ${table} o WHERE o.tenant_id = $1 AND o.id = $2`)
      .join(' UNION ALL ')}) found WHERE type = ANY ($3::text[])`,
    [tx.tenantId, id, types],
  );
  return found[0]?.type;
}
