export { fillTenant } from './fillTenant.ts';
export { noteStandardEntries, standardNote } from './standardNote.ts';
