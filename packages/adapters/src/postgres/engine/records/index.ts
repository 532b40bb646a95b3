export {
  type Act,
  defineRecord,
  type RecordHead,
  type RecordStore,
  staleFailureOf,
  type StoredRecord,
  versionRequired,
} from './recordStore.ts';
export * from './recordExists.ts';
export { recordSql } from './statements.ts';
