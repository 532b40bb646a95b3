export { type AuditKey, auditKeyFrom } from './auditKey.ts';
export type { Change } from './change.ts';
export { type ChainHead, type ChainReport, chainHeads, verifyChain } from './verifyChain.ts';
