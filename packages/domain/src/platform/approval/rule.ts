import type { ApprovalState } from './decision.ts';

/** How the approvers of a document decide: all in any order, all in turn, or as many as a quorum. */
export const approvalModes = {
  ALL: 'Every approver',
  ORDERED: 'Each in turn',
  QUORUM: 'A quorum',
} as const;
export type ApprovalMode = keyof typeof approvalModes;

/** The approvals that a submitted document needs. */
export interface ApprovalRule {
  readonly mode: ApprovalMode;
  /** The approvals needed in mode QUORUM; otherwise null. */
  readonly quorum: number | null;
  /**
   * The approvers whom the rule names, in their order. In mode QUORUM, only they count toward the quorum, and the other listed approvers have to
   * approve too. If it names nobody, all listed approvers count.
   */
  readonly approverIds: readonly string[];
}

/** The rule without a policy. */
export const everyApproverRule: ApprovalRule = { mode: 'ALL', quorum: null, approverIds: [] };

/** A listed approver's answer, in the order of the list. */
export interface ApprovalAnswer {
  readonly approverId: string;
  readonly state: ApprovalState;
  /** True if the document pays the person who decided or, while pending, the approver. */
  readonly isPayee: boolean;
}

const isApproved = ({ state }: ApprovalAnswer): boolean => state === 'APP';

/** Returns true if somebody whom the document doesn't pay has approved it. Payees never approve alone. */
const hasIndependentApproval = (answers: readonly ApprovalAnswer[]): boolean =>
  answers.some((answer) => isApproved(answer) && !answer.isPayee);

/** Returns true if an approver's answer counts toward the quorum. */
const countsTowardQuorum = ({ approverIds }: ApprovalRule, { approverId }: ApprovalAnswer): boolean =>
  approverIds.length === 0 || approverIds.includes(approverId);

const hasQuorum = (rule: ApprovalRule, answers: readonly ApprovalAnswer[]): boolean =>
  answers.filter((answer) => isApproved(answer) && countsTowardQuorum(rule, answer)).length >= (rule.quorum ?? 0);

/**
 * Returns the outcome of the answers so far. One rejection rejects the document. The rule's approvals approve it, if at least one is by somebody who
 * isn't paid by it. Otherwise it waits.
 *
 * Silence isn't approval: without an approver, it waits too.
 */
export function approvalOutcome(
  rule: ApprovalRule,
  answers: readonly ApprovalAnswer[],
): 'approved' | 'rejected' | 'waiting' {
  if (answers.some(({ state }) => state === 'REJ')) return 'rejected';
  if (!hasIndependentApproval(answers)) return 'waiting';
  const isComplete =
    rule.mode === 'QUORUM'
      ? hasQuorum(rule, answers) && answers.every((answer) => isApproved(answer) || countsTowardQuorum(rule, answer))
      : answers.every(isApproved);
  return isComplete ? 'approved' : 'waiting';
}

/**
 * Returns the approvers whose answers are requested now: the next one in mode ORDERED, otherwise everyone whose approval can still be needed. Once a
 * quorum lacks only an approval by somebody who isn't paid, payees can't decide any more.
 */
export function requestedApprovers(rule: ApprovalRule, answers: readonly ApprovalAnswer[]): readonly string[] {
  if (approvalOutcome(rule, answers) !== 'waiting') return [];
  const pending = answers.filter(({ state }) => state === 'PEND');
  const isNeeded = (answer: ApprovalAnswer) =>
    rule.mode !== 'QUORUM' ||
    !countsTowardQuorum(rule, answer) ||
    !hasQuorum(rule, answers) ||
    (!hasIndependentApproval(answers) && !answer.isPayee);
  const requested = rule.mode === 'ORDERED' ? pending.slice(0, 1) : pending.filter(isNeeded);
  return requested.map(({ approverId }) => approverId);
}

/** Returns why a pending approval is needed, or why it isn't yet or any more, as a sentence. */
export function approvalReason(rule: ApprovalRule, answers: readonly ApprovalAnswer[], approverId: string): string {
  const isRequested = requestedApprovers(rule, answers).includes(approverId);
  if (!isRequested) return rule.mode === 'ORDERED' ? 'Asked after the approvers above.' : 'No longer needed.';
  const answer = answers.find((each) => each.approverId === approverId);
  const isLastIndependent =
    answer?.isPayee === false &&
    !hasIndependentApproval(answers) &&
    !answers.some((each) => each !== answer && each.state === 'PEND' && !each.isPayee);
  if (isLastIndependent) return 'Needed from somebody whom the distribution doesn’t pay.';
  if (rule.mode === 'QUORUM' && answer && countsTowardQuorum(rule, answer)) {
    const count =
      (rule.quorum ?? 0) - answers.filter((each) => isApproved(each) && countsTowardQuorum(rule, each)).length;
    return `One of those from whom ${count} more ${count === 1 ? 'approval is' : 'approvals are'} needed.`;
  }
  return rule.approverIds.includes(approverId) ? 'The approval policy requires it.' : 'Chosen when it was submitted.';
}
