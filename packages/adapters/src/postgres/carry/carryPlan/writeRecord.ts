import type { ImportWrite, WriteKind } from '@carrara/domain/carry/plan';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { type Employment, type EmploymentEvent, employmentHistory } from '@carrara/domain/people/participant';
import { taxProfileAssignmentStore, taxProfileStore, vestingScheduleStore } from '../rules/index.ts';
import {
  coinvestmentInvestmentStore,
  coinvestmentStore,
  fundInvestmentStore,
  fundStore,
  investmentStore,
  trancheStore,
} from '../../portfolio/container/index.ts';
import { employeeStore, entityStore, trustStore } from '../../people/participant/index.ts';
import type { RecordStore } from '../../engine/records/index.ts';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** What is written as it stands; profiles and distributions have rules of their own and are saved by their operations. */
export type PlainKind = Exclude<WriteKind, 'reference' | 'allocationProfile' | 'distribution'>;

const stores: Readonly<Record<PlainKind, RecordStore>> = {
  fund: fundStore,
  coinvestment: coinvestmentStore,
  investment: investmentStore,
  fundInvestment: fundInvestmentStore,
  coinvestmentInvestment: coinvestmentInvestmentStore,
  tranche: trancheStore,
  vestingSchedule: vestingScheduleStore,
  taxProfile: taxProfileStore,
  employee: employeeStore,
  trust: trustStore,
  entity: entityStore,
  taxProfileAssignment: taxProfileAssignmentStore,
};

interface Entry {
  readonly type: string;
  readonly code: string;
  readonly description: string;
}

/** A reference entry goes to the end of its list. */
async function writeReference(tx: Transaction, operation: string, { id, values }: ImportWrite): Promise<void> {
  const { type, code, description } = values as unknown as Entry;
  await tx.query(
    `INSERT INTO reference_entry (tenant_id, id, type, code, description, display_order, created_at, updated_at, created_by, updated_by)
     SELECT $1, $2, $3, $4, $5, coalesce(max(display_order), -1) + 1, $6, $6, $7, $7 FROM reference_entry WHERE tenant_id = $1 AND type = $3`,
    [tx.tenantId, id, type, code, description, tx.now, tx.personId],
  );
  tx.record({
    operation,
    objectType: 'reference',
    objectId: id,
    objectName: description,
    before: null,
    after: { id, type, code, description },
    rowVersion: 1,
  });
}

/** A plan tells the dates of an employment; its history follows from them. */
async function withEmployment(
  tx: Transaction,
  { id, values, rowVersion }: ImportWrite,
): Promise<ImportWrite['values']> {
  const before = rowVersion === null ? undefined : await employeeStore.load(tx, id);
  const kept = (before?.['employmentEvents'] ?? []) as readonly EmploymentEvent[];
  // What a plan does not speak of stays as it is.
  const told = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { ...values, employmentEvents: employmentHistory(kept, { ...before, ...told } as Employment) };
}

/** Carries out one write of an import. Fails: what the store refuses, such as a record that somebody changed meanwhile. */
export async function writeRecord(
  tx: Transaction,
  operation: string,
  write: ImportWrite,
): Promise<Result<void, Failures>> {
  if (write.kind === 'reference') {
    await writeReference(tx, operation, write);
    return ok(undefined);
  }
  const store = stores[write.kind as PlainKind];
  const values = write.kind === 'employee' ? await withEmployment(tx, write) : write.values;
  const written =
    write.rowVersion === null
      ? await store.insert(tx, { operation }, { id: write.id, ...values })
      : await store.update(tx, { operation }, write.id, write.rowVersion, values);
  return written.isErr() ? err([written.error]) : ok(undefined);
}
