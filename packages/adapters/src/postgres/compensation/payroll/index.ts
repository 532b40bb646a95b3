export * from './explanations.ts';
export * from './payrollFiles.ts';
export * from './payrollLists.ts';
export * from './salariedPeople.ts';
