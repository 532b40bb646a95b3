import type { carryReportEndpoints } from '@carrara/contract/carry/reports/endpoints';
import { reportOperations } from '../../../core/reportOperations.ts';
import { carryAtNavReport } from '../navAccrual/carryAtNavReport.ts';
import { carryReconciliation } from '../navAccrual/carryReconciliation.ts';
import type { NavPorts } from '../navAccrual/readCarryAtNav.ts';
import * as reportBases from './reportBases.ts';

export const carryReportOperations = (ports: NavPorts) =>
  reportOperations<typeof carryReportEndpoints>({
    ...reportBases,
    reportCarryAtNav: carryAtNavReport(ports),
    reportCarryReconciliation: carryReconciliation(ports),
  });
