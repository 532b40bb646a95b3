import { allocationsByParticipant } from './allocationsByParticipant.ts';
import { distributionsByFund } from './distributionsByFund.ts';
import { distributionsByParticipant } from './distributionsByParticipant.ts';

/** The reports of carry, by the operation that answers each. */
export const carryReports = {
  reportAllocationsByParticipant: allocationsByParticipant,
  reportDistributionsByFund: distributionsByFund,
  reportDistributionsByParticipant: distributionsByParticipant,
} as const;
