export { allocationsByParticipant } from './allocationsByParticipant.ts';
export { distributionsByFund } from './distributionsByFund.ts';
export { distributionsByParticipant } from './distributionsByParticipant.ts';
