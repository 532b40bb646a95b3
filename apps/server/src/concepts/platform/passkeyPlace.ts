import type { PasskeyPlace } from '@carrara/adapters/identity';
import { isHostOfPasskeys } from '@carrara/domain/platform/signIn';
import type { Client } from '../../operations.ts';

/** The page of a request, where passkeys can be made; undefined at a bare address, and for what no browser sent. A read says no origin: its host does. */
export function placeOf({ origin, host }: Client): PasskeyPlace | undefined {
  if (origin === undefined) return isHostOfPasskeys(host) ? { origin: '', host } : undefined;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  return page && isHostOfPasskeys(page.hostname) ? { origin: page.origin, host: page.hostname } : undefined;
}
