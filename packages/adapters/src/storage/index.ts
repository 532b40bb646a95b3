export {
  dataDirOf,
  openStorage,
  type ReachedDatabase,
  reachDatabase,
  stopLeftDatabase,
  type Storage,
  type StorageOptions,
} from './openStorage.ts';
export { markRestore, restoreIsDone } from './unfinishedRestore.ts';
export { diskTrouble, StorageTrouble } from './storageTrouble.ts';
export { type StorageWatch, watchStorage } from './watchStorage.ts';
