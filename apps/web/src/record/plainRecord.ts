import type { Fields } from '@carrara/contract/core/fields';
import { findRecordType, type RecordTypeName, upperFirst } from '@carrara/contract/core/recordType';
import type { RecordType } from '@carrara/contract/manifests/manifest';
import type { AnnotatedType } from '@carrara/contract/platform/note/note';
import type { Permission } from '@carrara/contract/core/permissions';
import type { MutationName, QueryName } from '../api/operations.ts';
import type { RecordDefinition, RecordValue } from './recordDefinition.ts';

/** The tables of a record type, as `records` of the contract lists them. */
export interface RecordTables extends Pick<RecordDefinition, 'fields' | 'list'> {
  readonly rows: Readonly<Record<string, Fields>>;
}

/** Returns the parts of a record that follow from its type: its noun, fields, calls and permissions. */
export function recordCalls<const T extends RecordTypeName>(type: T, { fields, list }: RecordTables) {
  const { title, permission, isPay, annotated } = findRecordType(type) as RecordType;
  const typeName = upperFirst(type);
  return {
    noun: title.toLowerCase(),
    ...(isPay ? { isPay } : {}),
    ...(annotated ? { annotated: type as RecordTypeName as AnnotatedType } : {}),
    fields,
    list,
    get: `get${typeName}` as QueryName & `get${Capitalize<T>}`,
    save: `save${typeName}` as MutationName,
    remove: `delete${typeName}` as MutationName,
    editPermission: `${permission}.edit` as Permission,
    deletePermission: `${permission}.delete` as Permission,
    nameOf: ({ name }: RecordValue) => String(name),
  };
}

/** Defines a record with standard pages from its type, fields and calls. */
export function plainRecord(type: RecordTypeName, tables: RecordTables): RecordDefinition {
  const { listAddress: base = '', menu } = findRecordType(type) as RecordType;
  const calls = recordCalls(type, tables);
  const { noun, fields: own } = calls;
  return {
    ...calls,
    rows: tables.rows,
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
