import type { SignInRefusal } from '@carrara/contract/platform/signInRefusals';
import * as openId from 'openid-client';

/** What went wrong at a provider, as far as a person can do something about it. */
export function refusalOfFault(error: unknown): SignInRefusal {
  if (error instanceof openId.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'refused';
  if (error instanceof openId.ClientError) {
    if (error.code === 'OAUTH_TIMEOUT') return 'unreachable';
    if (claimOf(error.cause) === 'nonce') return 'foreign';
  }
  // What a fetch that reaches nobody throws.
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unreachable' : 'refused';
}

/** The claim of a token that is not what was expected. */
function claimOf(cause: unknown): unknown {
  if (cause === null || typeof cause !== 'object') return undefined;
  if ('claim' in cause) return cause.claim;
  return 'cause' in cause ? claimOf(cause.cause) : undefined;
}
