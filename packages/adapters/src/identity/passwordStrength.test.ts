import { describe, expect, it } from 'vitest';
import { judgePassword } from './passwordStrength.ts';

const judged = async (password: string, about: readonly string[] = [], shortest?: number) => {
  const result = await judgePassword(password, about, ['newPassword'], shortest);
  return result.isOk() ? 'taken' : result.error.code;
};

describe('a password that is set', () => {
  it('has 12 characters and is hard to guess, and need hold neither digits nor signs', async () => {
    expect(await judged('kettle-orbit')).toBe('taken');
    expect(await judged('kettle-orbi')).toBe('PASSWORD_TOO_SHORT');
    expect(await judged('password1234')).toBe('PASSWORD_EASY');
    expect(await judged('aaaaaaaaaaaaaaaaaaaa')).toBe('PASSWORD_EASY');
    expect(await judged('kettle of bright orbits')).toBe('taken');
  });

  it('is not made of what is known of the person', async () => {
    const about = ['marguerite.vandenberg@example.test', 'Marguerite Vandenberg'];
    expect(await judged('marguerite.vandenberg@example.test', about)).toBe('PASSWORD_EASY');
    expect(await judged('Vandenberg2026', about)).toBe('PASSWORD_EASY');
    expect(await judged('marguerite-kettle-orbits', about)).toBe('taken');
  });

  it('is as long as a firm of the person asks for', async () => {
    expect(await judged('kettle-of-bright-orbits', [], 24)).toBe('PASSWORD_TOO_SHORT');
    expect(await judged('kettle-of-bright-orbits!', [], 24)).toBe('taken');
  });
});
