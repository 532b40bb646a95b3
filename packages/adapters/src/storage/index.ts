export {
  dataDirOf,
  openStorage,
  reachDatabase,
  stopLeftDatabase,
  type Storage,
  type StorageOptions,
} from './openStorage.ts';
export { markRestore, restoreIsDone } from './unfinishedRestore.ts';
export { diskTrouble } from '../files/storageTrouble.ts';
export { watchStorage } from './watchStorage.ts';
