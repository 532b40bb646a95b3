export { type TestBucket, testBucket } from './testBucket.ts';
