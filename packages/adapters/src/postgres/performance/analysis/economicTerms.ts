import {
  economicTermFields,
  type EconomicTermName,
  termTexts,
} from '@carrara/contract/performance/economicTerms/economicTerms';
import type { StatusValue } from '@carrara/contract/core/kinds';
import { defineRecord, type RecordHead } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/**
 * Stored terms of a vehicle, or of an investor in it. An investor's blank fields take the vehicle's terms. Carry terms
 * are stored separately.
 */
export type StoredTerms = RecordHead & {
  readonly vehicleId: string;
  readonly investorId: string | null;
} & { readonly [N in EconomicTermName]: string | StatusValue | null };

export const economicTermsStore = defineRecord<StoredTerms>({
  objectType: 'economicTerms',
  table: 'economic_terms',
  fields: economicTermFields,
  links: { vehicleId: { kind: 'id' }, investorId: { kind: 'id' } },
  statusTexts: termTexts,
});

/** Fee terms of a vehicle itself. */
export interface VehicleTerms {
  readonly vehicleId: string;
  readonly managementFee: string | null;
  readonly feeBasis: 'COMMITMENT' | 'COST' | null;
  readonly laterManagementFee: string | null;
  readonly laterFeeBasis: 'COMMITMENT' | 'COST' | null;
  readonly feeStart: 'FIRST_CLOSE' | 'OWN_CLOSE' | null;
  readonly investmentPeriodEnd: string | null;
}

export const termsOfVehicles = (tx: Transaction): Promise<VehicleTerms[]> =>
  tx.query(
    `SELECT e.vehicle_id AS "vehicleId", trim_scale(e.management_fee)::text AS "managementFee", e.fee_basis AS "feeBasis",
       trim_scale(e.later_management_fee)::text AS "laterManagementFee", e.later_fee_basis AS "laterFeeBasis", e.fee_start AS "feeStart",
       coalesce(f.investment_period_end, k.investment_period_end) AS "investmentPeriodEnd"
     FROM economic_terms e LEFT JOIN fund f ON f.tenant_id = e.tenant_id AND f.id = e.vehicle_id
     LEFT JOIN coinvestment k ON k.tenant_id = e.tenant_id AND k.id = e.vehicle_id
     WHERE e.tenant_id = $1 AND e.investor_id IS NULL`,
    [tx.tenantId],
  );
