import { recoveryCodeCount, displayedRecoveryCode, typedRecoveryCode } from '@carrara/domain/platform/signIn';
import { describe, expect, it } from 'vitest';
import { createSecret, enrolmentOf, periodOfTyped } from './authenticator.ts';
import { createRecoveryCodes, recoveryCodeHash } from './recoveryCodes.ts';
import { secretSeal } from './sealedSecret.ts';

// RFC 6238, appendix B: the secret of its examples, and the last six of the eight digits.
const secret = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('a code of an authenticator', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('is that of RFC 6238 at second %d', async (seconds, code) => {
    expect(await periodOfTyped(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('is taken half a minute early or late, which tells the same period, and no longer', async () => {
    expect(await periodOfTyped(secret, '287082', at(29))).toBe(1);
    expect(await periodOfTyped(secret, '287082', at(89))).toBe(1);
    expect(await periodOfTyped(secret, '287082', at(90))).toBeUndefined();
    expect(await periodOfTyped(secret, '287083', at(59))).toBeUndefined();
  });

  it('is made by an app from the picture, or from the secret typed by hand', async () => {
    const { uri, secret: text, picture } = await enrolmentOf(secret, 'ada@example.test');
    const parsed = new URL(uri);
    expect(parsed.protocol).toBe('otpauth:');
    expect(decodeURIComponent(parsed.pathname)).toContain('Carrara:ada@example.test');
    expect(parsed.searchParams.get('secret')).toBe(text.replaceAll(' ', ''));
    expect(text).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
    expect(picture).toMatch(/^<svg /);
  });

  it('has another secret for each person', () => {
    expect(createSecret()).toHaveLength(20);
    expect(createSecret()).not.toEqual(createSecret());
  });
});

describe('a secret that is kept', () => {
  const seal = secretSeal(Buffer.alloc(32, 1));
  const sealed = seal.seal(secret, 'ada');

  it('is read again with the key, for its owner alone', () => {
    expect(seal.open(sealed, 'ada')).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(seal.seal(secret, 'ada')).not.toEqual(sealed);
    expect(() => seal.open(sealed, 'bea')).toThrow();
    expect(() => secretSeal(Buffer.alloc(32, 2)).open(sealed, 'ada')).toThrow();
    const changed = Buffer.from(sealed);
    changed[15] = (changed[15] ?? 0) ^ 1;
    expect(() => seal.open(changed, 'ada')).toThrow();
  });
});

describe('recovery codes', () => {
  it('are ten that differ, each read as it is shown, of which a digest is kept', () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(recoveryCodeCount);
    for (const code of codes) {
      expect(typedRecoveryCode(displayedRecoveryCode(code))).toBe(code);
      expect(recoveryCodeHash(code)).toHaveLength(32);
      expect(recoveryCodeHash(code)).toEqual(recoveryCodeHash(code));
    }
  });
});
