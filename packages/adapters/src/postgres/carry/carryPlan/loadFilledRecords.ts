import type { ExistingReference, FilledRecords } from '@carrara/domain/carry/plan';
import { taxProfileAssignmentStore, taxProfileStore, vestingScheduleStore } from '../rules/rules.ts';
import {
  coinvestmentStore,
  fundInvestmentStore,
  fundStore,
  investmentStore,
} from '../../portfolio/container/containers.ts';
import { employeeStore, entityStore, trustStore } from '../../people/participant/participantStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Loads the records that the filled template of a carry plan lists. */
export const loadFilledRecords = async (tx: Transaction): Promise<FilledRecords> => ({
  references: await tx.query<ExistingReference>(
    'SELECT id, type, code, description FROM reference_entry WHERE tenant_id = $1',
    [tx.tenantId],
  ),
  fund: await fundStore.find(tx),
  coinvestment: await coinvestmentStore.find(tx),
  investment: await investmentStore.find(tx),
  fundInvestment: await fundInvestmentStore.find(tx),
  vestingSchedule: await vestingScheduleStore.find(tx),
  taxProfile: await taxProfileStore.find(tx),
  employee: await employeeStore.find(tx),
  trust: await trustStore.find(tx),
  entity: await entityStore.find(tx),
  taxProfileAssignment: await taxProfileAssignmentStore.find(tx),
});
