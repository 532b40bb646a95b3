export * from './explanations.ts';
export * from './payrollFiles.ts';
export * from './payrollLists.ts';
