export { distributionsByFund } from './distributionsByFund.ts';
export { distributionsByParticipant } from './distributionsByParticipant.ts';
