export { type Database, type DatabaseOptions, failureOf, openDatabase } from './database/index.ts';
export * from './journal/index.ts';
export * from './outbox/index.ts';
export { type Cluster, type ClusterOptions, defaultDataDir, startCluster } from './supervisor/index.ts';
export * from './unitOfWork/index.ts';
export * from './records/index.ts';
export * from './lists/index.ts';
export * from './carry/index.ts';
