import { distributionsByFund, distributionsByParticipant } from '@carrara/adapters/postgres/carry/reports';
import type { carryReportEndpoints } from '@carrara/contract/carry/reports/endpoints';
import { reportOperations } from '../../reportOperations.ts';

export const carryReportOperations = reportOperations<typeof carryReportEndpoints>({
  reportDistributionsByFund: distributionsByFund,
  reportDistributionsByParticipant: distributionsByParticipant,
});
