export { activityList, actionOf as deedOf, isReadableEntry, ofPay, type StoredActivity } from './activityList.ts';
export { type ChangedEntry, changedEntries } from './changedEntries.ts';
