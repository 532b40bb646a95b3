import { err, fail, type Failures, ok, type Result } from '../../kernel/index.ts';

/** Decides on the address of a news item, which may be empty. Fails: INVALID_VALUE. */
export function decideNewsUrl(url: unknown): Result<string | null, Failures> {
  if (typeof url !== 'string' || url === '') return ok(null);
  return /^https?:\/\/\S+$/i.test(url)
    ? ok(url)
    : err([fail('INVALID_VALUE', ['url'], 'The address must begin with https:// or http://.')]);
}
