import {
  type ApprovalState,
  applyAnswer,
  checkApprover,
  checkDisburser,
  isRequestedAgain,
  type Makers,
  approvalOutcome,
  partInCreating,
} from '../../platform/approval/index.ts';
import { err, fail, type Failures, ok, required, type Result, displayedDate } from '../../kernel/index.ts';
import type { EventOf, StateOf } from '../../kernel/lifecycle/index.ts';
import { hasVisible } from '../../kernel/plainText/index.ts';
import { distributionLifecycle } from './lifecycle.ts';

export type DistributionStatus = StateOf<typeof distributionLifecycle>;
export type DistributionEvent = EventOf<typeof distributionLifecycle>;

export interface DistributionApproval {
  readonly id: string;
  readonly approverId: string;
  readonly decision: 'APP' | 'REJ' | null;
}

/** The facts about a distribution that decide which actions are possible. */
export interface DistributionState {
  readonly id: string;
  readonly status: DistributionStatus;
  readonly distributionDate: string;
  readonly isReversal: boolean;
  /** The status of the distribution that reverses this one. */
  readonly reversalStatus: DistributionStatus | null;
  readonly createdById: string | null;
  /** Everyone who has saved it. */
  readonly editorIds: readonly string[];
  readonly submittedById: string | null;
  readonly approvals: readonly DistributionApproval[];
}

/** The firm's setting: true if the people who created or changed a distribution may approve it. */
export interface ApprovalRules {
  readonly allowSelfApproval: boolean;
}

type Decision<T = DistributionStatus> = Result<T, Failures>;

function after(state: DistributionState, event: DistributionEvent, established: readonly string[] = []): Decision {
  return distributionLifecycle.apply(state.status, event, { established }).mapErr((failure) => [failure]);
}

/** Decides whether a distribution can be edited. Fails: WRONG_STATE, REVERSAL_FIXED (a reversal has the figures of the distribution it reverses). */
export function decideEdit(state: DistributionState): Decision {
  return after(state, 'saveDistribution').andThen((status) =>
    state.isReversal
      ? err([
          fail(
            'REVERSAL_FIXED',
            [],
            'Reversals can’t be edited. A reversal always mirrors the distribution it reverses.',
          ),
        ])
      : ok(status),
  );
}

/** Decides whether a distribution can be submitted. Fails: WRONG_STATE and all given reasons. */
export function decideSubmission(state: DistributionState, reasons: Failures): Decision {
  return after(state, 'submitDistribution').andThen((status) => (reasons.length > 0 ? err(reasons) : ok(status)));
}

/** Decides whether a distribution can be withdrawn. Fails: WRONG_STATE, COMMENT_REQUIRED. */
export function decideWithdrawal(state: DistributionState, comment: string | null | undefined): Decision {
  return after(state, 'withdrawDistribution').andThen((status) =>
    hasVisible(comment)
      ? ok(status)
      : err([fail('COMMENT_REQUIRED', ['comment'], 'Enter a comment that says why you are withdrawing it.')]),
  );
}

export interface AnsweredApproval {
  readonly status: DistributionStatus;
  readonly approvalId: string;
  /** The lifecycle event for this answer. Unless it is the last approval needed, the distribution stays submitted. */
  readonly event: 'approveDistribution' | 'rejectDistribution';
}

const stateOf = ({ decision }: DistributionApproval): ApprovalState => decision ?? 'PEND';

/** Returns true if all approvers must answer again after a withdrawal or a new submission. This is so once anyone has answered. */
export const reopensApproval = ({ approvals }: Pick<DistributionState, 'approvals'>): boolean =>
  isRequestedAgain(approvals.map(stateOf));

/**
 * Decides the effect of one answer on a submitted distribution. Every listed approver must approve, and one rejection rejects it.
 *
 * Source: decisions, 'People and permissions'.
 * Fails:  WRONG_STATE, NOT_AN_APPROVER, ALREADY_DECIDED, OWN_RUN, COMMENT_REQUIRED for a rejection without one.
 */
export function decideApproval(
  state: DistributionState,
  personId: string,
  decision: 'APP' | 'REJ',
  rules: ApprovalRules,
  comment?: string | null,
): Decision<AnsweredApproval> {
  const event = decision === 'APP' ? 'approveDistribution' : 'rejectDistribution';
  if (!distributionLifecycle.canApply(state.status, event)) return after(state, event).map(() => never());
  const failures = approverFailures(state, personId, rules);
  if (failures.length > 0) return err(failures);
  const own = required(
    state.approvals.find(({ approverId }) => approverId === personId),
    'the approval of an approver',
  );
  const answer = applyAnswer(stateOf(own), decision);
  if (answer.isErr()) return err([answer.error]);
  if (decision === 'REJ' && !hasVisible(comment))
    return err([fail('COMMENT_REQUIRED', ['approvalComments'], 'Enter a comment that says why you are rejecting it.')]);
  const outcome = approvalOutcome(state.approvals.map((each) => (each === own ? answer.value : stateOf(each))));
  const answered = { approvalId: own.id, event } as const;
  if (outcome === 'waiting') return ok({ ...answered, status: state.status });
  return after(state, event, ['everyApproverApproved']).map((status) => ({ ...answered, status }));
}

function never(): never {
  throw new Error('the lifecycle allowed an event that it had just refused');
}

function approverFailures(state: DistributionState, personId: string, { allowSelfApproval }: ApprovalRules): Failures {
  const approvals = state.approvals.map((each) => ({ approverId: each.approverId, state: stateOf(each) }));
  return checkApprover(personId, approvals, makersOf(state), allowSelfApproval);
}

const makersOf = ({ createdById, editorIds, submittedById }: CreatedBy): Makers => ({
  createdBy: createdById,
  editors: editorIds,
  submittedBy: submittedById,
});

/**
 * Returns why a distribution can't be paid yet. Figures by date would leave out a payment that other figures already include.
 *
 * Fails: DATE_TOO_LATE.
 */
export function disbursementDateFailures(
  { distributionDate, isReversal }: Pick<DistributionState, 'distributionDate' | 'isReversal'>,
  today: string,
): Failures {
  if (distributionDate <= today) return [];
  const [noun, remedy] = isReversal
    ? ['reversal', 'withdraw and delete it, then reverse the distribution again']
    : ['distribution', 'withdraw it and change the date'];
  const text = `This ${noun} is dated ${displayedDate(distributionDate)}. Disburse it on that day or later, or ${remedy}.`;
  return [fail('DATE_TOO_LATE', [], text)];
}

/** Decides whether a person can pay a distribution. Fails: WRONG_STATE, ONLY_APPROVER_DISBURSES, DATE_TOO_LATE. */
export function decideDisbursement(state: DistributionState, personId: string, today: string): Decision {
  return after(state, 'disburseDistribution').andThen((status) => {
    const approverIds = state.approvals.map(({ approverId }) => approverId);
    const failures = [...checkDisburser(personId, approverIds), ...disbursementDateFailures(state, today)];
    return failures.length > 0 ? err(failures) : ok(status);
  });
}

/** Decides whether a distribution can be reversed. Fails: WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED. */
export function decideReversal(state: DistributionState): Decision {
  return after(state, 'reverseDistribution').andThen((status) => {
    if (state.isReversal)
      return err([fail('REVERSAL_FIXED', [], 'Reversals can’t be reversed. Create a new distribution instead.')]);
    const { reversalStatus } = state;
    if (!reversalStatus) return ok(status);
    const text =
      reversalStatus === 'DISB'
        ? 'This distribution has already been reversed.'
        : `This distribution has a reversal that isn’t disbursed yet (${distributionLifecycle.states[reversalStatus].toLowerCase()}). Open that one instead.`;
    return err([fail('ALREADY_REVERSED', [], text)]);
  });
}

/**
 * Checks that a reversal isn't dated before the distribution it reverses. Its entries undo that distribution's, and totals by day, year and letter
 * include both.
 *
 * Fails: REVERSED_BEFORE.
 */
export function decideReversalDate(date: string, reversedDate: string): Decision<string> {
  if (date >= reversedDate) return ok(date);
  const text = `A reversal can’t be dated before the distribution it reverses. Choose ${displayedDate(reversedDate)} or later.`;
  return err([fail('REVERSED_BEFORE', ['distributionDate'], text)]);
}

/** Decides whether approvers can be added. Fails: WRONG_STATE, NOT_AN_APPROVER_CANDIDATE, APPROVER_IS_MAKER. */
export function decideApprovers(
  state: DistributionState,
  added: readonly string[],
  candidates: ReadonlySet<string>,
  rules: ApprovalRules,
): Decision<readonly string[]> {
  return after(state, 'addApprovers').andThen(() => {
    const failures = candidateFailures(added, state, candidates, rules);
    if (failures.length > 0) return err(failures);
    const listed = new Set(state.approvals.map(({ approverId }) => approverId));
    return ok([...new Set(added)].filter((id) => !listed.has(id)));
  });
}

/** The people who created, changed or submitted a distribution. */
export type CreatedBy = Pick<DistributionState, 'createdById' | 'editorIds' | 'submittedById'>;

/**
 * Returns the reasons why people can't be approvers. Any active user of the carry application can be one, except those who created, changed or
 * submitted the distribution.
 *
 * An approver who can't answer would leave the distribution waiting forever.
 *
 * Source: decisions, 'People and permissions'.
 * Fails:  NOT_AN_APPROVER_CANDIDATE, APPROVER_IS_MAKER (unless the firm allows self-approval).
 */
export function candidateFailures(
  ids: readonly string[],
  createdBy: CreatedBy,
  candidates: ReadonlySet<string>,
  { allowSelfApproval }: ApprovalRules,
): Failures {
  return ids.flatMap((id, i) => {
    const path = ['approvers', i];
    if (!candidates.has(id))
      return [fail('NOT_AN_APPROVER_CANDIDATE', path, `${id} isn’t an active user of carry. Choose another approver.`)];
    const part = allowSelfApproval ? undefined : partInCreating(id, makersOf(createdBy));
    return part
      ? [
          fail(
            'APPROVER_IS_MAKER',
            path,
            `${id} ${part} this distribution and can’t approve it. Choose another approver.`,
          ),
        ]
      : [];
  });
}

/** Decides whether an approver can be removed. Fails: NOT_FOUND, WRONG_STATE. */
export function decideApproverRemoval(state: DistributionState, approvalId: string): Decision {
  return state.approvals.some(({ id }) => id === approvalId)
    ? after(state, 'removeApprover')
    : err([fail('NOT_FOUND', ['approvalId'], 'This person isn’t an approver of this distribution.')]);
}

/** Decides whether a distribution can be deleted. Fails: WRONG_STATE. */
export function decideDeletion(state: DistributionState): Decision {
  return after(state, 'deleteDistribution');
}

/** Returns the lifecycle events that a person may trigger now, checked against state, role and approver list. */
export function allowedActions(
  state: DistributionState,
  person: { readonly id: string; readonly hasPermission: (permission: string) => boolean },
  rules: ApprovalRules,
  today: string,
): readonly DistributionEvent[] {
  const isRefused: Partial<Record<DistributionEvent, () => boolean>> = {
    saveDistribution: () => decideEdit(state).isErr(),
    approveDistribution: () => approverFailures(state, person.id, rules).length > 0,
    rejectDistribution: () => approverFailures(state, person.id, rules).length > 0,
    disburseDistribution: () => decideDisbursement(state, person.id, today).isErr(),
    reverseDistribution: () => decideReversal(state).isErr(),
  };
  return distributionLifecycle
    .eventsFrom(state.status)
    .filter((event) => person.hasPermission(distributionLifecycle.events[event].permission) && !isRefused[event]?.());
}
