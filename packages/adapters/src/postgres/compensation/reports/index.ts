export * from './deferredAwards.ts';
export * from './employeeList.ts';
export * from './payAccess.ts';
export * from './payChanges.ts';
export * from './payrollActuals.ts';
export * from './payrollTieOut.ts';
