import type { Fields } from '@carrara/contract/core/fields';
import type { BulkRecord } from '@carrara/contract/performance/investment/bulkEdit';
import { err, type Failure, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Outcome } from '../outcome.ts';
import type { Values } from './portfolioMetrics.ts';

/** A record of a save with its position. */
export interface PositionedRecord {
  readonly record: BulkRecord;
  readonly at: number;
}

/** Places failures at a record of the save, and at a field if it was given. */
export const failuresAtRecord = ({ record, at }: PositionedRecord, failures: Failures): Failures =>
  failures.map((failure) => {
    const [field] = failure.path;
    const isPresent = typeof field === 'string' && Object.hasOwn(record.values, field);
    const named = isPresent ? field : Object.keys(record.values)[0];
    return { ...failure, path: ['records', at, ...(named === undefined ? [] : ['values', named])] };
  });

/** Checks that the given fields belong to this part of the record, and that there are any. */
export const refuseForeignFields = ({ values }: BulkRecord, fields: object): readonly Failure[] => {
  const names = Object.keys(values);
  if (names.length === 0) return [fail('INVALID_VALUE', [], 'This record has no changed fields.')];
  const foreign = names.filter((name) => !Object.hasOwn(fields, name));
  return foreign.map((name) => fail('INVALID_VALUE', [name], 'This part of the record has no such field.'));
};

/** Access to the records of a domain, through the operations that their editors use. */
export interface BulkRecordPorts<B> {
  readonly idOf: (record: BulkRecord) => string | null | undefined;
  readonly fieldDefinitions: Fields;
  /** All fields of the record. Fields that bulk edit doesn't display stay unchanged. */
  readonly fields: Fields;
  readonly closed?: (stored: Values) => readonly string[];
  readonly load: (id: string) => Promise<Result<object, Failures>>;
  readonly save: (body: B) => Promise<Result<unknown, Failures>>;
}

/**
 * Saves records one after another. The first failure ends the save and rolls back the transaction.
 *
 * Fails: NOT_FOUND, REPEATED (a record), and the failures of the record's own save, each at its record.
 */
export async function saveRecords<B>(records: readonly PositionedRecord[], ports: BulkRecordPorts<B>): Outcome<void> {
  const writable = Object.entries(ports.fields).flatMap(([name, { readOnly }]) => (readOnly ? [] : [name]));
  const keys = new Set<string>();
  for (const positioned of records) {
    const { record } = positioned;
    const id = ports.idOf(record);
    if (!id) return err(failuresAtRecord(positioned, [fail('NOT_FOUND', [], 'The id of the record is missing.')]));
    if (keys.has(id)) return err(failuresAtRecord(positioned, [fail('REPEATED', [], 'This record is listed twice.')]));
    keys.add(id);
    const wrong = refuseForeignFields(record, ports.fieldDefinitions);
    if (wrong.length > 0) return err(failuresAtRecord(positioned, wrong));
    const found = await ports.load(id);
    if (found.isErr()) return err(failuresAtRecord(positioned, found.error));
    const stored = found.value as Values;
    const isClosed = ports.closed?.(stored) ?? [];
    const closed = Object.keys(record.values).filter((name) => isClosed.includes(name));
    if (closed.length > 0) {
      const failures = closed.map((name) => fail('INVALID_VALUE', [name], 'Coinvestments don’t have this field.'));
      return err(failuresAtRecord(positioned, failures));
    }
    const before = Object.fromEntries(writable.map((name) => [name, stored[name] ?? null]));
    const saved = await ports.save({ ...before, ...record.values, id, rowVersion: record.rowVersion ?? 0 } as B);
    if (saved.isErr()) return err(failuresAtRecord(positioned, saved.error));
  }
  return ok(undefined);
}
