import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type Admission, untilAdmitted } from './admission.ts';
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

export interface Surroundings extends Admission {
  /** The tenant of this browser tab. */
  readonly tenantId: (state: unknown) => string | undefined;
  /** The server failed inside and gave an id for it. */
  readonly onServerError: (errorId: string) => void;
}

/** Answers one call of the contract in our spelling, or why not. */
export function createBaseQuery({ tenantId, onServerError, ...admission }: Surroundings): ApiBaseQuery {
  return async (asked, { getState, signal }) => {
    const needsSession = callOf(asked.operation).permission !== 'public' && asked.operation !== 'listTenants';
    const send = () => sendCall(asked, tenantId(getState()), signal);
    const outcome = await untilAdmitted(send, needsSession, admission);
    if ('error' in outcome && outcome.error.errorId) onServerError(outcome.error.errorId);
    return outcome;
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
