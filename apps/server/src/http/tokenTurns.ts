import type { Principal } from '@carrara/adapters/identity';
import { err, type Failures, fail, type Result } from '@carrara/domain/kernel';

/** Counts the requests of each API token: each has a number of its own for a minute, whatever address it comes from. */
export interface TokenTurns {
  /** Who acts by a token. Fails: TOO_MANY_ATTEMPTS where it has had its number of this minute; otherwise as it was found. */
  take(found: Result<Principal, Failures>, now: Date): Result<Principal, Failures>;
}

/** The counts are of this process: behind a balancer a token has its number at each. */
export function createTokenTurns(): TokenTurns {
  let minute = 0;
  let taken = new Map<string, number>();
  return {
    take(found, now) {
      const token = found.isOk() ? found.value.token : undefined;
      if (!token) return found;
      const current = Math.floor(now.getTime() / 60_000);
      if (current !== minute) {
        minute = current;
        taken = new Map();
      }
      const number = (taken.get(token.id) ?? 0) + 1;
      taken.set(token.id, number);
      if (number <= token.requestsPerMinute) return found;
      const detail = `This token has had its ${token.requestsPerMinute} requests of this minute.`;
      return err([fail('TOO_MANY_ATTEMPTS', [], detail)]);
    },
  };
}
