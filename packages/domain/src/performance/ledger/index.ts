export * from './commitment.ts';
export * from './effect.ts';
export * from './entry.ts';
export * from './entryType.ts';
export * from './posting.ts';
export * from './postEvent.ts';
export * from './postMany.ts';
export * from './quarter.ts';
export { shareOut } from './shareOut.ts';
