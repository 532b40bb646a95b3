export { createDiskFiles, removeCutFiles, type FileDigest, type FileStore } from './diskFiles.ts';
export { fileNames, safeFileName } from './fileName.ts';
export { filesIn } from './filesIn.ts';
export { zipOf } from './zipOf.ts';
