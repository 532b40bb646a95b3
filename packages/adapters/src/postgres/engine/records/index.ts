export { readSql, referenceSort, referenceSql } from './columns.ts';
export type { Child, LinkList, Parent, RecordDefinition } from './definition.ts';
export {
  type Act,
  defineRecord,
  type RecordHead,
  type RecordStore,
  type StaleFailure,
  staleFailureOf,
  type StoredRecord,
  versionRequired,
} from './recordStore.ts';
export * from './recordExists.ts';
export { recordSql } from './statements.ts';
