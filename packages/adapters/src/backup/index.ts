export { type BackupSource, createBackup } from './createBackup.ts';
export { lastBackup } from './lastBackup.ts';
export { type BackupManifest, BackupRefusal } from './format.ts';
export { brokenReferences } from './obstacles.ts';
export type { ReadBackup } from './readBackup.ts';
export { restoreBackup } from './restoreBackup.ts';
export { verifyBackup } from './verifyBackup.ts';
