import {
  deferredAwards,
  employeeList,
  payAccess,
  payChanges,
  payrollActuals,
  payrollTieOut,
} from '@carrara/adapters/postgres/compensation/reports';
import type { compensationReportEndpoints } from '@carrara/contract/compensation/reports/endpoints';
import { reportOperations } from '../../core/reportOperations.ts';
import { compensationSummary, employeeCompensation } from './yearReports.ts';
import type { CarryPorts } from './yearsOfPay.ts';

export const compensationReportOperations = (ports: CarryPorts) =>
  reportOperations<typeof compensationReportEndpoints>({
    reportCompensationSummary: compensationSummary(ports),
    reportDeferredAwards: deferredAwards,
    reportEmployeeCompensation: employeeCompensation(ports),
    reportEmployeeList: employeeList,
    reportPayAccess: payAccess,
    reportPayChanges: payChanges,
    reportPayrollActuals: payrollActuals,
    reportPayrollTieOut: payrollTieOut,
  });
