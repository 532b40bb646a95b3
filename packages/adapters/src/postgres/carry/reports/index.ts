export { allocationsByParticipant } from './allocationsByParticipant.ts';
export { distributionsByFund } from './distributionsByFund.ts';
export { distributionsByParticipant } from './distributionsByParticipant.ts';
export { forecastsBySource, participantForecastHistoryBySource } from './forecasts.ts';
export { participantDistributionByFund, participantDistributionByYear } from './participantDistributions.ts';
export { allocationProfileByFundInvestments, allocationProfileByFundTranches } from './allocationProfiles.ts';
export {
  allocationProfileWeightedAverageByParticipant,
  allocationProfileWeightedAverageByTranche,
} from './weightedAverages.ts';
export { clawbackByFund, escrowLedger, estimatedAccruedCarry } from './ledger.ts';
