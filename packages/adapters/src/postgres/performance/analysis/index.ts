export { carryPositions, carryTermsThen, returnsOverTime } from './vehicleAccounts.ts';
export { feeQuarters, fundSizes, keptFlows, type VehicleQuarter } from './dashboardReads.ts';
export { fundsByDate, investorTypesOf } from './ilpaReads.ts';
export { keptCommitments } from './keptCommitments.ts';
export { economicTermsStore, type StoredTerms, termsOfVehicles } from './economicTerms.ts';
