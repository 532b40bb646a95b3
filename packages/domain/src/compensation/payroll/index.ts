export * from './importTypes.ts';
export * from './planPayroll.ts';
