import { countsSql } from '../ledger/termsSql.ts';

const isMoved = (tenant: string, end: string): string =>
  `moved.tenant_id = ${tenant} AND moved.kind IN ('TRANSFER_IN', 'TRANSFER_OUT') AND ${countsSql('moved', end)}`;

/**
 * Returns SQL that is true if a commitment changed hands by a quarter end. Its return then covers only this investor's
 * time and isn't comparable (`irrPartial`). It is derived from the commitment's changes and not stored with the
 * figures.
 */
export const isAcrossTransfer = (tenant: string, commitment: string, end: string): string =>
  `EXISTS (SELECT FROM commitment_event moved WHERE moved.commitment_id = ${commitment} AND ${isMoved(tenant, end)})`;

/**
 * Returns the same condition for a vehicle in an investor's own books, where its figures are those of the commitments.
 * Among all partners of a vehicle, transfers cancel out.
 */
export const isVehicleAcrossTransfer = (tenant: string, vehicle: string, end: string): string =>
  `((SELECT t.is_lp_tenant FROM tenant t WHERE t.id = ${tenant}) AND EXISTS (SELECT FROM commitment held JOIN commitment_event moved
     ON moved.tenant_id = held.tenant_id AND moved.commitment_id = held.id WHERE held.vehicle_id = ${vehicle} AND ${isMoved(tenant, end)}))`;

/** Returns the same condition for any commitment of an investor in a currency. */
export const hasAcrossTransfer = (tenant: string, investor: string, currency: string, end: string): string =>
  `EXISTS (SELECT FROM commitment held JOIN commitment_event moved ON moved.tenant_id = held.tenant_id AND moved.commitment_id = held.id
     LEFT JOIN fund f_held ON f_held.tenant_id = held.tenant_id AND f_held.id = held.vehicle_id
     LEFT JOIN coinvestment k_held ON k_held.tenant_id = held.tenant_id AND k_held.id = held.vehicle_id
     WHERE held.investor_id = ${investor} AND coalesce(f_held.currency_id, k_held.currency_id) = ${currency} AND ${isMoved(tenant, end)})`;
