export { activityList, annotatedOf, deedOf, type StoredActivity } from './activityList.ts';
export { type ChangedEntry, changedEntries } from './changedEntries.ts';
