export { loadExisting } from './loadExisting.ts';
export { writeRecord } from './writeRecord.ts';
