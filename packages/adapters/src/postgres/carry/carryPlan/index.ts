export { loadExisting } from './loadExisting.ts';
export { isPlainlyMade, madeTogether, makeRecords, writeRecord } from './writeRecord.ts';
