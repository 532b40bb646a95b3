import { countsSql } from './termsSql.ts';

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
  `((SELECT t.is_lp_tenant FROM tenant t WHERE t.id = ${tenant}) AND EXISTS (SELECT FROM commitment own JOIN commitment_event moved
     ON moved.tenant_id = own.tenant_id AND moved.commitment_id = own.id WHERE own.vehicle_id = ${vehicle} AND ${isMoved(tenant, end)}))`;

/** Returns the same condition for any commitment of an investor in a currency. */
export const hasAcrossTransfer = (tenant: string, investor: string, currency: string, end: string): string =>
  `EXISTS (SELECT FROM commitment own JOIN commitment_event moved ON moved.tenant_id = own.tenant_id AND moved.commitment_id = own.id
     LEFT JOIN fund own_fund ON own_fund.tenant_id = own.tenant_id AND own_fund.id = own.vehicle_id
     LEFT JOIN coinvestment own_coinvestment ON own_coinvestment.tenant_id = own.tenant_id AND own_coinvestment.id = own.vehicle_id
     WHERE own.investor_id = ${investor} AND coalesce(own_fund.currency_id, own_coinvestment.currency_id) = ${currency} AND ${isMoved(tenant, end)})`;
