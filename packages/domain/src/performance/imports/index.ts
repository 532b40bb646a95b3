export { importTypes, type ImportType } from './importTypes.ts';
export * from './planLedger.ts';
export * from './planned.ts';
export * from './planReported.ts';
export * from './planValuations.ts';
export * from './planUndo.ts';
export * from './planCommitments.ts';
