/** The calls of the area by concept. A concept that is added here is served, and has hooks in the web app and calls of the client and the CLI. */
export { awardEndpoints as award } from './award.ts';
export { compEmployeeEndpoints as compEmployee } from './compEmployee.ts';
export { compensationReportEndpoints as compensationReports } from './reports/endpoints.ts';
export { deferredAwardEndpoints as deferredAward } from './deferredAward.ts';
export { leavingEndpoints as leaving } from './leaverTreatment.ts';
export { ownDeferredEndpoints as ownDeferred } from './ownDeferred.ts';
export { ownPayReadEndpoints as ownPayRead } from './ownPayRead.ts';
export { payAccessEndpoints as payAccess } from './payAccess.ts';
export { payStatementEndpoints as payStatement } from './payStatement.ts';
export { payrollEndpoints as payroll } from './payroll.ts';
export { salaryEndpoints as salary } from './salary.ts';
export { yearsOfPayEndpoints as yearsOfPay } from './yearsOfPay.ts';
