export { evidenceOf } from './evidenceOf.ts';
