import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';

/** A login as it is kept and compared: composed, without blanks around it. Case is left to the comparison. */
export const tidyLogin = (text: string): string => text.normalize('NFKC').trim();

const ordinary = /^[\x21-\x7e]+$/;

/**
 * A login that nobody can mistake for another: wide and composed forms become plain, and what is still no plain character is refused, since
 * letters of other scripts look like Latin ones, and blanks cannot be seen.
 *
 * Fails: LOGIN_REQUIRED, LOGIN_UNCLEAR at `path`.
 */
export function plainLogin(text: string, path: readonly string[]): Result<string, Failure> {
  const login = tidyLogin(text);
  if (login === '') return err(fail('LOGIN_REQUIRED', path, 'is required'));
  if (ordinary.test(login)) return ok(login);
  return err(
    fail(
      'LOGIN_UNCLEAR',
      path,
      'can hold letters from a to z without accents, digits and signs such as . - _ and @, and no blanks: others look alike',
    ),
  );
}
