import { fromWire } from '@carrara/contract/wireNames';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiFailure, failureOf, unavailable } from './failure.ts';
import { keyFor } from './idempotency.ts';
import { callOf, type Operation } from './operations.ts';
import { addressOf, type CallArgument, requestOf } from './request.ts';

export interface Call {
  readonly operation: Operation;
  readonly argument: CallArgument | undefined;
}
export type ApiBaseQuery = BaseQueryFn<Call, unknown, ApiFailure>;

export interface Surroundings {
  /** The tenant of this browser tab. */
  readonly tenantId: (state: unknown) => string | undefined;
  /** The session is over: a call that needs one was answered 401. */
  readonly onSignedOut: () => void;
  /** The server failed inside and gave an id for it. */
  readonly onServerError: (errorId: string) => void;
}

/** Sends one call of the contract and answers its result in our spelling, or why not. */
export function createBaseQuery({ tenantId, onSignedOut, onServerError }: Surroundings): ApiBaseQuery {
  return async ({ operation, argument = {} }, { getState, signal }) => {
    const call = callOf(operation);
    const init = requestOf(call, argument, tenantId(getState()));
    const once = call.idempotent ? keyFor(operation, argument) : undefined;
    if (once) (init.headers as Headers).set('Idempotency-Key', once.key);
    let response: Response;
    try {
      response = await fetch(addressOf(call, argument), { ...init, signal });
    } catch {
      return { error: unavailable };
    }
    once?.answered();
    if (response.ok) return { data: await resultOf(response) };
    const failure = await failureOf(response);
    if (failure.status === 401 && call.permission !== 'public') onSignedOut();
    if (failure.errorId) onServerError(failure.errorId);
    return { error: failure };
  };
}

async function resultOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? null : fromWire(JSON.parse(text));
}
