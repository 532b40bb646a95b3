export { keptCommitments } from './keptCommitments.ts';
export { economicTermsStore, type StoredTerms, termsOfVehicles } from './economicTerms.ts';
