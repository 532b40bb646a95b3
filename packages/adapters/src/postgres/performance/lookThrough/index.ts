export * from './companyClasses.ts';
