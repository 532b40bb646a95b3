export { accessLog } from './accessLog.ts';
export { storeDownload as keepDownload } from './keepDownload.ts';
export { userActivityList } from './userActivityList.ts';
export { activeDays, activePeople, activeTypes, type ReadableEntries } from './userActivityChoices.ts';
