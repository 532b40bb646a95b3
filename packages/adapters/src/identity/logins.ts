import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';

/** Normalizes a login for storage and comparison: composed Unicode, trimmed. The comparison ignores case. */
export const tidyLogin = (text: string): string => text.normalize('NFKC').trim();

const ordinary = /^[\x21-\x7e]+$/;

/**
 * Returns a login that can't be mistaken for another. Wide and composed forms become plain ASCII. Anything else is
 * refused because letters of other scripts look like Latin ones, and blanks are invisible.
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
      'can only contain unaccented letters from a to z, digits and signs such as . - _ and @, without spaces',
    ),
  );
}
