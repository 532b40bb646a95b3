export { failureOf } from './failures.ts';
export { type Database, type DatabaseOptions, openDatabase } from './openDatabase.ts';
export { types } from './parsers.ts';
export { urlWith } from './urls.ts';
export { refreshStatistics } from './refreshStatistics.ts';
