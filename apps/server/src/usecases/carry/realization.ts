import { realizationStore } from '@carrara/adapters/postgres/carry/realization/store';
import { computeAccruals } from '@carrara/domain/carry/ledger';
import {
  computeRealizationRun,
  type ComputedRealization,
  decidePosting,
  decideRealizationDeletion,
  decideRealizationEdit,
  decideRealizationReversal,
  decideReversed,
  lastAccrualDate,
  postingDateFailures,
  postingProblems,
  realizationDraft,
  type RealizationFields,
  type RealizationHead,
  type RealizationRequest,
  type RealizationReversal,
  realizationReversal,
} from '@carrara/domain/carry/realization';
import { rowIdsBySource } from '@carrara/domain/carry/run';
import { err, type Failures, ok } from '@carrara/domain/kernel';
import { carryRules } from './carryRules.ts';
import type { RequestContext } from '../../core/operations.ts';
import type { Outcome } from '../outcome.ts';
import { deleteDocument, lockForMove, lockToSave, type Step } from '../runDocument.ts';

type Store = ReturnType<typeof realizationStore>;

/** Computes a realization from the current records without storing it. */
export async function computeRealization(
  { tx }: RequestContext,
  request: RealizationRequest,
): Promise<ComputedRealization> {
  const store = realizationStore(tx);
  return computeRealizationRun(request, await store.loadFacts(request), store.newId);
}

export interface RealizationToSave extends Omit<RealizationFields, 'id'> {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly request: RealizationRequest;
}

/**
 * Creates or changes a draft.
 *
 * Source: docs/calculations/realization.md.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, WRONG_STATE, REVERSAL_FIXED, and the refusals of `computeRealizationRun`.
 */
export async function saveRealization(
  { tx }: RequestContext,
  { rowVersion, request, ...fields }: RealizationToSave,
): Outcome {
  const store = realizationStore(tx);
  const locked = await lockToSave(store, { id: fields.id, rowVersion }, decideRealizationEdit);
  if (locked.isErr()) return err(locked.error);
  const before = locked.value;
  const facts = await store.loadFacts(request);
  const rowIds = before && rowIdsBySource((await store.loadRows(before.id)).sources);

  const computed = computeRealizationRun(request, facts, store.newId, rowIds);
  if (computed.refusals.length > 0) return err(await store.readable(computed.refusals));
  const draft = realizationDraft(computed, { ...fields, id: before?.id ?? store.newId() });

  await store.save(draft, before);
  return ok(draft.id);
}

/**
 * Posts a draft's accruals to the accounts, once. Refused unless its figures match those computed from the current records. Posting a reversal marks
 * the original realization as reversed.
 *
 * Source: docs/calculations/realization.md.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, OWN_RUN, DATE_TOO_LATE, INPUTS_CHANGED, and every problem of `computeRealizationRun`.
 */
export async function postRealization(context: RequestContext, step: Step): Outcome {
  const store = realizationStore(context.tx);
  const rules = carryRules(context);
  const locked = await lockForMove(store, step, (head) => decidePosting(head, context.person.id, rules));
  if (locked.isErr()) return err(locked.error);
  const { head } = locked.value;
  const problems = head.isReversal ? [] : await problemsNow(store, head);
  const rows = await store.loadRows(head.id);

  const reasons = [
    ...postingDateFailures(lastAccrualDate(rows), head, context.today),
    ...(await store.readable(problems)),
  ];
  const decision = decidePosting(head, context.person.id, rules, reasons);
  if (decision.isErr()) return err(decision.error);

  await store.post(head, computeAccruals(rows, head.id), decision.value, step.comment);
  if (head.reversesId === null) return ok(head.id);
  const reversed = await lockForMove(store, { id: head.reversesId, rowVersion: 'unchecked' }, decideReversed);
  if (reversed.isErr()) return err(reversed.error);
  await store.move(reversed.value.head, 'reverseRealization', reversed.value.decision);
  return ok(head.id);
}

async function problemsNow(store: Store, head: RealizationHead): Promise<Failures> {
  const stored = await store.loadInputs(head.id);
  const facts = await store.loadFacts(stored.request);
  return postingProblems(stored, computeRealizationRun(stored.request, facts, store.newId));
}

/**
 * Creates a draft that reverses a posted realization. Nothing is recomputed, and no balance changes until it is posted.
 *
 * Source: docs/calculations/distribution.md, docs/calculations/realization.md.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED, REVERSED_BEFORE.
 */
export async function reverseRealization({ tx }: RequestContext, reversal: Step & RealizationReversal): Outcome {
  const store = realizationStore(tx);
  const locked = await lockForMove(store, reversal, decideRealizationReversal);
  if (locked.isErr()) return err(locked.error);
  const { head } = locked.value;
  const stored = { ...(await store.loadInputs(head.id)), rows: await store.loadRows(head.id) };

  const draft = realizationReversal(head, stored, reversal, store.newId);
  if (draft.isErr()) return err(draft.error);

  await store.save(draft.value);
  return ok(draft.value.id);
}

/** Deletes a draft. Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE. */
export const deleteRealization = (
  { tx }: RequestContext,
  step: { readonly id: string; readonly rowVersion?: number | null | undefined },
): Outcome => deleteDocument(realizationStore(tx), step, decideRealizationDeletion);
