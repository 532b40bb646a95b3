import {
  calendarDate,
  dayAheadFailures,
  displayedDate,
  err,
  fail,
  type Failures,
  ok,
  type Result,
} from '../../kernel/index.ts';
import type { EventOf, StateOf } from '../../kernel/lifecycle/index.ts';
import { hasVisible } from '../../kernel/plainText/index.ts';
import { ledgerRunLifecycle } from './lifecycle.ts';

export type LedgerRunStatus = StateOf<typeof ledgerRunLifecycle>;
export type LedgerRunEvent = EventOf<typeof ledgerRunLifecycle>;

/** The facts about a ledger run that decide which actions are possible. */
export interface LedgerRunState {
  readonly id: string;
  readonly status: LedgerRunStatus;
  readonly runDate: string;
  readonly isReversal: boolean;
  /** The run that reverses this one, posted or not. */
  readonly reversedById: string | null;
  readonly lastEditedById: string | null;
  readonly submittedById: string | null;
}

export interface ApprovalRules {
  readonly allowSelfApproval: boolean;
}

type Decision<T = LedgerRunStatus> = Result<T, Failures>;

/** Decides a move that depends only on the state. Fails: WRONG_STATE. */
export function decideMove(
  state: Pick<LedgerRunState, 'status'>,
  event: LedgerRunEvent,
  established: readonly string[] = [],
): Decision {
  return ledgerRunLifecycle.apply(state.status, event, { established }).mapErr((failure) => [failure]);
}

/** Decides whether a run can be edited. Fails: WRONG_STATE, REVERSAL_FIXED (a reversal has the figures of the run it reverses). */
export function decideLedgerRunEdit(state: LedgerRunState): Decision {
  return decideMove(state, 'saveLedgerRun').andThen((status) =>
    state.isReversal
      ? err([fail('REVERSAL_FIXED', [], 'Reversals can’t be edited. A reversal always mirrors the run it reverses.')])
      : ok(status),
  );
}

/** Checks that a run isn't dated far in the future, which is probably a typo. Fails: DATE_TOO_LATE. */
export const ledgerRunDateFailures = (runDate: string, today: string): Failures =>
  dayAheadFailures(calendarDate(runDate), calendarDate(today), ['runDate'], 'A run');

/** Decides whether a run can be withdrawn. Fails: WRONG_STATE, COMMENT_REQUIRED. */
export function decideLedgerRunWithdrawal(state: LedgerRunState, comment: string | null | undefined): Decision {
  return decideMove(state, 'withdrawLedgerRun').andThen((status) =>
    hasVisible(comment)
      ? ok(status)
      : err([fail('COMMENT_REQUIRED', ['comment'], 'Enter a comment that says why you are withdrawing it.')]),
  );
}

/** Decides whether a person can approve or reject a run. Fails: WRONG_STATE, OWN_RUN (unless the firm lets people approve their own). */
export function decideLedgerRunApproval(
  state: LedgerRunState,
  event: 'approveLedgerRun' | 'rejectLedgerRun',
  personId: string,
  { allowSelfApproval }: ApprovalRules,
): Decision {
  return decideMove(state, event).andThen((status) => {
    const isOwn = [state.lastEditedById, state.submittedById].includes(personId);
    return isOwn && !allowSelfApproval
      ? err([fail('OWN_RUN', [], 'You last edited or submitted this run, so somebody else must decide on it.')])
      : ok(status);
  });
}

/** Decides whether a person can reject a run, which requires a comment. Fails: WRONG_STATE, OWN_RUN, COMMENT_REQUIRED. */
export function decideLedgerRunRejection(
  state: LedgerRunState,
  personId: string,
  rules: ApprovalRules,
  comment: string | null | undefined,
): Decision {
  return decideLedgerRunApproval(state, 'rejectLedgerRun', personId, rules).andThen((status) =>
    hasVisible(comment)
      ? ok(status)
      : err([fail('COMMENT_REQUIRED', ['comment'], 'Enter a comment that says why you are rejecting it.')]),
  );
}

/**
 * Returns why a run can't be posted yet. Balances by date would leave out an entry that other figures already include.
 *
 * Fails: DATE_TOO_LATE.
 */
export function ledgerPostingDateFailures(
  { runDate, isReversal }: Pick<LedgerRunState, 'runDate' | 'isReversal'>,
  today: string,
): Failures {
  if (runDate <= today) return [];
  const remedy = isReversal ? 'withdraw and delete it, then reverse the run again' : 'withdraw it and change the date';
  const text = `This run is dated ${displayedDate(runDate)}. Post it on that day or later, or ${remedy}.`;
  return [fail('DATE_TOO_LATE', [], text)];
}

/** Decides whether a run can be posted. Fails: WRONG_STATE, DATE_TOO_LATE. */
export function decideLedgerRunPosting(state: LedgerRunState, today: string): Decision {
  return decideMove(state, 'postLedgerRun').andThen((status) => {
    const failures = ledgerPostingDateFailures(state, today);
    return failures.length > 0 ? err(failures) : ok(status);
  });
}

/** Decides whether a run can be reversed. Fails: WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED, REVERSED_BEFORE. */
export function decideLedgerRunReversal(state: LedgerRunState, runDate?: string): Decision {
  return decideMove(state, 'reverseLedgerRun', ['reversalPosted']).andThen((status) => {
    if (state.isReversal)
      return err([fail('REVERSAL_FIXED', [], 'Reversals can’t be reversed. Create a new run instead.')]);
    if (state.reversedById) return err([fail('ALREADY_REVERSED', [], 'This run has already been reversed.')]);
    if (runDate !== undefined && runDate < state.runDate) {
      const text = `A reversal can’t be dated before the run it reverses. Choose ${displayedDate(state.runDate)} or later.`;
      return err([fail('REVERSED_BEFORE', ['runDate'], text)]);
    }
    return ok(status);
  });
}

/** Returns the lifecycle events that a person may trigger now, checked against state and role. */
export function ledgerRunActions(
  state: LedgerRunState,
  person: { readonly id: string; readonly hasPermission: (permission: string) => boolean },
  rules: ApprovalRules,
  today: string,
): readonly LedgerRunEvent[] {
  const isRefused: Partial<Record<LedgerRunEvent, () => boolean>> = {
    saveLedgerRun: () => decideLedgerRunEdit(state).isErr(),
    approveLedgerRun: () => decideLedgerRunApproval(state, 'approveLedgerRun', person.id, rules).isErr(),
    rejectLedgerRun: () => decideLedgerRunApproval(state, 'rejectLedgerRun', person.id, rules).isErr(),
    postLedgerRun: () => decideLedgerRunPosting(state, today).isErr(),
    reverseLedgerRun: () => decideLedgerRunReversal(state).isErr(),
  };
  return ledgerRunLifecycle
    .eventsFrom(state.status)
    .filter((event) => person.hasPermission(ledgerRunLifecycle.events[event].permission) && !isRefused[event]?.());
}
