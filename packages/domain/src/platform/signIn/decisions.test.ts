import { describe, expect, it } from 'vitest';
import type { Failures, Result } from '../../kernel/index.ts';
import { ownFactorMinutes, passkeysAtMost } from '../passkey/index.ts';
import {
  decideAuthenticator,
  decideCode,
  decideFactorChange,
  decidePasskey,
  decidePasswordChange,
  type SignInMethod,
} from './index.ts';

const now = new Date('2026-06-01T12:00:00Z');
const codesOf = (decision: Result<unknown, Failures>) =>
  decision.match(
    () => [],
    (failures) => failures.map(({ code }) => code),
  );

describe('a change of one’s own factors', () => {
  const decide = (methods: readonly SignInMethod[], minutesAgo: number, by?: readonly SignInMethod[]) =>
    codesOf(decideFactorChange({ methods, strengthenedAt: new Date(now.getTime() - minutesAgo * 60_000) }, now, by));

  it('requires a recent second factor', () => {
    expect(decide(['password', 'totp'], ownFactorMinutes)).toEqual([]);
    expect(decide(['password', 'totp'], ownFactorMinutes + 1)).toEqual(['STEP_UP_REQUIRED']);
    expect(decide(['password'], 0)).toEqual(['STEP_UP_REQUIRED']);
  });

  it('requires one of the listed methods most recently, if any are listed', () => {
    expect(decide(['password', 'passkey'], 1, ['passkey'])).toEqual([]);
    expect(decide(['passkey', 'recoveryCode'], 1, ['passkey'])).toEqual(['STEP_UP_REQUIRED']);
  });

  it('requires nothing without a session', () => expect(codesOf(decideFactorChange(undefined, now))).toEqual([]));

  it('adds one authenticator, and a limited number of passkeys', () => {
    expect([decideAuthenticator(false), decideAuthenticator(true)].map(codesOf)).toEqual([[], ['FACTOR_THERE']]);
    expect([passkeysAtMost - 1, passkeysAtMost].map((count) => codesOf(decidePasskey(count)))).toEqual([
      [],
      ['PASSKEYS_ENOUGH'],
    ]);
  });
});

describe('an entered code', () => {
  it('proves its method, once', () => {
    expect(decideCode({ kind: 'presented', method: 'totp' }, 'both')._unsafeUnwrap()).toBe('totp');
    expect(codesOf(decideCode({ kind: 'used' }, 'both'))).toEqual(['CODE_USED']);
  });

  it.each([
    ['timed', 'isn’t the current code of your authenticator. Check the clock of your phone.'],
    ['recovery', 'isn’t one of your unused recovery codes'],
    ['both', 'isn’t the current code of your authenticator or one of your unused recovery codes'],
  ] as const)('lists the accepted codes if it is wrong: %s', (accepted, detail) =>
    expect(decideCode({ kind: 'wrong' }, accepted)._unsafeUnwrapErr()).toMatchObject([{ code: 'WRONG_CODE', detail }]),
  );
});

it('a new password differs from the current one', () => {
  expect([decidePasswordChange('one', 'two'), decidePasswordChange('one', 'one')].map(codesOf)).toEqual([
    [],
    ['SAME_PASSWORD'],
  ]);
});
