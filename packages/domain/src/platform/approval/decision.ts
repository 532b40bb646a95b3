import { type Failure, type Failures, fail, type Result } from '../../kernel/index.ts';
import type { StateOf } from '../../kernel/lifecycle/index.ts';
import { approvalLifecycle } from './lifecycle.ts';

export type ApprovalState = StateOf<typeof approvalLifecycle>;

/**
 * What the answers so far make of the distribution: one rejection rejects it, the last approval approves it, else it
 * waits.
 *
 * Nobody's silence approves: without an approver it waits, too.
 */
export function outcomeOf(answers: readonly ApprovalState[]): 'approved' | 'rejected' | 'waiting' {
  if (answers.includes('REJ')) return 'rejected';
  return answers.length > 0 && answers.every((answer) => answer === 'APP') ? 'approved' : 'waiting';
}

/** What an approver's answer makes of the approval. Fails: ALREADY_DECIDED. */
export const answerOf = (state: ApprovalState, decision: 'APP' | 'REJ'): Result<ApprovalState, Failure> =>
  approvalLifecycle.apply(state, decision === 'APP' ? 'giveApproval' : 'refuseApproval');

/** Whether all are asked anew: as soon as one has answered. */
export const isAskedAnew = (answers: readonly ApprovalState[]): boolean =>
  answers.some((answer) => approvalLifecycle.canApply(answer, 'askApprovalAnew'));

/** Who took part in making a distribution, for the rule of four eyes. */
export interface Makers {
  readonly createdBy: string | null;
  /** Everybody who has changed it, however often others have since. */
  readonly editors: readonly string[];
  readonly submittedBy: string | null;
}

/** What a person had to do with making a distribution, in words that go on with 'this distribution'; undefined for nothing. */
export function partInMaking(personId: string, { createdBy, editors, submittedBy }: Makers): string | undefined {
  if (createdBy === personId) return 'prepared';
  if (editors.includes(personId)) return 'changed';
  return submittedBy === personId ? 'submitted' : undefined;
}

/**
 * Whether a person may answer for a submitted distribution.
 *
 * Fails:  NOT_AN_APPROVER, ALREADY_DECIDED, OWN_DISTRIBUTION (unless the tenant allows self-approval).
 */
export function checkApprover(
  personId: string,
  approvals: readonly { readonly approverId: string; readonly state: ApprovalState }[],
  makers: Makers,
  allowSelfApproval: boolean,
): Failures {
  const approval = approvals.find(({ approverId }) => approverId === personId);
  if (approval === undefined) return [fail('NOT_AN_APPROVER', [], 'Only a listed approver decides.')];
  const answered = answerOf(approval.state, 'APP');
  if (answered.isErr()) return [answered.error];
  if (allowSelfApproval || partInMaking(personId, makers) === undefined) return [];
  return [
    fail('OWN_DISTRIBUTION', [], 'You prepared, changed or submitted this distribution, so you cannot approve it.'),
  ];
}

/** Fails: ONLY_APPROVER_DISBURSES, since paying and approving alone is one pair of eyes. */
export function checkDisburser(personId: string, approverIds: readonly string[]): Failures {
  if (approverIds.some((approverId) => approverId !== personId)) return [];
  return [fail('ONLY_APPROVER_DISBURSES', [], 'The only approver of a distribution does not disburse it.')];
}
