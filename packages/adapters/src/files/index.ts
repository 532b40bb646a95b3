export { createDiskFiles } from './diskFiles.ts';
export { fileNames, safeFileName } from './fileName.ts';
export { filesIn } from './filesIn.ts';
export { isUnencrypted, readFilesUrl } from './filesPlace.ts';
export { type FileDigest, type FileStore, isKey, keyPattern, type ListedFile, type StoredBytes } from './fileStore.ts';
export { type FilesOptions, openFiles } from './openFiles.ts';
export { type ZippedFile, zipOf } from './zipOf.ts';
export { zipWithManifest } from './zipWithManifest.ts';
