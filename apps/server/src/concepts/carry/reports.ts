import {
  allocationsByParticipant,
  distributionsByFund,
  distributionsByParticipant,
} from '@carrara/adapters/postgres/carry/reports';
import type { carryReportEndpoints } from '@carrara/contract/carry/reports/endpoints';
import { reportOperations } from '../../reportOperations.ts';

export const carryReportOperations = reportOperations<typeof carryReportEndpoints>({
  reportAllocationsByParticipant: allocationsByParticipant,
  reportDistributionsByFund: distributionsByFund,
  reportDistributionsByParticipant: distributionsByParticipant,
});
