import { distributionsByFund } from './distributionsByFund.ts';

/** The reports of carry, by the operation that answers each. */
export const carryReports = {
  reportDistributionsByFund: distributionsByFund,
} as const;
