import type { ExistingRecords, ExistingReference } from '@carrara/domain/carry/plan';
import {
  allocationProfileStore,
  taxProfileAssignmentStore,
  taxProfileStore,
  vestingScheduleStore,
} from '../rules/rules.ts';
import {
  coinvestmentInvestmentStore,
  coinvestmentStore,
  fundInvestmentStore,
  fundStore,
  investmentStore,
  trancheStore,
} from '../../portfolio/container/containers.ts';
import { employeeStore, entityStore, trustStore } from '../../people/participant/participantStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { distributionsNamed } from './loadExistingRecords.ts';

/** Loads the records that the filled template of a carry plan lists, and all distributions with the name of a draft. */
export async function loadFilledRecords(tx: Transaction): Promise<ExistingRecords> {
  const drafts = await tx.query<{ name: string }>(
    "SELECT name FROM distribution WHERE tenant_id = $1 AND status = 'DRAFT'",
    [tx.tenantId],
  );
  return {
    references: await tx.query<ExistingReference>(
      'SELECT id, type, code, description FROM reference_entry WHERE tenant_id = $1',
      [tx.tenantId],
    ),
    fund: await fundStore.find(tx),
    coinvestment: await coinvestmentStore.find(tx),
    investment: await investmentStore.find(tx),
    fundInvestment: await fundInvestmentStore.find(tx),
    coinvestmentInvestment: await coinvestmentInvestmentStore.find(tx),
    tranche: await trancheStore.find(tx),
    vestingSchedule: await vestingScheduleStore.find(tx),
    taxProfile: await taxProfileStore.find(tx),
    employee: await employeeStore.find(tx),
    trust: await trustStore.find(tx),
    entity: await entityStore.find(tx),
    taxProfileAssignment: await taxProfileAssignmentStore.find(tx),
    allocationProfile: await allocationProfileStore.find(tx),
    distribution: await distributionsNamed(
      tx,
      drafts.map(({ name }) => name),
    ),
  };
}
