export { createDiskFiles, type FileStore } from './diskFiles.ts';
export { fileNames, safeFileName } from './fileName.ts';
