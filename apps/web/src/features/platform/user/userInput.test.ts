import { expect, it } from 'vitest';
import { checkUser, typedLogin, offersPassword } from './userInput.ts';

it('uses the e-mail address as the login unless another one is entered', () => {
  expect(typedLogin({ email: ' noor@example.test ' })).toBe('noor@example.test');
  expect(typedLogin({ email: 'noor@example.test', username: 'noor' })).toBe('noor');
  expect(checkUser({ email: 'noor@example.test' })).toEqual({ username: undefined, password: undefined });
  expect(checkUser({ email: ' ' })['username']).toBe('Enter a login or an e-mail address.');
});

it('offers a password for a new user and for others of this firm, not for oneself', () => {
  const loaded = { id: 'noor', canEditPerson: true };
  expect(offersPassword(undefined, 'eve')).toBe(true);
  expect(offersPassword(loaded, 'eve')).toBe(true);
  expect(offersPassword(loaded, 'noor')).toBe(false);
  expect(offersPassword({ ...loaded, canEditPerson: false }, 'eve')).toBe(false);
});
