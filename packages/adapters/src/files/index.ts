export { fileNames, safeFileName } from './fileName.ts';
