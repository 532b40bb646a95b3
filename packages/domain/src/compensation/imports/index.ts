export * from './importTypes.ts';
export * from './namedPeople.ts';
export * from './planCompensation.ts';
export * from './planEmployees.ts';
export * from './payrollRow.ts';
export * from './planPayroll.ts';
export * from './sheets.ts';
export * from './reportedOfPayroll.ts';
