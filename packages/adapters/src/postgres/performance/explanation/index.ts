export * from './explainedSubject.ts';
export * from './factDetails.ts';
