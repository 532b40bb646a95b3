import type { compensationReportEndpoints } from '@carrara/contract/compensation/reports/endpoints';
import { reportOperations } from '../../core/reportOperations.ts';
import * as reportBases from './reportBases.ts';
import { compensationSummary, employeeCompensation } from './yearReports.ts';
import type { CarryPorts } from './yearsOfPay.ts';

export const compensationReportOperations = (ports: CarryPorts) =>
  reportOperations<typeof compensationReportEndpoints>({
    ...reportBases,
    reportCompensationSummary: compensationSummary(ports),
    reportEmployeeCompensation: employeeCompensation(ports),
  });
