import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import { initialPolicy } from '@carrara/domain/platform/signIn';

/** Minimum score on the scale of 0 to 4: more than 10^8 guesses. */
const leastScore = 3;
/** Only so many characters are estimated, because the time grows with the length. */
const longestJudged = 100;

/** Passphrases that are too well known. */
const famous = ['correct horse battery staple', 'correcthorsebatterystaple'];

/** Loads the estimator with the first new password, not at startup. */
const estimator = async () => {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
};
let loading: ReturnType<typeof estimator> | undefined;

/** The product's name, which attackers try in every password here. */
const product = 'Carrara';

/** Facts about a person that others know. */
export interface ExistingOfPerson {
  readonly login: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly firms: readonly string[];
}

/** Shorter parts of names occur in many words. */
const shortestName = 3;
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const tokensIn = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
const joined = (parts: readonly string[]): readonly string[] => [parts.join(''), parts.toReversed().join('')];

/** Returns the words of all names, including the product's, separate and joined, longest first. */
function personalTokens({ login, email, firstName, lastName, firms }: ExistingOfPerson): readonly string[] {
  const personal = [login, email, localPart(email), `${firstName} ${lastName}`, ...firms, product].map((text) =>
    tokensIn(plain(text)),
  );
  const all = [...personal.flat(), ...personal.flatMap(joined)];
  return [...new Set(all)].filter(({ length }) => length >= shortestName).sort((a, b) => b.length - a.length);
}
const localPart = (email: string): string => email.split('@', 1)[0] ?? '';

/** Attackers try passwords that begin with the login first. A shorter login is the beginning of too many words. */
const shortestBeginning = 4;
const beginsWithLogin = (password: string, { login, email }: ExistingOfPerson): boolean =>
  [login, localPart(login), localPart(email)].some(
    (name) => name.length >= shortestBeginning && plain(password).startsWith(plain(name)),
  );

/**
 * Checks if a password may be set. It needs 12 characters, or more if one of the person's firms requires it. It must
 * be hard to guess even for somebody who knows the person's names. Names don't count toward its strength. There are
 * no other rules.
 *
 * Fails: PASSWORD_TOO_SHORT, PASSWORD_EASY at `path`.
 */
export async function judgePassword(
  password: string,
  about: ExistingOfPerson,
  path: readonly string[],
  shortest: number = initialPolicy.passwordLength,
): Promise<Result<void, Failure>> {
  if (password.length < shortest) {
    return err(fail('PASSWORD_TOO_SHORT', path, `The password has fewer than ${shortest} characters.`));
  }
  if (beginsWithLogin(password, about)) {
    return err(
      fail('PASSWORD_EASY', path, `The password starts with your login or email address, which others know. ${advice}`),
    );
  }
  loading ??= estimator();
  const estimate = await loading;
  const personal = personalTokens(about);
  const judged = password.slice(0, longestJudged).normalize('NFKC');
  // The estimator overrates several names in a row, so each name is also reduced to one blank.
  const without = personal.reduce((rest, name) => rest.replaceAll(new RegExp(name, 'giu'), ' '), judged);
  const score = Math.min(...[judged, without].map((text) => estimate.check(text, [...personal, ...famous]).score));
  if (score >= leastScore) return ok(undefined);
  return err(
    fail(
      'PASSWORD_EASY',
      path,
      without === judged
        ? `The password is easy to guess. ${advice}`
        : `The password is easy to guess from your name, login, email address or firm, or from the name of this product. ${advice}`,
    ),
  );
}
const advice = 'Use several words that have nothing to do with each other.';
