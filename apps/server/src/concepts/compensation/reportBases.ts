/** The bases of the reports of compensation, by operation. `reports.ts` adds those that need data of carry. */
export { deferredAwards as reportDeferredAwards } from '@carrara/adapters/postgres/compensation/reports/deferredAwards';
export { employeeList as reportEmployeeList } from '@carrara/adapters/postgres/compensation/reports/employeeList';
export { payAccess as reportPayAccess } from '@carrara/adapters/postgres/compensation/reports/payAccess';
export { payChanges as reportPayChanges } from '@carrara/adapters/postgres/compensation/reports/payChanges';
export { payrollActuals as reportPayrollActuals } from '@carrara/adapters/postgres/compensation/reports/payrollActuals';
export { payrollTieOut as reportPayrollTieOut } from '@carrara/adapters/postgres/compensation/reports/payrollTieOut';
