import type { archiveBody, changedCount } from '@carrara/contract/core/endpoint';
import { err, type Failure, type FailureCode, type Failures, noSuch, ok, type Result } from '@carrara/domain/kernel';
import type { z } from 'zod';
import type { Outcome } from './outcome.ts';

export type ArchiveBody = z.output<typeof archiveBody>;
export type ChangedCount = z.output<typeof changedCount>;

/** The parts of a record that archiving depends on. */
interface Archivable {
  readonly isInactive: boolean;
}

interface ArchiveSteps<S extends Archivable> {
  /** The noun for a failure. */
  readonly noun: string;
  readonly load: (id: string) => Promise<S | undefined>;
  readonly nameOf: (stored: S) => string;
  readonly save: (stored: S, rowVersion: number) => Promise<Result<unknown, Failures>>;
}

/** Refusals by a rule. After any other, the database may have ended the transaction, so that it can't check more records. */
const ofRules: ReadonlySet<FailureCode> = new Set([
  'STALE_VERSION',
  'PERSON_NOT_YOURS',
  'ROLE_NOT_ADMINISTERED',
  'UNKNOWN_CURRENCY',
]);

/**
 * Archives or restores several records in the caller's transaction, each with its own audit entry. Refusals name their
 * records and end the transaction, so none changes. Records that already have the requested state don't change. Records
 * are locked in the order of their ids, so that concurrent calls can't deadlock.
 *
 * Fails: NOT_FOUND and those of `save`, for every record that a rule refuses.
 */
export async function archiveEach<S extends Archivable>(
  { records, isInactive }: ArchiveBody,
  { noun, load, nameOf, save }: ArchiveSteps<S>,
): Outcome<ChangedCount> {
  const count = { changed: 0, unchanged: 0 };
  const refused: Failure[] = [];
  const inOrder = records
    .map((record, at) => ({ ...record, id: record.id.toLowerCase(), path: ['records', at] }))
    .toSorted((first, second) => (first.id < second.id ? -1 : 1));
  for (const { id, rowVersion, path } of inOrder) {
    const stored = await load(id);
    if (!stored) return err([noSuch(noun, path)]);
    if (stored.isInactive === isInactive) {
      count.unchanged += 1;
      continue;
    }
    const saved = await save(stored, rowVersion);
    if (saved.isOk()) count.changed += 1;
    else refused.push(...saved.error.map((failure) => ofRecord(failure, nameOf(stored), path)));
    if (!refused.every(({ code }) => ofRules.has(code))) break;
  }
  return refused.length > 0 ? err(refused) : ok(count);
}

/** Returns a failure that names its record. Without a detail, it stays the sentence of its code. */
const ofRecord = (failure: Failure, name: string, path: Failure['path']): Failure => {
  const { code, detail } = failure;
  if (code === 'STALE_VERSION' && detail === '')
    return { ...failure, path, detail: `${name} has been changed since you opened it. Reload the page.` };
  return { ...failure, path, detail: detail === '' || detail.includes(name) ? detail : `${name}: ${detail}` };
};
