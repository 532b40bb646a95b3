export { loadExisting } from './loadExisting.ts';
export {
  isPlainCreation as isPlainlyMade,
  createdTogether as madeTogether,
  createRecords as makeRecords,
  writeRecord,
} from './writeRecord.ts';
