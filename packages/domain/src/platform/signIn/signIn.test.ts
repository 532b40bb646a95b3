import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHostOfPasskeys } from '../passkey/index.ts';
import {
  signInDemand,
  endOfCode,
  initialPolicy,
  isRecentlyProven,
  isWeaker,
  isTokenTooWeak,
  methodOfProvider,
  timeStepOfCode,
  policyBounds,
  signInPolicy,
  recoveryAlphabet,
  recoveryCodeLength,
  secondFactorRules,
  displayedRecoveryCode,
  signInMethods,
  signInStrength,
  strictestPolicy,
  typedRecoveryCode,
  typedTimedCode,
} from './index.ts';

const now = new Date('2026-03-02T10:00:00Z');
const minutesAgo = (count: number) => new Date(now.getTime() - count * 60_000);
const policies = fc.record({
  secondFactor: fc.constantFrom(...secondFactorRules),
  stepUpMinutes: fc.integer({ min: 5, max: 720 }),
  passwordLength: fc.integer({ min: 12, max: 64 }),
  idleHours: fc.integer({ min: 1, max: 12 }),
  sessionDays: fc.integer({ min: 1, max: 7 }),
});
const someMethods = fc.subarray([...signInMethods]);

describe('the strength of a session', () => {
  it('is mfa with a second factor, a passkey or a provider that reports it, and with nothing that is typed alone', () => {
    expect(signInStrength(['password'])).toBe('password');
    expect(signInStrength(['provider'])).toBe('password');
    expect(signInStrength(['password', 'provider'])).toBe('password');
    expect(signInStrength(['totp', 'recoveryCode'])).toBe('password');
    expect(signInStrength([])).toBe('password');
    expect(signInStrength(['password', 'totp'])).toBe('mfa');
    expect(signInStrength(['provider', 'recoveryCode'])).toBe('mfa');
    expect(signInStrength(['passkey'])).toBe('mfa');
    expect(signInStrength(['providerMfa'])).toBe('mfa');
  });

  it('never decreases when another factor is used', () => {
    fc.assert(
      fc.property(someMethods, fc.constantFrom(...signInMethods), (before, more) => {
        expect(signInStrength(before) === 'mfa' && signInStrength([...before, more]) !== 'mfa').toBe(false);
      }),
    );
  });

  it("accepts a provider's claims, and ignores unknown ones", () => {
    expect(methodOfProvider({ amr: ['mfa'] }, [])).toBe('providerMfa');
    expect(methodOfProvider({ amr: ['pwd', 'otp'] }, [])).toBe('providerMfa');
    expect(methodOfProvider({ acr: 'urn:bank:loa3' }, ['urn:bank:loa3'])).toBe('providerMfa');
    expect(methodOfProvider({ amr: ['otp', 'sms'] }, [])).toBe('provider');
    expect(methodOfProvider({ amr: ['pwd', 'constructor'] }, [])).toBe('provider');
    expect(methodOfProvider({ acr: 'urn:bank:loa1' }, ['urn:bank:loa3'])).toBe('provider');
    expect(methodOfProvider({}, [])).toBe('provider');
  });
});

describe("a firm's sign-in rules", () => {
  it('are the defaults if the firm has set nothing, or nothing valid', () => {
    expect(signInPolicy({})).toEqual(initialPolicy);
    expect(signInPolicy({ secondFactor: 'always', idleHours: '3' })).toEqual(initialPolicy);
    expect(signInPolicy({ secondFactor: 'required', idleHours: 3 })).toEqual({
      ...initialPolicy,
      secondFactor: 'required',
      idleHours: 3,
    });
  });

  it('apply in their strictest form to members of several firms', () => {
    expect(strictestPolicy([])).toEqual({ stepUpMinutes: 60, passwordLength: 12, idleHours: 12, sessionDays: 7 });
    const policy = { ...initialPolicy, idleHours: 2, passwordLength: 12 };
    const other = { ...initialPolicy, idleHours: 8, passwordLength: 20 };
    expect(strictestPolicy([policy, other])).toMatchObject({ idleHours: 2, passwordLength: 20 });
  });

  it('do not depend on the order of the firms and stay within the limits', () => {
    fc.assert(
      fc.property(fc.array(policies, { minLength: 1, maxLength: 4 }), (some) => {
        const together = strictestPolicy(some);
        expect(strictestPolicy([...some].reverse())).toEqual(together);
        for (const [measure, { least, most }] of Object.entries(policyBounds)) {
          const value = together[measure as keyof typeof together];
          expect(value >= least && value <= most).toBe(true);
        }
      }),
    );
  });
});

describe("a program's token", () => {
  const request = (
    secondFactor: (typeof secondFactorRules)[number],
    isAdministrator: boolean,
    isSensitive: boolean,
  ) => ({
    policy: { ...initialPolicy, secondFactor },
    isAdministrator,
    isSensitive,
  });

  it('is invalid if its firm now requires the second factor that its creator did not use', () => {
    expect(isTokenTooWeak(false, request('required', false, false))).toBe(true);
    expect(isTokenTooWeak(false, request('administrators', true, false))).toBe(true);
    expect(isTokenTooWeak(false, request('administrators', false, false))).toBe(false);
    expect(isTokenTooWeak(false, request('optional', true, false))).toBe(false);
    expect(isTokenTooWeak(false, request('optional', false, true))).toBe(true);
    expect(isTokenTooWeak(false, request('off', true, true))).toBe(false);
  });

  it('is valid everywhere if its creator used one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...secondFactorRules),
        fc.boolean(),
        fc.boolean(),
        (rule, a, b) => !isTokenTooWeak(true, request(rule, a, b)),
      ),
    );
  });
});

describe('the factor that a session lacks', () => {
  const password = { methods: ['password'], strengthenedAt: null } as const;
  const strong = (minutes: number) => ({ methods: ['password', 'totp'], strengthenedAt: minutesAgo(minutes) }) as const;
  const request = (secondFactor: (typeof secondFactorRules)[number], more: object = {}) => ({
    policy: { ...initialPolicy, secondFactor, stepUpMinutes: 10 },
    isAdministrator: false,
    isSensitive: true,
    now,
    ...more,
  });

  it('is none if the firm has switched it off', () => {
    expect(signInDemand(password, request('off', { isAdministrator: true }))).toBeUndefined();
  });

  it("is a second factor for sensitive actions, within the firm's number of minutes", () => {
    expect(signInDemand(password, request('optional'))).toBe('STEP_UP_REQUIRED');
    expect(signInDemand(password, request('optional', { isSensitive: false }))).toBeUndefined();
    expect(signInDemand(strong(10), request('optional'))).toBeUndefined();
    expect(signInDemand(strong(10.01), request('optional'))).toBe('STEP_UP_REQUIRED');
    expect(signInDemand(strong(600), request('optional', { isSensitive: false }))).toBeUndefined();
  });

  it('is a second factor on every call if the firm requires it of everybody, or of its administrators', () => {
    const plain = { isSensitive: false };
    expect(signInDemand(password, request('required', plain))).toBe('SECOND_FACTOR_REQUIRED');
    expect(signInDemand(password, request('administrators', plain))).toBeUndefined();
    expect(signInDemand(password, request('administrators', { ...plain, isAdministrator: true }))).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
    expect(signInDemand(strong(600), request('required', plain))).toBeUndefined();
  });

  it('is a second factor if the last one was used too far in the future', () => {
    expect(signInDemand(strong(-4), request('optional'))).toBeUndefined();
    expect(signInDemand(strong(-6), request('optional'))).toBe('STEP_UP_REQUIRED');
  });

  it('never decreases with a stricter rule of the firm', () => {
    const rank = (demand: string | undefined) => (demand === undefined ? 0 : 1);
    fc.assert(
      fc.property(
        someMethods,
        fc.integer({ min: 0, max: 900 }),
        fc.boolean(),
        fc.boolean(),
        (methods, minutes, a, b) => {
          const session = { methods, strengthenedAt: minutesAgo(minutes) };
          const ranks = secondFactorRules.map((rule) =>
            rank(signInDemand(session, request(rule, { isAdministrator: a, isSensitive: b }))),
          );
          expect(ranks).toEqual([...ranks].sort((x, y) => x - y));
        },
      ),
    );
  });
});

describe('a code', () => {
  it('of an authenticator is six digits, in one or two groups', () => {
    expect(typedTimedCode(' 123 456 ')).toBe('123456');
    for (const text of ['12345', '1234567', '12345a', '１２３４５６', '']) expect(typedTimedCode(text)).toBeUndefined();
  });

  it('of an authenticator belongs to a time step, and expires when no clock accepts it', () => {
    expect(timeStepOfCode(new Date(59_000), 0)).toBe(1);
    expect(timeStepOfCode(new Date(60_000), -1)).toBe(1);
    expect(endOfCode(1)).toBe(90_000);
  });

  it('for recovery is accepted as displayed, in either case, with or without hyphens', () => {
    const codes = fc
      .array(fc.constantFrom(...Array.from(recoveryAlphabet)), {
        minLength: recoveryCodeLength,
        maxLength: recoveryCodeLength,
      })
      .map((signs) => signs.join(''));
    fc.assert(
      fc.property(codes, (code) => {
        expect(typedRecoveryCode(displayedRecoveryCode(code))).toBe(code);
        expect(typedRecoveryCode(` ${displayedRecoveryCode(code).toUpperCase().replaceAll('-', ' ')} `)).toBe(code);
      }),
    );
    for (const text of ['', '123456', 'abcd-efgh-jkmn', 'abcd-efgh-jkmn-pqr0', 'abcd-efgh-jkmn-pqrl']) {
      expect(typedRecoveryCode(text)).toBeUndefined();
    }
  });
});

describe("a change of a firm's sign-in rules", () => {
  const before = { ...initialPolicy, secondFactor: 'administrators', passwordLength: 14, idleHours: 4 } as const;
  it('is weaker by any of its parts, and never by being stricter in others', () => {
    expect(isWeaker({ ...before, secondFactor: 'optional' }, before)).toBe(true);
    expect(isWeaker({ ...before, secondFactor: 'required', passwordLength: 13 }, before)).toBe(true);
    expect(isWeaker({ ...before, idleHours: 5 }, before)).toBe(true);
    expect(isWeaker({ ...before, sessionDays: 7 }, before)).toBe(false);
    expect(isWeaker({ ...before, secondFactor: 'required', passwordLength: 15, idleHours: 3 }, before)).toBe(false);
  });

  it('is weaker in at least one of its two directions', () => {
    fc.assert(
      fc.property(policies, policies, (first, other) => {
        const differ = JSON.stringify(first) !== JSON.stringify(other);
        expect(isWeaker(first, other) || isWeaker(other, first)).toBe(differ);
      }),
    );
  });
});

describe('passkeys', () => {
  it.each([
    ['localhost', true],
    ['carrara.example', true],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['', false],
  ])('at %s: %s', (host, can) => expect(isHostOfPasskeys(host)).toBe(can));

  it('alone count as a used factor for a number of minutes, including the last', () => {
    const displayedAt = (minutes: number) => ({ methods: ['passkey'] as const, strengthenedAt: minutesAgo(minutes) });
    expect(isRecentlyProven(displayedAt(10), 10, now)).toBe(true);
    expect(isRecentlyProven(displayedAt(10.01), 10, now)).toBe(false);
    expect(isRecentlyProven({ methods: ['passkey'], strengthenedAt: null }, 10, now)).toBe(false);
    expect(isRecentlyProven({ methods: ['password'], strengthenedAt: now }, 10, now)).toBe(false);
  });
});
