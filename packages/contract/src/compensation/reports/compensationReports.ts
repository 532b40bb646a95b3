import { compensationSummary } from './compensationSummary.ts';
import { deferredAwards } from './deferredAwards.ts';
import { employeeCompensation } from './employeeCompensation.ts';
import { employeeList } from './employeeList.ts';
import { payAccess } from './payAccess.ts';
import { payChanges } from './payChanges.ts';
import { payrollActuals } from './payrollActuals.ts';
import { payrollTieOut } from './payrollTieOut.ts';

/** The reports of compensation, by operation. */
export const compensationReports = {
  reportCompensationSummary: compensationSummary,
  reportDeferredAwards: deferredAwards,
  reportEmployeeCompensation: employeeCompensation,
  reportEmployeeList: employeeList,
  reportPayAccess: payAccess,
  reportPayChanges: payChanges,
  reportPayrollActuals: payrollActuals,
  reportPayrollTieOut: payrollTieOut,
} as const;
