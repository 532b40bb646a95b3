import type { archiveBody } from '@carrara/contract/core/endpoint';
import { err, type Failure, type Failures, noSuch, ok, type Result } from '@carrara/domain/kernel';
import type { z } from 'zod';
import type { Outcome } from './outcome.ts';

type ArchiveBody = z.output<typeof archiveBody>;

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

/**
 * Archives or restores several records in the caller's transaction, each with its own audit entry. A refusal names its
 * record and ends the transaction, so none changes. Records that already are as requested stay as they are. Records are
 * locked in the order of their ids, so that simultaneous calls for the same ones can't deadlock.
 *
 * Fails: NOT_FOUND and those of `save`.
 */
export async function archiveEach<S extends Archivable>(
  { records, isInactive }: ArchiveBody,
  { noun, load, nameOf, save }: ArchiveSteps<S>,
): Outcome<{ changed: number }> {
  let changed = 0;
  const inOrder = records
    .map((record, at) => ({ ...record, id: record.id.toLowerCase(), path: ['records', at] }))
    .toSorted((first, second) => (first.id < second.id ? -1 : 1));
  for (const { id, rowVersion, path } of inOrder) {
    const stored = await load(id);
    if (!stored) return err([noSuch(noun, path)]);
    if (stored.isInactive === isInactive) continue;
    const saved = await save(stored, rowVersion);
    if (saved.isErr()) return err(saved.error.map((failure) => ofRecord(failure, nameOf(stored), path)));
    changed += 1;
  }
  return ok({ changed });
}

/** Returns a failure that names its record. Without a detail, it stays the sentence of its code. */
const ofRecord = (failure: Failure, name: string, path: Failure['path']): Failure => {
  const { detail } = failure;
  return { ...failure, path, detail: detail === '' || detail.includes(name) ? detail : `${name}: ${detail}` };
};
