export { type AuditKey, auditKeyFrom } from './auditKey.ts';
export type { Change } from './change.ts';
export { keepHeads, keptHeads } from './keptHeads.ts';
export { type ChainHead, type ChainReport, chainHeads, verifyChain } from './verifyChain.ts';
