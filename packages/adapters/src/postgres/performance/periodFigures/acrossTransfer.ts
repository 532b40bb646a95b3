import { countsSql } from '../ledger/index.ts';

const isMoved = (tenant: string, end: string): string =>
  `moved.tenant_id = ${tenant} AND moved.kind IN ('TRANSFER_IN', 'TRANSFER_OUT') AND ${countsSql('moved', end)}`;

/**
 * Whether a commitment (its id) has by a quarter end passed between investors: its return is then only of the time that it was this investor's, and
 * not to be compared (`irrPartial`). Told by the changes of the commitment, and not kept with the figures.
 */
export const isAcrossTransfer = (tenant: string, commitment: string, end: string): string =>
  `EXISTS (SELECT FROM commitment_event moved WHERE moved.commitment_id = ${commitment} AND ${isMoved(tenant, end)})`;

/** The same of any commitment that an investor has in a currency. */
export const hasAcrossTransfer = (tenant: string, investor: string, currency: string, end: string): string =>
  `EXISTS (SELECT FROM commitment held JOIN commitment_event moved ON moved.tenant_id = held.tenant_id AND moved.commitment_id = held.id
     LEFT JOIN fund f_held ON f_held.tenant_id = held.tenant_id AND f_held.id = held.vehicle_id
     LEFT JOIN coinvestment k_held ON k_held.tenant_id = held.tenant_id AND k_held.id = held.vehicle_id
     WHERE held.investor_id = ${investor} AND coalesce(f_held.currency_id, k_held.currency_id) = ${currency} AND ${isMoved(tenant, end)})`;
