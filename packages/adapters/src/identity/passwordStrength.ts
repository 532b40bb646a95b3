import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import { initialPolicy } from '@carrara/domain/platform/signIn';

/** Of 0 to 4: such a password takes more than 10^8 guesses. */
const leastScore = 3;
/** More is not looked at: the estimate takes time that grows with the length. */
const longestJudged = 100;

/** Passphrases that everybody knows from somewhere. */
const famous = ['correct horse battery staple', 'correcthorsebatterystaple'];

/** Loaded with the first password that is set, not with the server. */
const estimator = async () => {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
};
let loading: ReturnType<typeof estimator> | undefined;

/** What everybody knows of every password here. */
const product = 'Carrara';

/** What others know of whose password it is. */
export interface KnownOfPerson {
  readonly login: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly firms: readonly string[];
}

/** A shorter part of a name is in many words. */
const shortestName = 3;
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
const joined = (words: readonly string[]): readonly string[] => [words.join(''), words.toReversed().join('')];

/** The words of all names, the product's among them, and these joined; the longest first. */
function wordsAbout({ login, email, firstName, lastName, firms }: KnownOfPerson): readonly string[] {
  const words = [login, email, localPart(email), `${firstName} ${lastName}`, ...firms, product].map((text) =>
    wordsOf(plain(text)),
  );
  const all = [...words.flat(), ...words.flatMap(joined)];
  return [...new Set(all)].filter(({ length }) => length >= shortestName).sort((a, b) => b.length - a.length);
}
const localPart = (email: string): string => email.split('@', 1)[0] ?? '';

/** A login that a password begins with is the first that is tried; a shorter one is the beginning of many words. */
const shortestBeginning = 4;
const beginsWithLogin = (password: string, { login, email }: KnownOfPerson): boolean =>
  [login, localPart(login), localPart(email)].some(
    (name) => name.length >= shortestBeginning && plain(password).startsWith(plain(name)),
  );

/**
 * Whether a password may be set: 12 characters, or as many more as a firm of the person asks for, that are hard to guess, also for who knows
 * the person's names, which count for nothing in it; no other rules.
 *
 * Fails: PASSWORD_TOO_SHORT, PASSWORD_EASY at `path`.
 */
export async function judgePassword(
  password: string,
  about: KnownOfPerson,
  path: readonly string[],
  shortest: number = initialPolicy.passwordLength,
): Promise<Result<void, Failure>> {
  if (password.length < shortest) {
    return err(fail('PASSWORD_TOO_SHORT', path, `The password has fewer than ${shortest} characters.`));
  }
  if (beginsWithLogin(password, about)) {
    return err(
      fail(
        'PASSWORD_EASY',
        path,
        `The password begins with your login or e-mail address, which others know. ${advice}`,
      ),
    );
  }
  loading ??= estimator();
  const estimate = await loading;
  const known = wordsAbout(about);
  const judged = password.slice(0, longestJudged).normalize('NFKC');
  // The estimate takes a name beside other names for more than it is worth: of each only a sign is left.
  const without = known.reduce((rest, name) => rest.replaceAll(new RegExp(name, 'giu'), ' '), judged);
  const score = Math.min(...[judged, without].map((text) => estimate.check(text, [...known, ...famous]).score));
  if (score >= leastScore) return ok(undefined);
  return err(
    fail(
      'PASSWORD_EASY',
      path,
      without === judged
        ? `The password is easy to guess. ${advice}`
        : `The password is easy to guess from your name, login, e-mail address or firm, or the name of this product. ${advice}`,
    ),
  );
}
const advice = 'Take several words that have nothing to do with each other.';
