import { err, fail, type Failures, ok, type Result, displayedDate } from '../../kernel/index.ts';
import type { EventOf, StateOf } from '../../kernel/lifecycle/index.ts';
import { realizationLifecycle } from './lifecycle.ts';

export type RealizationStatus = StateOf<typeof realizationLifecycle>;
export type RealizationEvent = EventOf<typeof realizationLifecycle>;

/** The facts about a realization that decide which actions are possible. */
export interface RealizationState {
  readonly id: string;
  readonly status: RealizationStatus;
  readonly isReversal: boolean;
  /** The realization that reverses this one, posted or not. */
  readonly reversedById: string | null;
  /** The person who changed it last. */
  readonly lastEditedById: string | null;
}

/** The firm's setting: true if the people who created or changed a realization may post it. */
export interface PostingRules {
  readonly allowSelfApproval: boolean;
}

type Decision<T = RealizationStatus> = Result<T, Failures>;

function after(state: RealizationState, event: RealizationEvent, established: readonly string[] = []): Decision {
  return realizationLifecycle.apply(state.status, event, { established }).mapErr((failure) => [failure]);
}

/** Decides whether a realization can be edited. Fails: WRONG_STATE, REVERSAL_FIXED (a reversal has the figures of the realization it reverses). */
export function decideRealizationEdit(state: RealizationState): Decision {
  return after(state, 'saveRealization').andThen((status) =>
    state.isReversal
      ? err([
          fail(
            'REVERSAL_FIXED',
            [],
            'Reversals can’t be edited. A reversal always mirrors the realization it reverses.',
          ),
        ])
      : ok(status),
  );
}

/**
 * Decides whether a person can post a realization. Fails: WRONG_STATE, OWN_RUN (unless the firm lets people approve their own), and the given
 * reasons.
 */
export function decidePosting(
  state: RealizationState,
  personId: string,
  { allowSelfApproval }: PostingRules,
  reasons: Failures = [],
): Decision {
  return after(state, 'postRealization').andThen((status) => {
    const own =
      !allowSelfApproval && state.lastEditedById === personId
        ? [fail('OWN_RUN', [], 'You last edited this realization, so somebody else must post it.')]
        : [];
    const failures = [...own, ...reasons];
    return failures.length > 0 ? err(failures) : ok(status);
  });
}

/**
 * Returns why a realization can't be posted yet. Balances by date would leave out an accrual that other figures already include.
 *
 * Fails: DATE_TOO_LATE.
 */
export function postingDateFailures(
  lastDate: string,
  { isReversal }: Pick<RealizationState, 'isReversal'>,
  today: string,
): Failures {
  if (lastDate <= today) return [];
  const [noun, remedy] = isReversal
    ? ['reversal', 'delete it, then reverse the realization again']
    : ['realization', 'change the date'];
  const text = `This ${noun} is dated ${displayedDate(lastDate)}. Post it on that day or later, or ${remedy}.`;
  return [fail('DATE_TOO_LATE', [], text)];
}

/** Decides whether a realization can be reversed. Fails: WRONG_STATE, REVERSAL_FIXED, ALREADY_REVERSED. */
export function decideRealizationReversal(state: RealizationState): Decision {
  return after(state, 'reverseRealization', ['reversalPosted']).andThen((status) => {
    if (state.isReversal)
      return err([fail('REVERSAL_FIXED', [], 'Reversals can’t be reversed. Create a new realization instead.')]);
    if (state.reversedById) return err([fail('ALREADY_REVERSED', [], 'This realization has already been reversed.')]);
    return ok(status);
  });
}

/** Decides the state of a realization after its reversal is posted. Fails: WRONG_STATE. */
export const decideReversed = (state: RealizationState): Decision =>
  after(state, 'reverseRealization', ['reversalPosted']);

/**
 * Checks that a reversal isn't dated before the last date of the realization it reverses. Otherwise, balances in between would be too low.
 *
 * Fails: REVERSED_BEFORE.
 */
export function decideAccrualReversalDate(date: string, lastDate: string): Decision<string> {
  if (date >= lastDate) return ok(date);
  const text = `A reversal can’t be dated before the realization it reverses. Choose ${displayedDate(lastDate)} or later.`;
  return err([fail('REVERSED_BEFORE', ['realizationDate'], text)]);
}

/** Decides whether a realization can be deleted. Fails: WRONG_STATE. */
export const decideRealizationDeletion = (state: RealizationState): Decision => after(state, 'deleteRealization');

/** Returns the lifecycle events that a person may trigger now, checked against state, role and the reasons why it can't be posted yet. */
export function realizationActions(
  state: RealizationState,
  person: { readonly id: string; readonly hasPermission: (permission: string) => boolean },
  rules: PostingRules,
  notYet: Failures,
): readonly RealizationEvent[] {
  const isRefused: Partial<Record<RealizationEvent, () => boolean>> = {
    saveRealization: () => decideRealizationEdit(state).isErr(),
    postRealization: () => decidePosting(state, person.id, rules, notYet).isErr(),
    reverseRealization: () => decideRealizationReversal(state).isErr(),
  };
  return realizationLifecycle
    .eventsFrom(state.status)
    .filter((event) => person.hasPermission(realizationLifecycle.events[event].permission) && !isRefused[event]?.());
}
