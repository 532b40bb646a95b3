export { fillTenant } from './fillTenant.ts';
export { noteStandardEntries, standardNote } from './standardNote.ts';
export { type StandardEntry, standardEntries } from './standardEntries.ts';
