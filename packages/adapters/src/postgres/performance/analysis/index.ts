export { carryPositions, carryTermsThen, returnsOverTime } from './vehicleAccounts.ts';
export { feeQuarters, fundSizes, keptFlows } from './dashboardReads.ts';
export { fundsByDate, investorTypesOf } from './ilpaReads.ts';
export { keptCommitments } from './keptCommitments.ts';
export { economicTermsStore, termsOfVehicles } from './economicTerms.ts';
