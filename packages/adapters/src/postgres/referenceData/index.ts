export { type StandardEntry, standardEntries } from './standardEntries.ts';
