export { mismatchOf } from './mismatch.ts';
export { memberTree } from './memberTree.ts';
