import {
  allocationProfileByFundInvestments,
  allocationProfileByFundTranches,
  allocationProfileWeightedAverageByParticipant,
  allocationProfileWeightedAverageByTranche,
  allocationsByParticipant,
  distributionsByFund,
  distributionsByParticipant,
  forecastsBySource,
  participantDistributionByFund,
  participantDistributionByYear,
  participantForecastHistoryBySource,
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
  reportForecastsBySource: forecastsBySource,
  reportParticipantDistributionByFund: participantDistributionByFund,
  reportParticipantDistributionByYear: participantDistributionByYear,
  reportParticipantForecastHistoryBySource: participantForecastHistoryBySource,
  reportVestingForfeiture: vestingForfeiture,
});
