export { accountEntryList } from './accountEntries.ts';
export { allocationList } from './allocationRows.ts';
export { containerDistributionList, participantDistributionList } from './distributionHistory.ts';
export { containerForecastList, participantForecastList } from './forecastHistory.ts';
export { heldInvestmentList } from './heldInvestments.ts';
export * from './navigation.ts';
export * from './participantFigures.ts';
export { indexLists } from './participantIndex.ts';
export * from './vestingSources.ts';
