import {
  allocationProfileByFundInvestments,
  allocationProfileByFundTranches,
  allocationProfileWeightedAverageByParticipant,
  allocationProfileWeightedAverageByTranche,
  allocationsByParticipant,
  clawbackByFund,
  distributionsByFund,
  distributionsByParticipant,
  forecastsBySource,
  escrowLedger,
  estimatedAccruedCarry,
  participantDistributionByFund,
  participantDistributionByYear,
  participantForecastHistoryBySource,
} from '@carrara/adapters/postgres/carry/reports';
import type { carryReportEndpoints } from '@carrara/contract/carry/reports/endpoints';
import { reportOperations } from '../../core/reportOperations.ts';
import { allocationHistory } from './allocationHistory.ts';
import { vestingAhead } from './vestingAhead.ts';
import { vestingForfeiture } from './vestingForfeiture.ts';
import { whatChanged } from './whatChanged.ts';

export const carryReportOperations = reportOperations<typeof carryReportEndpoints>({
  reportAllocationHistory: allocationHistory,
  reportAllocationProfileByFundInvestments: allocationProfileByFundInvestments,
  reportAllocationProfileByFundTranches: allocationProfileByFundTranches,
  reportAllocationProfileWeightedAverageByParticipant: allocationProfileWeightedAverageByParticipant,
  reportAllocationProfileWeightedAverageByTranche: allocationProfileWeightedAverageByTranche,
  reportAllocationsByParticipant: allocationsByParticipant,
  reportClawbackByFund: clawbackByFund,
  reportDistributionsByFund: distributionsByFund,
  reportDistributionsByParticipant: distributionsByParticipant,
  reportForecastsBySource: forecastsBySource,
  reportEscrowLedger: escrowLedger,
  reportEstimatedAccruedCarry: estimatedAccruedCarry,
  reportParticipantDistributionByFund: participantDistributionByFund,
  reportParticipantDistributionByYear: participantDistributionByYear,
  reportParticipantForecastHistoryBySource: participantForecastHistoryBySource,
  reportVestingAhead: vestingAhead,
  reportVestingForfeiture: vestingForfeiture,
  reportWhatChanged: whatChanged,
});
