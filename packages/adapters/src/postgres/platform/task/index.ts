export { beatTask, claimTask, type ClaimedTask, endTask, pruneTasks, type TaskEnd } from './working.ts';
export { askStop, insertTask, listTasks, loadTask, type StoredTask } from './tasks.ts';
