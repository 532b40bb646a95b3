import type { PasskeyLocation } from '@carrara/adapters/identity/passkeys';
import { isHostOfPasskeys } from '@carrara/domain/platform/passkey';
import type { Client } from '../../../core/operations.ts';

/**
 * Returns the page of a request, for passkeys. Undefined for an IP address, and for requests that aren't from a
 * browser. Reads send no origin, so the host is used.
 */
export function passkeyLocation({ origin, host }: Client): PasskeyLocation | undefined {
  if (origin === undefined) return isHostOfPasskeys(host) ? { origin: '', host } : undefined;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  return page && isHostOfPasskeys(page.hostname) ? { origin: page.origin, host: page.hostname } : undefined;
}
