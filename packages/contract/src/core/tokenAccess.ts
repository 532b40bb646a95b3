import type { TypedEndpoint } from './endpoint.ts';

/**
 * Concepts that tokens can't access. With them, a token's owner could gain rights or redirect a payment, or read data meant only for a participant in
 * person.
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

/** Returns true if tokens can never use a permission. */
export const isClosedToTokens = (permission: string): boolean =>
  closedConcepts.has(permission.split('.')[0] ?? '') || closedPermissions.has(permission);

/** The scope of a token: read only or also write, and with or without pay. */
export interface TokenScope {
  readonly access: 'READ' | 'WRITE';
  readonly withPay: boolean;
}

/** Returns why a token can't use a call; undefined if it can. The owner's rights are checked separately. */
export function closedToToken(
  { method, permission, readOnly, sensitive, token }: TypedEndpoint,
  { access, withPay }: TokenScope,
): string | undefined {
  const isOpen = token ? token === 'open' : permission !== 'signedIn';
  if (!isOpen || isClosedToTokens(permission)) return 'API tokens can’t be used for this. Sign in instead.';
  if (access === 'READ' && method !== 'GET' && readOnly !== true)
    return 'This token is read-only. Use a token that can write.';
  if (sensitive === 'always' && !withPay) return 'This token doesn’t include pay. Use a token that does.';
  return undefined;
}
