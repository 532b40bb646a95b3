import { countRunning } from '@carrara/ui/layout/waitUntilSettled.ts';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type Admission, sendWhenAdmitted } from './admission.ts';
import { type ApiFailure, unavailable } from './failure.ts';
import { keyFor } from './idempotency.ts';
import { callData, type Operation } from './operations.ts';
import { type Outcome, readOutcome } from './outcome.ts';
import { noteAnswer } from './noteAnswer.ts';
import { callAddress, type CallArgument, buildRequest } from './request.ts';

export interface Call {
  readonly operation: Operation;
  readonly argument: CallArgument | undefined;
}
export type ApiBaseQuery = BaseQueryFn<Call, unknown, ApiFailure>;

export interface Surroundings extends Admission {
  /** The tenant of this browser tab. */
  readonly tenantId: (state: unknown) => string | undefined;
  /** Runs when the server reports an internal error, with the id of that error. */
  readonly onServerError: (errorId: string) => void;
}

/** Builds the base query, which sends a call of the contract and returns its result in camel case or its failure. */
export function createBaseQuery({ tenantId, onServerError, ...admission }: Surroundings): ApiBaseQuery {
  return async (call, { getState, signal }) => {
    const needsSession = callData(call.operation).permission !== 'public' && call.operation !== 'listTenants';
    const send = () => sendCall(call, tenantId(getState()), { signal });
    const outcome = await sendWhenAdmitted(send, needsSession, admission);
    if ('error' in outcome && outcome.error.errorId) onServerError(outcome.error.errorId);
    return outcome;
  };
}

interface SendOptions {
  readonly signal?: AbortSignal;
  /** Completes the request even if the page is left. Its body has at most 64 KB. */
  readonly outlivesPage?: boolean;
}

/** Sends a call once, without the checks of the session. */
export async function sendCall(
  { operation, argument = {} }: Call,
  tenantId: string | undefined,
  { signal, outlivesPage = false }: SendOptions = {},
): Promise<Outcome> {
  const call = callData(operation);
  const init = buildRequest(call, argument, tenantId);
  const once = call.idempotent ? keyFor(operation, argument) : undefined;
  if (once) (init.headers as Headers).set('Idempotency-Key', once.key);
  let response: Response;
  try {
    const options = { ...init, signal: signal ?? null, keepalive: outlivesPage };
    response = await countRunning(fetch(callAddress(call, argument), options));
  } catch {
    if (!signal?.aborted) noteAnswer(undefined);
    return { error: unavailable };
  }
  noteAnswer(response.status);
  if (response.status !== 401) once?.answered();
  return readOutcome(response);
}
