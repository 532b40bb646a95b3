import type { Fields } from '@carrara/contract/core/fields';
import { recordTypeOf, type RecordTypeName, upperFirst } from '@carrara/contract/core/recordType';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import type { AnnotatedType } from '@carrara/contract/platform/note';
import type { Permission } from '@carrara/contract/core/permissions';
import { fields, lists } from 'virtual:contract/tables';
import type { ListName, MutationName, QueryName } from '../api/operations.ts';
import type { RecordDefinition } from './recordDefinition.ts';

const tables: Readonly<Record<string, Fields>> = fields;
const camel = (table: string) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Defines a record with standard pages from its type, fields and calls. */
export function plainRecord(type: RecordTypeName): RecordDefinition {
  const is = recordTypeOf(type) as RecordType;
  const noun = is.title.toLowerCase();
  const typeName = upperFirst(type);
  const list = is.list as ListName;
  const { listAddress: base = '' } = is;
  const own = tables[`${type}Fields`] ?? {};
  return {
    noun,
    ...(is.isPay ? { isPay: true } : {}),
    ...(is.annotated ? { annotated: type as AnnotatedType } : {}),
    fields: own,
    rows: Object.fromEntries(
      Object.entries(is.rows ?? {}).flatMap(([name, table]) => {
        const fieldsOfRows = tables[`${camel(table)}Fields`];
        return fieldsOfRows ? [[name, fieldsOfRows]] : [];
      }),
    ),
    list: { ...lists[list], operation: list },
    get: `get${typeName}` as QueryName,
    save: `save${typeName}` as MutationName,
    remove: `delete${typeName}` as MutationName,
    editPermission: `${is.permission}.edit` as Permission,
    deletePermission: `${is.permission}.delete` as Permission,
    nameOf: ({ name }) => String(name),
    paths: {
      list: base,
      add: `${base}/add`,
      edit: (id) => `${base}/${id}/edit`,
      profile: (id, view = 'overview') => `${base}/${id}/${view}`,
    },
    viewAfterSave: 'overview',
    // Messages of the performance module end with a period, as in its specification.
    ...(is.menu?.module === 'performance' ? { stop: '.' } : {}),
    facts: Object.keys(own)
      .filter((name) => ['code', 'reference'].includes(own[name]?.kind ?? ''))
      .slice(0, 3),
    deletion: `Deleting this ${noun} is permanent and can't be undone. Are you sure you want to continue?`,
  };
}
