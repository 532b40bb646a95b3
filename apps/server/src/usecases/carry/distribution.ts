import { distributionStore, type WorkDuringStore } from '@carrara/adapters/postgres/carry/distribution/store';
import {
  acknowledge,
  newlyRequestedApprovers,
  initialApprovers,
  reopensApproval,
  candidateFailures,
  changesSinceSaved,
  changesSinceSubmission,
  computeRun,
  type ComputedRun,
  currentAccrualWarnings,
  decideApproval,
  decideApproverRemoval,
  decideApprovers,
  decideDeletion,
  decideDisbursement,
  decideEdit,
  decideReversal,
  decideReversalDate,
  decideSubmission,
  decideWithdrawal,
  distributionDraft,
  type DistributionFields,
  type DistributionHead,
  type DistributionReversal,
  distributionReversal,
  isComparedWithAccounts,
  type PayingSource,
  previewVesting,
  type SavedDraft,
  submissionProblems,
  unacknowledgedPayments,
  unacknowledgedVesting,
  vestingChanges,
  type VestingPreview,
  vestingOfRun,
} from '@carrara/domain/carry/distribution';
import {
  approversInOrder,
  type DistributionRule,
  ruleFailures,
  ruleFor,
  withoutPolicy,
} from '@carrara/domain/carry/approvalPolicy';
import { postDistribution, conflictsSince } from '@carrara/domain/carry/ledger';
import {
  ENGINE_VERSION,
  type RunRequest,
  rowIdsBySource,
  storedWarnings,
  type Warning,
} from '@carrara/domain/carry/run';
import { calendarDate, err, type Failures, fail, ok } from '@carrara/domain/kernel';
import { carryRules } from './carryRules.ts';
import type { RequestContext } from '../../core/operations.ts';
import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { type Outcome, recordNotFound } from '../outcome.ts';
import { deleteDocument, lockForEdit, lockForMove, lockToSave, type Step } from '../runDocument.ts';

type Store = ReturnType<typeof distributionStore>;

const storeOf = (context: RequestContext): Store => distributionStore(context.tx, carryRules(context));

/** Computes a run from the current records without storing it. */
export async function computeDistribution(context: RequestContext, request: RunRequest): Promise<ComputedRun> {
  const store = storeOf(context);
  return computeRun(request, await store.loadFacts(request), store.newId);
}

/** Returns what applying vesting would forfeit, and who would receive it. Fails: as `previewVesting`. */
export async function previewRunVesting(
  context: RequestContext,
  request: RunRequest,
): Outcome<readonly VestingPreview[]> {
  const store = storeOf(context);
  const preview = previewVesting(request, await store.loadFacts(request), store.newId);
  if (preview.isErr()) return err(preview.error);
  const sources: VestingPreview[] = [];
  for (const source of preview.value) sources.push({ ...source, problems: await store.readable(source.problems) });
  return ok(sources);
}

export interface DistributionToSave extends Omit<DistributionFields, 'id'> {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly request: RunRequest;
}

/**
 * Creates or changes a draft. Rejected distributions can be changed too.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, WRONG_STATE, REVERSAL_FIXED, NOT_AN_APPROVER_CANDIDATE, APPROVER_IS_MAKER, and the refusals
 *         of `computeRun`.
 */
export async function saveDistribution(
  context: RequestContext,
  { rowVersion, request, ...fields }: DistributionToSave,
  whileStored?: WorkDuringStore,
): Outcome {
  const store = storeOf(context);
  const locked = await lockToSave(store, { id: fields.id, rowVersion }, decideEdit);
  if (locked.isErr()) return err(locked.error);
  const before = locked.value;
  const facts = await store.loadFacts(request);
  const rowIds = before && rowIdsBySource((await store.loadRows(before.id)).sources);

  const computed = computeRun(request, facts, store.newId, rowIds);
  if (computed.refusals.length > 0) return err(await store.readable(computed.refusals));
  if (fields.approverIds !== undefined) {
    const failures = candidateFailures(
      fields.approverIds,
      makersWith(context.person.id, before),
      await store.loadCandidates(),
      carryRules(context),
    );
    if (failures.length > 0) return err(await store.readable(failures));
  }
  const draft = distributionDraft(computed, { ...fields, id: before?.id ?? store.newId() });

  await store.save(draft, before, whileStored);
  return ok(draft.id);
}

/** Returns the people who made a distribution, including the person who saves it now. */
const makersWith = (personId: string, before: DistributionHead | undefined) => ({
  createdById: before ? before.createdById : personId,
  editorIds: [...(before?.editorIds ?? []), personId],
  submittedById: null,
});

export interface Submission extends Step {
  /** The warnings that the person acknowledges. */
  readonly acknowledged?: readonly string[] | undefined;
  /** The approvers to ask. Replaces the current list. */
  readonly approverIds?: readonly string[] | undefined;
}

/**
 * Submits a draft to its approvers. Refused unless its figures match those computed from the current records.
 *
 * Source: docs/calculations/distribution.md, decision 0019.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, INPUTS_CHANGED, NOT_ACKNOWLEDGED, NO_APPROVERS, APPROVER_IS_MAKER, NOT_AN_APPROVER_CANDIDATE, and
 *         every problem of `computeRun`, and those of `ruleFailures`; for a reversal those of `conflictsSince`.
 */
export async function submitDistribution(context: RequestContext, submission: Submission): Outcome {
  const { acknowledged = [], comment } = submission;
  const store = storeOf(context);
  const rules = carryRules(context);
  const locked = await lockForEdit(store, submission, () => ok());
  if (locked.isErr()) return err(locked.error);
  const { head } = locked.value;
  const approverIds = submission.approverIds ?? head.approvals.map(({ approverId }) => approverId);
  const candidates = await store.loadCandidates();
  const { problems, warnings } = head.isReversal
    ? { problems: conflictsSince(...(await postingAndLedger(store, head))), warnings: [] }
    : await problemsNow(store, head);

  const rule = await loadApprovalRule(context, head.id);
  const makers = { ...head, submittedById: context.person.id };
  const eligibleIds = [...candidates].filter((id) => candidateFailures([id], makers, candidates, rules).length === 0);
  const people = await store.loadApproverFacts(head, context.today);

  const acknowledgment = acknowledge(await store.readable(warnings), acknowledged, rules.acknowledgesAbove, 'submit');
  const reasons = [
    ...problems,
    ...acknowledgment.missing,
    ...(approverIds.length > 0 ? [] : [fail('NO_APPROVERS', ['approvers'], 'Please specify Approvers')]),
    ...candidateFailures(approverIds, makers, candidates, rules),
    ...ruleFailures(rule, { approverIds, eligibleIds, payeeIds: people.payeeIds }),
  ];
  const decision = decideSubmission(head, await store.readable(reasons));
  if (decision.isErr()) return err(decision.error);
  const inOrder = approversInOrder(rule, approverIds);

  await store.move(head, {
    event: 'submitDistribution',
    status: decision.value,
    comment,
    submittedTo: { approverIds: inOrder, rule },
    requested: initialApprovers(rule, inOrder, people),
    acknowledged: acknowledgment.acknowledged,
  });
  return ok(head.id);
}

/** Returns the approvals that a distribution needs if it is submitted now, by the firm's policy and today's rates. */
export async function loadApprovalRule(context: RequestContext, id: string): Promise<DistributionRule> {
  const store = storeOf(context);
  const policy = await store.loadPolicy(context.today);
  if (!policy) return withoutPolicy;
  const date = calendarDate(context.today);
  const rates = await store.loadRates(date);
  return ruleFor(policy, { ...(await store.loadAmountToApprove(id)), date, base: tenantCurrency(context), rates });
}

async function problemsNow(
  store: Store,
  { id }: DistributionHead,
): Promise<{ readonly problems: Failures; readonly warnings: readonly Warning[] }> {
  const { saved, computed } = await loadSavedAndComputed(store, id);
  return { problems: submissionProblems(saved, computed), warnings: computed.warnings };
}

/** Loads a draft as it was saved, and computes it from the current records. */
async function loadSavedAndComputed(
  store: Store,
  id: string,
): Promise<{ readonly saved: SavedDraft; readonly computed: ComputedRun }> {
  const saved = {
    ...(await store.loadInputs(id)),
    remarks: await store.loadRemarks(id),
    profileIds: await store.loadProfileIds(id),
  };
  return { saved, computed: computeRun(saved.request, await store.loadFacts(saved.request), store.newId) };
}

/** Returns the reason why a stored draft is out of date; empty if it isn't, and for a reversal, which is never computed. */
export async function loadChangesSinceSaved(context: RequestContext, head: DistributionHead): Promise<Failures> {
  if (head.isReversal) return [];
  const { saved, computed } = await loadSavedAndComputed(storeOf(context), head.id);
  return changesSinceSaved(saved, computed);
}

const isWaiting = ({ isReversal, status }: DistributionHead) => !isReversal && (status === 'SUB' || status === 'APP');

/**
 * Returns what has changed since a run was submitted, as warnings, and the changed vesting, which is to be acknowledged. Both are empty if it isn't
 * submitted or approved, and for a reversal.
 */
export async function loadChangesSinceSubmission(
  context: RequestContext,
  head: DistributionHead,
): Promise<{ readonly records: readonly Warning[]; readonly vesting: readonly Warning[] }> {
  if (!isWaiting(head)) return { records: [], vesting: [] };
  const store = storeOf(context);
  const { saved, computed } = await loadSavedAndComputed(store, head.id);
  return {
    records: await store.readable(changesSinceSubmission(saved, computed, head.engineVersion ?? ENGINE_VERSION)),
    vesting: await store.readable(vestingChanges(saved, computed)),
  };
}

/** Returns the vesting that has changed since a run was submitted. A run to which none was applied isn't computed. */
async function loadVestingChanges(store: Store, head: DistributionHead): Promise<readonly Warning[]> {
  if (!isWaiting(head)) return [];
  const { request } = await store.loadInputs(head.id);
  if (request.sources.every(({ vestingApplied = [] }) => vestingApplied.length === 0)) return [];
  const { saved, computed } = await loadSavedAndComputed(store, head.id);
  return vestingChanges(saved, computed);
}

/**
 * Saves a draft again as it was entered, with the figures, the default profiles and the warnings by the current records.
 *
 * Fails: as `saveDistribution`.
 */
export async function recomputeDistribution(
  context: RequestContext,
  { id, rowVersion }: { readonly id: string; readonly rowVersion: number },
): Outcome {
  const store = storeOf(context);
  const head = await store.lockHead(id);
  if (!head) return recordNotFound(store.noun);
  const { request } = await store.loadInputs(id);
  return saveDistribution(context, { id, rowVersion, name: head.name, description: head.description, request });
}

/**
 * Moves a submitted distribution, or one approved and not yet paid, back to draft. The answers stay stored, but all approvers must answer again.
 *
 * Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, COMMENT_REQUIRED.
 */
export async function withdrawDistribution(context: RequestContext, step: Step): Outcome {
  const store = storeOf(context);
  const { comment } = step;
  const locked = await lockForEdit(store, step, (head) => decideWithdrawal(head, comment));
  if (locked.isErr()) return err(locked.error);
  const { head, decision: status } = locked.value;
  await store.move(head, { event: 'withdrawDistribution', status, comment, resetsApprovals: reopensApproval(head) });
  return ok(head.id);
}

export interface ApprovalAnswer extends Step {
  readonly decision: 'APP' | 'REJ';
  readonly acknowledged?: readonly string[] | undefined;
}

/**
 * Records one approver's answer. An approver acknowledges the same warnings as the person who submitted, based on current balances.
 *
 * Fails: NOT_FOUND, STALE_VERSION, those of `decideApproval`, NOT_ACKNOWLEDGED.
 */
export async function answerApproval(context: RequestContext, answer: ApprovalAnswer): Outcome {
  const { comment, decision, acknowledged = [] } = answer;
  const store = storeOf(context);
  const rules = carryRules(context);
  const personId = context.person.id;
  // Locked first, so that the substitutes are those of the approvers who are decided on.
  const listed = await store.lockHead(answer.id);
  if (!listed) return recordNotFound(store.noun);
  const people = await store.loadApproverFacts(listed, context.today);
  const locked = await lockForMove(store, answer, (head) =>
    decideApproval(head, { personId, decision, comment }, rules, people),
  );
  if (locked.isErr()) return err(locked.error);
  const { head } = locked.value;
  const { event, status, approvalId, isPayee, requested } = locked.value.decision;
  const warnings = decision === 'APP' ? await store.readable(await currentWarnings(store, head)) : [];

  const acknowledgment = acknowledge(warnings, acknowledged, rules.acknowledgesAbove, 'approve');
  if (acknowledgment.missing.length > 0) return err(acknowledgment.missing);

  const answered = { approvalId, decision, isPayee };
  await store.move(head, { event, status, comment, acknowledged: acknowledgment.acknowledged, answered, requested });
  return ok(head.id);
}

/**
 * Returns the warnings of a stored run based on the current accounts. `paid` are its payments, if they are loaded. With
 * `lock`, the balances stay locked until this transaction ends.
 */
export async function loadAccrualWarnings(
  store: Pick<Store, 'loadPaid' | 'loadBalances'>,
  head: DistributionHead,
  { paid: loaded, lock = false }: { readonly paid?: readonly PayingSource[]; readonly lock?: boolean } = {},
): Promise<readonly Warning[]> {
  if (!isComparedWithAccounts(head)) return [];
  const paid = loaded ?? (await store.loadPaid(head.id));
  const sourceIds = paid.map(({ sourceId }) => sourceId);
  const balances = await store.loadBalances(sourceIds, head.distributionDate, { lock });
  return currentAccrualWarnings(head, { paid, balances });
}

/** Returns all warnings of a stored run: those stored with it and those based on the current accounts and vesting. */
const currentWarnings = async (store: Store, head: DistributionHead): Promise<readonly Warning[]> => [
  ...storedWarnings(await store.loadRemarks(head.id)),
  ...(await loadAccrualWarnings(store, head)),
  ...(await loadVestingChanges(store, head)),
];

/**
 * Pays an approved distribution. Posts its account and escrow entries once, and stores the percentages vested on its date. A reversal stores those of
 * the distribution it reverses.
 *
 * Source: docs/calculations/vesting.md, docs/calculations/account-entries.md; decision 0017.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, ONLY_APPROVER_DISBURSES, DATE_TOO_LATE, and those of `unacknowledgedPayments` and
 *         `unacknowledgedVesting`; for a reversal those of `conflictsSince`.
 */
export async function disburseDistribution(context: RequestContext, step: Step): Outcome {
  const store = storeOf(context);
  const locked = await lockForMove(store, step, (head) => decideDisbursement(head, context.person.id, context.today));
  if (locked.isErr()) return err(locked.error);
  const { head, decision: status } = locked.value;
  const [posting, ledger] = await postingAndLedger(store, head);
  const aboveAccrued = await loadAccrualWarnings(store, head, { lock: true });
  const changedVesting = await loadVestingChanges(store, head);
  const acknowledgments =
    aboveAccrued.length + changedVesting.length > 0 ? await store.loadAcknowledgments(head.id) : [];
  const holdings = head.isReversal ? [] : await store.loadHoldings(head.id);

  const reasons = head.isReversal
    ? conflictsSince(posting, ledger)
    : [
        ...unacknowledgedPayments(head, aboveAccrued, acknowledgments),
        ...unacknowledgedVesting(changedVesting, acknowledgments),
      ];
  if (reasons.length > 0) return err(await store.readable(reasons));
  const vested = vestingOfRun(holdings, calendarDate(head.distributionDate));

  await store.post(head, posting);
  await store.move(head, { event: 'disburseDistribution', status, comment: step.comment, vested });
  return ok(head.id);
}

/** Returns the account entries of the distribution and, for a reversal, the current balances, locked. */
async function postingAndLedger(store: Store, head: DistributionHead) {
  const origin = { originId: head.id, date: calendarDate(head.distributionDate) };
  const posting = postDistribution(await store.loadRows(head.id), origin, await store.loadPaths(head));
  return [posting, head.isReversal ? await store.lockLedger(posting) : { entries: [], escrow: [] }] as const;
}

/**
 * Creates a draft that mirrors a disbursed distribution. Nothing is recomputed.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  NOT_FOUND, WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED, REVERSED_BEFORE.
 */
export async function reverseDistribution(
  context: RequestContext,
  reversal: DistributionReversal & { readonly id: string },
): Outcome {
  const store = storeOf(context);
  const step = { id: reversal.id, rowVersion: 'unchecked' } as const;
  const locked = await lockForMove(store, step, (head) =>
    decideReversal(head).andThen(() => decideReversalDate(reversal.distributionDate, head.distributionDate)),
  );
  if (locked.isErr()) return err(locked.error);
  const { head } = locked.value;
  const stored = { ...(await store.loadInputs(head.id)), rows: await store.loadRows(head.id) };

  const draft = distributionReversal(head, stored, reversal, store.newId);

  await store.save(draft);
  return ok(draft.id);
}

/** Adds approvers. Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, NOT_AN_APPROVER_CANDIDATE, APPROVER_IS_MAKER. */
export async function addApprovers(
  context: RequestContext,
  {
    id,
    rowVersion,
    approverIds,
  }: { readonly id: string; readonly rowVersion?: number | null | undefined; readonly approverIds: readonly string[] },
): Outcome {
  const store = storeOf(context);
  const locked = await lockForEdit(store, { id, rowVersion: rowVersion ?? 'unchecked' }, () => ok());
  if (locked.isErr()) return err(locked.error);
  const { head } = locked.value;
  const added = decideApprovers(head, approverIds, await store.loadCandidates(), carryRules(context));
  if (added.isErr()) return err(await store.readable(added.error));
  const requested = newlyRequestedApprovers(head, added.value, await store.loadApproverFacts(head, context.today));
  if (added.value.length > 0) await store.addApprovers(head, added.value, requested);
  return ok(id);
}

/** Removes an approver. Fails: NOT_FOUND, WRONG_STATE. */
export async function removeApprover(context: RequestContext, id: string, approvalId: string): Outcome {
  const store = storeOf(context);
  const locked = await lockForEdit(store, { id, rowVersion: 'unchecked' }, (head) =>
    decideApproverRemoval(head, approvalId),
  );
  if (locked.isErr()) return err(locked.error);
  await store.removeApprover(locked.value.head, approvalId);
  return ok(id);
}

/** Deletes a distribution. Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE. */
export const deleteDistribution = (
  context: RequestContext,
  step: { readonly id: string; readonly rowVersion?: number | null | undefined },
): Outcome => deleteDocument(storeOf(context), step, decideDeletion);
