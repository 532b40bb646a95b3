export { carryPositions, carryTermsThen, returnsOverTime } from './vehicleAccounts.ts';
export { feeQuarters, fundSizes, storedFlows as keptFlows } from './dashboardReads.ts';
export { fundsByDate, investorTypesOf } from './ilpaReads.ts';
export { storedCommitments as keptCommitments } from './keptCommitments.ts';
export { economicTermsStore, termsOfVehicles } from './economicTerms.ts';
