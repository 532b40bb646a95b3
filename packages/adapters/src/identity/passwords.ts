import { hash, verify } from '@node-rs/argon2';
import { randomBytes, randomInt } from 'node:crypto';

/**
 * argon2id (number 2 in the library) with 19 MiB and two passes: the first choice of the OWASP password storage cheat
 * sheet.
 */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Concurrent hashes. Others wait, so that a burst of sign-ins doesn't use up all memory and processors. */
const atOnce = 4;
const waitingAtMost = 200;

/** Hashes and compares all passwords of the product. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Compares with a stored hash. Without one, spends the same time on a dummy hash and returns false. */
  matches(password: string, stored: string | undefined): Promise<boolean>;
}

/** Thrown if too many sign-ins are waiting. */
class TooBusy extends Error {}

export function createPasswords(): Passwords {
  const run = createQueue();
  const nobodys = hash(randomBytes(16).toString('hex'), options);
  return {
    hash: (password) => run(() => hash(password, options)),
    matches: (password, stored) =>
      run(async () => {
        const same = await verify(stored ?? (await nobodys), password);
        return stored !== undefined && same;
      }),
  };
}

function createQueue() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new TooBusy('too many sign-ins at once');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Excludes letters and digits that are easily confused. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Creates a password that an administrator hands over: 20 random characters (100 bits), in groups that can be read
 * aloud.
 */
export function createFirstPassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return [group(), group(), group(), group()].join('-');
}
