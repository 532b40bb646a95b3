import { type ApprovalState, checkApprover, checkDisburser, outcomeOf } from '../approval/index.ts';
import { err, type EventOf, type Failures, fail, ok, type Result, type StateOf } from '../kernel/index.ts';
import { distributionLifecycle } from './lifecycle.ts';

export type DistributionStatus = StateOf<typeof distributionLifecycle>;
export type DistributionEvent = EventOf<typeof distributionLifecycle>;

export interface DistributionApproval {
  readonly id: string;
  readonly approverId: string;
  readonly decision: 'APP' | 'REJ' | null;
}

/** What is to be known of a distribution to decide what may be done with it. */
export interface DistributionState {
  readonly id: string;
  readonly status: DistributionStatus;
  readonly isReversal: boolean;
  /** The distribution that undoes this one. */
  readonly reversedById: string | null;
  readonly createdById: string | null;
  readonly lastEditedById: string | null;
  readonly submittedById: string | null;
  readonly approvals: readonly DistributionApproval[];
}

/** The firm's choice: who made a distribution may approve it. */
export interface ApprovalRules {
  readonly allowSelfApproval: boolean;
}

type Decision<T = DistributionStatus> = Result<T, Failures>;

function after(state: DistributionState, event: DistributionEvent, established: readonly string[] = []): Decision {
  return distributionLifecycle.apply(state.status, event, established).mapErr((failure) => [failure]);
}

/** Fails: WRONG_STATE, REVERSAL_FIXED (a reversal's figures are those of what it undoes). */
export function decideEdit(state: DistributionState): Decision {
  return after(state, 'saveDistribution').andThen((status) =>
    state.isReversal
      ? err([fail('REVERSAL_FIXED', [], 'A reversal mirrors a distribution and is not edited.')])
      : ok(status),
  );
}

/** Fails: WRONG_STATE and the given reasons, all of them. */
export function decideSubmission(state: DistributionState, reasons: Failures): Decision {
  return after(state, 'submitDistribution').andThen((status) => (reasons.length > 0 ? err(reasons) : ok(status)));
}

/** Fails: WRONG_STATE, COMMENT_REQUIRED. */
export function decideWithdrawal(state: DistributionState, comment: string | null | undefined): Decision {
  return after(state, 'withdrawDistribution').andThen((status) =>
    comment?.trim() ? ok(status) : err([fail('COMMENT_REQUIRED', ['comment'], 'Say why it is withdrawn.')]),
  );
}

export interface AnsweredApproval {
  readonly status: DistributionStatus;
  readonly approvalId: string;
  /** Lifecycle event that the answer is; an approval that is not the last one leaves the distribution waiting. */
  readonly event: 'approveDistribution' | 'rejectDistribution';
}

const stateOf = ({ decision }: DistributionApproval): ApprovalState => decision ?? 'PEND';

/**
 * What one answer makes of a submitted distribution: every listed approver must approve, one rejection rejects.
 *
 * Source: decisions, 'People and permissions'.
 * Fails:  WRONG_STATE, NOT_AN_APPROVER, ALREADY_DECIDED, OWN_DISTRIBUTION.
 */
export function decideApproval(
  state: DistributionState,
  personId: string,
  decision: 'APP' | 'REJ',
  rules: ApprovalRules,
): Decision<AnsweredApproval> {
  const event = decision === 'APP' ? 'approveDistribution' : 'rejectDistribution';
  if (!distributionLifecycle.canApply(state.status, event)) return after(state, event).map(() => never());
  const failures = approverFailures(state, personId, rules);
  if (failures.length > 0) return err(failures);
  const own = state.approvals.find(({ approverId }) => approverId === personId)!;
  const outcome = outcomeOf(state.approvals.map((each) => (each === own ? decision : stateOf(each))));
  const answered = { approvalId: own.id, event } as const;
  if (outcome === 'waiting') return ok({ ...answered, status: state.status });
  return after(state, event, ['everyApproverApproved']).map((status) => ({ ...answered, status }));
}

function never(): never {
  throw new Error('the lifecycle allowed what it does not allow');
}

function approverFailures(state: DistributionState, personId: string, { allowSelfApproval }: ApprovalRules): Failures {
  const approvals = state.approvals.map((each) => ({ approverId: each.approverId, state: stateOf(each) }));
  const makers = {
    createdBy: state.createdById ?? '',
    lastEditedBy: state.lastEditedById ?? '',
    submittedBy: state.submittedById ?? '',
  };
  return checkApprover(personId, approvals, makers, allowSelfApproval);
}

/** Fails: WRONG_STATE, ONLY_APPROVER_DISBURSES. */
export function decideDisbursement(state: DistributionState, personId: string): Decision {
  return after(state, 'disburseDistribution').andThen((status) => {
    const failures = checkDisburser(
      personId,
      state.approvals.map(({ approverId }) => approverId),
    );
    return failures.length > 0 ? err(failures) : ok(status);
  });
}

/** Fails: WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED. */
export function decideReversal(state: DistributionState): Decision {
  return after(state, 'reverseDistribution').andThen((status) => {
    if (state.isReversal) return err([fail('REVERSAL_FIXED', [], 'A reversal is not reversed: distribute anew.')]);
    if (state.reversedById) return err([fail('ALREADY_REVERSED', [], 'This distribution has been reversed.')]);
    return ok(status);
  });
}

/** Fails: WRONG_STATE, APPROVER_UNKNOWN, NOT_AN_APPROVER_CANDIDATE. */
export function decideApprovers(
  state: DistributionState,
  added: readonly string[],
  candidates: ReadonlySet<string>,
): Decision<readonly string[]> {
  return after(state, 'addApprovers').andThen(() => {
    const failures = candidateFailures(added, candidates);
    if (failures.length > 0) return err(failures);
    const listed = new Set(state.approvals.map(({ approverId }) => approverId));
    return ok([...new Set(added)].filter((id) => !listed.has(id)));
  });
}

/** An approver is any active user of the carry application. */
export function candidateFailures(ids: readonly string[], candidates: ReadonlySet<string>): Failures {
  return ids.flatMap((id, i) =>
    candidates.has(id)
      ? []
      : [fail('NOT_AN_APPROVER_CANDIDATE', ['approvers', i], 'An approver is an active user of carry.')],
  );
}

/** Fails: WRONG_STATE. */
export function decideApproverRemoval(state: DistributionState): Decision {
  return after(state, 'removeApprover');
}

/** Fails: WRONG_STATE. */
export function decideDeletion(state: DistributionState): Decision {
  return after(state, 'deleteDistribution');
}

/** What a person may do now: events of the lifecycle, already checked against state, role and approver list. */
export function actionsOf(
  state: DistributionState,
  person: { readonly id: string; readonly holds: (permission: string) => boolean },
  rules: ApprovalRules,
): readonly DistributionEvent[] {
  const isRefused: Partial<Record<DistributionEvent, () => boolean>> = {
    saveDistribution: () => decideEdit(state).isErr(),
    approveDistribution: () => approverFailures(state, person.id, rules).length > 0,
    rejectDistribution: () => approverFailures(state, person.id, rules).length > 0,
    disburseDistribution: () => decideDisbursement(state, person.id).isErr(),
    reverseDistribution: () => decideReversal(state).isErr(),
  };
  return distributionLifecycle
    .eventsFrom(state.status)
    .filter((event) => person.holds(distributionLifecycle.events[event].permission) && !isRefused[event]?.());
}
