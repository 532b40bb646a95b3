import { includeAllPartners } from '@carrara/domain/performance/period';
import type { TenantOfRequest } from '../../../core/operations.ts';

/**
 * Returns the ledger for figures of a tenant. An investor's tenant counts all of its commitments, whether they pay fees
 * or not.
 */
export const ledgerFor = <L extends Parameters<typeof includeAllPartners>[0]>(
  { isLpTenant }: Pick<TenantOfRequest, 'isLpTenant'>,
  ledger: L,
): L => (isLpTenant ? includeAllPartners(ledger) : ledger);
