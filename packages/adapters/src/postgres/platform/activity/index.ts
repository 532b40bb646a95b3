export { activityList, actionOf as actionSql, isReadableEntry, ofPay, type StoredActivity } from './activityList.ts';
export { type ChangedEntry, changedEntries } from './changedEntries.ts';
