import {
  allocationProfileByFundInvestments,
  allocationProfileByFundTranches,
  allocationProfileWeightedAverageByParticipant,
  allocationProfileWeightedAverageByTranche,
} from './allocationProfiles.ts';
import { allocationHistory } from './allocationHistory.ts';
import { allocationsByParticipant } from './allocationsByParticipant.ts';
import { distributionsByFund } from './distributionsByFund.ts';
import { distributionsByParticipant } from './distributionsByParticipant.ts';
import { forecastsBySource, participantForecastHistoryBySource } from './forecasts.ts';
import { clawbackByFund, escrowLedger, estimatedAccruedCarry } from './ledger.ts';
import { vestingAhead } from './vestingAhead.ts';
import { vestingForfeiture } from './vestingForfeiture.ts';
import { whatChanged } from './whatChanged.ts';
import { participantDistributionByFund, participantDistributionByYear } from './participantDistributions.ts';

/** The reports of carry, by operation. */
export const carryReports = {
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
} as const;
