export { type Database, openDatabase } from './engine/database/index.ts';
export * from './engine/journal/index.ts';
export * from './engine/outbox/index.ts';
export {
  defaultDataDir,
  startCluster,
  stopLeftCluster,
} from './engine/supervisor/index.ts';
export * from './engine/unitOfWork/index.ts';
export * from './engine/records/index.ts';
export * from './engine/lists/index.ts';
export * from './carry/rules/index.ts';
