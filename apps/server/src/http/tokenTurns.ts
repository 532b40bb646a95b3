import type { Principal } from '@carrara/adapters/identity/principal';
import { err, type Failures, fail, type Result } from '@carrara/domain/kernel';

/** Limits requests per API token and minute, from any address. */
export interface TokenTurns {
  /**
   * Counts a request of a token. Fails: TOO_MANY_ATTEMPTS if the token has reached its limit this minute; otherwise
   * returns the input.
   */
  count(found: Result<Principal, Failures>, now: Date): Result<Principal, Failures>;
}

/** Counts per process: behind a load balancer, a token has its limit at each one. */
export function createTokenTurns(): TokenTurns {
  let minute = 0;
  let countByToken = new Map<string, number>();
  return {
    count(found, now) {
      const token = found.isOk() ? found.value.token : undefined;
      if (!token) return found;
      const current = Math.floor(now.getTime() / 60_000);
      if (current !== minute) {
        minute = current;
        countByToken = new Map();
      }
      const number = (countByToken.get(token.id) ?? 0) + 1;
      countByToken.set(token.id, number);
      if (number <= token.requestsPerMinute) return found;
      const detail = `This token has used its ${token.requestsPerMinute} requests for this minute. Try again in the next minute.`;
      const retryAfterSeconds = 60 - (Math.floor(now.getTime() / 1000) % 60);
      return err([{ ...fail('TOO_MANY_ATTEMPTS', [], detail), retryAfterSeconds }]);
    },
  };
}
