export * from './payrollFiles.ts';
export * from './payrollLists.ts';
