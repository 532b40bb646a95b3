import { ledgerRunStore } from '@carrara/adapters/postgres/carry/ledgerRun/store';
import { conflictsSince } from '@carrara/domain/carry/ledger';
import {
  computeFromRecords,
  type ComputedLedgerRun,
  decideLedgerRunApproval,
  decideLedgerRunRejection,
  decideLedgerRunEdit,
  decideLedgerRunPosting,
  decideLedgerRunReversal,
  decideLedgerRunWithdrawal,
  decideMove,
  decideUnchanged,
  ledgerEntries,
  ledgerRunDateFailures,
  ledgerRunDraft,
  type LedgerReversal,
  type LedgerRunFields,
  type LedgerRunHead,
  type LedgerRunRequest,
  ledgerRunReversal,
} from '@carrara/domain/carry/ledgerRun';
import { err, type Failures, ok } from '@carrara/domain/kernel';
import { carryRules } from './carryRules.ts';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { deleteDocument, lockForMove, lockToSave, type Step } from '../runDocument.ts';

type Store = ReturnType<typeof ledgerRunStore>;
interface Locking {
  readonly lock?: boolean;
}

/** Computes a run from the current records and ledger without storing it. Fails: DATE_TOO_LATE, and as `computeFromRecords`. */
export async function computeLedgerRun(
  { tx, today }: RequestContext,
  request: LedgerRunRequest,
): Outcome<ComputedLedgerRun> {
  const tooLate = ledgerRunDateFailures(request.runDate, today);
  return tooLate.length > 0 ? err(tooLate) : computeNow(ledgerRunStore(tx), request);
}

async function computeNow(store: Store, request: LedgerRunRequest, locking: Locking = {}): Outcome<ComputedLedgerRun> {
  const computed = computeFromRecords(request, await store.loadFacts(request, locking));
  return computed.isErr() ? err(await store.readable(computed.error)) : ok(computed.value);
}

export interface LedgerRunToSave extends Omit<LedgerRunFields, 'id'> {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly request: LedgerRunRequest;
}

/**
 * Creates or changes a draft.
 *
 * Fails: NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, WRONG_STATE, REVERSAL_FIXED, DATE_TOO_LATE, and those of `computeFromRecords`.
 */
export async function saveLedgerRun(
  { tx, today }: RequestContext,
  { rowVersion, request, ...fields }: LedgerRunToSave,
): Outcome {
  const tooLate = ledgerRunDateFailures(request.runDate, today);
  if (tooLate.length > 0) return err(tooLate);
  const store = ledgerRunStore(tx);
  const locked = await lockToSave(store, { id: fields.id, rowVersion }, decideLedgerRunEdit);
  if (locked.isErr()) return err(locked.error);
  const before = locked.value;

  const computed = await computeNow(store, request);
  if (computed.isErr()) return err(computed.error);
  const draft = ledgerRunDraft(computed.value, { ...fields, id: before?.id ?? store.newId() }, store.newId);

  await store.save(draft, before);
  return ok(draft.id);
}

/**
 * Checks that a run's figures match the current ledger. Fails: INPUTS_CHANGED, for a reversal those of `conflictsSince`, and those of
 * `computeFromRecords`.
 */
async function checkUnchanged(store: Store, head: LedgerRunHead, locking: Locking = {}): Outcome<void> {
  const stored = await store.loadInputs(head.id);
  if (!head.isReversal)
    return (await computeNow(store, stored.request, locking)).andThen((computed) => decideUnchanged(stored, computed));
  const ledger = await store.loadFacts(stored.request, locking);
  const conflicts: Failures = conflictsSince(ledgerEntries(head, await store.loadLines(head.id)), ledger);
  return conflicts.length > 0 ? err(await store.readable(conflicts)) : ok();
}

/** Submits a draft. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION, INPUTS_CHANGED, and those of `computeFromRecords`. */
export async function submitLedgerRun({ tx }: RequestContext, step: Step): Outcome {
  const store = ledgerRunStore(tx);
  const locked = await lockForMove(store, step, (head) => decideMove(head, 'submitLedgerRun'));
  if (locked.isErr()) return err(locked.error);
  const { head, decision } = locked.value;

  const unchanged = await checkUnchanged(store, head);
  if (unchanged.isErr()) return err(unchanged.error);

  await store.move(head, 'submitLedgerRun', decision, step.comment);
  return ok(head.id);
}

/** Withdraws a run. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION, COMMENT_REQUIRED. */
export async function withdrawLedgerRun({ tx }: RequestContext, step: Step): Outcome {
  const store = ledgerRunStore(tx);
  const locked = await lockForMove(store, step, (head) => decideLedgerRunWithdrawal(head, step.comment));
  if (locked.isErr()) return err(locked.error);
  await store.move(locked.value.head, 'withdrawLedgerRun', locked.value.decision, step.comment);
  return ok(step.id);
}

/** Approves a run. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION, OWN_RUN. */
export async function approveLedgerRun(context: RequestContext, step: Step): Outcome {
  const store = ledgerRunStore(context.tx);
  const locked = await lockForMove(store, step, (head) =>
    decideLedgerRunApproval(head, 'approveLedgerRun', context.person.id, carryRules(context)),
  );
  if (locked.isErr()) return err(locked.error);
  await store.move(locked.value.head, 'approveLedgerRun', locked.value.decision, step.comment);
  return ok(step.id);
}

/** Rejects a run. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION, OWN_RUN, COMMENT_REQUIRED. */
export async function rejectLedgerRun(context: RequestContext, step: Step): Outcome {
  const store = ledgerRunStore(context.tx);
  const locked = await lockForMove(store, step, (head) =>
    decideLedgerRunRejection(head, context.person.id, carryRules(context), step.comment),
  );
  if (locked.isErr()) return err(locked.error);
  await store.move(locked.value.head, 'rejectLedgerRun', locked.value.decision, step.comment);
  return ok(step.id);
}

/**
 * Posts an approved run to the ledger, once. Posting a reversal marks the original run as reversed.
 *
 * Source: docs/calculations/account-entries.md.
 * Fails:  NOT_FOUND, WRONG_STATE, STALE_VERSION, DATE_TOO_LATE, INPUTS_CHANGED, and those of `computeFromRecords`.
 */
export async function postLedgerRun({ tx, today }: RequestContext, step: Step): Outcome {
  const store = ledgerRunStore(tx);
  const locked = await lockForMove(store, step, (head) => decideLedgerRunPosting(head, today));
  if (locked.isErr()) return err(locked.error);
  const { head, decision } = locked.value;

  const unchanged = await checkUnchanged(store, head, { lock: true });
  if (unchanged.isErr()) return err(unchanged.error);

  await store.post(head, ledgerEntries(head, await store.loadLines(head.id)), decision, step.comment);
  if (head.reversesId === null) return ok(head.id);
  const reversed = await lockForMove(store, { id: head.reversesId, rowVersion: 'unchecked' }, (original) =>
    decideMove(original, 'reverseLedgerRun', ['reversalPosted']),
  );
  if (reversed.isErr()) return err(reversed.error);
  await store.move(reversed.value.head, 'reverseLedgerRun', reversed.value.decision);
  return ok(head.id);
}

/**
 * Creates a draft that reverses a posted run. Nothing is recomputed, and no balance changes until it is posted.
 *
 * Fails: NOT_FOUND, WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED, REVERSED_BEFORE, STALE_VERSION, DATE_TOO_LATE.
 */
export async function reverseLedgerRun({ tx, today }: RequestContext, reversal: Step & LedgerReversal): Outcome {
  const tooLate = ledgerRunDateFailures(reversal.runDate, today);
  if (tooLate.length > 0) return err(tooLate);
  const store = ledgerRunStore(tx);
  const locked = await lockForMove(store, reversal, (head) => decideLedgerRunReversal(head, reversal.runDate));
  if (locked.isErr()) return err(locked.error);
  const { head } = locked.value;
  const stored = { ...(await store.loadInputs(head.id)), lines: await store.loadLines(head.id) };

  const draft = ledgerRunReversal(head, stored, reversal, store.newId);

  await store.save(draft);
  return ok(draft.id);
}

/** Deletes a draft. Fails: NOT_FOUND, WRONG_STATE, STALE_VERSION. */
export const deleteLedgerRun = (
  { tx }: RequestContext,
  step: { readonly id: string; readonly rowVersion?: number | null | undefined },
): Outcome => deleteDocument(ledgerRunStore(tx), step, (head) => decideMove(head, 'deleteLedgerRun'));
