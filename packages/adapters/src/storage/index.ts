export { openStorage, type Storage, type StorageOptions } from './openStorage.ts';
