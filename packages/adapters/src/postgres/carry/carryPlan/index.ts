export { loadExisting } from './loadExisting.ts';
export { isPlainlyMade, madeTogether, makeRecords, type RefusedWrite, writeRecord } from './writeRecord.ts';
