import { type ApiFailure, isFailure } from './failure.ts';
import type { Outcome } from './outcome.ts';

/** What stands between a call and its answer: who works here, and how sure that is. */
export interface Admission {
  /** Whether a call that needs a session may go out: not before it is known who works here. Waits while that is asked. */
  readonly mayCall: () => boolean | Promise<boolean>;
  /** The session is over: a call that needs one was answered 401. Answers whether the same person has signed in again. */
  readonly onSignedOut: () => Promise<boolean>;
  /** A call was answered that it asks for a second factor. Answers whether the person has shown it. */
  readonly onStepUp: () => Promise<boolean>;
}

/** It was not shown lately enough, or the firm asks for it meanwhile. */
const isAsked = (code: string) => code === 'STEP_UP_REQUIRED' || code === 'SECOND_FACTOR_REQUIRED';
/** Whether a call was refused until a second factor is shown. */
export const asksFactor = (failure: unknown): boolean =>
  isFailure(failure) && failure.errors.some(({ code }) => isAsked(code));

const signedOut: ApiFailure = { status: 401, message: 'You are not signed in.', errors: [] };

/**
 * Sends a call. One that was answered 401 waits until the person has signed in again and is then sent once more, as it was: what a form sent is not
 * lost with the session. So does one that asks for a second factor.
 */
export async function untilAdmitted(
  send: () => Promise<Outcome>,
  needsSession: boolean,
  { mayCall, onSignedOut, onStepUp }: Admission,
): Promise<Outcome> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    if (needsSession && !(await mayCall())) return { error: signedOut };
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await send();
    if (!('error' in outcome)) return outcome;
    const { status } = outcome.error;
    // oxlint-disable-next-line no-await-in-loop
    if (status === 401 && needsSession && (await onSignedOut())) continue;
    // oxlint-disable-next-line no-await-in-loop
    if (asksFactor(outcome.error) && (await onStepUp())) continue;
    return outcome;
  }
}
