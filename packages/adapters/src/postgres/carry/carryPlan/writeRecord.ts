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

/** Reference entries go to the ends of their lists. */
async function writeReferences(tx: Transaction, operation: string, writes: readonly ImportWrite[]): Promise<void> {
  const entries = writes.map(({ id, values }) => ({ id, ...(values as unknown as Entry) }));
  await tx.query(
    `INSERT INTO reference_entry (tenant_id, id, type, code, description, display_order, created_at, updated_at, created_by, updated_by)
     SELECT $1, n.id, n.type, n.code, n.description,
       coalesce((SELECT max(o.display_order) FROM reference_entry o WHERE o.tenant_id = $1 AND o.type = n.type), -1)
         + (row_number() OVER (PARTITION BY n.type ORDER BY n.place))::integer, $6, $6, $7, $7
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS n(id, type, code, description, place)`,
    [
      tx.tenantId,
      entries.map(({ id }) => id),
      entries.map(({ type }) => type),
      entries.map(({ code }) => code),
      entries.map(({ description }) => description),
      tx.now,
      tx.personId,
    ],
  );
  for (const { id, type, code, description } of entries) {
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

/** What could not be written, and why. */
export interface RefusedWrite {
  readonly write: ImportWrite;
  readonly failures: Failures;
}

/** Whether a write makes a record that needs no rule of its own. */
export const isPlainlyMade = ({ kind, rowVersion }: ImportWrite): boolean =>
  rowVersion === null && (kind === 'reference' || kind in stores);

/** The writes in their order: new records of a kind that follow each other together, all others by themselves. */
export function madeTogether(writes: readonly ImportWrite[]): readonly [ImportWrite, ...ImportWrite[]][] {
  const found: [ImportWrite, ...ImportWrite[]][] = [];
  for (const write of writes) {
    const last = found.at(-1);
    if (last && isPlainlyMade(write) && isPlainlyMade(last[0]) && last[0].kind === write.kind) last.push(write);
    else found.push([write]);
  }
  return found;
}

/**
 * Makes records of one kind together, in as few statements as one of them. Where one is refused they are tried one by one, to tell which.
 *
 * Fails: what the store refuses.
 */
export async function makeRecords(
  tx: Transaction,
  operation: string,
  writes: readonly ImportWrite[],
): Promise<Result<void, RefusedWrite>> {
  const kind = writes[0]?.kind;
  if (kind === undefined) return ok(undefined);
  if (kind === 'reference') {
    await writeReferences(tx, operation, writes);
    return ok(undefined);
  }
  const rows = await Promise.all(writes.map((write) => valuesOf(tx, write)));
  await tx.query('SAVEPOINT together');
  const made = await stores[kind as PlainKind].insertMany(tx, { operation }, rows);
  if (made.isErr()) await tx.query('ROLLBACK TO SAVEPOINT together');
  await tx.query('RELEASE SAVEPOINT together');
  if (made.isOk()) return ok(undefined);
  for (const write of writes) {
    const written = await writeRecord(tx, operation, write);
    if (written.isErr()) return err({ write, failures: written.error });
  }
  return ok(undefined);
}

const valuesOf = async (tx: Transaction, write: ImportWrite): Promise<ImportWrite['values']> => ({
  id: write.id,
  ...(write.kind === 'employee' ? await withEmployment(tx, write) : write.values),
});

/** Carries out one write of an import. Fails: what the store refuses, such as a record that somebody changed meanwhile. */
export async function writeRecord(
  tx: Transaction,
  operation: string,
  write: ImportWrite,
): Promise<Result<void, Failures>> {
  const store = stores[write.kind as PlainKind];
  const { id, ...values } = await valuesOf(tx, write);
  const written =
    write.rowVersion === null
      ? await store.insert(tx, { operation }, { id, ...values })
      : await store.update(tx, { operation }, write.id, write.rowVersion, values);
  return written.isErr() ? err([written.error]) : ok(undefined);
}
