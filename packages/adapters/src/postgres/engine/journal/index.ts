export { beginStates } from './beginStates.ts';
export { type AuditKey, auditKeyFrom, type ChainedEntry, chainHash, readAuditKey } from './auditKey.ts';
export type { Change } from './change.ts';
export { brokenDays, sealDay, type SealedLog, unsealedDays } from './dailySeal.ts';
export { type Layout, keepLayout, readLayout } from './layout.ts';
export { recordTables, tablesApart } from './recordTables.ts';
export { headsIn, highest, keepHeads, keptHeads } from './keptHeads.ts';
export { type ChainHead, type ChainReport, chainHeads, verifyChain } from './verifyChain.ts';
export { installedKey, OtherKey } from './installedKey.ts';
