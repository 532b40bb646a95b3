import type { Fields } from '@carrara/contract/core/fields';
import { findRecordType, type RecordTypeName, upperFirst } from '@carrara/contract/core/recordType';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import type { AnnotatedType } from '@carrara/contract/platform/note';
import type { Permission } from '@carrara/contract/core/permissions';
import { fields, lists } from 'virtual:contract/tables';
import type { ListName, MutationName, QueryName } from '../api/operations.ts';
import type { RecordDefinition, RecordValue } from './recordDefinition.ts';

const tables: Readonly<Record<string, Fields>> = fields;
const camel = (table: string) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the parts of a record that follow from its type: its noun, fields, calls and permissions. */
export function recordCalls<const T extends RecordTypeName>(type: T) {
  const { title, list, permission, isPay, annotated } = findRecordType(type) as RecordType;
  const typeName = upperFirst(type);
  const operation = list as ListName;
  return {
    noun: title.toLowerCase(),
    ...(isPay ? { isPay } : {}),
    ...(annotated ? { annotated: type as RecordTypeName as AnnotatedType } : {}),
    fields: tables[`${type}Fields`] ?? {},
    list: { ...lists[operation], operation },
    get: `get${typeName}` as QueryName & `get${Capitalize<T>}`,
    save: `save${typeName}` as MutationName,
    remove: `delete${typeName}` as MutationName,
    editPermission: `${permission}.edit` as Permission,
    deletePermission: `${permission}.delete` as Permission,
    nameOf: ({ name }: RecordValue) => String(name),
  };
}

/** Defines a record with standard pages from its type, fields and calls. */
export function plainRecord(type: RecordTypeName): RecordDefinition {
  const { rows = {}, listAddress: base = '', menu } = findRecordType(type) as RecordType;
  const calls = recordCalls(type);
  const { noun, fields: own } = calls;
  return {
    ...calls,
    rows: Object.fromEntries(
      Object.entries(rows).flatMap(([name, table]) => {
        const fieldsOfRows = tables[`${camel(table)}Fields`];
        return fieldsOfRows ? [[name, fieldsOfRows]] : [];
      }),
    ),
    paths: {
      list: base,
      add: `${base}/add`,
      edit: (id) => `${base}/${id}/edit`,
      profile: (id, view = 'overview') => `${base}/${id}/${view}`,
    },
    viewAfterSave: 'overview',
    // Messages of the performance module end with a period, as in its specification.
    ...(menu?.module === 'performance' ? { stop: '.' } : {}),
    facts: Object.keys(own)
      .filter((name) => ['code', 'reference'].includes(own[name]?.kind ?? ''))
      .slice(0, 3),
    deletion: `Deleting this ${noun} is permanent and can't be undone. Are you sure you want to continue?`,
  };
}
