import {
  allocationProfileByFundInvestments,
  allocationProfileByFundTranches,
  allocationProfileWeightedAverageByParticipant,
  allocationProfileWeightedAverageByTranche,
  allocationsByParticipant,
  distributionsByFund,
  distributionsByParticipant,
  participantDistributionByFund,
  participantDistributionByYear,
} from '@carrara/adapters/postgres/carry/reports';
import type { carryReportEndpoints } from '@carrara/contract/carry/reports/endpoints';
import { reportOperations } from '../../reportOperations.ts';
import { allocationHistory } from './allocationHistory.ts';
import { vestingForfeiture } from './vestingForfeiture.ts';

export const carryReportOperations = reportOperations<typeof carryReportEndpoints>({
  reportAllocationHistory: allocationHistory,
  reportAllocationProfileByFundInvestments: allocationProfileByFundInvestments,
  reportAllocationProfileByFundTranches: allocationProfileByFundTranches,
  reportAllocationProfileWeightedAverageByParticipant: allocationProfileWeightedAverageByParticipant,
  reportAllocationProfileWeightedAverageByTranche: allocationProfileWeightedAverageByTranche,
  reportAllocationsByParticipant: allocationsByParticipant,
  reportDistributionsByFund: distributionsByFund,
  reportDistributionsByParticipant: distributionsByParticipant,
  reportParticipantDistributionByFund: participantDistributionByFund,
  reportParticipantDistributionByYear: participantDistributionByYear,
  reportVestingForfeiture: vestingForfeiture,
});
