export * from './definePlainRecord.ts';
