export { databaseRules, databaseRulesByKind, foreignKinds, migratedRules } from './databaseRules.ts';
export { alone } from './alone.ts';
export { ensureDatabase } from './logins.ts';
export { failureOf, isDatabaseAway } from './failures.ts';
export { type Database, openDatabase, openPool } from './openDatabase.ts';
export { types } from './parsers.ts';
export { urlWith } from './urls.ts';
export { refreshStatistics } from './refreshStatistics.ts';
export { removeAllFirms } from './removeAllFirms.ts';
