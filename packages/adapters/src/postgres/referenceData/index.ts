export { fillTenant } from './fillTenant.ts';
export { type StandardEntry, standardEntries } from './standardEntries.ts';
