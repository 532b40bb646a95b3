import { carryTermTexts } from '@carrara/contract/performance/carryTerms/carryTerms';
import { type CarryScenario, carryScenarioFields } from '@carrara/contract/performance/liquidation/carryScenario';
import { defineRecord } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A scenario with the person it belongs to. */
export interface StoredScenario extends Omit<CarryScenario, 'inputs' | 'isOwn' | 'canEdit'> {
  readonly ownerId: string;
}

/** Row-level security hides the private scenarios of others. */
export const carryScenarioStore = defineRecord<StoredScenario>({
  objectType: 'carryScenario',
  table: 'carry_scenario',
  fields: carryScenarioFields,
  containedBy: 'vehicle',
  links: { ownerId: { kind: 'id' } },
  statusTexts: carryTermTexts,
});

/** Returns how many scenarios of a vehicle the person has. New ones are created one after another, so that each counts those before it. */
export async function countOwnScenarios(tx: Transaction, vehicleId: string): Promise<number> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('carryScenario' || $1::text || $2::text || $3::text, 0))`,
    [tx.tenantId, tx.personId, vehicleId],
  );
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM carry_scenario WHERE tenant_id = $1 AND owner_id = $2 AND vehicle_id = $3',
    [tx.tenantId, tx.personId, vehicleId],
  );
  return row?.count ?? 0;
}
