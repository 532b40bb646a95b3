import { recoveryAlphabet, recoveryCodeLength, recoveryCodeCount } from '@carrara/domain/platform/signIn';
import { createHash, randomInt } from 'node:crypto';

/** Creates recovery codes. They are displayed once and not stored in plain text. */
export const createRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: recoveryCodeLength }, () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length))).join(
      '',
    ),
  );

/** Hashes a code for storage. A code has 79 random bits, so a fast hash can't be reversed by guessing. */
export const recoveryCodeHash = (code: string): Buffer => createHash('sha256').update(code).digest();
