export * from './evidence.ts';
export * from './verifyEvidence.ts';
