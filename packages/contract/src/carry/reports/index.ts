import { distributionsByFund } from './distributionsByFund.ts';
import { distributionsByParticipant } from './distributionsByParticipant.ts';

/** The reports of carry, by the operation that answers each. */
export const carryReports = {
  reportDistributionsByFund: distributionsByFund,
  reportDistributionsByParticipant: distributionsByParticipant,
} as const;
