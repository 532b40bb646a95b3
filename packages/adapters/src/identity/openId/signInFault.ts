import type { SignInRefusal } from '@carrara/contract/platform/signIn/signInRefusals';
import * as openId from 'openid-client';

/** Classifies an error at a provider by what a person can do about it. */
export function refusalOfFault(error: unknown): SignInRefusal {
  if (error instanceof openId.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'canceled' : 'refused';
  if (error instanceof openId.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT') return 'unreachable';
    if (claimOf(error.cause) === 'nonce') return 'foreign';
  }
  // `fetch` throws this if it can't reach the server.
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unreachable' : 'refused';
}

/** Returns the claim that failed its check. */
function claimOf(cause: unknown): unknown {
  if (cause === null || typeof cause !== 'object') return undefined;
  if ('claim' in cause) return cause.claim;
  return 'cause' in cause ? claimOf(cause.cause) : undefined;
}
