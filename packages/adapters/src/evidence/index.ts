export { evidenceSeal, type ReadPack, readEvidence, type SealedEvidence, writeEvidence } from './evidenceFile.ts';
