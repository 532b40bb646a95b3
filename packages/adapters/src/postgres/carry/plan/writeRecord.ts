import type { ImportWrite, WriteKind } from '@carrara/domain/carry/plan';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import {
  type Employment,
  type EmploymentEvent,
  employmentHistory,
  isNewLeaving,
} from '@carrara/domain/people/participant';
import { taxProfileAssignmentStore, taxProfileStore, vestingScheduleStore } from '../rules/rules.ts';
import {
  coinvestmentInvestmentStore,
  coinvestmentStore,
  fundInvestmentStore,
  fundStore,
  investmentStore,
  trancheStore,
} from '../../portfolio/container/containers.ts';
import { storeLeaverKind } from '../../people/participant/employment.ts';
import { employeeStore, entityStore, trustStore } from '../../people/participant/participantStore.ts';
import type { RecordStore } from '../../engine/records/recordStore.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Kinds that are written without further rules. Profiles and distributions are saved by their own operations. */
type PlainKind = Exclude<WriteKind, 'reference' | 'allocationProfile' | 'distribution'>;

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

type Entry = {
  readonly type: string;
  readonly code: string;
  readonly description: string;
};

/** Appends reference entries to their lists. */
async function writeReferences(tx: Transaction, operation: string, writes: readonly ImportWrite[]): Promise<void> {
  const entries = writes.map(({ id, values }) => ({ id, ...(values as Entry) }));
  await tx.query(
    `INSERT INTO reference_entry (tenant_id, id, type, code, description, display_order, created_at, updated_at, created_by, updated_by)
     SELECT $1, n.id, n.type, n.code, n.description,
       coalesce((SELECT max(o.display_order) FROM reference_entry o WHERE o.tenant_id = $1 AND o.type = n.type), -1)
         + (row_number() OVER (PARTITION BY n.type ORDER BY n.position))::integer, $6, $6, $7, $7
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS n(id, type, code, description, position)`,
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

/** Derives the employment history from the dates in the plan, and from the steps that it decided on. A new leaving has no leaver kind yet. */
async function withEmployment(
  tx: Transaction,
  { id, values, rowVersion }: ImportWrite,
): Promise<ImportWrite['values']> {
  const before = rowVersion === null ? undefined : await employeeStore.load(tx, id);
  const stored = before?.employmentEvents ?? [];
  const events = (values['employmentEvents'] ?? stored) as readonly EmploymentEvent[];
  if (before && isNewLeaving(stored, events))
    await storeLeaverKind(tx, { id, name: before.formattedName ?? '', rowVersion: before.rowVersion }, null);
  // Fields that the plan leaves out stay as they are.
  const defined = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { ...values, employmentEvents: employmentHistory(events, { ...before, ...defined } as Employment) };
}

/** A write that failed, with the reasons. */
export interface RefusedWrite {
  readonly write: ImportWrite;
  readonly failures: Failures;
}

/** True if a write creates a record that needs no rules of its own. */
export const isPlainCreation = ({ kind, rowVersion }: ImportWrite): boolean =>
  rowVersion === null && (kind === 'reference' || kind in stores);

/** Groups the writes in order: consecutive new records of one kind together, all others separately. */
export function groupWrites(writes: readonly ImportWrite[]): readonly [ImportWrite, ...ImportWrite[]][] {
  const found: [ImportWrite, ...ImportWrite[]][] = [];
  for (const write of writes) {
    const last = found.at(-1);
    if (last && isPlainCreation(write) && isPlainCreation(last[0]) && last[0].kind === write.kind) last.push(write);
    else found.push([write]);
  }
  return found;
}

/**
 * Creates records of one kind together, in as few statements as for one. If one is refused, they are retried one by one
 * to find out which.
 *
 * Fails: with the failures of the store.
 */
export async function createRecords(
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
  const inserted = await stores[kind as PlainKind].insertMany(tx, { operation }, rows);
  if (inserted.isErr()) await tx.query('ROLLBACK TO SAVEPOINT together');
  await tx.query('RELEASE SAVEPOINT together');
  if (inserted.isOk()) return ok(undefined);
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

/**
 * Performs one write of an import. Fails: with the failures of the store, for example if somebody changed the record
 * meanwhile.
 */
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
