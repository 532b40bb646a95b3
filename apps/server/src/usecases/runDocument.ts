import { err, type Failure, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { type Outcome, recordNotFound } from './outcome.ts';

/** The version of a document that a person saw. Undefined or null is refused; `unchecked` accepts every version. */
type ExpectedVersion = number | null | undefined | 'unchecked';

export interface Step {
  readonly id: string;
  readonly rowVersion?: ExpectedVersion;
  readonly comment?: string | null | undefined;
}

/** The part of a store that every change of a run document uses first. */
export interface Lockable<Head> {
  /** The name of the document in messages. */
  readonly noun: string;
  /** Reads the head and locks it for this transaction, so that concurrent changes run one after another. */
  lockHead(id: string): Promise<Head | undefined>;
  /** Returns undefined if the given version is the stored one. Otherwise the failure names who changed the document and when. */
  staleVersion(head: NoInfer<Head>, rowVersion: number | null | undefined): Promise<Failure | undefined>;
}

type Decide<Head, T> = (head: NoInfer<Head>) => Result<T, Failures>;

interface Locked<Head, T> {
  readonly head: Head;
  readonly decision: T;
}

const staleVersion = async <Head>(store: Lockable<Head>, head: Head, { rowVersion }: Step) =>
  rowVersion === 'unchecked' ? undefined : store.staleVersion(head, rowVersion);

/**
 * Locks a document for an edit, then decides on it. The version is checked before the decision, so that a person with unsaved input learns who
 * changed the document.
 *
 * Fails: NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, and those of `decide`.
 */
export async function lockForEdit<Head, T>(
  store: Lockable<Head>,
  step: Step,
  decide: Decide<Head, T>,
): Outcome<Locked<Head, T>> {
  const head = await store.lockHead(step.id);
  if (!head) return recordNotFound(store.noun);
  const stale = await staleVersion(store, head, step);
  return stale ? err([stale]) : decide(head).map((decision) => ({ head, decision }));
}

/**
 * Locks a document for a change of state, then decides on it. The version is checked after the decision. So the second of two concurrent requests is
 * refused by the new state, not by the changed version.
 *
 * Fails: NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, and those of `decide`.
 */
export async function lockForMove<Head, T>(
  store: Lockable<Head>,
  step: Step,
  decide: Decide<Head, T>,
): Outcome<Locked<Head, T>> {
  const head = await store.lockHead(step.id);
  if (!head) return recordNotFound(store.noun);
  const decision = decide(head);
  if (decision.isErr()) return err(decision.error);
  const stale = await staleVersion(store, head, step);
  return stale ? err([stale]) : ok({ head, decision: decision.value });
}

/** Locks the document to edit, if the save names one. A save without an id creates a document. Fails: as `lockForEdit`. */
export async function lockToSave<Head>(
  store: Lockable<Head>,
  { id, rowVersion }: { readonly id?: string | null | undefined; readonly rowVersion?: number | null | undefined },
  decide: Decide<Head, unknown>,
): Outcome<Head | undefined> {
  if (!id) return ok(undefined);
  return (await lockForEdit(store, { id, rowVersion }, decide)).map(({ head }) => head);
}

/** Deletes a document. Fails: as `lockForEdit`. */
export async function deleteDocument<Head>(
  store: Lockable<Head> & { remove(head: NoInfer<Head>): Promise<void> },
  { id, rowVersion }: { readonly id: string; readonly rowVersion?: number | null | undefined },
  decide: Decide<Head, unknown>,
): Outcome {
  const locked = await lockForEdit(store, { id, rowVersion: rowVersion ?? 'unchecked' }, decide);
  if (locked.isErr()) return err(locked.error);
  await store.remove(locked.value.head);
  return ok(id);
}
