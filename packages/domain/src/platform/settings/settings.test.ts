import { expect, it } from 'vitest';
import { decideSettings, decideSwitches } from './index.ts';

it('settings belong to modules that the person administers, and weakening sign-in requires a second factor', () => {
  const now = new Date('2026-10-01T12:00:00Z');
  const proof = { methods: ['password', 'totp'], strengthenedAt: now } as const;
  const [strict, loose] = [{ secondFactor: 'required' }, { secondFactor: 'off' }];
  const codes = (before: object, after: object, more: Partial<Parameters<typeof decideSettings>[2]> = {}) =>
    decideSettings(
      { ...before },
      { ...after },
      { isTimeZone: true, foreign: [], proof: undefined, now, ...more },
    ).match(
      () => [],
      (failures) => failures.map(({ code, path }) => `${code} ${path.join('.')}`),
    );
  const foreign = [{ name: 'nettedMultiples', owners: ['Performance'] }];
  expect(codes({}, {}, { isTimeZone: false, foreign })).toEqual(['UNKNOWN_TIME_ZONE timeZone']);
  expect(codes({}, {}, { foreign })).toEqual(['SETTING_NOT_YOURS nettedMultiples']);
  expect(codes(strict, loose)).toEqual([]);
  expect(codes(strict, loose, { proof: { ...proof, strengthenedAt: null } })).toEqual(['STEP_UP_REQUIRED ']);
  expect(codes(loose, strict, { proof: { ...proof, strengthenedAt: null } })).toEqual([]);
});

it('a hideable menu entry is hidden by administrators of its module', () => {
  const before = { menuOff: ['funds', 'letters'], isActivityTabEnabled: true };
  const carry = { title: 'Carry', isAdministered: true, switchable: ['funds', 'forecasts', 'letters'] };
  const entries = (...names: string[]) => names.map((name) => ({ name, isEnabled: name === 'funds' }));
  expect(decideSwitches(before, { menuEntries: entries('funds', 'forecasts') }, carry)._unsafeUnwrap()).toEqual({
    menuOff: ['forecasts', 'letters'],
    isActivityTabEnabled: true,
  });
  expect(decideSwitches(before, { menuEntries: entries('none', 'funds') }, carry)._unsafeUnwrapErr()).toMatchObject([
    { code: 'NOT_FOUND', path: ['menuEntries', 0, 'name'] },
  ]);
  const other = decideSwitches(before, { menuEntries: entries('none') }, { ...carry, isAdministered: false });
  expect(other._unsafeUnwrapErr()).toMatchObject([{ code: 'SETTING_NOT_YOURS', path: ['module'] }]);
});
