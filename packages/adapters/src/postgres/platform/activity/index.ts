export { activityList, type StoredActivity } from './activityList.ts';
