import { postDistribution, takenSince } from '../ledger/index.ts';
import {
  type CalendarDate,
  decimal,
  err,
  type Failures,
  fail,
  ok,
  type Path,
  type Result,
} from '../../kernel/index.ts';
import { computeRun, remarksOf } from './computeRun.ts';
import {
  asksAnew,
  candidateFailures,
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
} from './decisions.ts';
import {
  ENGINE_VERSION,
  distributionInputToJson,
  type RunRequest,
  reversedRows,
  sameJson,
  type Warning,
} from '../run/index.ts';
import type { DistributionHead, DistributionPorts } from './ports.ts';
import { type Acknowledged, acknowledge, currentWarnings, unacknowledgedPayments } from './acknowledgments.ts';
import { vestingOfRun } from './vestingOfRun.ts';

type Outcome<T = string> = Promise<Result<T, Failures>>;

export interface DraftToSave {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly name: string;
  readonly description: string | null;
  readonly request: RunRequest;
  readonly approverIds?: readonly string[] | undefined;
}

async function held(
  ports: DistributionPorts,
  id: string,
  rowVersion: number | null | undefined,
): Promise<Result<DistributionHead, Failures>> {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const stale = await ports.stale(head, rowVersion);
  return stale ? err([stale]) : ok(head);
}

/** True for warnings that are stored with the run. Warnings based on the accounts change with every posting, so they are computed on each read. */
const isStored = ({ code }: Warning): boolean => code !== 'PAID_ABOVE_ACCRUED';

const refused = async (ports: DistributionPorts, failures: Failures) => err(await ports.readable(failures));

/**
 * Creates or changes a draft. Rejected distributions can be changed too.
 *
 * Source: calculations 5.7; carry specification section 4.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, WRONG_STATE, NO_SOURCE, NO_PARTICIPANT, CHARACTERIZATION_NOT_100, MIXED_CURRENCIES,
 *         FIGURES_DIFFER, NOT_RECONCILED, NOT_AN_APPROVER_CANDIDATE, APPROVER_IS_MAKER, and those of `runInput` and of the engine for what was given.
 */
export async function saveDistribution(ports: DistributionPorts, draft: DraftToSave): Outcome {
  let before: DistributionHead | undefined;
  let known: ReadonlyMap<string, string> = new Map();
  if (draft.id) {
    const found = await held(ports, draft.id, draft.rowVersion);
    if (found.isErr()) return err(found.error);
    const edit = decideEdit(found.value);
    if (edit.isErr()) return err(edit.error);
    before = found.value;
    known = new Map((await ports.rowsOf(before.id)).sources.map(({ id, sourceId }) => [sourceId, id]));
  }
  const computed = await computeRun(ports, draft.request, known);
  if (computed.refusals.length > 0) return refused(ports, computed.refusals);
  if (draft.approverIds !== undefined) {
    const made = {
      createdById: before ? before.createdById : ports.personId,
      editorIds: [...(before?.editorIds ?? []), ports.personId],
      submittedById: null,
    };
    const failures = candidateFailures(draft.approverIds, made, await ports.approverCandidates(), ports);
    if (failures.length > 0) return refused(ports, failures);
  }
  // Without an unallocated rest, there is nothing to acknowledge. An earlier acknowledgment must not cover a rest that appears later.
  const hasRest = computed.rows.sources.some(({ unallocated }) => unallocated !== null && decimal(unallocated).gt(0));
  const unallocatedAcknowledged = hasRest && draft.request.unallocatedAcknowledged;
  const id = before?.id ?? ports.newId();
  const currencies = draft.request.sources.map(({ sourceId }) => computed.facts.sources.get(sourceId)?.currencyId);
  await ports.keep(
    {
      id,
      name: draft.name,
      description: draft.description,
      request: { ...draft.request, unallocatedAcknowledged },
      input: distributionInputToJson({ ...computed.run.input, unallocatedAcknowledged }),
      engineVersion: ENGINE_VERSION,
      currencyId: currencies.find((currency) => currency) ?? null,
      remarks: await remarksOf(ports, { ...computed, warnings: computed.warnings.filter(isStored) }),
      rows: computed.rows,
      approverIds: draft.approverIds && [...new Set(draft.approverIds)],
      reason: draft.reason,
    },
    before,
  );
  return ok(id);
}

export interface Step {
  readonly id: string;
  readonly rowVersion: number | null | undefined;
  readonly comment?: string | null | undefined;
}

export interface Submission extends Step {
  /** The warnings that the person acknowledges. */
  readonly acknowledged?: readonly string[] | undefined;
  /** The approvers to ask. Replaces the current list. */
  readonly approverIds?: readonly string[] | undefined;
}

/**
 * Submits a draft to its approvers. Refused unless its figures match those computed from the current records.
 *
 * Source: calculations 5.7, 5.9.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, INPUTS_CHANGED, NOT_ACKNOWLEDGED, APPROVER_IS_MAKER, NOT_AN_APPROVER_CANDIDATE, and every reason of
 *         `submitRefusals` and `runInput`; for a reversal those of `takenSince`.
 */
export async function submitDistribution(ports: DistributionPorts, submission: Submission): Outcome {
  const { id, rowVersion, comment, acknowledged = [] } = submission;
  const found = await held(ports, id, rowVersion);
  if (found.isErr()) return err(found.error);
  const head = found.value;
  const listed = submission.approverIds ?? head.approvals.map(({ approverId }) => approverId);
  const noApprover = listed.length > 0 ? [] : [fail('NO_APPROVERS', ['approvers'], 'Please specify Approvers')];
  const made = { ...head, submittedById: ports.personId };
  const unable = candidateFailures(listed, made, await ports.approverCandidates(), ports);
  const computed = head.isReversal ? undefined : await computedAgain(ports, head);
  const taken = head.isReversal ? takenSince(...(await postingOf(ports, head))) : [];
  const noted = await acknowledge(ports, computed?.warnings ?? [], acknowledged, 'submit');
  const reasons = [...(computed?.reasons ?? []), ...taken, ...noted.missing, ...noApprover, ...unable];
  const decision = decideSubmission(head, await ports.readable(reasons));
  if (decision.isErr()) return err(decision.error);
  const asked = await askApprovers(ports, head, listed);
  await ports.move(asked, {
    event: 'submitDistribution',
    status: decision.value,
    comment,
    asksAnew: asksAnew(asked),
    acknowledged: noted.given,
  });
  return ok(id);
}

/** Replaces the approver list and returns the updated distribution. */
async function askApprovers(
  ports: DistributionPorts,
  head: DistributionHead,
  approverIds: readonly string[],
): Promise<DistributionHead> {
  const listed = new Set(head.approvals.map(({ approverId }) => approverId));
  const added = [...new Set(approverIds)].filter((id) => !listed.has(id));
  const removed = [...listed].filter((id) => !approverIds.includes(id));
  if (added.length > 0) await ports.addApprovers(head, added);
  let current = head;
  for (const approverId of removed) {
    current = (await ports.hold(head.id)) ?? head;
    const approval = current.approvals.find((one) => one.approverId === approverId);
    if (approval) await ports.removeApprover(current, approval.id);
  }
  return added.length + removed.length > 0 ? ((await ports.hold(head.id)) ?? head) : head;
}

async function computedAgain(
  ports: DistributionPorts,
  head: DistributionHead,
): Promise<{ readonly reasons: Failures; readonly warnings: readonly Warning[] }> {
  const kept = await ports.inputsOf(head.id);
  const { run, problems, warnings } = await computeRun(ports, kept.request);
  const path: Path = ['sources'];
  const changed = sameJson(distributionInputToJson(run.input), kept.input)
    ? []
    : [
        fail(
          'INPUTS_CHANGED',
          path,
          'Allocations, taxes or participants have changed since this draft was saved. Save it again and review its figures.',
        ),
      ];
  return { reasons: [...changed, ...problems], warnings };
}

/**
 * Moves a submitted distribution, or one approved and not yet paid, back to draft. The answers stay stored, but all approvers must answer again.
 *
 * Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, COMMENT_REQUIRED.
 */
export async function withdrawDistribution(ports: DistributionPorts, { id, rowVersion, comment }: Step): Outcome {
  const found = await held(ports, id, rowVersion);
  if (found.isErr()) return err(found.error);
  const decision = decideWithdrawal(found.value, comment);
  if (decision.isErr()) return err(decision.error);
  const head = found.value;
  await ports.move(head, { event: 'withdrawDistribution', status: decision.value, comment, asksAnew: asksAnew(head) });
  return ok(id);
}

/**
 * Records one approver's answer.
 *
 * An approver acknowledges the same warnings as the person who submitted, based on current balances.
 *
 * Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, NOT_AN_APPROVER, ALREADY_DECIDED, OWN_DISTRIBUTION, NOT_ACKNOWLEDGED, AMOUNT_ABOVE_BALANCES.
 */
export async function answerApproval(
  ports: DistributionPorts,
  step: Step & { readonly decision: 'APP' | 'REJ'; readonly acknowledged?: readonly string[] | undefined },
): Outcome {
  const { id, rowVersion, comment, decision, acknowledged = [] } = step;
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  // Check this before the version: an approver who already answered should hear that, although the answer itself changed the version.
  const answered = decideApproval(head, ports.personId, decision, ports);
  if (answered.isErr()) return err(answered.error);
  const stale = await ports.stale(head, rowVersion);
  if (stale) return err([stale]);
  const { event, status, approvalId } = answered.value;
  const noted: Acknowledged =
    decision === 'APP'
      ? await acknowledge(ports, await currentWarnings(ports, head), acknowledged, 'approve')
      : { given: [], missing: [] };
  if (noted.missing.length > 0) return err(noted.missing);
  await ports.move(head, { event, status, comment, acknowledged: noted.given, answered: { approvalId, decision } });
  return ok(id);
}

/**
 * Pays an approved distribution. Posts its account and escrow entries once, and stores the percentages vested on its date. A reversal stores those of
 * the distribution it reverses.
 *
 * Source: calculations 4 and 6; decisions, 'People and permissions'.
 * Fails:  NOT_FOUND, STALE_VERSION, WRONG_STATE, ONLY_APPROVER_DISBURSES, NOT_ACKNOWLEDGED (by now it pays more above what was accrued than anybody
 *         acknowledged), AMOUNT_ABOVE_BALANCES; for a reversal those of `takenSince`.
 */
export async function disburseDistribution(ports: DistributionPorts, { id, rowVersion, comment }: Step): Outcome {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const decision = decideDisbursement(head, ports.personId);
  if (decision.isErr()) return err(decision.error);
  const stale = await ports.stale(head, rowVersion);
  if (stale) return err([stale]);
  const [posting, ledger] = await postingOf(ports, head);
  const standing = head.isReversal ? takenSince(posting, ledger) : await unacknowledgedPayments(ports, head);
  if (standing.length > 0) return refused(ports, standing);
  await ports.post(head, posting);
  const vested = head.isReversal ? [] : vestingOfRun(await ports.holdingsOf(id), head.distributionDate as CalendarDate);
  await ports.move(head, { event: 'disburseDistribution', status: decision.value, comment, vested });
  return ok(id);
}

/** Returns the account entries of the distribution and the current balances. */
async function postingOf(ports: DistributionPorts, head: DistributionHead) {
  const origin = { originId: head.id, date: head.distributionDate as CalendarDate };
  const posting = postDistribution(await ports.rowsOf(head.id), origin, await ports.waysOf(head));
  return [posting, head.isReversal ? await ports.ledgerOf(posting) : { entries: [], escrow: [] }] as const;
}

export interface Reversal {
  readonly id: string;
  readonly distributionDate: string;
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Creates a draft that mirrors a disbursed distribution. Nothing is recomputed.
 *
 * Source: calculations 5.8.
 * Fails:  NOT_FOUND, WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED, REVERSED_BEFORE.
 */
export async function reverseDistribution(ports: DistributionPorts, reversal: Reversal): Outcome {
  const head = await ports.hold(reversal.id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const decision = decideReversal(head).andThen(() =>
    decideReversalDate(reversal.distributionDate, head.distributionDate),
  );
  if (decision.isErr()) return err(decision.error);
  const kept = await ports.inputsOf(head.id);
  const id = ports.newId();
  const name = reversal.name?.trim() || `Reversal of ${head.name}`.slice(0, 200);
  await ports.keep(
    {
      id,
      name,
      description: reversal.description ?? null,
      request: { ...kept.request, distributionDate: reversal.distributionDate },
      input: kept.input,
      engineVersion: head.engineVersion ?? ENGINE_VERSION,
      currencyId: null,
      remarks: [],
      rows: reversedRows(await ports.rowsOf(head.id), ports.newId),
      reversesId: head.id,
    },
    undefined,
  );
  return ok(id);
}

/** Adds approvers. Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE, NOT_AN_APPROVER_CANDIDATE, APPROVER_IS_MAKER. */
export async function addApprovers(
  ports: DistributionPorts,
  { id, rowVersion, approverIds }: Step & { readonly approverIds: readonly string[] },
): Outcome {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const stale = typeof rowVersion === 'number' ? await ports.stale(head, rowVersion) : undefined;
  if (stale) return err([stale]);
  const added = decideApprovers(head, approverIds, await ports.approverCandidates(), ports);
  if (added.isErr()) return refused(ports, added.error);
  if (added.value.length > 0) await ports.addApprovers(head, added.value);
  return ok(id);
}

/** Removes an approver. Fails: NOT_FOUND, WRONG_STATE. */
export async function removeApprover(ports: DistributionPorts, id: string, approvalId: string): Outcome {
  const head = await ports.hold(id);
  if (!head?.approvals.some((approval) => approval.id === approvalId)) {
    return err([fail('NOT_FOUND', ['approvalId'], 'This person isn’t an approver of this distribution.')]);
  }
  const decision = decideApproverRemoval(head);
  if (decision.isErr()) return err(decision.error);
  await ports.removeApprover(head, approvalId);
  return ok(id);
}

/** Deletes a distribution. Fails: NOT_FOUND, STALE_VERSION, WRONG_STATE. */
export async function deleteDistribution(ports: DistributionPorts, { id, rowVersion }: Step): Outcome {
  const head = await ports.hold(id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'There is no such distribution.')]);
  const stale = typeof rowVersion === 'number' ? await ports.stale(head, rowVersion) : undefined;
  if (stale) return err([stale]);
  const decision = decideDeletion(head);
  if (decision.isErr()) return err(decision.error);
  await ports.remove(head);
  return ok(id);
}
