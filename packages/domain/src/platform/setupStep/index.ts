export * from './setupStep.ts';
