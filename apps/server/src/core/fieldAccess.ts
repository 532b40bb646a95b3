import type { Column, Fields } from '@carrara/contract/core/fields';
import type { ListDefinition, Page } from '@carrara/contract/core/paging';
import { emptyId } from '@carrara/contract/core/kinds';
import { type Grants, hasPermission } from '@carrara/contract/core/permissions';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';

type Values = Readonly<Record<string, unknown>>;

/** Returns the names of the fields with a permission that these roles lack. */
export const withheldFields = (fields: Fields, grants: Grants): string[] =>
  Object.entries(fields).flatMap(([name, { permission }]) =>
    permission !== undefined && !hasPermission(grants, permission) ? [name] : [],
  );

/** Returns a record with null for fields that these roles may not read. */
export const readableRecord = <R extends object>(fields: Fields, record: R, grants: Grants): R => ({
  ...record,
  ...Object.fromEntries(withheldFields(fields, grants).map((name) => [name, null])),
});

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && 'id' in value && value.id === emptyId);

/**
 * Returns the values that a save changes. Fields that the person can't see keep their stored values.
 *
 * Fails: FORBIDDEN for a given field that may not be changed.
 */
export function writableValues(
  fields: Fields,
  values: Values,
  before: object | undefined,
  grants: Grants,
): Result<Values, Failures> {
  const withheld = withheldFields(fields, grants).filter((name) => !fields[name]?.readOnly);
  const failures = withheld.flatMap((name) => {
    if (isBlank(values[name])) return [];
    const { title = name } = fields[name] ?? {};
    const message = `You don't have permission to change ${title}. Leave it out, or ask an administrator.`;
    return [fail('FORBIDDEN', [name], message)];
  });
  if (failures.length > 0) return err(failures);
  const stored = Object.entries(before ?? {}).filter(([name]) => withheld.includes(name));
  return ok({ ...values, ...Object.fromEntries(stored) });
}

const isReadable = ({ permission }: Column, grants: Grants) =>
  permission === undefined || hasPermission(grants, permission);

/** Returns the columns that these roles may read. */
export const readableColumns = (columns: readonly Column[], grants: Grants): readonly Column[] =>
  columns.filter((column) => isReadable(column, grants));

/**
 * Checks that a list isn't sorted by a column that these roles may not read, because the order would disclose its
 * values.
 *
 * Fails: FORBIDDEN.
 */
export function checkSort({ columns }: ListDefinition, query: unknown, grants: Grants): Result<void, Failures> {
  const { sortColumn } = query as { readonly sortColumn?: string };
  const column = columns.find(({ field }) => field === sortColumn);
  if (!column || isReadable(column, grants)) return ok(undefined);
  return err([
    fail('FORBIDDEN', ['sortColumn'], `You don't have permission to see ${column.title}. Sort by another column.`),
  ]);
}

/** Returns a page of a list with null for values that these roles may not read. */
export function readablePage({ columns }: ListDefinition, page: unknown, grants: Grants): unknown {
  const withheld = columns.filter((column) => !isReadable(column, grants)).map(({ field }) => [field, null]);
  if (withheld.length === 0) return page;
  const nothing = Object.fromEntries(withheld) as Values;
  const { pageData, ...rest } = page as Page<object>;
  return { ...rest, pageData: pageData.map((row) => ({ ...row, ...nothing })) };
}
