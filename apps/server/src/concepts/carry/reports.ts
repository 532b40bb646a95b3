import {
  allocationProfileByFundInvestments,
  allocationProfileByFundTranches,
} from '@carrara/adapters/postgres/carry/reports/allocationProfiles';
import {
  allocationProfileWeightedAverageByParticipant,
  allocationProfileWeightedAverageByTranche,
} from '@carrara/adapters/postgres/carry/reports/weightedAverages';
import { allocationsByParticipant } from '@carrara/adapters/postgres/carry/reports/allocationsByParticipant';
import { clawbackByFund, escrowLedger, estimatedAccruedCarry } from '@carrara/adapters/postgres/carry/reports/ledger';
import { distributionsByFund } from '@carrara/adapters/postgres/carry/reports/distributionsByFund';
import { distributionsByParticipant } from '@carrara/adapters/postgres/carry/reports/distributionsByParticipant';
import {
  forecastsBySource,
  participantForecastHistoryBySource,
} from '@carrara/adapters/postgres/carry/reports/forecasts';
import {
  participantDistributionByFund,
  participantDistributionByYear,
} from '@carrara/adapters/postgres/carry/reports/participantDistributions';
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
