import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import { initialPolicy } from '@carrara/domain/platform/signIn';

/** Of 0 to 4: such a password takes more than 10^8 guesses. */
const leastScore = 3;
/** More is not looked at: the estimate takes time that grows with the length. */
const longestJudged = 100;

/** Loaded with the first password that is set, not with the server. */
const estimator = async () => {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
};
let loading: ReturnType<typeof estimator> | undefined;

/**
 * Whether a password may be set: 12 characters, or as many more as a firm of the person asks for, that are hard to guess, also for who knows
 * these words about the person; no other rules.
 *
 * Fails: PASSWORD_TOO_SHORT, PASSWORD_EASY at `path`.
 */
export async function judgePassword(
  password: string,
  about: readonly string[],
  path: readonly string[],
  shortest: number = initialPolicy.passwordLength,
): Promise<Result<void, Failure>> {
  if (password.length < shortest) {
    return err(fail('PASSWORD_TOO_SHORT', path, `has fewer than ${shortest} characters`));
  }
  loading ??= estimator();
  const known = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((text) => text.length > 2);
  const { score } = (await loading).check(password.slice(0, longestJudged), known);
  if (score >= leastScore) return ok(undefined);
  return err(
    fail('PASSWORD_EASY', path, 'is easy to guess. Take several words that have nothing to do with each other.'),
  );
}
