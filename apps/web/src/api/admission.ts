import { type ApiFailure, isFailure } from './failure.ts';
import type { Outcome } from './outcome.ts';

/** Checks that run between a call and its response: whether somebody is signed in, and strongly enough for the call. */
export interface Admission {
  /** True if a call that needs a session may be sent, which requires a signed-in person. Waits while the session is being looked up. */
  readonly mayCall: () => boolean | Promise<boolean>;
  /** Runs when the session has ended, that is, when a call that needs one got a 401. Resolves to true if the same person has signed in again. */
  readonly onSignedOut: () => Promise<boolean>;
  /** Runs when the server requires a second factor for a call. Resolves to true if the person has presented it. */
  readonly onStepUp: () => Promise<boolean>;
}

/** The second factor was presented too long ago, or the firm has come to require one. */
const isRequested = (code: string) => code === 'STEP_UP_REQUIRED' || code === 'SECOND_FACTOR_REQUIRED';
/** True if the server refused a call until a second factor is presented. */
export const requiresFactor = (failure: unknown): boolean =>
  isFailure(failure) && failure.errors.some(({ code }) => isRequested(code));

const signedOut: ApiFailure = { status: 401, message: 'You are not signed in.', errors: [] };

/**
 * Sends a call. After a 401, the call waits until the person has signed in again and is then sent once more, unchanged. Form input isn't lost with
 * the session. A call that requires a second factor waits in the same way.
 */
export async function sendWhenAdmitted(
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
    if (requiresFactor(outcome.error) && (await onStepUp())) continue;
    return outcome;
  }
}
