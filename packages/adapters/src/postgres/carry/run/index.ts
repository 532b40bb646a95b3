export { insertBulk } from './bulk.ts';
export { loadLabels, readableFailures, readableRemarks, type RunLabels } from './labels.ts';
export { nested } from './nested.ts';
export { peopleOf, type Person } from './people.ts';
export { newRowId } from './rowIds.ts';
export { loadShares } from './shares.ts';
export { isSource, profileInForce, type SourceRow, sourceColumns } from './sourceSql.ts';
