import { recoveryAlphabet, recoveryCodeLength, recoveryCodesGiven } from '@carrara/domain/platform/signIn';
import { createHash, randomInt } from 'node:crypto';

/** New codes, which nobody but the person ever knows again. */
export const createRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodesGiven }, () =>
    Array.from({ length: recoveryCodeLength }, () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length))).join(
      '',
    ),
  );

/** What is kept of a code. It has 79 random bits, so that nothing slow is needed to keep it from being guessed back. */
export const recoveryCodeHash = (code: string): Buffer => createHash('sha256').update(code).digest();
