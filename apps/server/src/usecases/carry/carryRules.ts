import type { DistributionRules } from '@carrara/adapters/postgres/carry/distribution/store';
import { decimal } from '@carrara/domain/kernel';
import type { RequestContext } from '../../core/operations.ts';

/** Returns the firm's settings for distributions. */
export function carryRules({ tenant }: RequestContext): DistributionRules {
  return {
    allowSelfApproval: tenant.settings['allowSelfApproval'] === 'True',
    acknowledgesAbove: decimal(String(tenant.settings['adjustmentThreshold'] ?? '0')),
    allowsInvestorBalance: tenant.settings['investorBalanceDistributions'] === 'True',
  };
}
