export { beatTask, claimTask, type ClaimedTask, endTask, pruneTasks, taskCounts, type TaskEnd } from './working.ts';
export { askStop, insertTask, listTasks, loadTask, type StoredTask } from './tasks.ts';
