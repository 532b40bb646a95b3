import type { TypedEndpoint } from './endpoint.ts';

/**
 * Kinds of rights that no token has: whoever holds one could else make themselves more, or lead a payment elsewhere; and what a participant reads as
 * oneself alone.
 */
const closedConcepts: ReadonlySet<string> = new Set([
  'user',
  'portalUser',
  'group',
  'apiToken',
  'payAccess',
  'payRead',
  'portal',
  'bankAccount',
]);
const closedPermissions: ReadonlySet<string> = new Set(['tenant.edit']);

/** Whether a token never opens what a permission is of. */
export const isClosedToTokens = (permission: string): boolean =>
  closedConcepts.has(permission.split('.')[0] ?? '') || closedPermissions.has(permission);

/** What a token lets its program do: read, or also write; and whether pay is among it. */
export interface TokenScope {
  readonly access: 'READ' | 'WRITE';
  readonly withPay: boolean;
}

/** Why a call is closed to a token; undefined where it is open. What its owner may do is asked beside this. */
export function closedToToken(
  { method, permission, readOnly, sensitive, token }: TypedEndpoint,
  { access, withPay }: TokenScope,
): string | undefined {
  const isOpen = token ? token === 'open' : permission !== 'signedIn';
  if (!isOpen || isClosedToTokens(permission)) return 'No token opens this: sign in to do it.';
  if (access === 'READ' && method !== 'GET' && readOnly !== true) return 'This token only reads.';
  if (sensitive === 'pay' && !withPay) return 'This token was made without pay.';
  return undefined;
}
