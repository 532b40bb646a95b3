export { letterDocx, letterPackageDocx } from './letters.ts';
