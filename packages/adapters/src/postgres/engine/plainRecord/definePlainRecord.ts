import type { Fields } from '@carrara/contract/core/fields';
import type { ListDefinition } from '@carrara/contract/core/paging';
import { findRecordType, type RecordTypeName } from '@carrara/contract/core/recordType';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, type ColumnsOf, type ListColumn, referenceColumn } from '../lists/definition.ts';
import { defineListQuery, type ListQuery } from '../lists/listQuery.ts';
import { readSql } from '../records/columns.ts';
import { type Child, snakeCase } from '../records/definition.ts';
import { defineRecord, type RecordHead, type RecordStore } from '../records/recordStore.ts';

/** Fields that the parent's table stores for each of its records. */
const inParent = ['code', 'name', 'legalName'];

interface PlainRecord<E> {
  readonly fields: Fields;
  /** Fields of the record's child rows, by the field that holds them. */
  readonly rows?: Readonly<Record<string, Fields>>;
  /** Endpoint that lists the records. */
  readonly list: E;
}

/**
 * Creates the store and the list of a plain record. It is a row in its type's table and in its parent's, child rows,
 * and columns equal to its fields.
 */
export const definePlainRecord =
  <R extends RecordHead>() =>
  <E extends { readonly list: ListDefinition }>(
    type: RecordTypeName,
    { fields, rows = {}, list }: PlainRecord<E>,
  ): { readonly store: RecordStore<R>; readonly list: ListQuery<RowOf<E>> } => {
    const { table, parent, rows: tables = {} } = findRecordType(type) as RecordType;
    const parentFields = parent ? inParent.filter((name) => name in fields) : [];
    const children = Object.entries(rows).map(([name, own]): [string, Child] => [
      name,
      { table: tables[name] ?? '', owner: `${table}_id`, fields: own, ordered: true },
    ]);
    const store = defineRecord<R>({
      objectType: type,
      table,
      ...(parent ? { parents: [{ table: parent, kind: type, fields: parentFields }] } : {}),
      fields,
      children: Object.fromEntries(children),
    });
    const joined = parent ? ['t'] : [];
    const columnOf = (name: string): ListColumn => {
      const field = fields[name];
      if (!field) throw new Error(`${type} has no field ${name} to list`);
      const isStored = parentFields.includes(name);
      const at = `${isStored || !parent ? 'b' : 't'}.${snakeCase(name)}`;
      const joins = isStored ? [] : joined;
      if (field.kind === 'reference') return referenceColumn(`${at}_id`, field.target ?? '', joins);
      if (field.kind === 'address') return { value: readSql(field.kind, at), sort: `lower(${at}_city)`, joins };
      return column(field.kind, at, joins);
    };
    // The columns are those of the endpoint, so the rows are as well.
    const columns: Readonly<Record<string, ListColumn>> = {
      rowVersion: column('count', `${parent ? 't' : 'b'}.row_version`, joined),
      ...Object.fromEntries(list.list.columns.map(({ field }) => [field, columnOf(field)])),
    };
    const listQuery = defineListQuery<RowOf<E>>({
      base: parent
        ? {
            table: parent,
            where: `b.kind = '${type}'`,
            joins: { t: `JOIN ${table} t ON t.tenant_id = b.tenant_id AND t.id = b.id` },
          }
        : { table },
      columns: columns as ColumnsOf<RowOf<E>>,
      search: parent
        ? { text: 'b.search_text', index: `matching_${parent}s` }
        : {
            text: `lower(${inParent.flatMap((name) => (name in fields ? [`b.${snakeCase(name)}`] : [])).join(` || E'\\n' || `)})`,
          },
      defaultSort: list.list.defaultSort,
    });
    return { store, list: listQuery };
  };
