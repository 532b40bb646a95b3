import {
  type ApprovalAnswer,
  applyAnswer,
  approvalOutcome,
  approvalReason,
  type ApprovalState,
  approvalToAnswer,
  checkDisburser,
  everyApproverRule,
  isRequestedAgain,
  type ListedApproval,
  type Makers,
  partInCreating,
  requestedApprovers,
} from '../../platform/approval/index.ts';
import { err, fail, type Failures, ok, type Result, displayedDate } from '../../kernel/index.ts';
import type { DistributionRule } from '../approvalPolicy/index.ts';
import type { EventOf, StateOf } from '../../kernel/lifecycle/index.ts';
import { hasVisible } from '../../kernel/plainText/index.ts';
import { distributionLifecycle } from './lifecycle.ts';

export type DistributionStatus = StateOf<typeof distributionLifecycle>;
export type DistributionEvent = EventOf<typeof distributionLifecycle>;

export interface DistributionApproval {
  readonly id: string;
  readonly approverId: string;
  readonly decision: 'APP' | 'REJ' | null;
  /** The person who decided: the approver, or a substitute. Null while pending. */
  readonly decidedById: string | null;
  /** True if the distribution pays the person who decided. Null while pending. */
  readonly isPayee: boolean | null;
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
  /** The rule stored with the last submission. Null if it was never submitted. */
  readonly approvalRule: DistributionRule | null;
}

/** The people around the approvals of a distribution. */
export interface ApproverFacts {
  /** Today's substitutes, by the approver who named them. */
  readonly substitutes: ReadonlyMap<string, string>;
  /** Everyone whom the distribution pays, directly or through entities and own trusts. */
  readonly payeeIds: ReadonlySet<string>;
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
  /** True if the distribution pays the person who answered. */
  readonly isPayee: boolean;
  /** The approvers whose answers are requested now. */
  readonly requested: readonly string[];
}

const stateOf = ({ decision }: Pick<DistributionApproval, 'decision'>): ApprovalState => decision ?? 'PEND';

/** Returns true if all approvers must answer again after a withdrawal or a new submission. This is so once anyone has answered. */
export const reopensApproval = ({ approvals }: Pick<DistributionState, 'approvals'>): boolean =>
  isRequestedAgain(approvals.map(stateOf));

/** Returns the answers as the rule counts them. */
const answersOf = (
  approvals: readonly Pick<DistributionApproval, 'approverId' | 'decision' | 'isPayee'>[],
  { payeeIds }: Pick<ApproverFacts, 'payeeIds'>,
): readonly ApprovalAnswer[] =>
  approvals.map((approval) => ({
    approverId: approval.approverId,
    state: stateOf(approval),
    isPayee: approval.isPayee ?? payeeIds.has(approval.approverId),
  }));

/** Returns the approvers of a submitted distribution whose answers are requested now. */
export const currentApprovers = (
  { approvals, approvalRule }: Pick<DistributionState, 'approvals' | 'approvalRule'>,
  people: Pick<ApproverFacts, 'payeeIds'>,
): readonly string[] => requestedApprovers(approvalRule ?? everyApproverRule, answersOf(approvals, people));

/** Returns why an approver's answer to a submitted distribution is needed, or why it isn't yet or any more. */
export const reasonForApproval = (
  { approvals, approvalRule }: Pick<DistributionState, 'approvals' | 'approvalRule'>,
  approverId: string,
  people: Pick<ApproverFacts, 'payeeIds'>,
): string => approvalReason(approvalRule ?? everyApproverRule, answersOf(approvals, people), approverId);

/** Returns the approvers whose answers are requested once a distribution is submitted to them. */
export const initialApprovers = (
  approvalRule: DistributionRule,
  approverIds: readonly string[],
  people: Pick<ApproverFacts, 'payeeIds'>,
): readonly string[] => currentApprovers({ approvalRule, approvals: approverIds.map(unanswered) }, people);

/** Returns the approvers whose answers are requested after approvers were added. Nobody's is before the distribution is submitted. */
export const newlyRequestedApprovers = (
  state: Pick<DistributionState, 'status' | 'approvals' | 'approvalRule'>,
  added: readonly string[],
  people: Pick<ApproverFacts, 'payeeIds'>,
): readonly string[] =>
  state.status === 'SUB'
    ? currentApprovers({ ...state, approvals: [...state.approvals, ...added.map(unanswered)] }, people)
    : [];

const unanswered = (approverId: string): DistributionApproval => ({
  id: approverId,
  approverId,
  decision: null,
  decidedById: null,
  isPayee: null,
});

export interface Answer {
  readonly personId: string;
  readonly decision: 'APP' | 'REJ';
  readonly comment?: string | null | undefined;
}

/**
 * Decides the effect of one answer on a submitted distribution, by the rule stored with its submission. One rejection rejects it.
 *
 * A person answers for themselves, or as today's substitute of an approver. Payees never approve it alone.
 *
 * Source: decision 0017.
 * Fails:  WRONG_STATE, NOT_AN_APPROVER, ALREADY_DECIDED, OWN_RUN, NOT_YOUR_TURN, COMMENT_REQUIRED for a rejection without one, PAYEE_ALONE.
 */
export function decideApproval(
  state: DistributionState,
  { personId, decision, comment }: Answer,
  rules: ApprovalRules,
  people: ApproverFacts,
): Decision<AnsweredApproval> {
  const event = decision === 'APP' ? 'approveDistribution' : 'rejectDistribution';
  if (!distributionLifecycle.canApply(state.status, event)) return after(state, event).map(() => never());
  const found = answerable(state, personId, rules, people);
  if (found.isErr()) return err(found.error);
  if (decision === 'REJ' && !hasVisible(comment))
    return err([fail('COMMENT_REQUIRED', ['approvalComments'], 'Enter a comment that says why you are rejecting it.')]);
  const { id: approvalId } = found.value;
  const answer = applyAnswer(found.value.state, decision);
  if (answer.isErr()) return err([answer.error]);
  const isPayee = people.payeeIds.has(personId);
  const approvals = state.approvals.map((each) => (each.id === approvalId ? { ...each, decision, isPayee } : each));
  const outcome = approvalOutcome(state.approvalRule ?? everyApproverRule, answersOf(approvals, people));
  const requested = currentApprovers({ ...state, approvals }, people);
  if (outcome === 'waiting' && requested.length === 0) return err([payeeAlone]);
  const answered = { approvalId, event, isPayee, requested } as const;
  if (outcome === 'waiting') return ok({ ...answered, status: state.status });
  return after(state, event, ['enoughApprovals']).map((status) => ({ ...answered, status }));
}

const payeeAlone = fail(
  'PAYEE_ALONE',
  [],
  'This distribution pays you and every other open approver. Add an approver whom it doesn’t pay first.',
);

function never(): never {
  throw new Error('the lifecycle allowed an event that it had just refused');
}

/** Returns true if a person may answer for a submitted distribution now. */
export const mayAnswer = (
  state: DistributionState,
  personId: string,
  rules: ApprovalRules,
  people: ApproverFacts,
): boolean =>
  distributionLifecycle.canApply(state.status, 'approveDistribution') &&
  answerable(state, personId, rules, people).isOk();

/** Returns the approval that a person may answer. Fails: as `approvalToAnswer`. */
function answerable(
  state: DistributionState,
  personId: string,
  { allowSelfApproval }: ApprovalRules,
  people: ApproverFacts,
): Result<ListedApproval & { readonly id: string }, Failures> {
  const approvals = state.approvals.map((each) => ({ ...each, state: stateOf(each) }));
  const { substitutes } = people;
  const requested = currentApprovers(state, people);
  return approvalToAnswer(personId, approvals, { makers: makersOf(state), allowSelfApproval, substitutes, requested });
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
    const approvedByIds = state.approvals
      .filter(({ decision }) => decision === 'APP')
      .map(({ decidedById }) => decidedById);
    const failures = [...checkDisburser(personId, approvedByIds), ...disbursementDateFailures(state, today)];
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

/** Decides whether approvers can be added. Fails: WRONG_STATE, and those of `candidateFailures`. */
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

/** The people who created a distribution and, once it is stored, those who decided on it. */
export type PeopleOfRun = CreatedBy & Partial<Pick<DistributionState, 'status' | 'approvals'>>;

/** Returns true if a person has decided on a submitted distribution in place of an approver. Nobody decides twice. */
const hasSubstituted = (personId: string, { status, approvals = [] }: PeopleOfRun): boolean =>
  status === 'SUB' && approvals.some((each) => each.decidedById === personId && each.approverId !== personId);

/** Advice about an approver who can't approve: choose another person or, once the list is frozen, start again. */
export const approverRemedies = {
  choose: 'Choose another approver.',
  withdraw: 'Withdraw the distribution and submit it to another approver.',
} as const;

/**
 * Returns the reasons why people can't be approvers. Any active user of the carry application can be one. Excluded
 * are those who created, changed or submitted the distribution, or have already decided on it as a substitute.
 *
 * An approver who can't answer would leave the distribution waiting forever.
 *
 * Source: decision 0017.
 * Fails:  NOT_AN_APPROVER_CANDIDATE, APPROVER_IS_MAKER (unless the firm allows self-approval), ALREADY_DECIDED.
 */
export function candidateFailures(
  ids: readonly string[],
  run: PeopleOfRun,
  candidates: ReadonlySet<string>,
  { allowSelfApproval }: ApprovalRules,
  remedy: string = approverRemedies.choose,
): Failures {
  return ids.flatMap((id, i) => {
    const path = ['approvers', i];
    if (!candidates.has(id))
      return [fail('NOT_AN_APPROVER_CANDIDATE', path, `${id} isn’t an active user of carry. ${remedy}`)];
    const part = allowSelfApproval ? undefined : partInCreating(id, makersOf(run));
    if (part)
      return [fail('APPROVER_IS_MAKER', path, `${id} ${part} this distribution and can’t approve it. ${remedy}`)];
    return hasSubstituted(id, run)
      ? [fail('ALREADY_DECIDED', path, `${id} has already decided on this distribution as a substitute. ${remedy}`)]
      : [];
  });
}

/** Returns today's substitutes who can decide, by approver: not makers, other approvers, or people who have decided. */
export function eligibleSubstitutes(
  state: Pick<DistributionState, 'approvals'> & CreatedBy,
  { allowSelfApproval }: ApprovalRules,
  { substitutes }: Pick<ApproverFacts, 'substitutes'>,
): ReadonlyMap<string, string> {
  const isAble = (id: string) =>
    !state.approvals.some(({ approverId, decidedById }) => approverId === id || decidedById === id) &&
    (allowSelfApproval || partInCreating(id, makersOf(state)) === undefined);
  return new Map([...substitutes].filter(([, substituteId]) => isAble(substituteId)));
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
  people: ApproverFacts,
  today: string,
): readonly DistributionEvent[] {
  const isAnswerRefused = () => answerable(state, person.id, rules, people).isErr();
  const isRefused: Partial<Record<DistributionEvent, () => boolean>> = {
    saveDistribution: () => decideEdit(state).isErr(),
    approveDistribution: isAnswerRefused,
    rejectDistribution: isAnswerRefused,
    disburseDistribution: () => decideDisbursement(state, person.id, today).isErr(),
    reverseDistribution: () => decideReversal(state).isErr(),
  };
  return distributionLifecycle
    .eventsFrom(state.status)
    .filter((event) => person.hasPermission(distributionLifecycle.events[event].permission) && !isRefused[event]?.());
}
