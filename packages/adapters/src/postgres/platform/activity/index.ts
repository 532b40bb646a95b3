export { activityList } from './activityList.ts';
