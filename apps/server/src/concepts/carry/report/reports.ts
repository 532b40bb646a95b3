import type { carryReportEndpoints } from '@carrara/contract/carry/reports/endpoints';
import { reportOperations } from '../../../core/reportOperations.ts';
import * as reportBases from './reportBases.ts';

export const carryReportOperations = reportOperations<typeof carryReportEndpoints>(reportBases);
