export { evidenceSeal, type ReadPack, readEvidence, writeEvidence } from './evidenceFile.ts';
