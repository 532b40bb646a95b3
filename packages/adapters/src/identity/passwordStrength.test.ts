import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { judgePassword, type ExistingOfPerson } from './passwordStrength.ts';

const blankPerson: ExistingOfPerson = { login: '', email: '', firstName: '', lastName: '', firms: [] };
const judge = (password: string, about: ExistingOfPerson = blankPerson, shortest?: number) =>
  judgePassword(password, about, ['newPassword'], shortest);
const judged = async (...args: Parameters<typeof judge>) => {
  const result = await judge(...args);
  return result.isOk() ? 'taken' : result.error.code;
};

describe('a new password', () => {
  it('has 12 characters and is hard to guess, and needs neither digits nor special characters', async () => {
    expect(await judged('kettle-orbit')).toBe('taken');
    expect(await judged('kettle-orbi')).toBe('PASSWORD_TOO_SHORT');
    expect(await judged('password1234')).toBe('PASSWORD_EASY');
    expect(await judged('aaaaaaaaaaaaaaaaaaaa')).toBe('PASSWORD_EASY');
    expect(await judged('correct horse battery staple')).toBe('PASSWORD_EASY');
    expect(await judged('kettle of bright orbits')).toBe('taken');
  });

  const noah: ExistingOfPerson = {
    login: 'noah.okafor',
    email: 'nokafor@alder.example',
    firstName: 'Noah',
    lastName: 'Okafor',
    firms: ['Alder Partners'],
  };
  it.each([
    'noahokafor12',
    'OkaforNoah2026!',
    'noah_okafor_alder',
    'AlderPartners!1',
    'alderpartnersnoah',
    'noah.okafor-kettle-orbits',
    'Nokafor kettle orbits',
    'nokafor@alder.example',
  ])('cannot be derived from personal data: %s', async (password) => {
    expect(await judged(password, noah)).toBe('PASSWORD_EASY');
  });

  it('may contain a name in addition to words that are hard to guess, and otherwise names the mistake', async () => {
    expect(await judged('noah-kettle-of-orbits', noah)).toBe('taken');
    expect(await judged('kettle orbits of Okafor', noah)).toBe('taken');
    expect((await judge('noahokafor12', noah))._unsafeUnwrapErr().detail).toBe(
      'The password is easy to guess from your name, login, email address or firm, or from the name of this product. Use several words that have nothing to do with each other.',
    );
    expect((await judge('noah.okafor-kettle-orbits', noah))._unsafeUnwrapErr().detail).toBe(
      'The password starts with your login or email address, which others know. Use several words that have nothing to do with each other.',
    );
  });

  it.each(['my-carrara-2026', 'CARRARA_pw_2026', 'CarraraAccess9'])(
    'cannot be derived from the name of the product: %s',
    async (password) => {
      expect(await judged(password)).toBe('PASSWORD_EASY');
    },
  );

  it('is not among the most frequently leaked passwords', async () => {
    const leaked = dictionary['passwords-common'].filter(({ length }) => length >= 12);
    expect(leaked.length).toBeGreaterThan(300);
    for (const password of leaked.filter((_, at) => at % 10 === 0))
      expect(await judged(password), password).toBe('PASSWORD_EASY');
  });

  it("has the minimum length that one of the person's firms requires", async () => {
    expect(await judged('kettle-of-bright-orbits', blankPerson, 24)).toBe('PASSWORD_TOO_SHORT');
    expect(await judged('kettle-of-bright-orbits!', blankPerson, 24)).toBe('taken');
  });
});
