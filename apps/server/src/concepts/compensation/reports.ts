import { deferredAwards } from '@carrara/adapters/postgres/compensation/reports/deferredAwards';
import { employeeList } from '@carrara/adapters/postgres/compensation/reports/employeeList';
import { payAccess } from '@carrara/adapters/postgres/compensation/reports/payAccess';
import { payChanges } from '@carrara/adapters/postgres/compensation/reports/payChanges';
import { payrollActuals } from '@carrara/adapters/postgres/compensation/reports/payrollActuals';
import { payrollTieOut } from '@carrara/adapters/postgres/compensation/reports/payrollTieOut';
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
