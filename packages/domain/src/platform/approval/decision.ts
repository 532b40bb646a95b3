import { type Failure, type Failures, fail, type Result } from '../../kernel/index.ts';
import type { StateOf } from '../../kernel/lifecycle/index.ts';
import { approvalLifecycle } from './lifecycle.ts';

export type ApprovalState = StateOf<typeof approvalLifecycle>;

/**
 * Returns the outcome of the answers so far: one rejection rejects the distribution, and the last approval approves it. Otherwise it waits.
 *
 * Silence isn't approval: without an approver, it waits too.
 */
export function approvalOutcome(answers: readonly ApprovalState[]): 'approved' | 'rejected' | 'waiting' {
  if (answers.includes('REJ')) return 'rejected';
  return answers.length > 0 && answers.every((answer) => answer === 'APP') ? 'approved' : 'waiting';
}

/** Returns the state of an approval after an answer. Fails: ALREADY_DECIDED. */
export const applyAnswer = (state: ApprovalState, decision: 'APP' | 'REJ'): Result<ApprovalState, Failure> =>
  approvalLifecycle.apply(state, decision === 'APP' ? 'grantApproval' : 'refuseApproval');

/** Returns true if all approvers must answer again, which is so once anyone has answered. */
export const isRequestedAgain = (answers: readonly ApprovalState[]): boolean =>
  answers.some((answer) => approvalLifecycle.canApply(answer, 'requestApprovalAgain'));

/** The people who created or changed a distribution, for the four-eyes rule. */
export interface Makers {
  readonly createdBy: string | null;
  /** Everyone who has changed it, even if others have changed it since. */
  readonly editors: readonly string[];
  readonly submittedBy: string | null;
}

/** Returns a person's part in creating a distribution as a verb that precedes 'this distribution'; undefined if none. */
export function partInCreating(personId: string, { createdBy, editors, submittedBy }: Makers): string | undefined {
  if (createdBy === personId) return 'prepared';
  if (editors.includes(personId)) return 'changed';
  return submittedBy === personId ? 'submitted' : undefined;
}

/**
 * Checks that a person may answer for a submitted distribution.
 *
 * Fails:  NOT_AN_APPROVER, ALREADY_DECIDED, OWN_RUN (unless the tenant allows self-approval).
 */
export function checkApprover(
  personId: string,
  approvals: readonly { readonly approverId: string; readonly state: ApprovalState }[],
  makers: Makers,
  allowSelfApproval: boolean,
): Failures {
  const approval = approvals.find(({ approverId }) => approverId === personId);
  if (approval === undefined) return [fail('NOT_AN_APPROVER', [], 'Only the listed approvers can decide.')];
  const answered = applyAnswer(approval.state, 'APP');
  if (answered.isErr()) return [answered.error];
  if (allowSelfApproval || partInCreating(personId, makers) === undefined) return [];
  return [
    fail('OWN_RUN', [], 'You prepared, changed or submitted this distribution, so you can’t approve or reject it.'),
  ];
}

/**
 * Checks that a person may pay a distribution. The only approver can't, because the four-eyes rule requires two people. Fails:
 * ONLY_APPROVER_DISBURSES.
 */
export function checkDisburser(personId: string, approverIds: readonly string[]): Failures {
  if (approverIds.some((approverId) => approverId !== personId)) return [];
  return [
    fail(
      'ONLY_APPROVER_DISBURSES',
      [],
      'You are the only approver of this distribution, so somebody else must disburse it.',
    ),
  ];
}
