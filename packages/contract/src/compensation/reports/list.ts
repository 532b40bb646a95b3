/** A report that is added here, under the name of its operation, gets a call, a screen, a menu entry, files and a command. */
export { compensationSummary as reportCompensationSummary } from './compensationSummary.ts';
export { deferredAwards as reportDeferredAwards } from './deferredAwards.ts';
export { employeeCompensation as reportEmployeeCompensation } from './employeeCompensation.ts';
export { employeeList as reportEmployeeList } from './employeeList.ts';
export { payAccess as reportPayAccess } from './payAccess.ts';
export { payChanges as reportPayChanges } from './payChanges.ts';
export { payrollActuals as reportPayrollActuals } from './payrollActuals.ts';
export { payrollTieOut as reportPayrollTieOut } from './payrollTieOut.ts';
