import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiFailure, unavailable } from './failure.ts';
import { keyFor } from './idempotency.ts';
import { callOf, type Operation } from './operations.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { noteAnswer } from './noteAnswer.ts';
import { addressOf, type CallArgument, requestOf } from './request.ts';

export interface Call {
  readonly operation: Operation;
  readonly argument: CallArgument | undefined;
}
export type ApiBaseQuery = BaseQueryFn<Call, unknown, ApiFailure>;

export interface Surroundings {
  /** The tenant of this browser tab. */
  readonly tenantId: (state: unknown) => string | undefined;
  /** Whether a call that needs a session may go out: not before it is known who works here. Waits while that is asked. */
  readonly mayCall: () => boolean | Promise<boolean>;
  /** The session is over: a call that needs one was answered 401. Answers whether the same person has signed in again. */
  readonly onSignedOut: () => Promise<boolean>;
  /** A call was answered that it asks for a second factor. Answers whether the person has shown it. */
  readonly onStepUp: () => Promise<boolean>;
  /** The server failed inside and gave an id for it. */
  readonly onServerError: (errorId: string) => void;
}

const signedOut: ApiFailure = { status: 401, message: 'You are not signed in.', errors: [] };

/**
 * Answers one call of the contract in our spelling, or why not. A call that was answered 401 waits until the person has signed in again
 * and is then sent once more, as it was: what a form sent is not lost with the session. So does one that asks for a second factor.
 */
export function createBaseQuery({
  tenantId,
  mayCall,
  onSignedOut,
  onStepUp,
  onServerError,
}: Surroundings): ApiBaseQuery {
  return async (asked, { getState, signal }) => {
    const needsSession = callOf(asked.operation).permission !== 'public' && asked.operation !== 'listTenants';
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      if (needsSession && !(await mayCall())) return { error: signedOut };
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await sendCall(asked, tenantId(getState()), signal);
      if (!('error' in outcome)) return outcome;
      const { error } = outcome;
      // oxlint-disable-next-line no-await-in-loop
      if (error.status === 401 && needsSession && (await onSignedOut())) continue;
      // oxlint-disable-next-line no-await-in-loop
      if (error.errors.some(({ code }) => code === 'STEP_UP_REQUIRED') && (await onStepUp())) continue;
      if (error.errorId) onServerError(error.errorId);
      return outcome;
    }
  };
}

/** Sends one call once, whoever is signed in. */
export async function sendCall(
  { operation, argument = {} }: Call,
  tenantId: string | undefined,
  signal?: AbortSignal,
): Promise<Outcome> {
  const call = callOf(operation);
  const init = requestOf(call, argument, tenantId);
  const once = call.idempotent ? keyFor(operation, argument) : undefined;
  if (once) (init.headers as Headers).set('Idempotency-Key', once.key);
  let response: Response;
  try {
    response = await fetch(addressOf(call, argument), { ...init, signal: signal ?? null });
  } catch {
    if (!signal?.aborted) noteAnswer(undefined);
    return { error: unavailable };
  }
  noteAnswer(response.status);
  if (response.status !== 401) once?.answered();
  return outcomeOf(response);
}
