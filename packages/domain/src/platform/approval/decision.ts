import { err, type Failure, type Failures, fail, ok, type Result } from '../../kernel/index.ts';
import type { StateOf } from '../../kernel/lifecycle/index.ts';
import { approvalLifecycle } from './lifecycle.ts';

export type ApprovalState = StateOf<typeof approvalLifecycle>;

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

export interface ListedApproval {
  readonly approverId: string;
  readonly state: ApprovalState;
  /** The person who decided: the approver, or a substitute. Null while pending. */
  readonly decidedById: string | null;
}

/** The facts about people that decide who may answer. */
export interface ApprovalPeople {
  readonly makers: Makers;
  readonly allowSelfApproval: boolean;
  /** Today's substitutes, by approver. */
  readonly substitutes: ReadonlyMap<string, string>;
  /** The approvers whose answers are requested now. */
  readonly requested: readonly string[];
}

/**
 * Returns the approval that a person may answer: their own, or else one of an approver for whom they substitute. Nobody decides twice on a document, so
 * that its approvals come from different people.
 *
 * Fails:  NOT_AN_APPROVER, ALREADY_DECIDED, OWN_RUN (unless the tenant allows self-approval), NOT_YOUR_TURN.
 */
export function approvalToAnswer<A extends ListedApproval>(
  personId: string,
  approvals: readonly A[],
  { makers, allowSelfApproval, substitutes, requested }: ApprovalPeople,
): Result<A, Failures> {
  const own = approvals.find(({ approverId }) => approverId === personId);
  const substituted = approvals.filter(
    ({ approverId, state }) => state === 'PEND' && substitutes.get(approverId) === personId,
  );
  const answered = own && applyAnswer(own.state, 'APP');
  if (answered?.isErr()) return err([answered.error]);
  if (approvals.some(({ decidedById }) => decidedById === personId))
    return err([
      fail('ALREADY_DECIDED', [], 'You have already decided on this distribution. Somebody else has to decide too.'),
    ]);
  const answerable = own ? [own] : substituted;
  if (answerable.length === 0) return err([fail('NOT_AN_APPROVER', [], 'Only the listed approvers can decide.')]);
  if (!allowSelfApproval && partInCreating(personId, makers) !== undefined)
    return err([
      fail('OWN_RUN', [], 'You prepared, changed or submitted this distribution, so you can’t approve or reject it.'),
    ]);
  const open = answerable.find(({ approverId }) => requested.includes(approverId));
  return open
    ? ok(open)
    : err([fail('NOT_YOUR_TURN', [], 'Your decision isn’t needed now. The Approvals tab shows who decides next.')]);
}

/**
 * Checks that a person may pay a distribution that these people approved. The only one who approved it can't, because the four-eyes rule requires two
 * people. Fails: ONLY_APPROVER_DISBURSES.
 */
export function checkDisburser(personId: string, approvedByIds: readonly (string | null)[]): Failures {
  if (approvedByIds.some((approvedById) => approvedById !== personId)) return [];
  return [
    fail(
      'ONLY_APPROVER_DISBURSES',
      [],
      'You are the only approver of this distribution, so somebody else must disburse it.',
    ),
  ];
}
